/** Small functions in real execution environments: worker threads, or child processes for tenants. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FunctionPool } from '../../local/functions/pool.ts';
import type { TwinChannel } from '../../local/functions/runtime/protocol.ts';
import { temporaryFolder } from './twins.ts';

export interface Functions {
  /** Creates a function from the source of a module that exports `handler`. */
  make(
    name: string,
    source: string,
    options?: {
      timeoutMs?: number;
      memoryMb?: number;
      tenants?: boolean;
      /** Is told when its caller disconnects. */
      hearsLeaving?: boolean;
      /** Reaches the twins without a socket. */
      twins?: TwinChannel;
    },
  ): FunctionPool;
  readonly output: () => string;
  close(): void;
}

export function startFunctions(): Functions {
  const folder = temporaryFolder();
  const pools: FunctionPool[] = [];
  let output = '';
  return {
    make(name, source, options = {}) {
      const { timeoutMs = 60_000, memoryMb = 128, tenants = false, hearsLeaving = false, twins } = options;
      const module = join(folder.path, name, 'index.mjs');
      mkdirSync(join(folder.path, name));
      writeFileSync(module, source);
      const pool = new FunctionPool(
        {
          logicalId: name,
          functionName: name,
          arn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
          roleId: name,
          module,
          handler: 'handler',
          memoryMb,
          timeoutMs,
          variables: { NAME: name },
          hasTwins: twins !== undefined,
          place: tenants ? 'process' : 'thread',
          warm: false,
          hearsLeaving,
        },
        {
          workers: 2,
          ...(twins && { twins }),
          log: {
            write: (chunk) => {
              output += chunk.toString();
            },
          },
        },
      );
      pools.push(pool);
      return pool;
    },
    output: () => output,
    close() {
      for (const pool of pools) pool.close();
      folder.remove();
    },
  };
}
