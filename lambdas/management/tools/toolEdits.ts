/**
 * Stores edits of tools: decided on the server and tools as read, written under the optimistic lock of the server's row (those of many: of
 * each tool alone) together with their audit entry, decided again when another writer came between, then resealed. If sealing is refused,
 * the edit is reverted, which is recorded as well.
 */

import { auditItem, type ManagementAction, revertedAction } from '../../../aws/audit.ts';
import { untilWritten } from '../../../aws/lib/untilWritten.ts';
import { editTools, itemIn, switchTools, type ToolEdit } from '../../../aws/tables/edits.ts';
import type { ToolBrief } from '../../../aws/tables/toolBriefs.ts';
import { portionsOf } from '../../../aws/tables/toolItems.ts';
import { readTool } from '../../../aws/tables/tools.ts';
import { refusal } from '../../../core/lib/zod/faults.ts';
import { isSameLocation, type KeyLocation } from '../../../core/model/credential.ts';
import { filledBy } from '../../../core/model/credentialShape.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { Tool, ToolDraft } from '../../../core/model/tool.ts';
import type { ToolPair } from '../../../core/tools/secondPerson.ts';
import { idleServer, knownServer } from '../serverRow/load.ts';
import { sealed, sealSoon, type Touched } from '../serverRow/resealing.ts';
import { demandForTools } from '../serverRow/secondPerson.ts';

/** An edit; for a replacement with the tool before it. */
export type Edit = ToolEdit & { readonly before?: Tool };

/** The audit entry of edits that are stored together. */
type Deed = (edits: readonly Edit[], server: ServerRow) => ManagementAction;

/** What has become of a change: its number (the version of the server's row), and whether clients see it already. */
export interface Progress {
  readonly resealed: boolean;
  readonly revision: number;
}

/** Stores one edit. Resolves to the tool as stored, or as it was removed. */
export async function editOne(
  serverId: string,
  deed: (edit: Edit, server: ServerRow) => ManagementAction,
  decide: (server: ServerRow) => Promise<Edit>,
): Promise<Progress & { tool: Tool }> {
  const done: Deed = ([edit], row) => deed(edit as Edit, row);
  const decided = async (read: ServerRow) => {
    const edit = await decide(read);
    await demandForTools(read, [pairOf(edit)]);
    return [edit];
  };
  const { server, edits } = await write(serverId, decided, done);
  const resealed = await sealed(server, touchedBy(edits), () => takeBack(serverId, edits, done));
  return { tool: toolOf(edits[0] as Edit), resealed, revision: server.version };
}

/** The tool after the edit; for a removal, before it. */
export const toolOf = (edit: Edit): Tool =>
  'create' in edit ? edit.create : 'remove' in edit ? edit.remove : after(edit.replace);

/**
 * Stores the edits of many tools in portions, each decided again when another writer came between, and reseals once for all. One entry tells
 * of all of them; it is written with the first portion, so that no edit is without one.
 * @param decide at most `LIMITS.toolsPerEdit` edits
 */
export async function editMany(
  serverId: string,
  deed: Deed,
  decide: (server: ServerRow) => Promise<Edit[]>,
): Promise<Progress & { changed: number }> {
  const done: Edit[] = [];
  const told = new Map<string, Edit>();
  const undo = () => takeBack(serverId, done, deed, [...told.values()]);
  try {
    await untilWritten(async () => {
      const server = await idleServer(serverId);
      const edits = await decide(server);
      await demandForTools(server, edits.map(pairOf));
      for (const portion of portionsOf(edits, itemIn)) {
        // After a lost write, others may have changed tools that were as wanted before.
        const untold = portion.some((edit) => !told.has(idOf(edit)))
          ? edits.filter((edit) => !told.has(idOf(edit)))
          : [];
        await switchTools(server, portion, untold.length > 0 ? auditItem(deed(untold, server)) : undefined);
        for (const edit of untold) told.set(idOf(edit), edit);
        done.push(...portion);
      }
    });
  } catch (error) {
    // What this request cannot finish it does not leave half done.
    if (done.length > 0) await undo().finally(() => sealSoon(serverId));
    throw error;
  }
  const server = await knownServer(serverId);
  const resealed = done.length > 0 && (await sealed(server, touchedBy(done), undo));
  // Nothing changed, but an earlier request may have crashed between storing and resealing.
  if (done.length === 0 && server.unsealed && server.bundle) await sealSoon(serverId);
  return { changed: done.length, resealed, revision: server.version };
}

