/**
 * What an import lost through references that cannot be resolved. One is a warning; when several operations lose their
 * parameters or body, the tools are not what the document describes, and that is an error before all warnings.
 */
import { chosen } from '../body/mediaType.ts';
import type { Body, Context, Operation } from '../model/operation.ts';

/** Operations that may lose something before the import counts as incomplete. */
const MAX_TOLERATED = 3;
const MAX_NAMED = 3;

/** True when the body, or its whole schema, is a reference that cannot be resolved. */
export function hasBrokenBody({ variants }: Body, { documents }: Context): boolean {
  const { schema, isMissing } = chosen(variants);
  return isMissing === true || (schema !== undefined && documents.follow(schema) === undefined);
}

/**
 * Adds the error `import_incomplete` when more than a few operations lost something.
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
