/** Secrets that credentials name: for which origins they are read, how long they are held, and what is said where they are not had. */
import { describe, expect, jest, test } from '@jest/globals';
import type { readStoredSecret } from '../../../../aws/direct/storedSecrets.ts';
import { AwsRefusal } from '../../../../aws/lib/errors.ts';
import { createResolver } from '../../../../lambdas/sandbox/secrets.ts';

const SECRET = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:orders-Ab12Cd';
const PARAMETER = 'arn:aws:ssm:eu-west-1:123456789012:parameter/orders/key';
const API = 'https://api.example.com';
const of = (key: string) => `{{resolve:secretsmanager:${SECRET}:SecretString:${key}}}`;

function rig(value: string | undefined = '{"token":"t-1","id":7,"list":["x"]}') {
  const state: { value: string | undefined; version: string; now: number; error: unknown } = {
    value,
    version: '1',
    now: 0,
    error: undefined,
  };
  const read = jest.fn<typeof readStoredSecret>(async () => {
    if (state.error) throw state.error;
    return state.value === undefined ? undefined : { value: state.value, version: state.version };
  });
  const allowed = { [SECRET]: [API], [PARAMETER]: [API, 'https://login.example.com'] };
  const resolver = createResolver({ read, allowed, region: 'us-east-1' }, () => state.now);
  const resolved = async (credential: object, origin = API) => {
    const given = Buffer.from(JSON.stringify(credential));
    const { plaintext, versions } = await resolver.resolve(given, origin);
    return { credential: JSON.parse(Buffer.from(plaintext).toString()), versions, given };
  };
  return { state, read, resolver, resolved };
}

describe('a credential', () => {
  test('has the members that it names in the place of their names, wherever they are', async () => {
    const { read, resolved } = rig();

    const { credential, versions, given } = await resolved({
      type: 'combined',
      parts: [
        { type: 'bearer', token: of('token') },
        { type: 'apiKeys', keys: [{ in: 'header', name: 'X-Id', value: of('id') }] },
      ],
    });

    expect(credential.parts).toEqual([
      { type: 'bearer', token: 't-1' },
      { type: 'apiKeys', keys: [{ in: 'header', name: 'X-Id', value: '7' }] },
    ]);
    expect(versions).toContain('1');
    expect(given.every((byte) => byte === 0)).toBe(true);
    // Its replica in this region, and once for both.
    expect(read.mock.calls).toEqual([['secretsmanager', SECRET.replace('eu-west-1', 'us-east-1')]]);
  });

  test.each([
    ['a whole secret', `{{resolve:secretsmanager:${SECRET}}}`],
    ['a whole secret, said at length', `{{resolve:secretsmanager:${SECRET}:SecretString}}`],
    ['a parameter', `{{resolve:ssm-secure:${PARAMETER}}}`],
  ])('may name %s', async (_what, token) => {
    const { resolved } = rig('plain');

    expect((await resolved({ type: 'bearer', token })).credential.token).toBe('plain');
  });
});

describe('a secret', () => {
  test('is held for five minutes, then read anew', async () => {
    const { state, read, resolved } = rig('one');
    const token = `{{resolve:secretsmanager:${SECRET}}}`;
    await resolved({ token });
    state.value = 'two';
    state.now = 299_000;
    const held = await resolved({ token });
    state.now = 300_001;

    const later = await resolved({ token });

    expect([held.credential.token, later.credential.token]).toEqual(['one', 'two']);
    expect(read).toHaveBeenCalledTimes(2);
  });

  test('is read anew after a refusal, once in ten seconds at most', async () => {
    const { state, read, resolver, resolved } = rig('one');
    const token = `{{resolve:secretsmanager:${SECRET}}}`;
    const before = await resolved({ token });
    Object.assign(state, { value: 'two', version: '2', now: 5_000 });
    resolver.refused();
    const tooSoon = await resolved({ token });
    state.now = 10_001;

    const after = await resolved({ token });
    resolver.refused();
    await resolved({ token });

    expect([before, tooSoon, after].map(({ credential }) => credential.token)).toEqual(['one', 'one', 'two']);
    expect(after.versions).not.toBe(before.versions);
    expect(read).toHaveBeenCalledTimes(2);
  });

  test('is read once for calls at the same moment, and again after a failure', async () => {
    const { state, read, resolved } = rig('one');
    const token = `{{resolve:secretsmanager:${SECRET}}}`;
    state.error = new AwsRefusal('ThrottlingException', 400, 'Rate exceeded', true);
    const failed = await Promise.allSettled([resolved({ token }), resolved({ token })]);
    state.error = undefined;

    const { credential } = await resolved({ token });

    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(credential.token).toBe('one');
    expect(read).toHaveBeenCalledTimes(2);
  });
});

