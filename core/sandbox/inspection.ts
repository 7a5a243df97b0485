/** What a sandbox process reports about itself (request kind `inspect`): which environment it is, and what its lock-down denies. */

/** One thing that the lock-down must deny, tried. */
export interface DenialTry {
  /** What was tried, in a few words. */
  readonly action: string;
  readonly isDenied: boolean;
  /** Name or code of the error, or `succeeded`. Never a message, which could quote data. */
  readonly result: string;
}

/** The report of one sandbox process. */
export interface SandboxInspection {
  /** Random id of the execution environment: the same for all calls that it serves. */
  readonly environment: string;
  /** Whether the runtime names the server as the environment's tenant. */
  readonly isTenant: boolean;
  /** Milliseconds since this process began. */
  readonly ageMs: number;
  /** Version of Node. */
  readonly node: string;
  readonly tries: readonly DenialTry[];
}
