import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { EventStreamCodec } from '@smithy/core/event-streams';
import { SignatureV4 } from '@smithy/signature-v4';
import { dispatcher } from '../../../aws/direct/dispatcher.ts';
import { putOnce, readKnownRows, readRow, readRows } from '../../../aws/direct/dynamodb.ts';
import { FunctionFailure, invokeStreaming } from '../../../aws/direct/invoke.ts';
import { callJson } from '../../../aws/direct/json.ts';
import { openConnections } from '../../../aws/direct/opening.ts';
import { deleteObject, getObject, putObject } from '../../../aws/direct/s3.ts';
import { NodeSha256 } from '../../support/sha256.ts';
import { until } from '../../support/until.ts';

interface Received {
  readonly request: IncomingMessage;
  readonly body: string;
}

/** What AWS answers, one after the other; the last one again and again. */
let answers: Array<(received: Received, response: ServerResponse) => void> = [];
let received: Received[] = [];
let server: Server;
let host: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const each = { request, body: Buffer.concat(chunks).toString() };
      received.push(each);
      (answers.length > 1 ? answers.shift() : answers[0])?.(each, response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'AKIATEST',
    AWS_SECRET_ACCESS_KEY: 'a secret',
    AWS_SESSION_TOKEN: 'a session',
    AWS_ENDPOINT_URL_DYNAMODB: `http://${host}`,
    AWS_ENDPOINT_URL_KMS: `http://${host}/kms`,
    AWS_ENDPOINT_URL_S3: `http://${host}`,
    AWS_ENDPOINT_URL_DYNAMODB_US_EAST_1: `http://${host}/home`,
    AWS_ENDPOINT_URL_LAMBDA: `http://${host}`,
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received = [];
});

const json =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  (_received: Received, response: ServerResponse) =>
    response.writeHead(status, headers).end(JSON.stringify(body));
