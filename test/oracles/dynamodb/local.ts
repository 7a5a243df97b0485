/** DynamoDB Local, which AWS wrote: starts it on loopback, in memory, and sends it operations. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../support/freePort.ts';

const START_MS = 60_000;

/** A running DynamoDB Local. */
export interface DynamoDbLocal {
  readonly url: string;
  stop(): Promise<void>;
}

/** `folder`: its jars. Rejects when it does not answer within a minute. */
export async function startDynamoDbLocal(folder: string): Promise<DynamoDbLocal> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const main = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';
  const options = ['-inMemory', '-sharedDb', '-disableTelemetry', '-port', String(port)];
  const heap = ['-Xmx256m', `-Djava.library.path=${folder}`, '-cp', join(folder, '*')];
  const child = spawn('java', [...heap, main, ...options], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  for (const until = Date.now() + START_MS; ; ) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answers) break;
    if (Date.now() > until) throw new Error('DynamoDB Local did not start.');
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    url,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** An answer: its status, and its JSON. */
export interface LocalAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Sends an operation of DynamoDB, or of DynamoDB Streams, to it or to a twin. Signatures are not checked, but must have their form. */
export async function askLocal(
  url: string,
  operation: string,
  input: object,
  api: 'DynamoDB' | 'DynamoDBStreams' = 'DynamoDB',
  key = 'AKIDLOCAL',
): Promise<LocalAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `${api}_20120810.${operation}`,
      'x-amz-date': '20261126T000000Z',
      authorization: `AWS4-HMAC-SHA256 Credential=${key}/20261126/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify(input),
  });
  return { status: response.status, body: JSON.parse((await response.text()) || '{}') as Record<string, unknown> };
}
