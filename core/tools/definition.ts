/**
 * Converts stored tools to their exported definition and back. core/tools/schemas/toolDefinition.ts validates the members of a
 * definition; this module checks the whole: names are unique, schemas are objects that refer only to themselves, and each
 * argument is used.
 */

import type { FieldFault } from '../lib/errors.ts';
import type { JsonObject } from '../lib/json/value.ts';
import type { Tool } from '../model/tool.ts';
import { checkPathTemplate } from '../request/pathTemplate.ts';
import { declaredHeaders } from '../response/headers.ts';
import { fitFaults, MAX_SCHEMA_BYTES, references } from './inputSchema.ts';
import { isOwnHeader } from './manual.ts';
import type { ToolDefinition } from './schemas/toolDefinition.ts';

/** The exported definition of a tool. */
export function definitionOf(tool: Tool): ToolDefinition {
  const { serverId: _s, toolId: _t, createdAt: _c, updatedAt: _u, version: _v, ...definition } = tool;
  return JSON.parse(JSON.stringify(definition)) as ToolDefinition;
}

interface Owner {
  readonly serverId: string;
  readonly now: string;
  readonly newToolId: () => string;
}

/** A tool of a definition that has no server yet: equal for the same words, whoever reads it and when. */
export const draftFrom = (definition: ToolDefinition): Tool => toolFrom(definition, NOBODY);

/** A tool of a new server from its definition. */
export function toolFrom(definition: ToolDefinition, { serverId, now, newToolId }: Owner): Tool {
  return {
    ...(definition as unknown as Omit<Tool, 'serverId' | 'toolId' | 'createdAt' | 'updatedAt' | 'version'>),
    ...(definition.answerHeaders && { answerHeaders: declaredHeaders(definition.answerHeaders) }),
    serverId,
    toolId: newToolId(),
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/**
 * The faults of the tools of a definition.
 * @param field JSON pointer of the tools
 */
export function definitionFaults(tools: readonly ToolDefinition[], field: string): FieldFault[] {
  const faults: FieldFault[] = [];
  const places = new Map<string, number>();
  tools.forEach((tool, index) => {
    const at = `${field}/${index}`;
    const lower = tool.name.toLowerCase();
    const other = places.get(lower);
    if (other === undefined) places.set(lower, index);
    else faults.push({ field: `${at}/name`, rule: 'name_taken', message: `is the name of tool ${other}, too.` });
    if (tool.origin === 'manual') faults.push(...manualFaults(tool, at));
    faults.push(...schemaFaults(tool.inputSchema as JsonObject, `${at}/inputSchema`));
    const { inputSchema: original } = tool.originals;
    if (original) faults.push(...schemaFaults(original as JsonObject, `${at}/originals/inputSchema`));
    faults.push(...fitFaults(tool.inputSchema as JsonObject, draftFrom(tool), `${at}/inputSchema`));
  });
  return faults;
}

const NOBODY: Owner = { serverId: '', now: '', newToolId: () => '' };

/** What the form refuses; an API description may have it, so an imported tool may, too. */
const manualFaults = ({ path, parameters }: ToolDefinition, at: string): FieldFault[] => [
  ...checkPathTemplate(path, `${at}/path`).faults,
  ...parameters.flatMap(({ in: place, name }, index) =>
    place === 'header' && isOwnHeader(name)
      ? [
          {
            field: `${at}/parameters/${index}/name`,
            rule: 'header_forbidden',
            message: 'is a header that no argument may set.',
          },
        ]
      : [],
  ),
];

/** Faults of one schema. Whether it compiles is checked when the bundle is built, as for every tool. */
function schemaFaults(schema: JsonObject, field: string): FieldFault[] {
  const faults: FieldFault[] = [];
  if (schema['type'] !== 'object')
    faults.push({ field: `${field}/type`, rule: 'root_object', message: 'must be "object": arguments have names.' });
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  if (bytes > MAX_SCHEMA_BYTES)
    faults.push({ field, rule: 'too_large', message: `has ${bytes} bytes; ${MAX_SCHEMA_BYTES} is the limit.` });
  const stranger = references(schema).find(({ ref }) => !ref.startsWith('#'));
  if (stranger) {
    const message = 'may only refer to a place in this schema, such as #/$defs/Name.';
    faults.push({ field: `${field}${stranger.place}`, rule: 'self_contained', message });
  }
  return faults;
}
