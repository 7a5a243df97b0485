/** The row of a connection token or a session. Tokens are stored as HMACs; otherwise as core/model/server.ts says of rows. */
import type { LimitSet } from '../limiting/limits.ts';
import type { TokenScopes } from './scope.ts';
import type { SignIn } from './signIn.ts';

/** A connection token, or a session that began with a sign-in. Key: `tokenHash`. */
export interface TokenRow {
  /** Lower-case hex HMAC-SHA256 of the token; for a session of its `sessionKey` (core/auth/tokens/sessionTokens.ts). */
  readonly tokenHash: string;
  readonly tokenId: string;
  readonly serverId: string;
  readonly label: string;
  /** Last four characters. */
  readonly hint: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly createdByName?: string;
  /** Of a token that an automation key made: the person who made the key. */
  readonly heldBy?: string;
  readonly expiresAt?: string;
  /** Which tools it may use; unset: all. */
  readonly scopes?: TokenScopes;
  /** Limits of its calls, in place of those that the server sets for each token; empty: none. */
  readonly limits?: LimitSet;
  /** Counts the changes of its limits. */
  readonly revision?: number;
  /** For a session: the person, the client, and the HMACs of its tokens. */
  readonly signIn?: SignIn;
  /** For a session: seconds since 1970 after which DynamoDB may delete the row (time to live). */
  readonly goneAt?: number;
  readonly lastUsedAt?: string;
  /** Open event streams by id, with the time of expiry in milliseconds since 1970 (core/auth/tokens/streams.ts). */
  readonly streams?: Readonly<Record<string, number>>;
  readonly revokedAt?: string;
  readonly revokedBy?: string;
  readonly revokedByName?: string;
  /** Regions that have not yet confirmed the revocation; absent when all have. */
  readonly unconfirmed?: readonly string[];
}