describe('nothing is had', () => {
  const token = of('token');
  const refused = (name: string) => new AwsRefusal(name, 400, 'words of AWS', false);

  test.each<[why: string, credential: object, origin: string]>([
    ['for another origin', { token }, 'https://evil.example'],
    ['for an origin with another port', { token }, `${API}:8443`],
    [
      'for a token endpoint that is not allowed',
      { type: 'oauth2', tokenUrl: 'https://evil.example/t', clientSecret: token },
      API,
    ],
    ['of a secret that is not allowed', { token: token.replace('orders', 'others') }, API],
  ])('%s, and nothing is read', async (_why, credential, origin) => {
    const { read, resolved } = rig();

    await expect(resolved(credential, origin)).rejects.toMatchObject({ code: 'secret_not_allowed' });
    expect(read).not.toHaveBeenCalled();
  });

  test('but for an allowed token endpoint it is', async () => {
    const { resolved } = rig('s');
    const clientSecret = `{{resolve:ssm-secure:${PARAMETER}}}`;

    const { credential } = await resolved({
      type: 'oauth2',
      tokenUrl: 'https://login.example.com/token',
      clientSecret,
    });

    expect(credential.clientSecret).toBe('s');
  });

  test.each<[why: string, value: string | undefined, key: string]>([
    ['is no text', undefined, 'token'],
    ['is no JSON', 'plain', 'token'],
    ['has no such member', '{"other":"x"}', 'token'],
    ['has a list there', '{"token":["x"]}', 'token'],
    ['has nothing there', '{"token":""}', 'token'],
    ['has it as a prototype alone', '{}', 'constructor'],
  ])('where the secret %s', async (_why, value, key) => {
    const { state, resolved } = rig();
    state.value = value;

    await expect(resolved({ token: of(key) })).rejects.toMatchObject({ code: 'secret_invalid' });
  });

  test('a secret that was mended is read ten seconds after it was found wrong', async () => {
    const { state, read, resolved } = rig('{"other":"x"}');
    const wrong = () => expect(resolved({ token: of('token') })).rejects.toMatchObject({ code: 'secret_invalid' });
    await wrong();
    Object.assign(state, { value: '{"token":"t-2"}', version: '2', now: 9_000 });
    await wrong();
    state.now = 10_001;

    const { credential } = await resolved({ token: of('token') });

    expect(credential.token).toBe('t-2');
    expect(read).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['ResourceNotFoundException', 'secret_not_found'],
    ['ParameterNotFound', 'secret_not_found'],
    ['InvalidRequestException', 'secret_not_found'],
    ['AccessDeniedException', 'secret_denied'],
    ['DecryptionFailure', 'secret_denied'],
    ['InternalServiceError', 'secret_unavailable'],
  ])('and AWS’s %s is %s, without its words', async (name, code) => {
    const { state, resolved } = rig();
    state.error = refused(name);

    const failed = await resolved({ token }).catch((error: Error) => error);

    expect(failed).toMatchObject({ code });
    expect((failed as Error).message).not.toMatch(/words of AWS|arn:/);
  });
});