const broken = (_received: Received, response: ServerResponse) => response.destroy();
const throttled = json(400, { __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException', message: 'slow down' });

const codec = new EventStreamCodec(
  (input) => (typeof input === 'string' ? input : Buffer.from(input).toString()),
  (input) => Buffer.from(input),
);
const event = (type: string, body: string | Buffer) =>
  codec.encode({ headers: { ':event-type': { type: 'string', value: type } }, body: Buffer.from(body) });

/** The signature of the SDK for a request that was received, with the same headers. */
async function signedAnew({ request, body }: Received, service: string) {
  const { authorization = '', ...sent } = request.headers as Record<string, string>;
  const names = (/SignedHeaders=([^,]+)/.exec(authorization)?.[1] ?? '').split(';');
  const signer = new SignatureV4({
    service,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'a secret', sessionToken: 'a session' },
    sha256: NodeSha256,
    applyChecksum: false,
    uriEscapePath: service !== 's3',
  });
  const date = sent['x-amz-date'] as string;
  const at = date.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:');
  const [path = '', query = ''] = (request.url as string).split('?');
  const own = await signer.sign(
    {
      method: request.method as string,
      protocol: 'http:',
      hostname: '127.0.0.1',
      path,
      query: Object.fromEntries(new URLSearchParams(query.replaceAll('+', '%2B'))),
      headers: Object.fromEntries(names.map((name) => [name, sent[name] as string])),
      body,
    },
    { signingDate: new Date(at), signableHeaders: new Set(names) },
  );
  return { request, names, authorization, own: own.headers['authorization'] };
}

describe('a request', () => {
  test('has the signature that the SDK would give it', async () => {
    answers = [json(200, { Plaintext: 'eA==' })];

    await callJson('kms', 'Decrypt', { KeyId: 'ä key' }, { isRepeatable: true });

    const { request, names, authorization, own } = await signedAnew(received[0] as Received, 'kms');
    expect(names).toEqual(expect.arrayContaining(['host', 'x-amz-date', 'x-amz-target', 'x-amz-security-token']));
    expect(request.url).toBe('/kms/');
    expect(authorization).toBe(own);
  });

  test.each([
    ['written', () => putObject('bundles', 'a b/ü=1', Buffer.from([0, 1, 255]), 'application/gzip')],
    ['removed', () => deleteObject('bundles', 'a b/ü=1', 'v/1+')],
  ])('to S3 has it, too, and names the object that is %s', async (_what, act) => {
    answers = [(_received, response) => response.writeHead(204).end()];

    await act();

    const { request, names, authorization, own } = await signedAnew(received[0] as Received, 's3');
    expect(decodeURIComponent(request.url as string)).toMatch(/^\/bundles\/a b\/ü=1(?:\?versionId=v\/1\+)?$/);
    expect(names).toEqual(expect.arrayContaining(['host', 'x-amz-content-sha256', 'x-amz-date']));
    expect(authorization).toBe(own);
  });

  test('to S3 is answered with the bytes and their version, or with the error in its XML', async () => {
    answers = [
      (_received, response) => response.writeHead(200, { 'x-amz-version-id': 'v1' }).end(Buffer.from([0, 200])),
      (_received, response) =>
        response.writeHead(403).end('<Error><Code>AccessDenied</Code><Message>not authorized to</Message></Error>'),
    ];

    const found = await getObject('bundles', 'a');

    expect(found).toEqual({ bytes: Buffer.from([0, 200]), versionId: 'v1' });
    await expect(getObject('bundles', 'a')).rejects.toMatchObject({
      name: 'AccessDenied',
      status: 403,
      message: 'not authorized to',
    });
  });

  test('for another region goes there, and is signed for it', async () => {
    answers = [json(200, { Item: { tokenHash: { S: 'h' } } })];

    const row = await readRow('tokens', { tokenHash: 'h' }, 'us-east-1');

    const { request } = received[0] as Received;
    expect(row).toEqual({ tokenHash: 'h' });
    expect(request.url).toBe('/home/');
    expect(request.headers['authorization']).toContain('/us-east-1/dynamodb/aws4_request');
  });

  test.each([
    ['throttled', throttled],
    ['answered with a fault of AWS', json(500, {})],
    ['broken off', broken],
  ])('that is %s is sent again, and its answer is the later one', async (_what, first) => {
    answers = [first, json(200, { Responses: { tokens: [{ tokenHash: { S: 'h' }, n: { N: '3' } }] } })];

    const rows = await readRows({ tokens: [{ tokenHash: 'h' }] });

    expect(rows).toEqual({ tokens: [{ tokenHash: 'h', n: 3 }] });
    expect(received).toHaveLength(2);
  });

  test('is given up after three attempts', async () => {
    answers = [throttled];

    await expect(readRows({ tokens: [{ tokenHash: 'h' }] })).rejects.toMatchObject({ name: 'ThrottlingException' });
    expect(received).toHaveLength(3);
  });

  test('is not sent again when AWS refuses it', async () => {
    answers = [json(400, { __type: 'AccessDeniedException', message: 'no' })];

    await expect(callJson('kms', 'Decrypt', {}, { isRepeatable: true })).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: 'no',
      status: 400,
    });
    expect(received).toHaveLength(1);
  });
});

test('a connection that may have been closed during a pause is not used again', () => {
  const now = Date.now();
  const first = dispatcher(now);

  expect(dispatcher(now + 4_000)).toBe(first);
  expect(dispatcher(now + 8_001)).not.toBe(first);
});

