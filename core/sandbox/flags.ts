/**
 * Start options of sandbox processes. The local host and the break-out tests use the flags, the function on AWS uses
 * NODE_OPTIONS. lambdas/sandbox/lockdown.ts applies the restrictions that flags cannot express, and on AWS all of them.
 */

/** Limits of a sandbox process. */
export interface SandboxProcess {
  /** Folders that the process may read: its own asset and the bootstrap. It may write nowhere. */
  readonly readable: readonly string[];
  /** Memory of the function in MB. */
  readonly memoryMb: number;
}

/** Limit of V8's old space in MB: the function's memory less room for buffers, code and stacks. */
export const heapMb = (memoryMb: number): number => Math.max(64, Math.floor(memoryMb * 0.6));

/**
 * Node flags of a sandbox process. The permission model denies files outside `readable`, all writing, child processes,
 * worker threads, addons, WASI and the inspector; code generation from strings is off; the heap is limited.
 */
export function sandboxNodeFlags({ readable, memoryMb }: SandboxProcess): string[] {
  return [
    '--permission',
    ...readable.map((folder) => `--allow-fs-read=${folder.replace(/\/*$/, '/')}`),
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${heapMb(memoryMb)}`,
    '--no-addons',
    '--disable-warning=ExperimentalWarning',
  ];
}

/** NODE_OPTIONS on AWS. The permission model cannot be used there, because the Lambda runtime needs files and an addon. */
export const SANDBOX_NODE_OPTIONS = '--disallow-code-generation-from-strings';
