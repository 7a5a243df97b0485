/** Errors of the AWS adapters. */
import { PortcullisError } from '../../core/lib/errors.ts';

/** Another writer changed the row in between: read it and decide again. */
export const writeConflict = (what: string): PortcullisError =>
  new PortcullisError(
    'write_conflict',
    `${what} was changed by another request at the same time. Read it again and repeat the change.`,
  );

/** A stored bundle is missing, or does not match its name and signature. */
export const bundleUnavailable = (reason: string, cause?: unknown): PortcullisError =>
  new PortcullisError('bundle_unavailable', `The server's bundle cannot be used: ${reason}.`, { cause });

/** A sealed credential is damaged or belongs to another server. The error contains nothing of it. */
export const ciphertextInvalid = (cause?: unknown): PortcullisError =>
  new PortcullisError('ciphertext_invalid', 'The stored credential cannot be opened. Enter it again.', { cause });

/** An error response of AWS to a request without the SDK. Its `name` is AWS's error code, as with the SDK's errors. */
export class AwsRefusal extends Error {
  override readonly name: string;
  readonly status: number;
  readonly isThrottling: boolean;
  constructor(name: string, status: number, message: string, isThrottling: boolean) {
    super(message);
    this.name = name;
    this.status = status;
    this.isThrottling = isThrottling;
  }
}

/** Error names of throttling: https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html */
const THROTTLED = /^(Throttl|TooManyRequests|ProvisionedThroughput|RequestLimitExceeded|LimitExceeded|SlowDown)/;

/** Whether an AWS error name means "too many requests", so that the same request may be sent again later. */
export const isThrottling = (name: string): boolean => THROTTLED.test(name);

/** Whether AWS has refused a request without the SDK for there being too many, and so has not carried it out. */
export const isThrottled = (error: unknown): error is AwsRefusal => error instanceof AwsRefusal && error.isThrottling;

/** Whether an AWS error has this name (the SDK's `error.name`). */
export const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** DynamoDB refused a single conditional write. */
export const isConditionFailure = (error: unknown): boolean => isNamed(error, 'ConditionalCheckFailedException');

/** Error codes of failed connections, from Node and undici. */
const UNCONNECTED =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_(SOCKET|CLOSED|(CONNECT|HEADERS|BODY)_TIMEOUT))$/;

/**
 * AWS was busy, failed or could not be reached, as opposed to refusing the request. The request may have been carried out, as the
 * response may have been lost.
 */
export function isAwsAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AwsRefusal) return error.isThrottling || error.status >= 500;
  const { name, code, $fault, $metadata } = error as Error & {
    code?: string;
    $fault?: 'client' | 'server';
    $metadata?: { httpStatusCode?: number };
  };
  if (isThrottling(name) || $fault === 'server' || ($metadata?.httpStatusCode ?? 0) >= 500) return true;
  if (name === 'TransactionInProgressException') return true;
  return name === 'TimeoutError' || UNCONNECTED.test(code ?? '');
}

/** Error names of a right that is missing, of IAM, KMS, S3 and Lambda. */
const DENIED = /^(AccessDenied|Forbidden|UnauthorizedOperation|UnrecognizedClient|InvalidClientTokenId|ExpiredToken)/;
/** Error names of a key that does not work, of KMS and, for its own calls of KMS, of Lambda. */
const KEY_UNUSABLE = /^(KMS\w*|Disabled|KMSInvalidState|KeyUnavailable|InvalidKeyUsage)(Exception)?$/;

/** A failure of AWS in our words, which may be shown to people and clients. */
export interface AwsFault {
  readonly code: 'aws_unavailable' | 'aws_denied' | 'key_unusable';
  /** A sentence. */
  readonly message: string;
}

const FAULTS: Readonly<Record<AwsFault['code'], string>> = {
  aws_unavailable: 'An AWS service that this needs is busy or unavailable.',
  aws_denied:
    'AWS does not allow this installation something that it needs; its roles or a policy of the account were changed.',
  key_unusable: 'A KMS key of this installation cannot be used; it is disabled, or waits for its deletion.',
};
const told = (code: AwsFault['code']): AwsFault => ({ code, message: FAULTS[code] });

/** The failure that an AWS error name stands for; undefined for others. */
export function faultNamed(name: string): AwsFault | undefined {
  if (KEY_UNUSABLE.test(name)) return told('key_unusable');
  if (DENIED.test(name)) return told('aws_denied');
  return isThrottling(name) ? told('aws_unavailable') : undefined;
}

/**
 * What may be told of an error or of its causes: AWS's own messages name accounts, roles, keys and buckets, so they are for the log alone.
 * Undefined where AWS has no part in it.
 */
export function faultOfAws(error: unknown): AwsFault | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof PortcullisError) continue;
    const fault = faultNamed(each.name) ?? (isAwsAway(each) ? told('aws_unavailable') : undefined);
    if (fault) return fault;
  }
  return undefined;
}