/** A tool before and after an edit. */
const pairOf = (edit: Edit): ToolPair =>
  'remove' in edit ? { before: edit.remove } : { before: edit.before, after: toolOf(edit) };

const idOf = (edit: Edit): string => toolOf(edit).toolId;

const touchedBy = (edits: readonly Edit[]): Touched => new Set(edits.map((edit) => toolOf(edit).name));

const write = (
  serverId: string,
  decide: (server: ServerRow) => Promise<Edit[]>,
  deed: (...deed: Parameters<Deed>) => ManagementAction | undefined,
) =>
  untilWritten(async () => {
    const server = await idleServer(serverId);
    const edits = await decide(server);
    if (edits.length === 0) return { server, edits };
    const action = deed(edits, server);
    return { server: await editTools(server, edits, action && auditItem(action)), edits };
  });

/**
 * In portions, because one edit may have changed two thousand tools and only seconds are left. A tool that was edited since is skipped:
 * the newer edit has a reseal of its own.
 * @param told the edits that the entry told of; the one of taking them back tells the same
 */
async function takeBack(serverId: string, edits: readonly Edit[], deed: Deed, told = edits): Promise<void> {
  for (const [at, portion] of portionsOf(edits, itemIn).entries()) {
    const reverse = async () => (await Promise.all(portion.map((edit) => reversed(serverId, edit)))).flat();
    await write(serverId, reverse, (_, server) => (at === 0 ? revertedAction(deed(told, server)) : undefined));
  }
}

async function reversed(serverId: string, edit: Edit): Promise<Edit[]> {
  if ('remove' in edit) return [{ create: edit.remove }];
  const written = 'create' in edit ? edit.create : after(edit.replace);
  const now = await readTool(serverId, written.toolId);
  if (now?.version !== written.version) return [];
  return 'create' in edit ? [{ remove: now }] : [{ replace: { ...(edit.before as Tool), version: now.version } }];
}

const after = (tool: Tool): Tool => ({ ...tool, version: tool.version + 1 });

/** Names are unique regardless of case, because some clients ignore case. Throws InvalidInput `name_taken`. */
export async function checkFreeName(
  serverId: string,
  name: string,
  present: readonly ToolBrief[],
  except?: string,
): Promise<void> {
  const lower = name.toLowerCase();
  const other = present.find((tool) => tool.toolId !== except && tool.name.toLowerCase() === lower);
  if (!other) return;
  const { verb, path } = (await readTool(serverId, other.toolId)) ?? { verb: 'another', path: 'tool' };
  throw refusal([{ field: '/name', rule: 'name_taken', message: `is taken by ${verb} ${path}; choose another name.` }]);
}

/** A parameter that the credential fills cannot be an argument as well. Throws InvalidInput. */
export function checkCredentialPlaces({ parameters }: ToolDraft, { auth }: ServerRow): void {
  const filled = filledBy(auth);
  const clash = parameters.find((parameter) => filled.some((place) => isSameLocation(place, parameter as KeyLocation)));
  if (!clash) return;
  throw refusal([
    {
      field: '/parameters',
      rule: 'header_forbidden',
      message: `has the ${clash.in === 'query' ? 'query parameter' : clash.in} ${clash.name}, which carries the server's credential. Leave it out.`,
    },
  ]);
}
