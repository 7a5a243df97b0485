/**
 * Values of another JSON type than their schema says (`type: integer, default: "10"`): quotes too many or too few are a common
 * slip, mostly of YAML. The evidence is the declared type together with a value that has exactly one spelling in it. What could
 * stand for several values (`"010"`, `1.50`, `"yes"`) is none.
 */
import type { JsonValue } from '../../json/value.ts';

/** The value in one of the types; undefined when it has no spelling in exactly one of them. */
export function asTyped(value: JsonValue, type: JsonValue | undefined): JsonValue | undefined {
  const [only, ...more] = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null');
  if (more.length > 0) return undefined;
  switch (only) {
    case 'integer':
    case 'number': {
      const pattern = only === 'integer' ? /^(?:0|-?[1-9]\d*)$/ : /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;
      if (typeof value !== 'string' || !pattern.test(value)) return undefined;
      return String(Number(value)) === value ? Number(value) : undefined;
    }
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : undefined;
    case 'string':
      return typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : undefined;
    default:
      return undefined;
  }
}
