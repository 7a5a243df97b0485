/**
 * What an import lost because references lead nowhere. One such place is a warning; when several operations have no parameters
 * or no body because of it, the tools are not what the document describes, and that is an error before all warnings.
 */
import { chosen } from '../body/mediaType.ts';
import type { Body, Context, Operation } from '../model/operation.ts';

/** So many operations may lose something before the import counts as incomplete. */
const FEW = 3;
const NAMED = 3;

/** The body, or all that is said of what is in it, is a reference that leads nowhere. */
export function isBodyLost({ variants }: Body, { documents }: Context): boolean {
  const { schema, isMissing } = chosen(variants);
  return isMissing === true || (schema !== undefined && documents.follow(schema) === undefined);
}

/** Adds the error `import_incomplete` when more than a few operations lost something. `names`: of the tools, in their order. */
export function warnOfLosses(
  { lost, warnings }: Context,
  operations: readonly Operation[],
  names: readonly string[],
): void {
  if (lost.size === 0) return;
  const affected = operations.flatMap((operation, at) => (isLost(operation, lost) ? [at] : []));
  const known = new Set(operations.map(({ item }) => item));
  const items = [...lost].filter((value) => typeof value['$ref'] === 'string' && !known.has(value)).length;
  if (affected.length + items <= FEW) return;
  const examples = affected.slice(0, NAMED).map((at) => `${operations[at]!.verb} ${operations[at]!.path}`);
  const warning = warnings.add(
    'import_incomplete',
    `${affected.length + items} of ${operations.length + items} operations lack what the document says of their parameters or body, because references lead nowhere${examples.length > 0 ? ` (${examples.join(', ')}${affected.length > NAMED ? ', …' : ''})` : ''}. Import the description together with all of its files, for example as a zip, or by the address at which they stand.`,
    '#/paths',
    'error',
  );
  for (const at of affected) warning.tools.add(names[at]!);
}

const isLost = ({ raw, target, shared }: Operation, lost: Context['lost']): boolean =>
  lost.has(raw) || lost.has(target.value) || lost.has(shared.value);
