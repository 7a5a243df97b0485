/** Errors of the adapters: what AWS said, in the product's terms. */
import { PortcullisError } from '../core/errors.ts';

/** Somebody else wrote the row in between: read it again and decide again. */
export class WriteConflict extends PortcullisError {
  override readonly name: string = 'WriteConflict';
  constructor(what: string) {
    super('write_conflict', `${what} was changed at the same moment. Read it again and repeat the change.`);
  }
}

/** A stored bundle is missing or is not what its name and signature say. */
export class BundleUnavailable extends PortcullisError {
  override readonly name: string = 'BundleUnavailable';
  constructor(reason: string, cause?: unknown) {
    super('bundle_unavailable', `The server's bundle cannot be used: ${reason}.`, { cause });
  }
}

/** A sealed credential is damaged, or belongs to another server. Says nothing of its content. */
export class CiphertextInvalid extends PortcullisError {
  override readonly name: string = 'CiphertextInvalid';
  constructor(cause?: unknown) {
    super('ciphertext_invalid', 'The stored credential cannot be opened. Enter it again.', { cause });
  }
}

/** What AWS answered to a request that went without the SDK; named, as the SDK's errors are, by AWS's own code. */
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

/** Names of a service that is too busy: https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html */
const THROTTLED = /^(Throttl|TooManyRequests|ProvisionedThroughput|RequestLimitExceeded|LimitExceeded|SlowDown)/;

export const isThrottling = (name: string): boolean => THROTTLED.test(name);

export const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;
export const isConditionFailure = (error: unknown): boolean => isNamed(error, 'ConditionalCheckFailedException');
