/**
 * Reserved concurrency of the functions: shares of the concurrent Lambda executions that the account has in a region. Each
 * open stream and each running call is one execution or two, so without shares MCP clients could use all of them, and
 * nobody could revoke their tokens.
 *
 * Only if the owner sets their number (`lambdaConcurrency`): a new account has ten, of which none can be reserved, and a
 * deployment that tried would fail.
 */
export interface Shares {
  /** The management API, so that people can always revoke tokens and switch servers off. */
  readonly management: number;
  readonly rpc: number;
  readonly stream: number;
  readonly sandbox: number;
}

/** Executions that must stay unreserved, a rule of Lambda (PutFunctionConcurrency). */
const MIN_UNRESERVED = 100;
const MIN_MANAGEMENT = 20;

/** The smallest number of concurrent executions that can be divided into shares. */
export const MIN_CONCURRENCY = 200;

/** The shares. The rest is for the pipeline, the spec reader, the archiver and other functions of the account. */
export function sharesOf({
  lambdaConcurrency: all,
}: {
  readonly lambdaConcurrency?: number | undefined;
}): Partial<Shares> {
  if (all === undefined) return {};
  const management = Math.max(MIN_MANAGEMENT, Math.floor(all * 0.05));
  const clients = all - management - Math.max(MIN_UNRESERVED, Math.ceil(all * 0.15));
  const part = (share: number) => Math.floor(clients * share);
  return { management, rpc: part(0.4), stream: part(0.35), sandbox: part(0.25) };
}
