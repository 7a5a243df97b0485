/**
 * Gates: records in a region other than home of whether a token or server is closed, written before the replicated row
 * arrives. They are in a table of that region, which is not replicated and which only the management function writes, so
 * late replication cannot undo them (design/regions.md).
 */

/** One gate. Key: `gate`. */
export interface GateRow {
  /** {@link tokenGate} or {@link serverGate}. */
  readonly gate: string;
  readonly isShut: boolean;
  /** Version of the server row that it follows from; gates of tokens are final and have none. */
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
 * Key of the item in which a region other than home records the last use of a token. Not in the replicated row, because
 * replication lets the last writer replace the whole item, which could undo a revocation.
 */
export const regionalUse = (tokenHash: string, region: string): string => `${tokenHash}@${region}`;
/** True for a key made by {@link regionalUse}. */
export const isRegionalUse = (key: string): boolean => key.includes('@');
