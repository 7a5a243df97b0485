/**
 * What an import makes of a server: its name, base URL and tools. For a person who looks before it is done: what
 * changes, and where the description now says something else about a field that was edited by hand. Pure; reads and
 * stores nothing.
 */

import { PortcullisError } from '../errors.ts';
import { isSameJson } from '../json/canonical.ts';
import type { JsonValue } from '../json/value.ts';
import type { ImportResult } from '../openapi/model/types.ts';
import type { ServerRow } from '../records.ts';
import { checkBaseUrl } from '../url/baseUrl.ts';
import { type MergeResult, mergeTools } from './merge.ts';
import type { EditableField, Tool, ToolDraft } from './model.ts';
import { type Judgement, judge, SEVERITIES } from './severity.ts';

/** What an import would store. */
export interface ImportPlan extends MergeResult {
  readonly name: string;
  readonly baseUrl: string;
}

interface PlanContext {
  readonly now: string;
  readonly newToolId: () => string;
}

/**
 * Plans an import.
 * @throws PortcullisError `no_operations` or `base_url_invalid`
 */
export function planImport(
  server: Pick<ServerRow, 'serverId' | 'name' | 'baseUrl'>,
  stored: readonly Tool[],
  result: ImportResult,
  context: PlanContext,
): ImportPlan {
  if (result.tools.length === 0) {
    throw new PortcullisError(
      'no_operations',
      'The document describes no operation under `paths`. Check that it is the right document, or create the server manually.',
    );
  }
  const baseUrl = server.baseUrl || result.baseUrl;
  if (!baseUrl) {
    throw new PortcullisError(
      'base_url_invalid',
      'The document names no usable https server. Deploy again with a base URL.',
    );
  }
  const { url } = checkBaseUrl(baseUrl);
  const drafts = result.tools.map((draft) => rebased(draft, result, url));
  return {
    ...mergeTools(stored, drafts, { ...context, serverId: server.serverId }),
    name: server.name || result.title.slice(0, 80) || new URL(url).hostname,
    baseUrl: url,
  };
}

/** When the owner replaces the document's host, operations with their own server on that host follow. */
function rebased(draft: ToolDraft, result: ImportResult, owner: string): ToolDraft {
  if (draft.baseUrl === undefined || !result.baseUrl) return draft;
  const own = new URL(draft.baseUrl);
  if (own.origin !== new URL(result.baseUrl).origin) return draft;
  const target = new URL(owner);
  return { ...draft, baseUrl: `${target.origin}${own.pathname}`.replace(/\/$/, '') };
}

/** A tool that is not as before, for people. */
export interface ToolChangeView extends Judgement {
  readonly change: 'added' | 'changed' | 'removed';
  readonly name: string;
  readonly verb: string;
  readonly path: string;
  readonly toolId?: string;
  /** What differs, for a changed tool. */
  readonly fields?: string[];
}

const COMPARED = [
  'name',
  'title',
  'description',
  'verb',
  'path',
  'baseUrl',
  'inputSchema',
  'parameters',
  'body',
  'answerHeaders',
  'answerFields',
  'annotations',
  'enabled',
  'deprecated',
  'tag',
  'tags',
  'operationId',
  'cacheHint',
  'maxItems',
] as const satisfies readonly (keyof Tool)[];

/** Each tool that is not as before, the most severe changes first. */
export function changesOf({ added, changed, removed }: Omit<MergeResult, 'tools' | 'diff'>): ToolChangeView[] {
  const view = (change: ToolChangeView['change'], { name, verb, path }: Tool) => ({ change, name, verb, path });
  const changes: ToolChangeView[] = [
    ...removed.map((tool) => ({ ...view('removed', tool), toolId: tool.toolId, ...judge(tool, undefined) })),
    ...changed.map(({ before, after }) => ({
      ...view('changed', after),
      toolId: before.toolId,
      fields: COMPARED.filter((field) => !isSameJson(before[field], after[field])),
      ...judge(before, after),
    })),
    ...added.map((tool) => ({ ...view('added', tool), ...judge(undefined, tool) })),
  ];
  const rank = ({ severity }: Judgement) => SEVERITIES.indexOf(severity);
  return changes.sort((one, other) => rank(one) - rank(other));
}

/** An edit by hand that meets a change of the same field. */
export interface Conflict {
  readonly toolId: string;
  readonly name: string;
  readonly field: EditableField;
  /** `edited_and_changed`: the edit stays. `edited_and_removed`: it goes with its tool. */
  readonly kind: 'edited_and_changed' | 'edited_and_removed';
  /** What the edit says; in `original` and `next` what the description said before and says now. */
  readonly edited: JsonValue;
  readonly original: JsonValue;
  readonly next?: JsonValue;
}

/** Edits by hand that meet a change of the same field, or the removal of their tool. */
export function conflictsOf({ changed, removed }: MergeResult): Conflict[] {
  const about = (tool: Tool, field: EditableField) => ({
    toolId: tool.toolId,
    name: tool.name,
    field,
    edited: plain(tool[field]),
    original: plain(tool.originals[field]),
  });
  return [
    ...changed.flatMap(({ before, after }) =>
      before.edited
        .filter((field) => !isSameJson(before.originals[field], after.originals[field]))
        .map((field) => ({
          ...about(before, field),
          kind: 'edited_and_changed' as const,
          next: plain(after.originals[field]),
        })),
    ),
    ...removed.flatMap((tool) =>
      tool.edited.map((field) => ({ ...about(tool, field), kind: 'edited_and_removed' as const })),
    ),
  ];
}

const plain = (value: unknown): JsonValue => (value === undefined ? null : (value as JsonValue));
