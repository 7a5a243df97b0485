/** A server as it is declared, apart from where that stands, and what is wrong with it that its schema does not tell. */
import type { DeclaredServer } from '../api/declarations.ts';
import type { DeclaredTool } from '../api/declaredTools.ts';
import { type FieldFault, InvalidInput } from '../lib/errors.ts';
import { checked, pointer } from '../lib/zod/faults.ts';
import { manualDraft } from '../tools/manual.ts';
import { manualTool } from '../tools/schemas/tools.ts';

/** An API description that goes with a declaration. */
export interface DeclaredDocument {
  /** SHA-256 of it before compression, as the management API tells it of an upload. */
  readonly digest: string;
  /** Absent where the server is expected to have it. */
  readonly base64?: string;
}

/** A declared server. */
export interface Declaration {
  /** group/name. */
  readonly key: string;
  readonly name: string;
  readonly server: DeclaredServer;
  readonly document?: DeclaredDocument;
}

/** The request that adds a tool by hand; undefined for an edit of an imported one. */
export function addedTool(key: string, { verb, path, name, ...tool }: DeclaredTool): unknown {
  if (verb === undefined || path === undefined) return undefined;
  const members = Object.entries(tool).filter(([, value]) => value !== null && value !== undefined);
  return { name: name ?? key, verb, path, ...Object.fromEntries(members) };
}

/** What is wrong with the tools of declared servers, by JSON pointers that begin with a server's name. */
export const declarationFaults = (servers: Readonly<Record<string, DeclaredServer>>): FieldFault[] =>
  Object.entries(servers).flatMap(([name, server]) => toolFaults(name, server));

/** As the installation would refuse them. */
function toolFaults(name: string, { source, tools = {} }: DeclaredServer): FieldFault[] {
  const isManual = source.kind === 'manual';
  return Object.entries(tools).flatMap(([key, tool]) => {
    const field = pointer([name, 'tools', key]);
    const added = addedTool(key, tool);
    const fault = (rule: string, message: string) => [{ field, rule, message }];
    if (added === undefined) {
      if (isManual && !tool.deleted)
        return fault(
          'tool_incomplete',
          'has no verb and path; the server has no document whose tools could be edited.',
        );
      const isKeyed = key.includes(' ') || tool.name === undefined || tool.name === key;
      return isKeyed
        ? []
        : fault('tool_renamed', 'gives the tool another name; write it under its verb and path, such as GET /orders.');
    }
    try {
      manualDraft(checked(manualTool, added));
      return [];
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      return error.faults.map((each) => ({ ...each, field: `${field}${each.field}` }));
    }
  });
}
