/** The two AWS services of a sandbox, on loopback: one bucket of bundles, and KMS Decrypt and VerifyMac. */
import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { canonicalJson, sha256 } from '../../core/lib/json/canonical.ts';
import type { Bundle, BundleRef } from '../../core/model/bundle.ts';
import { defined } from './defined.ts';
import { sealEnvelope } from './envelope.ts';

export interface MiniAws {
  readonly url: string;
  /** Operations called, as `GET /bundles/…` or `TrentService.Decrypt`. */
  readonly operations: string[];
  /** Seals and stores a bundle. */
  store(bundle: Bundle): BundleRef;
  /** Stores that the caller has cancelled this call. */
  cancel(serverId: string, callId: string): void;
  /** A credential of this server that opens for this origin only. */
  encrypt(serverId: string, origin: string, plaintext: string): string;
  close(): Promise<void>;
}

type Context = Readonly<Record<string, string>>;

const KEY = 'test-signing-key';
const sign = (message: Buffer) => createHmac('sha256', KEY).update(message).digest('base64');

export async function startMiniAws(): Promise<MiniAws> {
  const objects = new Map<string, Buffer>();
  const secrets = new Map<string, { context: Context; key: Buffer }>();
  const operations: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const target = request.headers['x-amz-target'];
      operations.push(target ? String(target) : `${request.method} ${request.url}`);
      const reply = (status: number, body: object | Buffer) => {
        const isBytes = Buffer.isBuffer(body);
        response.writeHead(status, { 'content-type': isBytes ? 'application/gzip' : 'application/x-amz-json-1.1' });
        response.end(isBytes ? body : JSON.stringify(body));
      };
      if (!target) {
        const found = objects.get(defined((request.url ?? '').split('?')[0]));
        if (found) return reply(200, found);
        response.writeHead(404, { 'content-type': 'application/xml' });
        response.end('<Error><Code>NoSuchKey</Code></Error>');
        return;
      }
      const input = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, never>;
      if (target === 'TrentService.VerifyMac') {
        const valid = sign(Buffer.from(defined(input['Message']), 'base64')) === input['Mac'];
        return valid ? reply(200, { MacValid: true }) : reply(400, { __type: 'KMSInvalidMacException' });
      }
      const secret = secrets.get(defined(input['CiphertextBlob']));
      const isMeant = secret && isDeepStrictEqual(input['EncryptionContext'], secret.context);
      if (target === 'TrentService.Decrypt' && isMeant) {
        return reply(200, { Plaintext: secret.key.toString('base64') });
      }
      reply(400, { __type: 'InvalidCiphertextException' });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    operations,
    store(bundle) {
      const text = canonicalJson(bundle);
      const id = sha256(text);
      objects.set(`/test-bundles/bundles/${bundle.serverId}/${id}.json.gz`, gzipSync(text));
      return { id, mac: sign(Buffer.from(`bundle:${bundle.serverId}:${id}`)) };
    },
    cancel(serverId, callId) {
      objects.set(`/test-bundles/cancelled/${serverId}/${callId}`, Buffer.alloc(0));
    },
    encrypt(serverId, origin, plaintext) {
      const context = { serverId, origin };
      const wrapped = Buffer.from(`wrapped-${secrets.size}`);
      const key = randomBytes(32);
      secrets.set(wrapped.toString('base64'), { context, key });
      return sealEnvelope(context, key, wrapped, plaintext);
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** The environment variables of a sandbox that uses these services. */
export const sandboxVariables = (aws: MiniAws): Record<string, string> => ({
  PATH: '/usr/bin:/bin',
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'environment-secret-of-the-role',
  AWS_SESSION_TOKEN: 'environment-session-of-the-role',
  AWS_ENDPOINT_URL_S3: aws.url,
  AWS_ENDPOINT_URL_KMS: aws.url,
  BUCKET_BUNDLES: 'test-bundles',
  KEY_CREDENTIALS: 'arn:aws:kms:eu-central-1:000000000000:key/credentials',
  KEY_SIGNING: 'arn:aws:kms:eu-central-1:000000000000:key/signing',
});
