/**
 * Secrets that a credential names (core/request/credential/references.ts): read for a call, for the origins that the deployment allows each for, and for no
 * other, because all servers share the role of this function. Between calls they are held sealed under a key of this process, five minutes at most; a
 * refusal of the upstream (401, 403) lets the next call read them anew, so that a rotation is known after one refused call at the latest.
 */
import { generateKeySync } from 'node:crypto';
import type { readStoredSecret } from '../../aws/direct/storedSecrets.ts';
import { AwsRefusal } from '../../aws/lib/errors.ts';
import { openedUnder, sealedUnder } from '../../aws/services/envelope.ts';
import type { Credential } from '../../core/request/credential/index.ts';
import { destinationsOfCredential } from '../../core/request/credential/privateHosts.ts';
import { type SecretReference, secretReference, valueIn } from '../../core/request/credential/references.ts';
import { secretRefused } from '../../core/request/errors.ts';

/** What the process may read. */
export interface Secrets {
  readonly read: typeof readStoredSecret;
  /** By ARN, the origins that it may be sent to. */
  readonly allowed: Readonly<Record<string, readonly string[]>>;
  /** The region of this function: a secret of another one is read from its replica here. */
  readonly region: string;
}

/** A credential with its secrets, and by what it is told from the same one after a rotation. */
export interface Resolved {
  readonly plaintext: Uint8Array;
  readonly versions: string;
}

/** Puts secrets in the place of references. */
export interface Resolver {
  /** The bytes are wiped. Throws PortcullisError `secret_…`. */
  resolve(plaintext: Uint8Array, origin: string): Promise<Resolved>;
  /** The upstream has refused a call: what is held may be old. */
  refused(): void;
}

/** What is allowed where the deployment names none. */
export const NO_SECRETS: Secrets = { read: async () => undefined, allowed: {}, region: '' };

const HELD_MS = 5 * 60_000;
/** Whoever provokes refusals makes no more requests to Secrets Manager than one in this time. */
const ANEW_MS = 10_000;
/** Members of all credentials of a server. */
const KEPT = 64;

interface Held {
  readonly stored: Promise<{ readonly sealed: string; readonly version: string }>;
  readonly readAt: number;
  until: number;
}

/** Lets the next call read it, where it was not read just now. */
const anew = (entry: Held): void => {
  entry.until = Math.min(entry.until, entry.readAt + ANEW_MS);
};

/** Keeps the secrets of one process. */
export function createResolver({ read, allowed, region }: Secrets, clock: () => number = () => Date.now()): Resolver {
  const key = generateKeySync('aes', { length: 256 });
  const held = new Map<string, Held>();

  function begin({ store, arn }: SecretReference): Held {
    const stored = read(store, arn.replace(/^((?:[^:]+:){3})[^:]+/, `$1${region}`)).then((found) => {
      if (found === undefined) throw secretRefused('secret_invalid');
      const bytes = Buffer.from(found.value);
      try {
        return { sealed: sealedUnder(key, arn, bytes), version: found.version };
      } finally {
        bytes.fill(0);
      }
    });
    const readAt = clock();
    const entry = { stored, readAt, until: readAt + HELD_MS };
    held.delete(arn);
    held.set(arn, entry);
    const [oldest = ''] = held.keys();
    if (held.size > KEPT) held.delete(oldest);
    stored.catch(() => {
      if (held.get(arn) === entry) held.delete(arn);
    });
    return entry;
  }

  async function textOf(reference: SecretReference, origins: readonly string[], versions: string[]): Promise<string> {
    const { arn } = reference;
    const good = Object.hasOwn(allowed, arn) ? (allowed[arn] ?? []) : [];
    if (!origins.every((origin) => good.includes(origin))) throw secretRefused('secret_not_allowed');
    const known = held.get(arn);
    const entry = known && known.until > clock() ? known : begin(reference);
    const { sealed, version } = await entry.stored.catch((cause: unknown) => {
      throw refusalOf(cause);
    });
    versions.push(`${arn} ${version}`);
    const bytes = openedUnder(key, arn, sealed);
    try {
      const value = valueIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(), reference);
      if (value === undefined || value === '') {
        // Somebody is about to mend it.
        anew(entry);
        throw secretRefused('secret_invalid');
      }
      return value;
    } finally {
      bytes.fill(0);
    }
  }

  async function walk(value: unknown, origins: readonly string[], versions: string[]): Promise<unknown> {
    if (typeof value === 'string') {
      const reference = secretReference(value);
      return reference ? textOf(reference, origins, versions) : value;
    }
    if (Array.isArray(value)) return Promise.all(value.map((each) => walk(each, origins, versions)));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(async ([name, each]) => [name, await walk(each, origins, versions)]);
    return Object.fromEntries(await Promise.all(members));
  }

  return {
    async resolve(plaintext, origin) {
      const versions: string[] = [];
      try {
        const text = Buffer.from(plaintext.buffer, plaintext.byteOffset, plaintext.length).toString();
        const named: unknown = JSON.parse(text);
        // Also the token endpoint, to which the secret of a client goes.
        const origins = destinationsOfCredential(origin, named as Credential);
        const whole = await walk(named, origins, versions);
        return { plaintext: Buffer.from(JSON.stringify(whole)), versions: versions.sort().join() };
      } finally {
        plaintext.fill(0);
      }
    },
    refused() {
      for (const entry of held.values()) anew(entry);
    },
  };
}

function refusalOf(cause: unknown): unknown {
  if (!(cause instanceof AwsRefusal)) return cause;
  if (/^(?:ResourceNotFound|ParameterNotFound|InvalidRequestException)/.test(cause.name)) {
    return secretRefused('secret_not_found', { cause });
  }
  // Also where the key of the secret lets this role decrypt nothing.
  if (/^(?:AccessDenied|DecryptionFailure|InvalidKeyId|KMS)/.test(cause.name))
    return secretRefused('secret_denied', { cause });
  return secretRefused('secret_unavailable', { cause });
}
