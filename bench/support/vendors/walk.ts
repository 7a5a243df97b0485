/** Walks the schemas inside of a schema as the vendors' checkers do: keyword by keyword, without following references. */
import { isObject, type JsonObject, type JsonValue } from '../../../core/lib/json/value.ts';

/** A schema inside of a tool's. */
export interface Place {
  readonly pointer: string;
  readonly schema: JsonObject;
  /** Levels of objects around it (OpenAI, structured outputs: "levels of nesting"). */
  readonly depth: number;
}

const ONE = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/** All of them, the schema itself first. */
export function places(root: JsonObject): Place[] {
  const found: Place[] = [];
  const visit = (value: JsonValue | undefined, pointer: string, depth: number): void => {
    if (!isObject(value)) return;
    found.push({ pointer, schema: value, depth });
    const inner = depth + (value['type'] === 'object' ? 1 : 0);
    for (const key of ONE) visit(value[key], `${pointer}/${key}`, inner);
    for (const key of LISTS) {
      const list = value[key];
      if (!Array.isArray(list)) continue;
      for (const [index, item] of list.entries()) visit(item, `${pointer}/${key}/${index}`, inner);
    }
    for (const key of MAPS) {
      const map = value[key];
      if (isObject(map)) for (const name of Object.keys(map)) visit(map[name], `${pointer}/${key}/${name}`, inner);
    }
  };
  visit(root, '', 0);
  return found;
}

/** The definition that a reference names. */
export function target(root: JsonObject, reference: JsonValue | undefined): JsonObject | undefined {
  const name = typeof reference === 'string' ? /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1] : undefined;
  const found =
    isObject(root['$defs']) && name ? root['$defs'][name.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  return isObject(found) ? found : undefined;
}
