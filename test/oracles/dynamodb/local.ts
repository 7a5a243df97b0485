/** DynamoDB Local, which AWS wrote: starts it on loopback, in memory, and sends it operations. */
import { join } from 'node:path';
import { freePort } from '../../support/freePort.ts';
import { type LoopbackServer, startServer } from '../support/loopbackServer.ts';

/** `folder`: its jars. Throws when it does not answer within a minute. */
export async function startDynamoDbLocal(folder: string): Promise<LoopbackServer> {
  const port = await freePort();
  const main = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';
  const options = ['-inMemory', '-sharedDb', '-disableTelemetry', '-port', String(port)];
  const heap = ['-Xmx256m', `-Djava.library.path=${folder}`, '-cp', join(folder, '*')];
  return startServer(`http://127.0.0.1:${port}/`, 'java', [...heap, main, ...options]);
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
