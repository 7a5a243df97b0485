/** Whether a value satisfies the schema of every tool of an import, and what the validator of calls says about these values. */
import { argumentFaults } from '../../core/mcp/arguments/validate.ts';
import type { ToolDraft } from '../../core/model/tool.ts';
import { type Found, verdictOn } from './instances.ts';

export interface Satisfiability {
  /** Tools whose schema no value satisfies, or whose schema refuses the created value. */
  readonly unsatisfiable: readonly string[];
  /** Properties and branches that no value satisfies, each as `tool: place`. */
  readonly dead: readonly string[];
  /** Number of tools for whose schema it cannot be determined. */
  readonly undecided: number;
}

/** Only the values of every `step`th tool are validated, because compiling takes much longer than creating them. */
export function satisfiability(tools: readonly ToolDraft[], step = 1): Satisfiability {
  const unsatisfiable: string[] = [];
  const dead: string[] = [];
  let undecided = 0;
  for (const [at, tool] of tools.entries()) {
    const verdict = verdictOn(tool.inputSchema);
    const found = [verdict.least, verdict.full];
    if (found.includes('none')) unsatisfiable.push(tool.name);
    else if (found.includes('unknown')) undecided++;
    dead.push(...verdict.dead.map((place) => `${tool.name}: ${place}`));
    if (at % step === 0) unsatisfiable.push(...found.flatMap((one) => refusals(tool, one)));
  }
  return { unsatisfiable, dead, undecided };
}

function refusals(tool: ToolDraft, found: Found): string[] {
  if (typeof found === 'string') return [];
  // The validator caches what it compiled by the tool object.
  const faults = argumentFaults(tool as never, found.value, 0);
  return faults.length === 0 ? [] : [`${tool.name} refuses ${JSON.stringify(faults).slice(0, 300)}`];
}
