/**
 * AWS Signature Version 4 (docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html) with an access key, for APIs of AWS
 * and those with IAM: API Gateway, Lambda function URLs, OpenSearch. Signs the method, the URL, the body, the time and the
 * headers of {@link SIGNED}; not other headers, because proxies may change them.
 */
import { Buffer } from 'node:buffer';
import aws4 from 'aws4';
import { type CredentialKind, MASK, type Outgoing, withHeader } from './kind.ts';
import { targetOf } from './target.ts';

/** An AWS access key, with region and service to sign for. */
export interface AwsSigV4Credential {
  readonly type: 'awsSigV4';
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** For temporary credentials. */
  readonly sessionToken?: string;
  readonly region: string;
  readonly service: string;
}

/** The headers of a request that are signed: those for the action of the service and for the body. */
const SIGNED = /^(?:content-type|content-md5|x-amz-.+)$/i;
const ADDED = ['x-amz-date', 'x-amz-content-sha256', 'x-amz-security-token', 'authorization'];

/** AWS Signature Version 4. */
export const awsSigV4: CredentialKind<AwsSigV4Credential> = {
  type: 'awsSigV4',
  check(fields) {
    const accessKeyId = fields.text('accessKeyId').trim();
    if (!/^[\w]{16,128}$/.test(accessKeyId)) {
      throw fields.fault('accessKeyId', 'must be 16 to 128 letters and digits, such as AKIAIOSFODNN7EXAMPLE.');
    }
    const secretAccessKey = fields.text('secretAccessKey').trim();
    const sessionToken = fields.optional('sessionToken')?.trim();
    const region = fields.text('region').trim();
    if (!/^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/.test(region))
      throw fields.fault('region', 'must be one such as eu-central-1.');
    const service = fields.text('service').trim();
    if (!/^[a-z0-9-]{1,60}$/.test(service)) {
      throw fields.fault('service', 'must be the signing name of the service, such as execute-api or s3.');
    }
    return { type: 'awsSigV4', accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }), region, service };
  },
  apply(request, credential, now) {
    const { host, path } = targetOf(request.url);
    const { region, service, accessKeyId, secretAccessKey, sessionToken } = credential;
    const own = request.headers.filter(([name]) => SIGNED.test(name) && !ADDED.includes(name.toLowerCase()));
    const signed = aws4.sign(
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
    );
    const made = Object.entries(signed.headers ?? {}).filter(([name]) => ADDED.includes(name.toLowerCase()));
    return {
      ...request,
      headers: made.reduce<Outgoing['headers']>(
        (headers, [name, value]) => withHeader(headers, name.toLowerCase(), String(value)),
        request.headers,
      ),
    };
  },
  secrets: ({ accessKeyId, secretAccessKey, sessionToken }) =>
    [secretAccessKey, sessionToken, accessKeyId].filter((secret) => secret !== undefined),
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