describe('connections that are opened while a function starts', () => {
  afterEach(() => {
    delete process.env['AWS_LAMBDA_INITIALIZATION_TYPE'];
  });

  test('are used by the first requests, and opened on Lambda only', async () => {
    const sockets = new Set<unknown>();
    answers = [
      ({ request }, response) => {
        sockets.add(request.socket);
        response.writeHead(request.method === 'GET' ? 403 : 200).end('{}');
      },
    ];
    // No connection is left from the requests before.
    dispatcher(Date.now() + 60_000);
    await openConnections(['dynamodb'], []);
    const elsewhere = received.length;
    process.env['AWS_LAMBDA_INITIALIZATION_TYPE'] = 'on-demand';

    await openConnections(['dynamodb'], []);
    // The connection is free again after the turn of the event loop in which its response has ended.
    await new Promise((done) => setImmediate(done));
    await readRows({ tokens: [{ tokenHash: 'h' }] });

    expect(elsewhere).toBe(0);
    expect(received.map(({ request }) => request.method)).toEqual(['GET', 'POST']);
    expect(sockets.size).toBe(1);
  });

  test.each([
    ['cannot be had', (_received: Received, response: ServerResponse) => response.destroy()],
    ['are never answered', () => {}],
  ])('hold nothing up when they %s', async (_what, answer) => {
    answers = [answer];
    process.env['AWS_LAMBDA_INITIALIZATION_TYPE'] = 'on-demand';

    const opening = openConnections(
      ['dynamodb', 'kms'],
      [
        () => Promise.reject(new Error('no key')),
        () => {
          throw new Error('no variable');
        },
      ],
    );

    await expect(opening).resolves.toBeUndefined();
  });
});

