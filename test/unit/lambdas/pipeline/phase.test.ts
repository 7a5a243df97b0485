/** How phases fail. AWS is mocked, because throttling and lost races cannot be provoked otherwise. */

import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { AwsRefusal } from '../../../../aws/lib/errors.ts';
import { SandboxError } from '../../../../aws/services/sandbox.ts';
import { newPhases } from '../../../../core/model/deployment.ts';
import { PhaseFailure } from '../../../../lambdas/pipeline/errors.ts';
import { phase } from '../../../../lambdas/pipeline/phase.ts';
import { handler as recordFailure } from '../../../../lambdas/pipeline/record-failure.ts';
import { server } from '../../../support/tools.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const event = { serverId: 'srv_000000000000', deploymentId: 'dep_1', kind: 'import' as const };
const deployment = {
  ...event,
  status: 'running',
  phases: newPhases('import'),
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: 'someone',
  version: 1,
};
const awsFault = (name: string) => Object.assign(new Error('slow down'), { name, $metadata: {} });

beforeEach(() => {
  dynamo.reset();
  Object.assign(process.env, { AWS_REGION: 'eu-west-1', TABLE_SERVERS: 'servers', TABLE_DEPLOYMENTS: 'deployments' });
  dynamo.on(GetCommand, { TableName: 'deployments' }).resolves({ Item: deployment });
  dynamo
    .on(GetCommand, { TableName: 'servers' })
    .resolves({ Item: { ...server(), status: 'deploying', deploying: 'dep_1' } });
  dynamo.on(PutCommand).resolves({});
  dynamo.on(UpdateCommand).resolves({});
});

const written = () => dynamo.commandCalls(PutCommand).map((call) => call.args[0].input.Item as typeof deployment);

describe('a phase', () => {
  test('writes its start, its end and its detail, each on the version that it read', async () => {
    await phase('parse-spec', async () => ({ detail: '3 endpoints, 0 warnings' }))(event);

    const [started, ended] = written().map(({ phases }) => phases[0]);
    expect(started).toMatchObject({ status: 'running', startedAt: expect.any(String) });
    expect(ended).toMatchObject({ status: 'done', detail: '3 endpoints, 0 warnings', finishedAt: expect.any(String) });
    expect(dynamo.commandCalls(PutCommand)[0]?.args[0].input.ExpressionAttributeValues).toEqual({ ':read': 1 });
  });

  test('fails with an error named after its code, for Step Functions to report', async () => {
    const failing = phase('parse-spec', async () => {
      throw new PhaseFailure('spec_invalid', 'Not an API description.');
    });
    await expect(failing(event)).rejects.toMatchObject({ name: 'spec_invalid', message: 'Not an API description.' });
  });

  test.each([
    ['throttles', awsFault('ThrottlingException')],
    ['fails', Object.assign(awsFault('KMSInternalException'), { $metadata: { httpStatusCode: 500 } })],
    ['does not answer', awsFault('TimeoutError')],
  ])('asks to be retried when a signature is not to be had because KMS %s', async (_what, cause) => {
    const run = phase('inject-governance', async () => {
      throw new PhaseFailure('signing_failed', 'KMS did not sign the version.', { cause });
    });
    await expect(run(event)).rejects.toMatchObject({ name: 'TransientFailure' });
  });

  test('fails for good when KMS refuses to sign', async () => {
    const cause = Object.assign(awsFault('AccessDeniedException'), { $metadata: { httpStatusCode: 400 } });
    const run = phase('inject-governance', async () => {
      throw new PhaseFailure('signing_failed', 'KMS did not sign the version.', { cause });
    });

    await expect(run(event)).rejects.toMatchObject({ name: 'signing_failed' });
  });

  test('asks to be retried when AWS throttles', async () => {
    dynamo.on(GetCommand, { TableName: 'servers' }).rejects(awsFault('ProvisionedThroughputExceededException'));
    const run = phase('parse-spec', async () => ({ detail: '' }));

    await expect(run(event)).rejects.toMatchObject({ name: 'TransientFailure' });
  });

  test.each([
    ['throttles the sandbox', new AwsRefusal('TooManyRequestsException', 429, 'slow down', true), 'TransientFailure'],
    ['cannot start the sandbox', new AwsRefusal('ServiceException', 500, 'sorry', false), 'TransientFailure'],
    ['refuses the invocation', new AwsRefusal('AccessDeniedException', 403, 'no', false), 'sandbox_refused'],
  ])('tells a sandbox that is not to be had from one that refuses the bundle: AWS %s', async (_what, refusal, name) => {
    const failing = phase('distribute', async () => {
      const cause = new SandboxError('sandbox_failed', 'The sandbox could not be reached.', { cause: refusal });
      throw new PhaseFailure('sandbox_refused', 'The sandbox could not load the new bundle.', { cause });
    });
    await expect(failing(event)).rejects.toMatchObject({ name });
  });

  test('stops when another deployment has taken over the server', async () => {
    dynamo.on(GetCommand, { TableName: 'servers' }).resolves({ Item: { ...server(), deploying: 'dep_2' } });
    let ran = false;
    const run = phase('seal-sandbox', async () => {
      ran = true;
      return { detail: '' };
    });

    await expect(run(event)).rejects.toMatchObject({ name: 'deployment_superseded' });
    expect(ran).toBe(false);
  });

  test('does not run for a deployment that was given up', async () => {
    dynamo.on(GetCommand, { TableName: 'deployments' }).resolves({ Item: { ...deployment, status: 'failed' } });
    await expect(phase('distribute', async () => ({ detail: '' }))(event)).rejects.toMatchObject({
      name: 'deployment_superseded',
    });
  });
});

