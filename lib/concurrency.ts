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
  /** The authorization server, which strangers ask: more than this they cannot hold. */
  readonly authorization: number;
  /**
   * The spec reader. Of a request to the authorization server one reading runs at a time, so however many strangers ask, as many again are left
   * for imports.
   */
  readonly specReader: number;
}

/** Executions that must stay unreserved, a rule of Lambda (PutFunctionConcurrency). */
const MIN_UNRESERVED = 100;
const MIN_MANAGEMENT = 20;
const MIN_AUTHORIZATION = 10;

/** The smallest number of concurrent executions that can be divided into shares. */
export const MIN_CONCURRENCY = 200;

/** What a deployment reserves in a region, and the executions that Lambda wants unreserved beside it; 0 where nothing is reserved. */
export function reservedOf(config: { readonly lambdaConcurrency?: number | undefined }): number {
  const shares = Object.values(sharesOf(config));
  return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, MIN_UNRESERVED);
}

/** The shares. The rest is for the pipeline, the archiver and other functions of the account. */
export function sharesOf({
  lambdaConcurrency: all,
}: {
  readonly lambdaConcurrency?: number | undefined;
}): Partial<Shares> {
  if (all === undefined) return {};
  const management = Math.max(MIN_MANAGEMENT, Math.floor(all * 0.05));
  const authorization = Math.max(MIN_AUTHORIZATION, Math.floor(all * 0.05));
  const specReader = 2 * authorization;
  const clients = all - management - authorization - specReader - Math.max(MIN_UNRESERVED, Math.ceil(all * 0.15));
  const part = (share: number) => Math.floor(clients * share);
  return { management, authorization, specReader, rpc: part(0.4), stream: part(0.35), sandbox: part(0.25) };
}
