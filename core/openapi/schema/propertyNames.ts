/** Property names that model APIs refuse: a single one makes them refuse the whole request. */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import { member, stringMember } from '../document/read.ts';

/** Names that clients and model APIs accept. */
export const PROPERTY_KEY = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Moves properties with other names to `patternProperties`, so that they stay valid and are checked, and lists their
 * names in the description. At the root of a tool such properties get other argument names instead
 * (arguments/argumentNames.ts).
 */
export function withoutRefusedNames(schema: JsonSchema): JsonSchema {
  const visit = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    const out: JsonObject = {};
    for (const [key, item] of Object.entries(value)) {
      if (key === 'enum' || key === 'const' || key === 'default' || key === 'examples') out[key] = item;
      else if (key !== 'properties' || !isObject(item)) out[key] = visit(item);
      else {
        const plain: JsonObject = {};
        const refused: JsonObject = {};
        for (const [name, property] of Object.entries(item)) {
          if (PROPERTY_KEY.test(name)) plain[name] = visit(property);
          else refused[`^${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`] = visit(property);
        }
        if (Object.keys(plain).length > 0) out['properties'] = plain;
        const names = Object.keys(item).filter((name) => !PROPERTY_KEY.test(name));
        if (names.length > 0) {
          out['patternProperties'] = { ...(member(value, 'patternProperties') as JsonObject | undefined), ...refused };
          const note = `Also takes the properties ${names
            .slice(0, 20)
            .map((name) => JSON.stringify(name.slice(0, 100)))
            .join(', ')}.`;
          out['description'] = `${stringMember(value, 'description') ?? ''} ${note}`.trim();
        }
      }
    }
    return out;
  };
  return visit(schema) as JsonSchema;
}
