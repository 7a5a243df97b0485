/** Requests signed as a role: what STS is asked, how long a session is used, what is masked, and what is told when there is none. */
import { afterEach, describe, expect, test } from '@jest/globals';
import type { RoleRequest, RoleSession } from '../../../../aws/direct/sts.ts';
import { AwsRefusal } from '../../../../aws/lib/errors.ts';
import { type Credential, checkCredential, partOf } from '../../../../core/request/credential/index.ts';
import { createRoles } from '../../../../lambdas/sandbox/roles.ts';
import { SERVER } from '../../../support/bundles.ts';
import { type Rig, startRig, textsOf } from '../../../support/sandboxRig.ts';
import { expectedAuthorization } from '../../../support/sigV4.ts';

const ROLE = 'arn:aws:iam::123456789012:role/orders';
const OTHER = 'arn:aws:iam::123456789012:role/other';
const AT = { serverId: SERVER, origin: 'https://api.example.com' };
const HOUR = 3_600_000;
const MINUTE = 60_000;
const roleOf = (roleArn: string) =>
  checkCredential({ type: 'awsSigV4', roleArn, region: 'eu-central-1', service: 'execute-api' });

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

/** STS with sessions that are numbered, and a clock. */
function sts({ refuse }: { refuse?: () => Error } = {}) {
  const clock = { now: 1_000_000 };
  const asked: RoleRequest[] = [];
  const assume = async (request: RoleRequest): Promise<RoleSession> => {
    asked.push(request);
    const error = refuse?.();
    if (error) throw error;
    const secretAccessKey = `planted/secret+${asked.length}/wJalrXUtnFEMIK7MDENG`;
    return {
      accessKeyId: `ASIAPLANTED00000${asked.length}`,
      secretAccessKey,
      sessionToken: `planted-session-${asked.length}-7f31c0de`,
      expiresAt: clock.now + HOUR,
    };
  };
  return { assume, asked, clock };
}

function sessions(options: Parameters<typeof sts>[0] = {}, allowed = [ROLE, OTHER]) {
  const { assume, asked, clock } = sts(options);
  const withSession = createRoles({ assume, allowed }, () => clock.now);
  const keyOf = async (credential: Credential = roleOf(ROLE)) => {
    const part = partOf(await withSession(credential, AT), 'awsSigV4');
    return part && 'roleArn' in part ? part.session?.accessKeyId : undefined;
  };
  return { asked, clock, keyOf, withSession };
}

