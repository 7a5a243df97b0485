import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { governanceChanges, replaced } from '../../../../core/audit/fieldChanges.ts';
import { knownActions, type SentenceInput, sentenceOf } from '../../../../core/audit/sentence.ts';

const by = (action: string, detail: object = {}, more: Partial<SentenceInput> = {}) =>
  sentenceOf({
    action,
    actor: '0d9c7c1e',
    actorName: 'admin@example.com',
    serverName: 'Demo Store',
    detail: detail as NonNullable<SentenceInput['detail']>,
    ...more,
  });
const changes = (...all: object[]) => ({ changes: all });

describe('an entry of the trail as a sentence', () => {
  test('says who changed which value for which server', () => {
    const pii = governanceChanges({}, { pii: false }, { pii: true });

    expect(by('server.change', changes(...pii))).toBe('admin@example.com switched PII redaction off for Demo Store');
    expect(
      by('settings.change', changes({ field: 'governance.maxItems', old: 50, new: 2000 }), { serverName: '' }),
    ).toBe('admin@example.com set the maximum items in the global settings to 2,000 (was 50)');
    expect(by('server.change', changes({ field: 'governance.pii', old: false, new: null, inherited: true }))).toBe(
      'admin@example.com let the PII redaction for Demo Store follow the global settings again (on)',
    );
    expect(by('server.change', changes({ field: 'name', old: 'Demo', new: 'Demo Store' }))).toBe(
      'admin@example.com renamed “Demo” to “Demo Store”',
    );
    expect(by('server.change', changes({ field: 'upstreamMs', old: 5000, new: null }))).toBe(
      'admin@example.com removed the time limit of a request (ms) for Demo Store (was 5,000)',
    );
  });

  test('names the fields of several changes, and counts many', () => {
    const some = ['name', 'baseUrl', 'auth.credential'].map((field) => ({ field, replaced: true }));

    expect(by('server.change', changes(...some))).toBe(
      'admin@example.com changed name, base URL and credential for Demo Store',
    );
    expect(by('server.change', changes(...some, replaced('source.document')))).toBe(
      'admin@example.com changed 4 fields for Demo Store',
    );
    expect(by('server.change', changes())).toBe('admin@example.com saved Demo Store without a change');
  });

  test('says what was taken back, and whether a token was made by a set-up link', () => {
    const tools = [{ name: 'a' }, { name: 'b' }];

    expect(by('tools.switch.undone', { enabled: false, tools })).toBe(
      'admin@example.com switched the tools a and b off in Demo Store, which was undone',
    );
    expect(by('token.create', { label: 'Bob', setupLink: 'link_1' })).toBe(
      'admin@example.com created the token “Bob” for Demo Store through a set-up link',
    );
    for (const action of ['__proto__', 'constructor', 'later.action', '.undone'])
      expect(by(action)).toBe(`admin@example.com did ${action}`);
  });

  test('tells the account of all clients from those of single ones', () => {
    const account = 'token:tok_1';

    expect(by('server.consent')).toBe('admin@example.com connected Demo Store to the account of its API');
    expect(by('server.consent.removed', { account, of: 'Laptop' })).toBe(
      'admin@example.com disconnected the account of “Laptop” for Demo Store',
    );
    expect(by('server.consent', { account }, { actor: account, actorName: 'The token “Laptop”' })).toBe(
      'The token “Laptop” connected their own account for Demo Store',
    );
    expect(by('server.consent', { account: 'person:0d9c7c1e' })).toBe(
      'admin@example.com connected their own account for Demo Store',
    );
  });

  test('names tools and tokens', () => {
    const tools = (...names: string[]) => ({
      enabled: false,
      changed: names.length,
      tools: names.map((name) => ({ name })),
    });

    expect(by('tools.switch', tools('deleteOrder'))).toBe(
      'admin@example.com switched the tool deleteOrder off in Demo Store',
    );
    expect(by('tools.switch', { ...tools('a', 'b', 'c', 'd'), tag: 'Orders' })).toBe(
      'admin@example.com switched 4 tools of the tag “Orders” off in Demo Store',
    );
    expect(by('tools.switch', { ...tools('a', 'b', 'c', 'd'), preset: 'unused' })).toBe(
      'admin@example.com switched 4 tools that were not called lately off in Demo Store',
    );
    expect(
      by('tools.change', {
        ...tools('a', 'b', 'c', 'd'),
        ...changes({ field: 'cacheHint', old: 'none', new: 'no-store' }),
      }),
    ).toContain('of 4 tools in Demo Store to “no-store”');
    expect(by('tool.change', { name: 'getOrder', ...changes({ field: 'enabled', old: true, new: false }) })).toBe(
      'admin@example.com switched the tool getOrder in Demo Store off',
    );
    expect(by('token.revoke', { label: 'Laptop' })).toBe('admin@example.com revoked the token “Laptop” of Demo Store');
  });

  test('tells entries of earlier versions, of the stack itself and of actions that it does not know', () => {
    expect(by('server.change', { fields: ['pii'] })).toBe('admin@example.com changed Demo Store');
    expect(by('server.credentials.bound', { origin: 'https://api.example.com' }, { actor: 'portcullis' })).toBe(
      'Portcullis bound the API credential of Demo Store to its host (https://api.example.com)',
    );
    expect(by('token.vanish', {}, { actorName: undefined as never })).toBe('0d9c7c1e did token.vanish');
    expect(sentenceOf({ action: 'server.delete' })).toBe('Somebody deleted the server');
    expect(by('server.change', { changes: [null, 'x', 7] })).toContain('without a change');
  });

  test('cuts what is long', () => {
    const long = { field: 'baseUrl', old: 'https://a', new: `https://${'b'.repeat(4_000)}` };

    expect(by('server.change', changes(long)).length).toBeLessThan(200);
  });

  test('has words for every action that is entered', () => {
    const root = join(import.meta.dirname, '../../../..');
    const files = globSync('{lambdas,aws}/**/*.ts', { cwd: root });
    const entered = files.flatMap((file) =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(
          /'((?:server|tools?|token|settings|connections|session|webhook)\.[a-z.]+)'/g,
        ),
      ].map((match) => match[1] as string),
    );

    expect(new Set(entered).size).toBeGreaterThan(15);
    expect(knownActions()).toEqual(expect.arrayContaining([...new Set(entered)]));
    expect(knownActions()).toEqual(expect.arrayContaining(['server.live', 'server.offline']));
  });
});
