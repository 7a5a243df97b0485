/** What `apply`, `diff` and `validate` have in common: the files that are named, as items that are sent, with the values that these need. */
import type { Applied } from '../core/api/apply.ts';
import { loadDeclarations } from './declarationFiles.ts';
import { type Item, installationItem, pruneItems, refuse, serverItem, withNeeds } from './declarationRun.ts';
import { UsageError } from './errors.ts';
import { type References, referencesFrom } from './references.ts';
import type { Environment } from './stack.ts';

/** Options of the commands that read declarations and an installation. */
export const DECLARATION_OPTIONS = {
  file: { type: 'string', short: 'f', multiple: true },
  prune: { type: 'boolean' },
  credentials: { type: 'boolean' },
} as const;

/** What files declare, ready to be sent. */
export interface Declared {
  readonly items: readonly Item[];
  readonly references: References;
}

interface Given {
  readonly file?: readonly string[] | undefined;
  readonly prune?: boolean | undefined;
}

/** Where values come from, and where faults go, line by line. */
interface Around {
  readonly environment: Environment;
  readonly err: NodeJS.WritableStream;
}

/**
 * Reads what is declared.
 * @throws UsageError
 * @throws CliError `declaration_invalid` when anything is wrong; `err` has every fault then
 */
export async function declaredAt({ file = [], prune = false }: Given, { environment, err }: Around): Promise<Declared> {
  if (file.length === 0) throw new UsageError('-f is missing; give a file or a folder of declarations.');
  const { declarations, installation, faults } = await loadDeclarations(file);
  refuse(
    faults.map(({ place, message }) => `${place} ${message}`),
    err,
  );
  const items = [
    ...installation.map(installationItem),
    ...declarations.map(serverItem),
    ...(prune ? pruneItems(declarations) : []),
  ];
  return { items, references: referencesFrom(environment) };
}

/**
 * The items with the values of those references that their plan needs.
 * @throws CliError `declaration_invalid` when one has no value; `err` has every fault then
 */
export async function withValues(
  items: readonly Item[],
  plan: readonly Applied[],
  references: References,
  err: NodeJS.WritableStream,
): Promise<Item[]> {
  const whole: Item[] = [];
  const faults: string[] = [];
  for (const item of items) {
    const { needs } = plan.find(({ key }) => key === item.key) ?? {};
    if (needs) {
      const missing = await references.load(item.path, needs.references);
      faults.push(...missing.map((message) => item.told('', `needs a value: ${message}`)));
    }
    whole.push(needs ? withNeeds(item, needs.document, references.look(item.path, needs.references)) : item);
  }
  refuse(faults, err);
  return whole;
}
