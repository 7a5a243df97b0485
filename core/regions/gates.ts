/**
 * Gates: what a region other than home knows about a token or server before replication tells it. They lie in a table
 * of that region only, which is not replicated and only the management function writes, so a late replica cannot undo
 * one (design/regions.md).
 */

/** One gate. Key: `gate`. */
export interface GateRow {
  /** {@link tokenGate} or {@link serverGate}. */
  readonly gate: string;
  readonly isShut: boolean;
  /** Version of the server row that decided it; gates of tokens are final and have none. */
  readonly version?: number;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** Key of a token's gate. */
export const tokenGate = (tokenHash: string): string => `token:${tokenHash}`;
/** Key of a server's gate. */
export const serverGate = (serverId: string): string => `server:${serverId}`;

/** True when none of the gates is shut. */
export const areOpen = (gates: readonly GateRow[]): boolean => gates.every(({ isShut }) => !isShut);

/**
 * Key under which a region other than home stamps the last use of a token. An item of its own: a stamp on the
 * replicated row could overwrite a revocation, because with replication the last writer replaces the whole item.
 */
export const regionalUse = (tokenHash: string, region: string): string => `${tokenHash}@${region}`;
/** True for a key made by {@link regionalUse}. */
export const isRegionalUse = (key: string): boolean => key.includes('@');
