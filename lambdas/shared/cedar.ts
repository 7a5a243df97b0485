/**
 * Loads the engine of policies, Cedar compiled to WebAssembly, when the first server with policies needs it (some 20 ms). One that has thrown
 * is thrown away with its memory, and the next call loads another.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { PortcullisError } from '../../core/lib/errors.ts';
import type { Policy } from '../../core/model/policies.ts';
import { type PolicyFault, policyFaults } from '../../core/policies/decide.ts';
import type { Cedar } from '../../core/policies/prepared.ts';
import type { PolicyTool } from '../../core/policies/schema.ts';

/** Beside a function's bundle (lib/bundles.ts), or the package. */
function engineUrl(): string {
  const beside = new URL('./cedar/cedar_wasm.js', import.meta.url);
  return existsSync(beside) ? beside.href : import.meta.resolve('@cedar-policy/cedar-wasm/web');
}

type Glue = Cedar & { initSync(options: { module: Uint8Array }): unknown };

let engine: Promise<Cedar> | undefined;

async function load(): Promise<Cedar> {
  const url = engineUrl();
  // A module of its own for each engine, because it holds its memory.
  const glue = (await import(`${url}?${randomUUID()}`)) as Glue;
  glue.initSync({ module: readFileSync(new URL('./cedar_wasm_bg.wasm', url)) });
  return glue;
}

/** Does work with the engine. Rejects with what the work throws. */
export async function withCedar<Result>(work: (cedar: Cedar) => Result): Promise<Result> {
  engine ??= load();
  const used = engine;
  try {
    return work(await used);
  } catch (error) {
    if (engine === used) engine = undefined;
    throw error;
  }
}

/** Faults of policies at a server with these tools, also of those that break the engine. */
export const faultsOf = (rules: readonly Policy[], tools: readonly PolicyTool[]): Promise<PolicyFault[]> =>
  withCedar((cedar) => policyFaults(cedar, rules, tools)).catch((error: unknown) => {
    if (error instanceof PortcullisError) throw error;
    return [{ policy: 'policies', message: 'The engine cannot read them; one is nested too deeply. Make it two.' }];
  });