describe('record-failure', () => {
  const caught = (name: string, errorMessage: string) => ({
    ...event,
    error: { Error: name, Cause: JSON.stringify({ errorType: name, errorMessage }) },
  });

  test('writes phase, code and reason and releases a first deployment as failed', async () => {
    await recordFailure(caught('spec_unreachable', 'The address did not answer.'));

    expect(written()[0]).toMatchObject({
      status: 'failed',
      error: { phase: 'parse-spec', code: 'spec_unreachable', message: 'The address did not answer.' },
      phases: [{ status: 'failed' }, { status: 'pending' }, { status: 'pending' }, { status: 'pending' }],
    });
    const { input } = dynamo.commandCalls(UpdateCommand)[0]?.args[0] ?? {};
    expect(input?.ExpressionAttributeValues).toMatchObject({ ':status': 'failed' });
    expect(input?.UpdateExpression).toContain('REMOVE #deploying');
  });

  test('leaves the status of a server with a live version alone', async () => {
    dynamo
      .on(GetCommand, { TableName: 'servers' })
      .resolves({ Item: { ...server({ status: 'live' }), deploying: 'dep_1' } });

    await recordFailure(caught('surface_changed', 'The surface differs.'));

    expect(dynamo.commandCalls(UpdateCommand)[0]?.args[0].input.ExpressionAttributeValues).not.toHaveProperty(
      ':status',
    );
  });

  test.each([
    ['TypeError', 'cannot read properties of undefined (reading secret)', 'internal'],
    ['TransientFailure', 'ThrottlingException: x', 'aws_unavailable'],
    ['States.Timeout', '', 'phase_timeout'],
  ])('turns %s into a code without showing the text of an unexpected fault', async (name, message, code) => {
    await recordFailure(caught(name, message));

    expect(written()[0]?.['error' as never]).toMatchObject({ code });
    expect(JSON.stringify(written())).not.toContain('reading secret');
  });

  test('does nothing for a server that was deleted meanwhile', async () => {
    dynamo.on(GetCommand, { TableName: 'servers' }).resolves({});
    await expect(recordFailure(caught('spec_invalid', 'x'))).resolves.toBeUndefined();
  });
});
