/**
 * S3, KMS and IoT Core in memory. KMS binds a ciphertext to its encryption context and a MAC to its key, as the real one does; S3 lists,
 * reads, writes and deletes. S3 and IoT Core are reached over HTTP, as the code without the SDK does, and S3 in place of the SDK's client
 * as well.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { directAws, fault, isDirect, lasting } from './directAws.ts';
import { openEnvelope, wrappedKeyOf } from './envelope.ts';

const named = (name: string) => Object.assign(new Error(name), { name });

type Serve = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

/** Serves as the endpoint of a service. Without a host name the server listens when `listen` returns. */
function endpoint(service: string, serve: Serve): void {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => serve(request, Buffer.concat(chunks), response));
  });
  server.on('connection', (socket) => socket.unref());
  server.listen(0).unref();
  process.env[`AWS_ENDPOINT_URL_${service}`] = `http://localhost:${(server.address() as AddressInfo).port}`;
  process.env['AWS_ACCESS_KEY_ID'] ??= 'AKIATEST';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'secret';
  process.env['AWS_REGION'] ??= 'eu-central-1';
}

function serveObject(
  objects: Map<string, Buffer>,
  { method, url = '', headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  const key = decodeURIComponent(url.slice(1).replace(/\?.*/, ''));
  const bytes = objects.get(key);
  if (method === 'PUT') objects.set(key, Object.assign(body, { storedAt: Date.now() }));
  if (method === 'DELETE') objects.delete(key);
  if (method === 'GET' && !bytes) response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  else if (method === 'GET' && bytes && headers.range) {
    const [from = 0, to = 0] = headers.range.replace('bytes=', '').split('-').map(Number);
    response.writeHead(206).end(bytes.subarray(from, to + 1));
  } else response.writeHead(method === 'DELETE' ? 204 : 200).end(method === 'GET' ? bytes : undefined);
}

/** IoT Core's Publish. A message is refused with the error that `heard` throws. */
export function memoryIot(heard: (topic: string, text: string) => void): void {
  endpoint('IOT_DATA_PLANE', ({ url = '' }, body, response) => {
    try {
      heard(decodeURIComponent(/^\/topics\/([^?]+)/.exec(url)?.[1] ?? ''), body.toString());
      response.end('{"message":"OK"}');
    } catch (error) {
      response.writeHead(403).end(JSON.stringify({ message: (error as Error).message }));
    }
  });
}

/** Objects by `bucket/key`. */
export function memoryS3(): Map<string, Buffer> {
  const objects = new Map<string, Buffer>();
  endpoint('S3', (request, body, response) => serveObject(objects, request, body, response));
  const s3 = mockClient(S3Client);
  s3.on(PutObjectCommand).callsFake(async ({ Bucket, Key, Body }) => {
    objects.set(`${Bucket}/${Key}`, Object.assign(Buffer.from(Body), { storedAt: Date.now() }));
    return {};
  });
  s3.on(GetObjectCommand).callsFake(async ({ Bucket, Key }) => {
    const bytes = objects.get(`${Bucket}/${Key}`);
    if (!bytes) throw named('NoSuchKey');
    return { Body: { transformToByteArray: async () => new Uint8Array(bytes) } };
  });
  s3.on(ListObjectsV2Command).callsFake(async ({ Bucket, Prefix }) => ({
    Contents: [...objects]
      .filter(([key]) => key.startsWith(`${Bucket}/${Prefix}`))
      .map(([key, bytes]) => ({
        Key: key.slice(Bucket.length + 1),
        LastModified: new Date((bytes as { storedAt?: number }).storedAt ?? 0),
      })),
  }));
  s3.on(DeleteObjectCommand).callsFake(async ({ Bucket, Key }) => {
    objects.delete(`${Bucket}/${Key}`);
    return {};
  });
  s3.on(DeleteObjectsCommand).callsFake(async ({ Bucket, Delete }) => {
    for (const { Key } of Delete.Objects) objects.delete(`${Bucket}/${Key}`);
    return {};
  });
  return objects;
}

export interface Sealed {
  /** The content of a sealed credential, and what it is bound to. */
  get(ciphertext: string): { readonly plaintext: string; readonly context: Record<string, string> } | undefined;
}

/** KMS, with access to what was sealed under its data keys, so that tests can check it. */
export function memoryKms(): Sealed {
  const keys = new Map<string, { key: Buffer; context: unknown }>();
  const mac = ({ KeyId, Message }: Record<string, unknown>) =>
    createHmac('sha256', String(KeyId)).update(String(Message), 'base64').digest('base64');
  const wrap = (key: Buffer, context: unknown): string => {
    const blob = randomBytes(64).toString('base64');
    keys.set(blob, { key, context });
    return blob;
  };
  const unwrapped = (blob: unknown, context: unknown): Buffer => {
    const found = keys.get(String(blob));
    if (!found || !isDeepStrictEqual(found.context, context)) throw fault('InvalidCiphertextException');
    return found.key;
  };
  if (!isDirect()) directAws();
  lasting('GenerateDataKey', ({ EncryptionContext }) => {
    const key = randomBytes(32);
    return { Plaintext: key.toString('base64'), CiphertextBlob: wrap(key, EncryptionContext) };
  });
  lasting('ReEncrypt', ({ CiphertextBlob, SourceEncryptionContext, DestinationEncryptionContext }) => ({
    CiphertextBlob: wrap(unwrapped(CiphertextBlob, SourceEncryptionContext), DestinationEncryptionContext),
  }));
  lasting('Decrypt', ({ CiphertextBlob, EncryptionContext }) => ({
    Plaintext: unwrapped(CiphertextBlob, EncryptionContext).toString('base64'),
  }));
  lasting('GenerateMac', (input) => ({ Mac: mac(input) }));
  lasting('VerifyMac', (input) => {
    if (mac(input) !== input['Mac']) throw fault('KMSInvalidMacException');
    return { MacValid: true };
  });
  return {
    get(ciphertext) {
      const found = keys.get(wrappedKeyOf(ciphertext));
      if (!found) return undefined;
      const context = found.context as Record<string, string>;
      return { plaintext: openEnvelope(context, found.key, ciphertext), context };
    },
  };
}
