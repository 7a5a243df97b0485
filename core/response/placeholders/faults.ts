/**
 * Ignores faults in the form of an argument that is a placeholder: it stands for an address or a number and does not
 * look like one.
 */
import type { FieldFault } from '../../lib/errors.ts';
import type { JsonObject, JsonValue } from '../../lib/json/value.ts';
import { wholePlaceholder } from './placeholder.ts';

const FORM = new Set(['pattern', 'format', 'minLength', 'maxLength']);

/** The faults that do not depend on what placeholders stand for. */
export const withoutFormFaults = (faults: readonly FieldFault[], args: JsonObject): readonly FieldFault[] =>
  faults.filter(({ field, rule }) => {
    if (!FORM.has(rule)) return true;
    const value = valueAt(args, field);
    return typeof value !== 'string' || wholePlaceholder(value) === undefined;
  });

function valueAt(args: JsonObject, pointer: string): JsonValue | undefined {
  let node: JsonValue | undefined = args;
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
    node = (node as Record<string, JsonValue>)[name];
  }
  return node;
}