describe('the session of a role', () => {
  test('is asked for with server and host as external ID, and is of no use at another host', async () => {
    const { asked, keyOf, withSession } = sessions();

    await keyOf();
    await withSession(roleOf(ROLE), { serverId: SERVER, origin: 'https://evil.example:8443' });

    const common = { roleArn: ROLE, sessionName: `portcullis-${SERVER}`, seconds: 3_600 };
    expect(asked).toEqual([
      { ...common, externalId: `${SERVER}:api.example.com` },
      { ...common, externalId: `${SERVER}:evil.example:8443` },
    ]);
  });

  test('is used for all calls until five minutes before its end, and by those that come meanwhile', async () => {
    const { asked, clock, keyOf } = sessions();

    const atOnce = await Promise.all([keyOf(), keyOf(), keyOf()]);
    clock.now += 54 * MINUTE;
    const later = await keyOf();
    const askedBefore = asked.length;
    clock.now += 2 * MINUTE;
    const last = await keyOf();

    expect([...atOnce, later]).toEqual(Array(4).fill('ASIAPLANTED000001'));
    expect(askedBefore).toBe(1);
    expect(last).toBe('ASIAPLANTED000002');
  });

  test('is that of its role, also within a combination', async () => {
    const { asked, keyOf } = sessions();
    const combined = checkCredential({
      type: 'combined',
      parts: [roleOf(OTHER), { type: 'header', name: 'x-key', value: 'k' }],
    });

    const keys = [await keyOf(), await keyOf(combined), await keyOf()];

    expect(keys).toEqual(['ASIAPLANTED000001', 'ASIAPLANTED000002', 'ASIAPLANTED000001']);
    expect(asked.map(({ roleArn }) => roleArn)).toEqual([ROLE, OTHER]);
  });

  test('is asked for again after a failure', async () => {
    let isDown = true;
    const { asked, keyOf } = sessions({
      refuse: () => (isDown ? new AwsRefusal('ServiceUnavailable', 503, 'planted', false) : (undefined as never)),
    });

    const first = await keyOf().catch(({ code }) => code);
    isDown = false;
    const second = await keyOf();

    expect([first, second, asked.length]).toEqual(['role_unavailable', 'ASIAPLANTED000002', 2]);
  });

  test('is not asked for by a credential of another kind', async () => {
    const { asked, withSession } = sessions();
    const credential = checkCredential({ type: 'bearer', token: 'abc' });

    expect(await withSession(credential, AT)).toBe(credential);
    expect(await withSession(undefined, AT)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  test.each([
    ['role_not_allowed', 'arn:aws:iam::123456789012:role/foreign', undefined, 0],
    ['role_refused', ROLE, new AwsRefusal('AccessDenied', 403, 'User planted is not authorized', false), 1],
    ['role_refused', ROLE, new AwsRefusal('AccessDeniedException', 403, 'planted', false), 1],
    ['role_unavailable', ROLE, new AwsRefusal('Throttling', 400, 'planted', true), 1],
    ['role_unavailable', ROLE, new Error('connect ECONNREFUSED planted'), 1],
  ] as const)('ends in %s, without the words of AWS', async (code, role, error, times) => {
    const { asked, withSession } = sessions({ ...(error && { refuse: () => error }) });

    const refusal = await withSession(roleOf(role), AT).catch((thrown: Error & { code: string }) => thrown);

    expect(refusal).toMatchObject({ name: 'PortcullisError', code });
    expect((refusal as Error).message).not.toMatch(/planted|arn:/);
    expect(asked).toHaveLength(times);
  });
});

describe('a call', () => {
  test('is signed with the session, which is in no answer', async () => {
    const { assume } = sts();
    rig = await startRig({
      credential: roleOf(ROLE),
      dependencies: { roles: { assume, allowed: [ROLE] } },
      respond: ({ headers }) => ({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ headers }),
      }),
    });

    const outcome = await rig.call('get', { q: 'a b' }, { explain: true });

    expect(outcome.isError).toBe(false);
    const [sent] = rig.upstream.requests;
    const headers = new Map(sent?.headers.map(([name, value]) => [name.toLowerCase(), value]));
    const expected = await expectedAuthorization(
      { method: 'GET', host: headers.get('host') ?? '', target: sent?.target ?? '', headers },
      { accessKeyId: 'ASIAPLANTED000001', secretAccessKey: 'planted/secret+1/wJalrXUtnFEMIK7MDENG' },
    );
    expect(headers.get('authorization')).toBe(expected);
    expect(expected).toContain('x-amz-security-token');
    expect(headers.get('x-amz-security-token')).toBe('planted-session-1-7f31c0de');
    expect(JSON.stringify(outcome)).not.toMatch(/planted|ASIAPLANTED/);
  });

  test('that gets no session sends nothing, and says what to do', async () => {
    const refuse = () => new AwsRefusal('AccessDenied', 403, 'no', false);
    rig = await startRig({
      credential: roleOf(ROLE),
      dependencies: { roles: { assume: sts({ refuse }).assume, allowed: [ROLE] } },
    });

    const outcome = await rig.call('get');

    expect(outcome).toMatchObject({ isError: true, errorCode: 'role_refused' });
    expect(textsOf(outcome).join()).toContain('trust policy');
    expect(rig.upstream.requests).toEqual([]);
  });

  test('is preceded by a check that assumes the role as well', async () => {
    const refuse = () => new AwsRefusal('AccessDenied', 403, 'no', false);
    rig = await startRig({
      credential: roleOf(ROLE),
      dependencies: { roles: { assume: sts({ refuse }).assume, allowed: [ROLE] } },
    });
    const credential = { origin: rig.upstream.baseUrl, ciphertext: 'c2VhbGVk' };

    const frames = await rig.frames({ kind: 'probe', credential });

    expect(frames).toEqual([expect.objectContaining({ frame: 'fault', code: 'role_refused' })]);
  });
});
