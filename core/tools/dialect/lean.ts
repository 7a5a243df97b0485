/**
 * Takes out of a listed schema what tells a model nothing that it does not read beside it, because lists are paid for with every request
 * (`npm run bench -- tokens`): an object's being open, which is the default of JSON Schema, or closed, which the validator says of the one
 * argument that is wrong; and examples of values whose type, format or list says as much. Types, values, bounds, what is required and
 * all descriptions stay. An example stays where it shows a form that nothing else does: a query, a path, an id with its prefix. Whether there
 * may be further arguments is said once, of all of them: clients and MCP's conformance suite expect it there (SEP-1613).
 */
import { isSameJson } from '../../lib/json/canonical.ts';
import { isObject, type JsonObject, type JsonValue } from '../../lib/json/value.ts';

/** Formats of JSON Schema and OpenAPI that models know how to write. */
const KNOWN_FORMATS: ReadonlySet<JsonValue | undefined> = new Set(
  'date-time date time duration uuid email uri url hostname ipv4 ipv6'.split(' '),
);
/** JSON characters of an example that is kept whatever it is, and of any that is kept. */
const SHORT = 24;
const MOST = 36;
/** What stands in for a value: `{{BLOCK_ID}}`, `<name>`, `string`. */
const PLACEHOLDER = /^(?:\{\{.*\}\}|<[^<>]*>|string|text|value|example|)$/i;

/**
 * The schema without them. Looks at its own keywords only; returns its argument when there is nothing to take out.
 * @param isRoot whether it is the schema of all arguments
 */
export function lean(schema: JsonObject, isRoot = false): JsonObject {
  const { additionalProperties, examples } = schema;
  const isSaid =
    !isRoot &&
    (additionalProperties === true ||
      (additionalProperties === false && hasMembers(schema) && !schema['patternProperties']));
  const shown = Array.isArray(examples) ? examples.filter((example) => tells(example, schema)) : undefined;
  if (!isSaid && shown?.length === (examples as JsonValue[] | undefined)?.length) return schema;
  const { additionalProperties: _, examples: __, ...rest } = schema;
  return {
    ...rest,
    ...(!isSaid && additionalProperties !== undefined && { additionalProperties }),
    ...(shown !== undefined && shown.length > 0 && { examples: shown }),
  };
}

const hasMembers = ({ properties }: JsonObject): boolean => isObject(properties) && Object.keys(properties).length > 0;

function tells(example: JsonValue, schema: JsonObject): boolean {
  const { type, format, items } = schema;
  if ('enum' in schema || 'const' in schema || KNOWN_FORMATS.has(format)) return false;
  if ('default' in schema && isSameJson(example, schema['default'])) return false;
  if (type === 'boolean' || type === 'integer' || type === 'number') return false;
  if (type === 'object' && hasMembers(schema)) return false;
  if (type === 'array' && isObject(items) && Object.keys(items).length > 0) return false;
  if (typeof example === 'string' && PLACEHOLDER.test(example)) return false;
  const { length } = JSON.stringify(example);
  return length <= SHORT || (length <= MOST && !(typeof example === 'string' && isRandom(example)));
}

/** Whether a text has a run of letters and digits without words, such as a hash or an id. */
const isRandom = (text: string): boolean =>
  (text.match(/[\w-]{16,}/g) ?? []).some(
    (run) => /\d/.test(run) && /[A-Za-z]/.test(run) && !/[a-z]{4,}[-_][a-z]{4,}/i.test(run),
  );
