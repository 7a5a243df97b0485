/**
 * Gates: what a region other than home knows about tokens and servers sooner than replication tells it. They lie in a table of
 * that region alone, which nothing replicates and only the management function writes, so no late replica can undo one.
 */
export interface GateRow {
  /** {@link tokenGate} or {@link serverGate}. */
  readonly gate: string;
  readonly isShut: boolean;
  /** Version of the server row that decided it; gates of tokens are final and have none. */
  readonly version?: number;
  /** ISO 8601 UTC. */
  readonly at: string;
}

export const tokenGate = (tokenHash: string): string => `token:${tokenHash}`;
export const serverGate = (serverId: string): string => `server:${serverId}`;

export const areOpen = (gates: readonly GateRow[]): boolean => gates.every(({ isShut }) => !isShut);

/**
 * Last uses in a region other than home are items of their own, `<tokenHash>@<region>`: a stamp on the replicated row could
 * replace, region against region, the revocation that home wrote a moment before (the last writer wins the whole item).
 */
export const regionalUse = (tokenHash: string, region: string): string => `${tokenHash}@${region}`;
export const isRegionalUse = (key: string): boolean => key.includes('@');
