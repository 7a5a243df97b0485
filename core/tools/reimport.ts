/**
 * Plans an import: the name, base URL and tools that a server gets. For the preview: the changes, and the conflicts between
 * edited fields and changes of the description. Pure; reads and stores nothing.
 */

import { PortcullisError } from '../lib/errors.ts';
import { canonicalJson, isSameJson, sha256 } from '../lib/json/canonical.ts';
import type { JsonValue } from '../lib/json/value.ts';
import { checkBaseUrl } from '../lib/url/baseUrl.ts';
import { unapprovedOrigin } from '../model/hosts.ts';
import type { ApiAbout, ServerRow } from '../model/server.ts';
import type { EditableField, Tool, ToolDraft } from '../model/tool.ts';
import type { ImportResult } from '../openapi/model/types.ts';
import { type MergeResult, mergeTools } from './merge.ts';
import { type Judgement, judge, SEVERITIES } from './severity.ts';

/** The result of an import, before it is stored. */
export interface ImportPlan extends MergeResult {
  readonly name: string;
  readonly baseUrl: string;
  readonly about: ApiAbout;
  /** SHA-256 (lower-case hex) of all that the drafts are made from: another result for the same digest is of another importer. */
  readonly importDigest?: string;
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
  server: Pick<ServerRow, 'serverId' | 'name' | 'baseUrl' | 'hosts'>,
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
    ...mergeTools(stored, drafts, {
      ...context,
      serverId: server.serverId,
      isShown: (tool) => tool.enabled && unapprovedOrigin(tool, { baseUrl: url, hosts: server.hosts }) === undefined,
    }),
    name: server.name || result.title.slice(0, 80) || new URL(url).hostname,
    baseUrl: url,
    about: result.about,
    ...(result.readDigest !== undefined && { importDigest: sha256(canonicalJson([result.readDigest, url])) }),
  };
}

/** Whether it is this version of the product that changes the tools: the live ones were imported from the same description. */
export const isReadAnew = (server: Pick<ServerRow, 'importDigest'>, { importDigest, diff }: ImportPlan): boolean =>
  importDigest !== undefined && importDigest === server.importDigest && diff.added + diff.changed + diff.removed > 0;

/** If the owner has replaced the host of the document, operations with a server of their own on that host get the new host. */
function rebased(draft: ToolDraft, result: ImportResult, owner: string): ToolDraft {
  if (draft.baseUrl === undefined || !result.baseUrl) return draft;
  const own = new URL(draft.baseUrl);
  if (own.origin !== new URL(result.baseUrl).origin) return draft;
  const target = new URL(owner);
  return { ...draft, baseUrl: `${target.origin}${own.pathname}`.replace(/\/$/, '') };
}

/** An added, changed or removed tool, for people. */
export interface ToolChangeView extends Judgement {
  readonly change: 'added' | 'changed' | 'removed';
  readonly name: string;
  readonly verb: string;
  readonly path: string;
  readonly toolId?: string;
  /** The changed fields of a changed tool. */
  readonly fields?: string[];
  /** How many changed texts are left out, because an answer has no room for them. */
  readonly moreWords?: number;
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
  'answerSchema',
  'annotations',
  'enabled',
  'deprecated',
  'tag',
  'tags',
  'operationId',
  'cacheHint',
  'maxItems',
  'fields',
  'described',
  'redaction',
  'listStyle',
  'slashes',
  'longMs',
  'headers',
  'mcp',
] as const satisfies readonly (keyof Tool)[];

/** The added, changed and removed tools, the most severe changes first. */
export function changesOf({ added, changed, removed }: Omit<MergeResult, 'tools' | 'diff'>): ToolChangeView[] {
  const view = (change: ToolChangeView['change'], { name, verb, path }: Tool) => ({ change, name, verb, path });
  const earlier = new Set([...removed, ...changed.map(({ before }) => before)].map(({ name }) => name));
  const changes: ToolChangeView[] = [
    ...removed.map((tool) => ({ ...view('removed', tool), toolId: tool.toolId, ...judge(tool, undefined) })),
    ...changed.map(({ before, after }) => ({
      ...view('changed', after),
      toolId: before.toolId,
      fields: COMPARED.filter((field) => !isSameJson(before[field], after[field])),
      ...judge(before, after, { hasNameOfAnother: before.name !== after.name && earlier.has(after.name) }),
    })),
    ...added.map((tool) => ({ ...view('added', tool), ...judge(undefined, tool) })),
  ];
  const rank = ({ severities: [worst = 'unseen'] }: Judgement) => SEVERITIES.indexOf(worst);
  return withinBudget(changes.sort((one, other) => rank(one) - rank(other)));
}

/** Characters of changed texts in one answer of the management API, whose limit is 6 MB. */
const MAX_WORDS = 2_500_000;

/** The changes with their texts, until there is no more room; then the number of texts that are left out. */
function withinBudget(changes: readonly ToolChangeView[]): ToolChangeView[] {
  let room = MAX_WORDS;
  const sizes = new Map(changes.map((change) => [change, sizeOf(change)]));
  const isWhole = new Set<ToolChangeView>();
  // The small ones first, so that a large change cannot take the room of another one.
  for (const [change, size] of [...sizes].sort(([, one], [, other]) => one - other)) {
    room -= size;
    if (room >= 0) isWhole.add(change);
  }
  return changes.map((change) => {
    if (isWhole.has(change)) return change;
    const words = change.words
      .filter(({ signs }) => signs !== undefined)
      .slice(0, MAX_SIGNED)
      .map(beginningOf);
    return { ...change, words, moreWords: change.words.length - words.length };
  });
}

const sizeOf = ({ name, path, reasons, words }: ToolChangeView): number =>
  words.reduce(
    (sum, { at, before = '', after = '' }) => sum + at.length + before.length + after.length,
    name.length + path.length + reasons.join().length,
  );

/** Of a change that has no room: texts with a sign, and how much of each. */
const MAX_SIGNED = 20;
const MAX_BEGINNING = 500;

/** A text from its beginning, where it is longer told with its length. */
function beginningOf({ before, ...word }: ToolChangeView['words'][number]): ToolChangeView['words'][number] {
  const { after = '' } = word;
  if (after.length <= MAX_BEGINNING) return word;
  return { ...word, after: `${after.slice(0, MAX_BEGINNING).toWellFormed()}… (${after.length} characters)` };
}

/** A conflict between an edited field and a change of the description. */
export interface Conflict {
  readonly toolId: string;
  readonly name: string;
  readonly field: EditableField;
  /** `edited_and_changed`: the edit is kept. `edited_and_removed`: the tool is removed with the edit. */
  readonly kind: 'edited_and_changed' | 'edited_and_removed';
  /** The edited value; `original` and `next` are the values of the description before and after the import. */
  readonly edited: JsonValue;
  readonly original: JsonValue;
  readonly next?: JsonValue;
}

/** The edited fields that the description changes too, or whose tools it removes. */
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
