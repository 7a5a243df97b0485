/**
 * Converts values of another JSON type than their schema (`type: integer, default: "10"`), a common mistake in YAML.
 * Only a value with exactly one meaning in the declared type is converted, not an ambiguous one (`"010"`, `1.50` in
 * JSON, `"yes"`). A number or boolean of YAML where a text is declared is its source text.
 */
import type { JsonValue } from '../../lib/json/value.ts';

/**
 * The value in the declared type; undefined when it is ambiguous, or the schema has several types.
 * @param text of the source, when it is known and not that which JavaScript writes
 */
export function asTyped(value: JsonValue, type: JsonValue | undefined, text?: string): JsonValue | undefined {
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
      if (typeof value !== 'boolean' && typeof value !== 'number') return undefined;
      return text ?? (typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : undefined);
    default:
      return undefined;
  }
}
