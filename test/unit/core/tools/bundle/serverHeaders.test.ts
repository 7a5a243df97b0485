/** What the owner's headers of a server and of a tool make of a tool when it is sealed. */
import { describe, expect, test } from '@jest/globals';
import type { ServerHeader } from '../../../../../core/model/server.ts';
import type { Tool } from '../../../../../core/model/tool.ts';
import { withHeaders } from '../../../../../core/request/credential/index.ts';
import { buildSandboxSection } from '../../../../../core/tools/bundle/build.ts';
import { defined } from '../../../../support/defined.ts';
import { server, tool } from '../../../../support/tools.ts';

const BASE = 'https://api.example.com/v1';
const ORIGIN = 'https://api.example.com';
const parameter = (name: string) =>
  ({ argument: name, name, in: 'header', style: 'simple', explode: false, required: true }) as const;
const sealed = (name: string, origin = ORIGIN): ServerHeader => ({
  name,
  sealed: { type: 'header', headerName: name, ciphertext: 'v2.a.b', origin },
});
const of = (headers: readonly ServerHeader[], more: Partial<Tool> = {}) =>
  defined(buildSandboxSection(server({ baseUrl: BASE, headers }), [tool({ name: 'list', ...more })]).tools[0]);
const schema = { type: 'object', properties: { 'X-Tenant': { type: 'string' }, q: {} }, required: ['X-Tenant'] };
const taking = { parameters: [parameter('X-Tenant')], body: undefined, inputSchema: schema };

describe('a header of the server', () => {
  test('is one of each tool, and its argument is gone', () => {
    const made = of([{ name: 'x-tenant', value: '7' }, sealed('X-Key')], taking);

    expect(made.program.headers).toEqual({ 'x-tenant': '7' });
    expect(made.sealedHeaders).toEqual(['X-Key']);
    expect(made.program.parameters).toEqual([]);
    expect(made.inputSchema).toEqual({ type: 'object', properties: { q: {} } });
    expect(JSON.stringify(made)).not.toContain('v2.a.b');
  });

  test('of some tools is none of the others, which stay as they are', () => {
    const made = of(
      [
        { name: 'X-Tenant', value: '7', tools: ['other'] },
        { ...sealed('X-Key'), tools: ['other'] },
      ],
      taking,
    );

    expect(made).toEqual(of([], taking));
  });

  test('is none of a tool on another host', () => {
    const hosts = { 'https://files.example.com': { approvedAt: '2026-01-01T00:00:00.000Z', approvedBy: 'ann' } };
    const away = tool({ name: 'away', baseUrl: 'https://files.example.com/v1' });
    const headers = [{ name: 'X-Tenant', value: '7' }, sealed('X-Key')];

    const [made] = buildSandboxSection(server({ baseUrl: BASE, headers, hosts }), [away]).tools;

    expect([made?.program.headers, made?.sealedHeaders]).toEqual([undefined, undefined]);
  });

  test('goes before what the description says, and behind what the owner says of the tool', () => {
    const headers = [{ name: 'Accept', value: 'text/csv' }];
    const described = { headers: { Accept: 'application/pdf' } };

    expect(of(headers, described).program.headers).toEqual({ Accept: 'text/csv' });
    expect(of(headers, { ...described, edited: ['headers'] }).program.headers).toEqual({ Accept: 'application/pdf' });
  });

  test('that was sealed for another host is refused', () => {
    expect(() => of([sealed('X-Key', 'https://other.example.com')])).toThrow(
      expect.objectContaining({ code: 'credential_bound' }),
    );
  });
});

test('an owner’s header of a tool takes its argument out, one of the description does not', () => {
  const accepting = { ...taking, parameters: [parameter('Accept')], headers: { accept: 'text/vtt' } };

  expect(of([], accepting).program.parameters).toHaveLength(1);
  expect(of([], { ...accepting, edited: ['headers'] }).program.parameters).toEqual([]);
});

describe('sealed headers beside a credential', () => {
  const headers = [{ type: 'header', name: 'X-Key', value: 'k' }] as const;
  const key = { in: 'header', name: 'X-Key', value: 'k' };

  test.each([
    [undefined, { type: 'apiKeys', keys: [key] }],
    [
      { type: 'bearer', token: 't' },
      {
        type: 'combined',
        parts: [
          { type: 'bearer', token: 't' },
          { type: 'apiKeys', keys: [key] },
        ],
      },
    ],
    [
      { type: 'apiKeys', keys: [{ in: 'query', name: 'a', value: 'b' }] },
      { type: 'apiKeys', keys: [{ in: 'query', name: 'a', value: 'b' }, key] },
    ],
    [
      {
        type: 'combined',
        parts: [
          { type: 'bearer', token: 't' },
          { type: 'basic', username: 'u', password: 'p' },
        ],
      },
      {
        type: 'combined',
        parts: [
          { type: 'bearer', token: 't' },
          { type: 'basic', username: 'u', password: 'p' },
          { type: 'apiKeys', keys: [key] },
        ],
      },
    ],
    [
      { type: 'header', name: 'x-key', value: 'own' },
      { type: 'header', name: 'x-key', value: 'own' },
    ],
  ] as const)('of %j are keys of it, and none takes its place', (credential, expected) => {
    expect(withHeaders(credential, headers)).toEqual(expected);
  });
});
