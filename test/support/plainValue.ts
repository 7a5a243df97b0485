/** A deterministic value that a sealed schema accepts: every member down to a few levels, the first of each choice. */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../core/lib/json/value.ts';
import { definitionOf } from '../../core/tools/signature.ts';
import { defined } from './defined.ts';

const LEVELS = 3;

export function plainValue(schema: JsonValue | undefined, root: JsonSchema, levels = LEVELS): JsonValue {
  if (!isObject(schema)) return 'x';
  if (typeof schema['$ref'] === 'string') return plainValue(definitionOf(root, schema['$ref']), root, levels);
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return defined(schema['enum'][0]);
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches)) return plainValue(branches[0], root, levels);
  const [type] = [schema['type']].flat();
  switch (type) {
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return levels === 0 ? [] : [plainValue(schema['items'], root, levels - 1)];
    case 'object':
      return members(schema, root, levels);
    default:
      return 'x'.repeat(typeof schema['minLength'] === 'number' ? Math.max(1, schema['minLength']) : 1);
  }
}

function members({ properties, required }: JsonObject, root: JsonSchema, levels: number): JsonObject {
  if (!isObject(properties)) return {};
  const wanted = levels === 0 && Array.isArray(required) ? (required as string[]) : Object.keys(properties);
  return Object.fromEntries(wanted.map((name) => [name, plainValue(properties[name], root, levels - 1)]));
}
