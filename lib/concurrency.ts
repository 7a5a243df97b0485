/**
 * Shares of the concurrent Lambda executions that the account has in a region. Each stream that is held and each call that runs is an
 * execution or two, so without shares MCP clients could take all, and nobody could revoke their tokens. A share is reserved and a ceiling.
 *
 * Only where the owner says how many there are (`lambdaConcurrency`): a new account has ten, of which Lambda lets nobody reserve any,
 * and a deployment that tried would fail.
 */
export interface Shares {
  /** The management API, which always has room to revoke, to switch off and to look. */
  readonly management: number;
  readonly rpc: number;
  readonly stream: number;
  readonly sandbox: number;
}

/** Lambda wants that many left for functions without a share (PutFunctionConcurrency). */
const LEAST_UNRESERVED = 100;
const LEAST_MANAGEMENT = 20;

/** The fewest concurrent executions that can be shared out. */
export const LEAST_CONCURRENCY = 200;

/** What is in no share stays for the pipeline, the spec reader, the archiver and whatever else the account runs. */
export function sharesOf({
  lambdaConcurrency: all,
}: {
  readonly lambdaConcurrency?: number | undefined;
}): Partial<Shares> {
  if (all === undefined) return {};
  const management = Math.max(LEAST_MANAGEMENT, Math.floor(all * 0.05));
  const clients = all - management - Math.max(LEAST_UNRESERVED, Math.ceil(all * 0.15));
  const part = (share: number) => Math.floor(clients * share);
  return { management, rpc: part(0.4), stream: part(0.35), sandbox: part(0.25) };
}
