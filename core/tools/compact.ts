/**
 * A tool in a compact list: the first sentence of its description and an outline of its schema, which accepts at least
 * everything that the schema accepts. A further tool gives the full description and schema. Pure; the work is limited by
 * the size of the outline, also for recursive schemas.
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../lib/json/value.ts';
import { firstSentence } from '../lib/sentence.ts';
import type { Action } from './grouped.ts';
import { definitionOf } from './signature.ts';

/** Length of the description of a tool and of an argument, in characters. */
const MAX_TOOL_TEXT = 160;
const MAX_ARGUMENT_TEXT = 80;
/** Levels of objects and arrays in the outline. */
const MAX_LEVELS = 2;
/** Properties of a nested object, values of an enum, branches of a union; with more, all are left out. */
const MAX_MEMBERS = 20;
const MAX_VALUES = 25;
const MAX_BRANCHES = 4;
/** Length of a chain of references. */
const MAX_REFERENCES = 3;
/** Keywords kept in addition to the type, because calls fail without knowing them. */
const KEPT_KEYWORDS = ['const', 'default', 'format', 'minimum', 'maximum', 'maxLength', 'maxItems'];

/**
 * The tools for the list. What an argument means is said once: by the first tool of the list that has an argument of this
 * name with this text, as `owner` and `repo` of a thousand tools.
 */
export function compactTools(tools: readonly Action[]): Action[] {
  const said = new Set<string>();
  return tools.map((tool) => compactTool(tool, said));
}

/**
 * One tool for the list.
 * @param said texts of arguments that are not repeated; grows
 */
export function compactTool(
  { name, title, description, inputSchema, annotations, cacheHint }: Action,
  said = new Set<string>(),
): Action {
  return {
    name,
    // Most descriptions include the title, and clients show the name.
    title: '',
    description: firstSentence(description || title || name, MAX_TOOL_TEXT),
    inputSchema: outlineOf(inputSchema, said),
    annotations,
    cacheHint,
  };
}

/** Name of the tool that describes the others, where no tool of the API has it. */
export const DESCRIBE = 'describe_tool';

/** The tool that gives the full description and schema of another one, with a name that is not taken. */
export function describingTool(tools: ReadonlyArray<{ readonly name: string }>): Action {
  const taken = new Set(tools.map(({ name }) => name));
  let name: string = DESCRIBE;
  while (taken.has(name)) name += '_';
  return {
    name,
    title: 'Describe a tool',
    description:
      'Tells the full description and input schema of another tool of this server. This list only outlines them.',
    inputSchema: {
      type: 'object',
      properties: { tool: { type: 'string', description: 'Name of the tool' } },
      required: ['tool'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    cacheHint: 'none',
  };
}

function outlineOf(schema: JsonSchema, said: Set<string>): JsonSchema {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [name, argumentOf(name, value as JsonValue, schema, said)]),
    ),
    ...(required.length > 0 && { required }),
  } as JsonSchema;
}

function argumentOf(name: string, value: JsonValue, root: JsonSchema, said: Set<string>): JsonObject {
  const text = isObject(value) ? (value['description'] ?? resolved(value, root)['description']) : undefined;
  const description = typeof text === 'string' ? firstSentence(text, MAX_ARGUMENT_TEXT) : '';
  const key = `${name}\n${description}`;
  const isNew = description !== '' && !said.has(key);
  said.add(key);
  return { ...shapeOf(value, root, MAX_LEVELS), ...(isNew && { description }) };
}

/** The outline of a schema. Leaving out any of these keywords only makes a schema accept more. */
function shapeOf(value: JsonValue | undefined, root: JsonSchema, levels: number): JsonObject {
  if (!isObject(value)) return {};
  const schema = resolved(value, root);
  const { type, enum: values, properties, items, required } = schema;
  const out: JsonObject = {};
  if (type !== undefined) out['type'] = type;
  if (Array.isArray(values) && values.length <= MAX_VALUES) out['enum'] = values;
  for (const key of KEPT_KEYWORDS) {
    const item = schema[key];
    if (
      item !== undefined &&
      (typeof item !== 'string' || item.length <= MAX_ARGUMENT_TEXT) &&
      !isObject(item) &&
      !Array.isArray(item)
    )
      out[key] = item;
  }
  if (levels === 0) return out;
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches) && branches.length <= MAX_BRANCHES) {
    out['anyOf'] = branches.map((branch) => shapeOf(branch, root, levels - 1));
  }
  if (isObject(properties) && Object.keys(properties).length <= MAX_MEMBERS) {
    out['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, shapeOf(member, root, levels - 1)]),
    );
    if (Array.isArray(required)) out['required'] = required;
  }
  if (isObject(items)) out['items'] = shapeOf(items, root, levels - 1);
  return out;
}

/** The schema with its `$ref` resolved and merged with the siblings. */
function resolved(schema: JsonObject, root: JsonSchema): JsonObject {
  let current = schema;
  for (let step = 0; step < MAX_REFERENCES && typeof current['$ref'] === 'string'; step++) {
    const { $ref, ...beside } = current;
    const target = definitionOf(root, $ref as string);
    if (!isObject(target)) return beside;
    current = { ...target, ...beside };
  }
  const { $ref: _, ...rest } = current;
  return rest;
}
