/**
 * What an import lost because references lead nowhere. One such place is a warning; when several operations have no parameters
 * or no body because of it, the tools are not what the document describes, and that is an error before all warnings.
 */
import { chosen } from '../body/mediaType.ts';
import type { Body, Context, Operation } from '../model/operation.ts';

/** So many operations may lose something before the import counts as incomplete. */
const MAX_TOLERATED = 3;
const MAX_NAMED = 3;

/** The body, or all that is said of what is in it, is a reference that leads nowhere. */
export function hasBrokenBody({ variants }: Body, { documents }: Context): boolean {
  const { schema, isMissing } = chosen(variants);
  return isMissing === true || (schema !== undefined && documents.follow(schema) === undefined);
}

/** Adds the error `import_incomplete` when more than a few operations lost something. `names`: of the tools, in their order. */
export function warnOfBrokenReferences(
  { broken, warnings }: Context,
  operations: readonly Operation[],
  names: readonly string[],
): void {
  if (broken.size === 0) return;
  const affected = operations.flatMap((operation, at) => (isBroken(operation, broken) ? [at] : []));
  const known = new Set(operations.map(({ item }) => item));
  const items = [...broken].filter((value) => typeof value['$ref'] === 'string' && !known.has(value)).length;
  if (affected.length + items <= MAX_TOLERATED) return;
  const examples = affected.slice(0, MAX_NAMED).map((at) => `${operations[at]!.verb} ${operations[at]!.path}`);
  const warning = warnings.add(
    'import_incomplete',
    `${affected.length + items} of ${operations.length + items} operations lack what the document says of their parameters or body, because references lead nowhere${examples.length > 0 ? ` (${examples.join(', ')}${affected.length > MAX_NAMED ? ', …' : ''})` : ''}. Import the description together with all of its files, for example as a zip, or by the address at which they stand.`,
    '#/paths',
    'error',
  );
  for (const at of affected) warning.tools.add(names[at]!);
}

const isBroken = ({ raw, target, shared }: Operation, broken: Context['broken']): boolean =>
  broken.has(raw) || broken.has(target.value) || broken.has(shared.value);
