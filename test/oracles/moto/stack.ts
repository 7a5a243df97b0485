/**
 * Loaded into the local host before its own code: buckets and keys are those of moto (address in MOTO). Rights are not evaluated. Buckets
 * and keys are made when they are first used: every bucket keeps versions, the archive's has Object Lock, and a key is of the kind that
 * the operation needs.
 */
import type { ServerResponse } from 'node:http';
import { AwsError } from '../../../local/aws/errors.ts';
import { type AwsRequest, type AwsService, Gateway, type Input } from '../../../local/aws/gateway.ts';
import { jsonService, type Operation } from '../../../local/aws/json.ts';
import { keyArn } from '../../../local/stack/physical.ts';
import { REGION } from '../../../local/template/resolve.ts';
import { scopeOf } from './server.ts';

const url = process.env['MOTO'] ?? '';
const OPERATIONS = ['GenerateDataKey', 'ReEncrypt', 'Decrypt', 'GenerateMac', 'VerifyMac', 'Sign', 'GetPublicKey'];
const KEY_NAMES = ['KeyId', 'SourceKeyId', 'DestinationKeyId'];
/** Of one connection or of a body that was decoded here. */
const NOT_FORWARDED = ['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'authorization'];
/** Retention of the archive's objects unless the template says otherwise. */
const LOCK = `<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention><Mode>GOVERNANCE</Mode><Days>365</Days></DefaultRetention></Rule></ObjectLockConfiguration>`;
const VERSIONS = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';

/** What is made once and then known by a name. */
function madeOnce<T>(make: (name: string, kind: string) => Promise<T>): (name: string, kind?: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (name, kind = '') => {
    const found = known.get(name) ?? make(name, kind);
    known.set(name, found);
    return found;
  };
}

const bucket = madeOnce(async (name) => {
  const isArchive = name.includes('auditarchive');
  const put = async (path: string, body = '', headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/${path}`, { method: 'PUT', body, headers: { ...scopeOf('s3'), ...headers } });
    if (!response.ok) throw new Error(`moto: ${path}: ${response.status} ${await response.text()}`);
  };
  await put(name, '', isArchive ? { 'x-amz-bucket-object-lock-enabled': 'true' } : {});
  await put(isArchive ? `${name}?object-lock` : `${name}?versioning`, isArchive ? LOCK : VERSIONS);
});

async function forwarded(request: AwsRequest, response: ServerResponse): Promise<void> {
  const { method, path, query, headers, body } = request;
  await bucket(/^\/([^/]+)/.exec(path)?.[1] ?? '');
  const kept = Object.entries(headers).filter(([name]) => !NOT_FORWARDED.includes(name));
  const text = query.toString();
  const answer = await fetch(`${url}${path}${text && `?${text}`}`, {
    method,
    headers: { ...(Object.fromEntries(kept) as Record<string, string>), ...scopeOf('s3') },
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const names = [...answer.headers].filter(([name]) => !NOT_FORWARDED.includes(name) && name !== 'content-encoding');
  const length = method === 'HEAD' ? (answer.headers.get('content-length') ?? '0') : String(bytes.length);
  response.writeHead(answer.status, { ...Object.fromEntries(names), 'content-length': length }).end(bytes);
}

/** The answer of moto's KMS. Throws AwsError as it refuses. */
async function ask(operation: string, input: object): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...scopeOf('kms'),
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `TrentService.${operation}`,
    },
    body: JSON.stringify(input),
  });
  const { __type, message, Message, ...body } = JSON.parse((await response.text()) || '{}') as Record<string, unknown>;
  if (response.ok) return body;
  throw new AwsError(response.status, String(__type), String(message ?? Message ?? ''));
}

/** Names of our keys by those of moto. */
const ours = new Map<string, string>();
const shortName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

const keyOf = madeOnce(async (name, operation) => {
  const kind = /Mac$/.test(operation)
    ? { KeyUsage: 'GENERATE_VERIFY_MAC', KeySpec: 'HMAC_256' }
    : /^(Sign|GetPublicKey)$/.test(operation)
      ? { KeyUsage: 'SIGN_VERIFY', KeySpec: 'ECC_NIST_P256' }
      : { KeyUsage: 'ENCRYPT_DECRYPT', KeySpec: 'SYMMETRIC_DEFAULT' };
  const { KeyMetadata } = (await ask('CreateKey', kind)) as { KeyMetadata?: { KeyId: string } };
  const made = String(KeyMetadata?.KeyId);
  ours.set(made, name);
  return made;
});

/** The members of an input or output that name keys, each replaced. */
async function renamed(body: Input, rename: (name: string) => string | Promise<string>): Promise<object> {
  const names = KEY_NAMES.filter((member) => typeof body[member] === 'string');
  const pairs = names.map(async (member) => [member, await rename(shortName(String(body[member])))]);
  return { ...body, ...Object.fromEntries(await Promise.all(pairs)) };
}

const operationOf =
  (operation: string): Operation =>
  async (input) => {
    const output = await ask(operation, await renamed(input, (name) => keyOf(name, operation)));
    return renamed(output, (name) => keyArn(ours.get(name) ?? name, REGION));
  };

const inPlaceOf: Readonly<Record<string, (service: AwsService) => AwsService>> = {
  S3: (service) => ({ ...service, serve: forwarded }),
  KMS: () => jsonService('KMS', Object.fromEntries(OPERATIONS.map((name) => [name, operationOf(name)]))),
};

const { add } = Gateway.prototype;
Gateway.prototype.add = function addOrReplace(this: Gateway, service: AwsService) {
  add.call(this, inPlaceOf[service.name]?.(service) ?? service);
};
