/**
 * Sessions of the AWS roles that requests are signed as. The external ID names the server and the host that the credential is bound to
 * (externalIdOf), so that a role that trusts one server is of no use to another one, and not at another host. Sessions are in this
 * process's memory only, sealed between two calls under a key of its own, and are not used in their last five minutes.
 */
import { generateKeySync } from 'node:crypto';
import type { RoleRequest, RoleSession } from '../../aws/direct/sts.ts';
import { AwsRefusal } from '../../aws/lib/errors.ts';
import { openedUnder, sealedUnder } from '../../aws/services/envelope.ts';
import { externalIdOf } from '../../core/request/credential/externalId.ts';
import { type Credential, partOf, withPart } from '../../core/request/credential/index.ts';
import { roleRefused } from '../../core/request/errors.ts';

/** Assumes a role (aws/direct/sts.ts). */
export type AssumeRole = (request: RoleRequest) => Promise<RoleSession>;

/** What the process may assume. */
export interface Roles {
  readonly assume: AssumeRole;
  /** The ARNs that the deployment names. */
  readonly allowed: readonly string[];
}

/** The server, and the origin that its credential is bound to. */
interface Place {
  readonly serverId: string;
  readonly origin: string;
}

/** The credential with the session of its role; any other credential unchanged. Throws `role_…`. */
export type WithSession = (credential: Credential | undefined, place: Place) => Promise<Credential | undefined>;

/** The longest session of a role that is assumed by another role's session. */
const SESSION_S = 3_600;
const RESERVE_MS = 5 * 60_000;
/** A server has one role for each host. */
const KEPT = 8;

interface SealedSession {
  readonly sealed: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Keeps the sessions of one process. */
export function createRoles({ assume, allowed }: Roles, clock: () => number = () => Date.now()): WithSession {
  const key = generateKeySync('aes', { length: 256 });
  /** By role, server and origin. */
  const sessions = new Map<string, { readonly session: Promise<SealedSession>; expiresAt: number }>();

  const seal = (name: string, { expiresAt, ...session }: RoleSession): SealedSession => {
    const plaintext = Buffer.from(JSON.stringify(session));
    try {
      return { expiresAt, sealed: sealedUnder(key, name, plaintext) };
    } finally {
      plaintext.fill(0);
    }
  };

  const open = (name: string, { sealed }: SealedSession): Omit<RoleSession, 'expiresAt'> => {
    const plaintext = openedUnder(key, name, sealed);
    try {
      return JSON.parse(Buffer.from(plaintext.buffer, plaintext.byteOffset, plaintext.length).toString());
    } finally {
      plaintext.fill(0);
    }
  };

  function begin(name: string, roleArn: string, { serverId, origin }: Place): Promise<SealedSession> {
    const session = assume({
      roleArn,
      externalId: externalIdOf(serverId, origin),
      sessionName: `portcullis-${serverId}`,
      seconds: SESSION_S,
    }).then((given) => seal(name, given));
    // Until it is there, its expiry is not known; calls that come meanwhile wait for it.
    const entry = { session, expiresAt: Number.POSITIVE_INFINITY };
    sessions.delete(name);
    sessions.set(name, entry);
    const [oldest = ''] = sessions.keys();
    if (sessions.size > KEPT) sessions.delete(oldest);
    session.then(
      ({ expiresAt }) => {
        entry.expiresAt = expiresAt;
      },
      () => {
        if (sessions.get(name) === entry) sessions.delete(name);
      },
    );
    return session;
  }

  return async (credential, place) => {
    const part = partOf(credential, 'awsSigV4');
    if (credential === undefined || part === undefined || !('roleArn' in part)) return credential;
    const { roleArn } = part;
    if (!allowed.includes(roleArn)) throw roleRefused('role_not_allowed');
    const name = `${roleArn} ${place.serverId} ${place.origin}`;
    const known = sessions.get(name);
    const isGood = known !== undefined && known.expiresAt - RESERVE_MS > clock();
    try {
      const session = open(name, await (isGood ? known.session : begin(name, roleArn, place)));
      return withPart(credential, { ...part, session });
    } catch (cause) {
      const isDenied = cause instanceof AwsRefusal && /^(AccessDenied|ValidationError)/.test(cause.name);
      throw roleRefused(isDenied ? 'role_refused' : 'role_unavailable', { cause });
    }
  };
}