describe('rows', () => {
  test('are asked for again while DynamoDB leaves some unprocessed', async () => {
    const UnprocessedKeys = { servers: { Keys: [{ serverId: { S: 's' } }], ConsistentRead: true } };
    answers = [
      json(200, { Responses: { tokens: [{ tokenHash: { S: 'h' } }] }, UnprocessedKeys }),
      json(200, { Responses: { servers: [{ serverId: { S: 's' } }] }, UnprocessedKeys: {} }),
    ];

    const rows = await readRows({ tokens: [{ tokenHash: 'h' }], servers: [{ serverId: 's' }] });

    expect(rows).toEqual({ tokens: [{ tokenHash: 'h' }], servers: [{ serverId: 's' }] });
    expect(JSON.parse((received[1] as Received).body)).toEqual({ RequestItems: UnprocessedKeys });
  });

  test('that every request reads are the same object until DynamoDB answers something else', async () => {
    const answer = (revokedAt?: object) =>
      json(200, { Responses: { tokens: [{ tokenHash: { S: 'k' }, ...(revokedAt && { revokedAt }) }] } });
    answers = [answer(), answer(), answer({ S: 'now' })];
    const keys = { tokens: [{ tokenHash: 'k' }] };

    const [first, same, changed] = [await readKnownRows(keys), await readKnownRows(keys), await readKnownRows(keys)];

    expect(received).toHaveLength(3);
    expect(same).toBe(first);
    expect(first).toEqual({ tokens: [{ tokenHash: 'k' }] });
    expect(changed).toEqual({ tokens: [{ tokenHash: 'k', revokedAt: 'now' }] });
    expect(Object.isFrozen((first['tokens'] as readonly object[])[0])).toBe(true);
  });

  test('are not mixed up with those of other keys, or with rows that came in two answers', async () => {
    const UnprocessedKeys = { tokens: { Keys: [{ tokenHash: { S: 'b' } }], ConsistentRead: true } };
    const of = (tokenHash: string, more: object = {}) =>
      json(200, { Responses: { tokens: [{ tokenHash: { S: tokenHash } }] }, ...more });
    answers = [of('a'), of('a', { UnprocessedKeys }), of('b'), of('a', { UnprocessedKeys }), of('c')];

    const alone = await readKnownRows({ tokens: [{ tokenHash: 'a' }] });
    const both = await readKnownRows({ tokens: [{ tokenHash: 'a' }, { tokenHash: 'b' }] });
    const later = await readKnownRows({ tokens: [{ tokenHash: 'a' }, { tokenHash: 'b' }] });

    expect(alone).toEqual({ tokens: [{ tokenHash: 'a' }] });
    expect(both).toEqual({ tokens: [{ tokenHash: 'a' }, { tokenHash: 'b' }] });
    expect(later).toEqual({ tokens: [{ tokenHash: 'a' }, { tokenHash: 'c' }] });
  });

  test('that stand already are left as they are', async () => {
    answers = [json(400, { __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException' })];

    await expect(putOnce('audit', 'serverDay', { serverDay: 'x', left: undefined })).resolves.toBe(false);

    expect(JSON.parse((received[0] as Received).body)).toEqual({
      TableName: 'audit',
      Item: { serverDay: { S: 'x' } },
      ConditionExpression: 'attribute_not_exists(serverDay)',
    });
  });
});

describe('an invocation', () => {
  const invocation = { functionName: 'sandbox', tenantId: 'srv_1', payload: { kind: 'call' }, patienceMs: 5_000 };
  const once = { ...invocation, isRepeatable: false };
  const bytes = Buffer.concat([
    event('PayloadChunk', 'one '),
    event('PayloadChunk', Buffer.from('zwö')),
    event('InvokeComplete', '{}'),
  ]);
  const inPieces = (size: number) => async (_received: Received, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
    for (let at = 0; at < bytes.length; at += size) {
      response.write(bytes.subarray(at, at + size));
      await new Promise((done) => setImmediate(done));
    }
    response.end();
  };

  test.each([1, 3, 5, 64, 10_000])('is read whole from pieces of %d bytes', async (size) => {
    answers = [inPieces(size)];
    const pieces: Buffer[] = [];

    await invokeStreaming(once, (piece) => pieces.push(Buffer.from(piece)));

    expect(Buffer.concat(pieces).toString()).toBe('one zwö');
    const { url, headers } = (received[0] as Received).request;
    expect(url).toBe('/2021-11-15/functions/sandbox/response-streaming-invocations');
    expect(headers['x-amz-tenant-id']).toBe('srv_1');
  });

  test('of a function that failed says with what', async () => {
    const end = event('InvokeComplete', '{"ErrorCode":"Unhandled","ErrorDetails":"timed out"}');
    answers = [(_received, response) => response.writeHead(200).end(end)];

    await expect(invokeStreaming(once, () => {})).rejects.toEqual(new FunctionFailure('timed out'));
  });

  test('is not made twice when it may have been made', async () => {
    for (const answer of [broken, json(500, { message: 'internal' }, { 'x-amzn-errortype': 'ServiceException' })]) {
      answers = [answer];
      received = [];

      await expect(invokeStreaming(once, () => {})).rejects.toThrow();
      expect(received).toHaveLength(1);
    }
  });

  test('is made again when Lambda had no room for it, and when doing it twice does no harm', async () => {
    answers = [json(429, {}, { 'x-amzn-errortype': 'TooManyRequestsException' }), inPieces(64)];
    await invokeStreaming(once, () => {});

    answers = [broken, inPieces(64)];
    await invokeStreaming({ ...invocation, isRepeatable: true }, () => {});

    expect(received).toHaveLength(4);
  });

  test('is not made again once a piece of its answer was handed over', async () => {
    const pieces: string[] = [];
    answers = [
      (_received, response) => {
        response.writeHead(200).write(event('PayloadChunk', 'half'));
        void until(() => pieces.length > 0).then(() => response.destroy());
      },
    ];

    const done = invokeStreaming({ ...invocation, isRepeatable: true }, (piece) =>
      pieces.push(Buffer.from(piece).toString()),
    );

    await expect(done).rejects.toThrow();
    expect([pieces, received.length]).toEqual([['half'], 1]);
  });

  test('ends with its caller', async () => {
    const caller = new AbortController();
    let isGone: Promise<unknown> | undefined;
    answers = [
      ({ request }, response) => {
        isGone = new Promise((done) => request.socket.on('close', done));
        response.writeHead(200).write(event('PayloadChunk', 'half'));
        caller.abort(new Error('enough'));
      },
    ];

    await expect(invokeStreaming({ ...once, signal: caller.signal }, () => {})).rejects.toThrow();
    await isGone;
  });
});
