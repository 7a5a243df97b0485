/**
 * The arguments of a tool and the members of those that are objects or lists of objects, with what is said of each. A reference is followed
 * for its description and not into its members, which the tools that share it would repeat. Pure; bounded by the number of places.
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import type { ToolDraft } from '../../model/tool.ts';
import { escaped } from '../inputSchema.ts';
import { definitionOf } from '../signature.ts';

/** Arguments of one tool that are judged, and levels of objects. */
const MAX_ARGUMENTS = 200;
const MAX_LEVELS = 2;
/** A place further down could not be named in an answer. */
const MAX_POINTER = 300;
/** Length of a chain of references. */
const MAX_REFERENCES = 3;

/** An argument, or a member of one. */
export interface Argument {
  readonly name: string;
  /** JSON pointer of its schema in the tool. */
  readonly at: string;
  readonly schema: JsonObject;
  /** The same with what a reference leads to behind it. */
  readonly meant: JsonObject;
  /** Its description, or that of what it refers to; ''. */
  readonly description: string;
}

/** The first two hundred in the order of the schema, outer ones first. */
export function argumentsOf({ inputSchema }: Pick<ToolDraft, 'inputSchema'>): Argument[] {
  const found: Argument[] = [];
  let level = [{ schema: inputSchema as JsonObject, at: '/inputSchema' }];
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth++) {
    const next: typeof level = [];
    for (const { schema, at } of level) {
      for (const [name, value] of Object.entries(membersOf(schema))) {
        if (found.length === MAX_ARGUMENTS) return found;
        const place = `${at}/properties/${escaped(name)}`;
        if (!isObject(value) || place.length > MAX_POINTER) continue;
        found.push(argumentOf(name, value, place, inputSchema));
        next.push({ schema: value, at: place });
        if (isObject(value['items'])) next.push({ schema: value['items'], at: `${place}/items` });
      }
    }
    level = next;
  }
  return found;
}

const membersOf = ({ properties }: JsonObject): JsonObject => (isObject(properties) ? properties : {});

function argumentOf(name: string, schema: JsonObject, at: string, root: JsonSchema): Argument {
  const meant = referred(schema, root);
  const description = textOf(schema) || textOf(meant) || textOf(isObject(schema['items']) ? schema['items'] : {});
  return { name, at, schema, meant, description };
}

const textOf = ({ description }: JsonObject): string => (typeof description === 'string' ? description.trim() : '');

/** The schema with that which it refers to behind its own keywords: alone, or as the only branch of a union. */
function referred(schema: JsonObject, root: JsonSchema): JsonObject {
  let meant = schema;
  for (let step = 0; step < MAX_REFERENCES; step++) {
    const target = targetOf(meant, root);
    if (!isObject(target)) break;
    const { $ref: _, anyOf: __, oneOf: ___, allOf: ____, ...own } = meant;
    meant = { ...target, ...own };
  }
  return meant;
}

function targetOf(schema: JsonObject, root: JsonSchema): JsonValue | undefined {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return definitionOf(root, reference);
  const branches = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'];
  const [only, ...others] = (Array.isArray(branches) ? branches : []).filter(
    (branch) => !(isObject(branch) && branch['type'] === 'null'),
  );
  return others.length === 0 ? only : undefined;
}

/** The types that its values may have. */
export const typesOf = ({ meant }: Argument): string[] =>
  [meant['type'] ?? []].flat().filter((type): type is string => typeof type === 'string' && type !== 'null');
