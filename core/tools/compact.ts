/**
 * A tool as a compact list shows it: the first sentence of its description and an outline of its schema, which accepts
 * everything that the schema accepts and perhaps more. One further tool, `describe`, tells the whole. Pure; the work is
 * bounded by what is shown, however often a schema refers to itself.
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../json/value.ts';
import type { Action } from './grouped.ts';
import type { ToolAnnotations } from './model.ts';
import { firstSentence } from './sentence.ts';
import { definitionOf } from './signature.ts';

/** A tool as it is listed, without hints that clients assume anyway (MCP schema, ToolAnnotations). */
export interface OutlinedTool extends Omit<Action, 'annotations'> {
  readonly annotations: Partial<ToolAnnotations>;
}

/** Characters of the first sentence about a tool, and about an argument. */
const MAX_TOOL_TEXT = 160;
const MAX_ARGUMENT_TEXT = 80;
/** Levels of objects and arrays whose members are named. */
const MAX_LEVELS = 2;
/** Members of an inner object, values of an enum, branches of a union; with more, none is named. */
const MAX_MEMBERS = 20;
const MAX_VALUES = 25;
const MAX_BRANCHES = 4;
/** References that lead from one to the next. */
const MAX_REFERENCES = 3;
/** Keywords that are kept beside the type, because calls fail without them. */
const KEPT = ['const', 'default', 'format', 'minimum', 'maximum', 'maxLength', 'maxItems'];

/** What the list says about a tool; its name stays. */
export function compactTool({ name, title, description, inputSchema, annotations, cacheHint }: Action): OutlinedTool {
  return {
    name,
    // The description says the same in most documents, and people see the name.
    title: '',
    description: firstSentence(description || title || name, MAX_TOOL_TEXT),
    inputSchema: outlineOf(inputSchema),
    annotations: tellingHints(annotations),
    cacheHint,
  };
}

/** Hints other than those that clients assume, and without those that mean nothing for a read-only tool. */
function tellingHints(annotations: ToolAnnotations): Partial<ToolAnnotations> {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return {
    ...(readOnlyHint && { readOnlyHint }),
    ...(!destructiveHint && { destructiveHint }),
    ...(idempotentHint && !readOnlyHint && { idempotentHint }),
    ...(!openWorldHint && { openWorldHint }),
  };
}

/** The tool that tells the full description and schema of another, under a free name. */
export function describingTool(tools: ReadonlyArray<{ readonly name: string }>): Action {
  const taken = new Set(tools.map(({ name }) => name));
  let name = 'describe_tool';
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

function outlineOf(schema: JsonSchema): JsonSchema {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [name, argumentOf(value as JsonValue, schema)]),
    ),
    ...(required.length > 0 && { required }),
  } as JsonSchema;
}

function argumentOf(value: JsonValue, root: JsonSchema): JsonObject {
  const text = isObject(value) ? (value['description'] ?? resolved(value, root)['description']) : undefined;
  const description = typeof text === 'string' ? firstSentence(text, MAX_ARGUMENT_TEXT) : '';
  return { ...shapeOf(value, root, MAX_LEVELS), ...(description !== '' && { description }) };
}

/** An outline of a schema. Each keyword that is dropped only makes it accept more. */
function shapeOf(value: JsonValue | undefined, root: JsonSchema, levels: number): JsonObject {
  if (!isObject(value)) return {};
  const schema = resolved(value, root);
  const { type, enum: values, properties, items, required } = schema;
  const out: JsonObject = {};
  if (type !== undefined) out['type'] = type;
  if (Array.isArray(values) && values.length <= MAX_VALUES) out['enum'] = values;
  for (const key of KEPT) {
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

/** The schema behind its references; what stands beside a reference holds as well. */
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
