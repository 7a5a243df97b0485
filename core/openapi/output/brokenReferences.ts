/**
 * Reports operations that lose parameters or a body because a reference cannot be resolved. Each reference has a warning
 * already; when more than a few operations are affected, the tools as a whole do not match the document, and the import
 * reports an error.
 */
import { defaultVariant } from '../body/mediaType.ts';
import type { Body, Context, Operation } from '../model/operation.ts';

/** With more affected operations, the import counts as incomplete. */
const MAX_TOLERATED = 3;
const MAX_NAMED = 3;

/** True when the body, or its whole schema, is a reference that cannot be resolved. */
export function hasBrokenBody({ variants }: Body, { documents }: Context): boolean {
  const { schema, isMissing } = defaultVariant(variants);
  return isMissing === true || (schema !== undefined && documents.follow(schema) === undefined);
}

/**
 * Adds the error `import_incomplete` when more than {@link MAX_TOLERATED} operations are affected.
 * @param names of the tools, in the order of the operations
 */
export function warnOfBrokenReferences(
  { broken, warnings }: Context,
  operations: readonly Operation[],
  names: readonly string[],
): void {
  if (broken.size === 0) return;
  const affected = operations.flatMap((operation, at) =>
    isBroken(operation, broken) ? [{ operation, name: names[at] ?? '' }] : [],
  );
  const known = new Set(operations.map(({ item }) => item));
  const items = [...broken].filter((value) => typeof value['$ref'] === 'string' && !known.has(value)).length;
  if (affected.length + items <= MAX_TOLERATED) return;
  const examples = affected.slice(0, MAX_NAMED).map(({ operation }) => `${operation.verb} ${operation.path}`);
  const warning = warnings.add(
    'import_incomplete',
    `${affected.length + items} of ${operations.length + items} operations lack what the document says of their parameters or body, because references lead nowhere${examples.length > 0 ? ` (${examples.join(', ')}${affected.length > MAX_NAMED ? ', …' : ''})` : ''}. Import the description together with all of its files, for example as a zip, or by the address at which they stand.`,
    '#/paths',
    'error',
  );
  for (const { name } of affected) warning.tools.add(name);
}

const isBroken = ({ raw, target, shared }: Operation, broken: Context['broken']): boolean =>
  broken.has(raw) || broken.has(target.value) || broken.has(shared.value);
