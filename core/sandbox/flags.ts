/**
 * How a sandbox process is started, said once: the local host and the break-out tests use the flags, the synthesized
 * function the options. What flags cannot say (and all of it again, for AWS) is in lambdas/sandbox/lockdown.ts.
 */

/** What a sandbox process may read and how large it may grow. */
export interface SandboxProcess {
  /** Folders the process may read: its own asset and the bootstrap that feeds it. Nothing may be written. */
  readonly readable: readonly string[];
  /** Memory of the function in MB. */
  readonly memoryMb: number;
}

/** Old-space limit in MB: what a function's memory leaves for the heap when buffers, code and stacks are taken off. */
export const heapMb = (memoryMb: number): number => Math.max(64, Math.floor(memoryMb * 0.6));

/**
 * Node flags of a locked-down process: the permission model denies files outside `readable`, all writing, child
 * processes, worker threads, addons, WASI and the inspector; no code is made from strings; the heap is bounded.
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

/** NODE_OPTIONS of the function on AWS, where the command line is Lambda's and the runtime needs files and an addon. */
export const SANDBOX_NODE_OPTIONS = '--disallow-code-generation-from-strings';
