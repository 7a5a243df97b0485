/** The provider of the custom resource, over HTTP: what it asks of AWS, and what CloudFormation is told. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { handler } from '../../../../lambdas/declared-server/handler.ts';

/** S3 without any object, the management function, and the address for the answer. */
const aws = createServer(async (request, response) => {
  const body = await text(request);
  const path = request.url ?? '';
  if (path.startsWith('/answer')) {
    answers.push(JSON.parse(body) as object);
    response.writeHead(answerStatus).end();
  } else if (path.includes('/functions/management/')) {
    asked.push(JSON.parse((JSON.parse(body) as { body: string }).body) as object);
    response.end(JSON.stringify({ statusCode: 200, body: JSON.stringify(applied) }));
  } else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
});
const before = { ...process.env };
const applied = { complete: true, servers: [{ key: 'cdk-1/orders', state: 'same', id: 'srv_0123456789AB' }] };
let answers: object[];
let asked: object[];
let answerStatus: number;
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => void aws.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: url,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    FUNCTION_MANAGEMENT: 'management',
  });
});
beforeEach(() => {
  answers = [];
  asked = [];
  answerStatus = 200;
});
afterAll(() => {
  aws.closeAllConnections();
  aws.close();
  process.env = before;
});

const done = (RequestType: 'Create' | 'Delete') =>
  handler(
    {
      RequestType,
      ResponseURL: `${url}/answer`,
      StackId: 'arn:aws:cloudformation:eu-central-1:111122223333:stack/orders/1',
      RequestId: 'request-1',
      LogicalResourceId: 'Orders',
      ...(RequestType === 'Delete' && { PhysicalResourceId: 'cdk-1/orders' }),
      ResourceProperties: {
        Group: 'cdk-1',
        Name: 'orders',
        Declaration: JSON.stringify({ source: { kind: 'openapi' } }),
        Bucket: 'assets',
        Key: 'gone.json',
      },
    },
    { getRemainingTimeInMillis: () => 900_000 },
  );

describe('a server whose description is gone from the bucket', () => {
  test('can be deleted', async () => {
    await done('Delete');

    expect(asked.at(-1)).toMatchObject({ declarations: { group: 'cdk-1', servers: {} }, prune: { keep: [] } });
    expect(answers).toEqual([expect.objectContaining({ Status: 'SUCCESS', PhysicalResourceId: 'cdk-1/orders' })]);
  });

  test('cannot be made', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});

    await done('Create');

    expect(asked).toEqual([]);
    expect(answers).toEqual([expect.objectContaining({ Status: 'FAILED' })]);
  });
});

test('an answer that is refused fails the invocation, which Lambda repeats', async () => {
  answerStatus = 503;

  await expect(done('Delete')).rejects.toThrow('503');

  expect(answers).toHaveLength(1);
});
