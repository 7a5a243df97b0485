/** What a run would do: the plan of each declaration, checked, and the servers that are declared no more. Changes nothing. */
import type { ServerView } from '../core/api/serverViews.ts';
import { planServer } from '../core/declarations/plan.ts';
import type { Declaration } from '../core/declarations/read.ts';
import type { Plan } from '../core/declarations/step.ts';
import { planFaults } from './declarationCheck.ts';
import { loadDeclarations, type References, referencesFrom } from './declarationFiles.ts';
import { CliError, UsageError } from './errors.ts';
import { allServers, observe, ownServer } from './observe.ts';
import { inParallel } from './parallel.ts';
import { type ApiRequest, apiClient, type Environment, stackOf } from './stack.ts';
import { linesText } from './table.ts';

/** Servers that are worked on at the same time. */
export const AT_A_TIME = 4;

/** Options of `apply` and `diff`. */
export const DECLARATION_OPTIONS = {
  file: { type: 'string', short: 'f', multiple: true },
  prune: { type: 'boolean' },
  credentials: { type: 'boolean' },
} as const;

interface Given {
  readonly file?: readonly string[] | undefined;
  readonly prune?: boolean | undefined;
  readonly credentials?: boolean | undefined;
  readonly stack?: string | undefined;
  readonly url?: string | undefined;
}

/** A declaration, its server if there is one, and what would be done. */
export interface PlannedServer {
  readonly declaration: Declaration;
  readonly server?: ServerView;
  readonly plan: Plan;
}

/** All of a run. */
export interface Planned {
  readonly request: ApiRequest;
  readonly references: References;
  readonly servers: readonly PlannedServer[];
  /** Servers of these groups that are declared no more; none without `--prune`. */
  readonly gone: readonly ServerView[];
}

/** What a run works with. */
interface Around {
  readonly environment: Environment;
  /** Faults, line by line. */
  readonly err: NodeJS.WritableStream;
  /** Whether the values of references and the descriptions are looked at, too. */
  readonly checks: boolean;
}

/**
 * Reads everything and plans.
 * @throws UsageError
 * @throws CliError `declaration_invalid` when anything is wrong, before anything was changed; `err` has every fault then
 */
export async function planned(given: Given, { environment, err, checks }: Around): Promise<Planned> {
  const { file = [], credentials = false } = given;
  if (file.length === 0) throw new UsageError('-f is missing; give a file or a folder of declarations.');
  const { declarations, faults } = await loadDeclarations(file);
  refuse(
    faults.map(({ place, message }) => `${place} ${message}`),
    err,
  );
  const request = apiClient(await stackOf(given, environment));
  const references = referencesFrom(environment);
  const known = await allServers(request);
  const servers = await inParallel(declarations, AT_A_TIME, async (declaration) => {
    const server = ownServer(declaration, known);
    try {
      const observed = server && (await observe(request, declaration, server));
      const plan = planServer(declaration, observed, { credentials });
      const found = checks ? await planFaults(declaration, plan, { request, references }) : plan.faults;
      return { declaration, ...(server && { server }), plan: { steps: plan.steps, faults: found } };
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      return { declaration, plan: { steps: [], faults: [`cannot be looked at: ${error.message}`] } };
    }
  });
  const refused = servers.flatMap(({ declaration: { path, name }, plan }) =>
    plan.faults.map((fault) => `${path}/servers/${name} ${fault}`),
  );
  refuse(refused, err);
  return { request, references, servers, gone: given.prune ? goneFrom(declarations, known) : [] };
}

function refuse(faults: readonly string[], err: NodeJS.WritableStream): void {
  if (faults.length === 0) return;
  err.write(linesText(faults));
  const count = faults.length === 1 ? 'One fault' : `${faults.length} faults`;
  throw new CliError('declaration_invalid', `${count}; nothing was changed.`);
}

/** Servers that were made otherwise have no key, and those of other groups belong to others. */
function goneFrom(declarations: readonly Declaration[], known: readonly ServerView[]): ServerView[] {
  const keys = new Set(declarations.map(({ key }) => key));
  const groups = new Set(declarations.map(({ group }) => group));
  return known.filter(
    ({ declared }) => declared !== undefined && !keys.has(declared) && groups.has(declared.split('/')[0] ?? ''),
  );
}
