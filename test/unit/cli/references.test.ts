/** References to AWS, looked up by the SDK over the wire: what is asked for, what is taken, and what is told when there is nothing. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { referencesFrom } from '../../../cli/references.ts';
import type { Reference } from '../../../core/api/references.ts';

interface Asked {
  readonly action: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly region: string | undefined;
}

let aws: Server;
let asked: Asked[] = [];
const VALUES: Readonly<Record<string, unknown>> = {
  'secretsmanager.GetSecretValue orders': { SecretString: 'planted-plain\n' },
  'secretsmanager.GetSecretValue pair': { SecretString: '{"token":"planted-member","number":7}' },
  'secretsmanager.GetSecretValue binary': { SecretBinary: 'cGxhbnRlZA==' },
  'secretsmanager.GetSecretValue empty': { SecretString: '' },
  'AmazonSSM.GetParameter /orders/token': { Parameter: { Value: 'planted-parameter' } },
};
const ARN = 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:orders-AbCdEf';
const before = { ...process.env };

async function answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
  const action = String(request.headers['x-amz-target']);
  const body = JSON.parse(await text(request)) as Record<string, unknown>;
  const region = /Credential=AKIATEST\/\d+\/([^/]+)\/\w+\/aws4_request/.exec(request.headers.authorization ?? '')?.[1];
  asked.push({ action, body, region });
  const name = String(body['SecretId'] ?? body['Name']);
  const found = VALUES[`${action} ${name === ARN ? 'orders' : name}`];
  if (found) return { status: 200, body: found };
  const __type =
    name === 'denied'
      ? 'AccessDeniedException'
      : action.startsWith('Amazon')
        ? 'ParameterNotFound'
        : 'ResourceNotFoundException';
  return { status: 400, body: { __type, message: 'planted-message' } };
}

beforeAll(async () => {
  aws = createServer(async (request, response) => {
    const { status, body } = await answer(request);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => aws.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: url,
    AWS_ENDPOINT_URL_SSM: url,
    AWS_ACCESS_KEY_ID: 'AKIATEST',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'eu-central-1',
  });
});
afterAll(async () => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  await new Promise((done) => aws.close(done));
});
beforeEach(() => {
  asked = [];
});

async function look(...references: Reference[]) {
  const found = referencesFrom({});
  const faults = await found.load('/servers/a.yaml', references);
  return { faults, values: references.map(found.look('/servers/a.yaml', references)) };
}

describe('a reference to AWS', () => {
  test('is asked for once, signed for its region, and taken without its last line break', async () => {
    const plain = { secretsManager: 'orders' };

    const { faults, values } = await look(plain, plain, { secretsManager: ARN }, { ssm: '/orders/token' });

    expect(faults).toEqual([]);
    expect(values).toEqual(['planted-plain', 'planted-plain', 'planted-plain', 'planted-parameter']);
    expect(asked).toEqual([
      { action: 'secretsmanager.GetSecretValue', body: { SecretId: 'orders' }, region: 'eu-central-1' },
      { action: 'secretsmanager.GetSecretValue', body: { SecretId: ARN }, region: 'eu-west-1' },
      {
        action: 'AmazonSSM.GetParameter',
        body: { Name: '/orders/token', WithDecryption: true },
        region: 'eu-central-1',
      },
    ]);
  });

  test('may name a member of a secret', async () => {
    const { values } = await look({ secretsManager: 'pair', key: 'token' });

    expect(values).toEqual(['planted-member']);
  });

  test.each<[string, Reference, string]>([
    [
      'that is not there',
      { secretsManager: 'nobody' },
      'secretsManager nobody: cannot be read (ResourceNotFoundException); there is none',
    ],
    [
      'to a parameter that is not there',
      { ssm: '/nobody' },
      'ssm /nobody: cannot be read (ParameterNotFound); there is none',
    ],
    ['that may not be read', { secretsManager: 'denied' }, 'your credentials have secretsmanager:GetSecretValue.'],
    ['to a member that is not there', { secretsManager: 'pair', key: 'other' }, 'the secret has no such member'],
    ['to a member that is no text', { secretsManager: 'pair', key: 'number' }, 'the secret has no such member'],
    ['to a member of a plain secret', { secretsManager: 'orders', key: 'token' }, 'the secret is no JSON object'],
    ['to bytes', { secretsManager: 'binary' }, 'holds no text.'],
    ['to nothing', { secretsManager: 'empty' }, 'is empty.'],
  ])('%s is told with the way out, and without a value', async (_, reference, message) => {
    const { faults, values } = await look(reference);

    expect(faults).toEqual([expect.stringContaining(message)]);
    expect(values).toEqual([undefined]);
    expect(faults.join()).not.toContain('planted');
  });
});

test('without credentials of AWS it is told how to get some', async () => {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: key } = process.env;
  delete process.env['AWS_ACCESS_KEY_ID'];
  delete process.env['AWS_SECRET_ACCESS_KEY'];
  Object.assign(process.env, {
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: '/nowhere',
    AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
  });

  const { faults } = await look({ ssm: '/orders/token' });

  expect(faults).toEqual([expect.stringContaining('no AWS credentials were found')]);
  expect(asked).toEqual([]);

  Object.assign(process.env, { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: key });
});
