/**
 * AWS Signature Version 4 (docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html) with an access key, or as a role that
 * the sandbox assumes, for APIs of AWS and those with IAM: API Gateway, Lambda function URLs, OpenSearch. Signs the method, the URL, the
 * body, the time and the headers of {@link SIGNED}; not other headers, because proxies may change them.
 */
import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import aws4 from 'aws4';
import { PortcullisError } from '../../lib/errors.ts';
import { ofBytes } from '../../lib/secretBytes.ts';
import type { Outgoing } from '../build.ts';
import { type CredentialKind, MASK, withHeader } from './kind.ts';
import { targetOf } from './target.ts';

/** An access key. */
interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** For temporary credentials. */
  readonly sessionToken?: string;
}

/** A role in place of an access key. */
interface Role {
  readonly roleArn: string;
  /** Added by the sandbox, which assumes the role (lambdas/sandbox/roles.ts); never stored. */
  readonly session?: AccessKey;
}

/** An access key or a role, with region and service to sign for. */
export type AwsSigV4Credential = (AccessKey | Role) & {
  readonly type: 'awsSigV4';
  readonly region: string;
  readonly service: string;
};

/** Undefined for a role that was not assumed. */
const keyOf = (credential: AwsSigV4Credential): AccessKey | undefined =>
  'roleArn' in credential ? credential.session : credential;

/** The headers of a request that are signed: those for the action of the service and for the body. */
const SIGNED = /^(?:content-type|content-md5|x-amz-.+)$/i;
const ADDED = ['x-amz-date', 'x-amz-content-sha256', 'x-amz-security-token', 'authorization'];

const hmac = (key: string | Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** aws4 keeps the secret keys that it has signed with; this derives the signing key of each request anew and overwrites it. */
class Signer extends aws4.RequestSigner {
  override signature(): string {
    const key = ofBytes(`AWS4${this.credentials.secretAccessKey}`, 'utf8', (bytes) => hmac(bytes, this.getDate()));
    for (const part of [this.region, this.service, 'aws4_request']) {
      const next = hmac(key, part);
      key.set(next);
      next.fill(0);
    }
    const signature = hmac(key, this.stringToSign()).toString('hex');
    key.fill(0);
    return signature;
  }
}

/** AWS Signature Version 4. */
export const awsSigV4: CredentialKind<AwsSigV4Credential> = {
  type: 'awsSigV4',
  isLast: true,
  judge(members, fields) {
    if (fields.has('roleArn')) {
      const other = ['accessKeyId', 'secretAccessKey', 'sessionToken'].find((field) => fields.has(field));
      if (other !== undefined) throw fields.fault(other, 'does not go with roleArn: give an access key or a role.');
    }
    const { sessionToken, ...others } = members as unknown as AccessKey &
      Pick<AwsSigV4Credential, 'region' | 'service'>;
    const { region, service, ...identity } = others;
    return { type: 'awsSigV4', ...identity, ...(sessionToken && { sessionToken }), region, service };
  },
  apply(request, credential, { now, derived }) {
    const { host, path } = targetOf(request.url);
    const { region, service } = credential;
    const key = keyOf(credential);
    if (key === undefined)
      throw new PortcullisError('credential_invalid', 'The role of the credential was not assumed.');
    const { accessKeyId, secretAccessKey, sessionToken } = key;
    const own = request.headers.filter(([name]) => SIGNED.test(name) && !ADDED.includes(name.toLowerCase()));
    const signed = new Signer(
      {
        method: request.method,
        host,
        path,
        region,
        service,
        headers: { ...Object.fromEntries(own), 'X-Amz-Date': timeOf(now) },
        ...(request.body && { body: Buffer.from(request.body) }),
        ...{ extraHeadersToIgnore: unsigned(own) },
      },
      { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
    ).sign();
    const made = Object.entries(signed.headers ?? {}).filter(([name]) => ADDED.includes(name.toLowerCase()));
    const signature = /Signature=([\da-f]{64})/.exec(String(signed.headers?.['Authorization']))?.[1];
    if (signature !== undefined) derived.push(signature);
    return {
      ...request,
      headers: made.reduce<Outgoing['headers']>(
        (headers, [name, value]) => withHeader(headers, name.toLowerCase(), String(value)),
        request.headers,
      ),
    };
  },
  secrets(credential) {
    const { accessKeyId, secretAccessKey, sessionToken } = keyOf(credential) ?? {};
    return [secretAccessKey, sessionToken, accessKeyId].filter((secret) => secret !== undefined);
  },
  mask: ({ url, headers }, { region = '', service = '' }) => ({
    url,
    headers: withHeader(
      headers,
      'authorization',
      `AWS4-HMAC-SHA256 Credential=${MASK}/${region}/${service}/aws4_request, Signature=${MASK}`,
    ),
  }),
};

/** Headers that aws4 would add for a body and that are not sent so: the HTTP client sets the length; a body may have no type. */
const unsigned = (own: Outgoing['headers']): Record<string, boolean> => ({
  'content-length': true,
  ...(!own.some(([name]) => name.toLowerCase() === 'content-type') && { 'content-type': true }),
});

/** `20261123T093000Z` */
const timeOf = (now: Date): string => now.toISOString().replace(/[:-]|\.\d{3}/g, '');
