/**
 * Signatures and event-stream frames of ours beside those of botocore and awscrt, which AWS wrote: requests of credentials
 * (core/request/credential/awsSigV4.ts), of the direct client (aws/direct), the presigned address of IoT (aws/services/subscribe.ts), and the
 * frames of the Lambda twin.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { sendDirect } from '../../aws/direct/request.ts';
import { presignedUrl } from '../../aws/services/subscribe.ts';
import { awsSigV4 } from '../../core/request/credential/awsSigV4.ts';
import { framesOf } from '../../local/aws/eventStream.ts';
import { describeWith } from './support/parts.ts';

const KEYS = { accessKeyId: 'AKIDEXAMPLE000000', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const TOKEN = 'FwoGZXIvYXdz+token/with=signs';
const NOW = new Date('2026-11-26T03:00:00Z');
const TIME = '20261126T030000Z';

interface Case {
  readonly method: string;
  readonly url: string;
  /** Those that are signed, without the ones that every signer adds. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly region: string;
  readonly service: string;
  readonly time: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

interface Answer {
  readonly headers: ReadonlyArray<readonly [botocore: string, awscrt: string]>;
  readonly queries: readonly string[];
  readonly frames: ReadonlyArray<{ readonly headers: Record<string, string>; readonly payload: string }>;
}

/** Runs the Python program of this folder. */
function ask(python: string, input: object): Answer {
  const { stdout, stderr, status } = spawnSync(python, [join(import.meta.dirname, 'signatures.py')], {
    input: JSON.stringify({ headers: [], queries: [], frames: '', ...input }),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Answer;
}

const ADDED = ['host', 'x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256'];
function signedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const names = /SignedHeaders=([^,]+)/.exec(headers['authorization'] ?? '')?.[1]?.split(';') ?? [];
  return Object.fromEntries(names.filter((name) => !ADDED.includes(name)).map((name) => [name, headers[name] ?? '']));
}

const PATHS = [
  '/',
  '/items/1',
  '/items/a%20b',
  '/items/a%2Fb',
  '/caf%C3%A9/%E2%82%AC',
  '/a//b/',
  '/a:b@c,d;e=f',
  '/~tilde/_under-dash.dot',
];
const QUERIES = ['', '?b=2&a=1', '?a=%20&a=1', '?x=a%2Bb&y=', '?flag', '?k%5B0%5D=v&k%5B1%5D=w', '?q=%E2%82%AC'];

describeWith('python', 'signatures', (python) => {
  beforeAll(() => {
    Object.assign(process.env, {
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      AWS_SESSION_TOKEN: TOKEN,
      IOT_ENDPOINT: 'abc123-ats.iot.eu-central-1.amazonaws.com',
    });
  });

  test('of credentials are those of botocore and awscrt', () => {
    const body = Buffer.from('{"name":"Zoë"}');
    const all = PATHS.flatMap((path) =>
      QUERIES.flatMap((query) =>
        [
          { service: 'execute-api', method: 'GET' },
          { service: 'lambda', method: 'POST', body, sessionToken: TOKEN },
          { service: 's3', method: 'PUT', body },
        ].map((kind) => ({ ...kind, path, query })),
      ),
    );
    const ours: string[] = [];
    const cases = all.map(({ service, method, path, query, ...more }): Case => {
      const { sessionToken, body: bytes } = more as { sessionToken?: string; body?: Buffer };
      const url = `https://api.example.com${path}${query}`;
      const credential = {
        type: 'awsSigV4',
        region: 'eu-central-1',
        service,
        ...KEYS,
        ...(sessionToken && { sessionToken }),
      } as const;
      const given: Array<[string, string]> = [
        ['accept', 'application/json'],
        ['x-amz-meta-a', '  two   words '],
        ...(bytes ? [['content-type', 'application/json'] as [string, string]] : []),
      ];
      const request = { method, url, headers: given, ...(bytes && { body: bytes }) };
      const headers = Object.fromEntries(awsSigV4.apply(request, credential, { now: NOW, derived: [] }).headers);
      ours.push(headers['authorization'] as string);
      return {
        method,
        url,
        headers: signedHeaders(headers),
        body: (bytes ?? Buffer.alloc(0)).toString('base64'),
        region: 'eu-central-1',
        service,
        time: TIME,
        ...KEYS,
        ...(sessionToken && { sessionToken }),
      };
    });

    const { headers } = ask(python, { headers: cases });

    // Known differences, of S3 alone, whose servers decode a path and encode it again: aws4 does as they do, while botocore and awscrt sign
    // a path as their clients have encoded it, where `:` and `%2F` do not stand so. Of a parameter that is repeated aws4 signs the first value.
    const isKnown = ({ service, url }: { service: string; url: string }) =>
      service === 's3' && (/[?&]a=.*&a=/.test(url) || /%2F|[:@,;]/i.test(new URL(url).pathname));
    const differing = cases
      .map(({ service, url }, at) => ({
        service,
        url,
        ours: ours[at],
        botocore: headers[at]?.[0],
        awscrt: headers[at]?.[1],
      }))
      .filter((each) => each.ours !== each.botocore || each.ours !== each.awscrt);
    expect(differing.filter((each) => !isKnown(each))).toEqual([]);
    expect(headers).toHaveLength(PATHS.length * QUERIES.length * 3);
  });

  test('of the direct client are, too', async () => {
    const seen: Array<{ readonly url: string; readonly headers: Record<string, string>; readonly body: string }> = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const url = `http://${request.headers.host}${request.url}`;
      seen.push({
        url,
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString('base64'),
      });
      response.end('{}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const services = ['dynamodb', 'kms', 'lambda', 'sts'] as const;
    for (const service of services) {
      process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] = origin;
      const path = service === 'lambda' ? '/2021-11-15/functions/name%3Alive/response-streaming-invocations' : '/';
      const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `${service}.Operation` };
      const request = { service, path, headers, body: '{"ö":1}', isRepeatable: false, patienceMs: 5_000 };
      await sendDirect(request, () => {});
    }
    server.close();

    const { headers } = ask(python, {
      headers: seen.map(
        ({ url, headers: sent, body }, at): Case => ({
          method: 'POST',
          url,
          headers: signedHeaders(sent),
          body,
          region: 'eu-central-1',
          service: services[at] as string,
          time: sent['x-amz-date'] as string,
          ...KEYS,
          sessionToken: TOKEN,
        }),
      ),
    });

    expect(headers).toEqual(seen.map(({ headers: sent }) => [sent['authorization'], sent['authorization']]));
  });

  test.each(['abc123-ats.iot.eu-central-1.amazonaws.com', 'abc.iot.cn-north-1.amazonaws.com.cn', 'localhost:8443'])(
    'of the address of IoT at %s is that of botocore, with the session token last',
    async (host) => {
      const [url, token] = (await presignedUrl(host)).split('&X-Amz-Security-Token=') as [string, string];
      const parts = (text: string) => new URL(text.replace(/^wss?:/, 'https:'));
      const time = parts(url).searchParams.get('X-Amz-Date') as string;

      const { queries } = ask(python, {
        queries: [{ url: `https://${host}/mqtt`, service: 'iotdevicegateway', region: 'eu-central-1', time, ...KEYS }],
      });

      const theirs = parts(queries[0] as string);
      expect(Object.fromEntries(parts(url).searchParams)).toEqual(Object.fromEntries(theirs.searchParams));
      expect([parts(url).host, decodeURIComponent(token)]).toEqual([theirs.host, TOKEN]);
    },
  );

  test('of frames are right, and so is what they hold', () => {
    const chunk = framesOf('PayloadChunk', 'application/octet-stream');
    const complete = framesOf('InvokeComplete', 'application/json');
    const bodies = Array.from({ length: 300 }, (_, at) => Buffer.alloc((at * 37) % 5_000, at % 256));
    const stream = Buffer.concat([...bodies.map((body) => chunk(body)), complete(Buffer.from('{}'))]);

    const { frames } = ask(python, { frames: stream.toString('base64') });

    expect(frames.slice(0, -1).map(({ payload }) => payload)).toEqual(bodies.map((body) => body.toString('base64')));
    expect(frames[0]?.headers).toEqual({
      ':message-type': 'event',
      ':event-type': 'PayloadChunk',
      ':content-type': 'application/octet-stream',
    });
    expect(frames.at(-1)?.headers[':event-type']).toBe('InvokeComplete');
  });
});
