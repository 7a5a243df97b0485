/** AssumeRole over HTTP, signed and in the Query protocol as on AWS, against the twin: what it gives, and all that it refuses. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { assumeRole } from '../../../../aws/direct/sts.ts';
import { Callers } from '../../../../local/aws/caller.ts';
import { Gateway } from '../../../../local/aws/gateway.ts';
import { type LocalRoles, secretOf, stsService } from '../../../../local/twins/sts.ts';

const ROLE = 'arn:aws:iam::123456789012:role/orders';
const SANDBOX = 'arn:aws:iam::000000000000:role/SandboxCallsRole';
const trusting = (principal: string, externalId: string, effect = 'Allow') => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: effect,
      Principal: { AWS: principal },
      Action: 'sts:AssumeRole',
      Condition: { StringEquals: { 'sts:ExternalId': externalId } },
    },
  ],
});
const request = { roleArn: ROLE, externalId: 'srv_one', sessionName: 'portcullis-srv_one', seconds: 3_600 };

let roles: LocalRoles = {};
let mayAssume = true;
let gateway: Gateway;
beforeAll(async () => {
  const policies = {
    allows: (_: string, action: string, resource: string, context: object = {}) =>
      mayAssume && action === 'sts:AssumeRole' && resource === ROLE && 'sts:ExternalId' in context,
  };
  const callers = new Callers(() => policies);
  gateway = new Gateway(callers);
  gateway.add(
    stsService(
      () => roles,
      () => SANDBOX,
    ),
  );
  await gateway.listen();
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    ...callers.enroll('Sandbox', 'SandboxCallsRole'),
    ...gateway.endpoints(['STS']),
  });
});
afterAll(async () => {
  await gateway.close();
});

test('a role that trusts the server is assumed for an hour, and who has its key can tell the secret', async () => {
  const role = { trust: trusting(SANDBOX, 'srv_one'), key: 'the key of the API' };
  roles = { [ROLE]: role };

  const session = await assumeRole(request);

  expect(session).toEqual({
    accessKeyId: expect.stringMatching(/^ASIA\w{16}$/),
    secretAccessKey: secretOf(role, session.accessKeyId),
    sessionToken: expect.stringMatching(/^.{400}$/),
    expiresAt: expect.any(Number),
  });
  expect(Math.abs(session.expiresAt - Date.now() - 3_600_000)).toBeLessThan(60_000);
});

describe('is denied', () => {
  test.each<[string, LocalRoles, object?]>([
    ['a role that is not there', {}],
    ['a name that objects have', {}, { roleArn: 'toString' }],
    ['a role that trusts another server', { [ROLE]: { trust: trusting(SANDBOX, 'srv_two'), key: 'k' } }],
    ['a role that trusts another principal', { [ROLE]: { trust: trusting(`${SANDBOX}2`, 'srv_one'), key: 'k' } }],
    ['a role that denies it', { [ROLE]: { trust: trusting(SANDBOX, 'srv_one', 'Deny'), key: 'k' } }],
    ['a role without a trust policy', { [ROLE]: { trust: undefined, key: 'k' } }],
  ])('%s', async (_, given, change = {}) => {
    roles = given;

    await expect(assumeRole({ ...request, ...change })).rejects.toMatchObject({ name: 'AccessDenied', status: 403 });
  });

  test('a caller whose own role does not allow it', async () => {
    roles = { [ROLE]: { trust: trusting(SANDBOX, 'srv_one'), key: 'k' } };
    mayAssume = false;

    await expect(assumeRole(request)).rejects.toMatchObject({ name: 'AccessDenied' });

    mayAssume = true;
  });

  test('more than the hour of a session that assumes a role', async () => {
    roles = { [ROLE]: { trust: trusting(SANDBOX, 'srv_one'), key: 'k' } };

    await expect(assumeRole({ ...request, seconds: 7_200 })).rejects.toMatchObject({ name: 'ValidationError' });
  });
});
