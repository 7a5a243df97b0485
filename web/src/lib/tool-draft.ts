/** The draft of a tool: the form's fields, which of them differ from the stored tool, and the request to the API. Pure. */
import { annotationsOf } from '../../../core/model/annotations.ts';
import type { Tool, ToolChange } from '../api/types.ts';
import { type RedactionDraft, redactionDraft, redactionOf } from './redaction.ts';
import { hinting, type RequestRows, requestOf, rowsOf } from './tool-form.ts';

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);
const sayTheSame = (a: Tool['annotations'], b: Tool['annotations']): boolean =>
  (Object.keys(a) as (keyof Tool['annotations'])[]).every((hint) => a[hint] === b[hint]);

/** The fields that differ from the stored tool. */
export function changeOf(tool: Tool, draft: Draft): ToolChange {
  const change: ToolChange = {};
  if (draft.name !== tool.name) change.name = draft.name;
  if (draft.title !== tool.title) change.title = draft.title;
  if (draft.description !== tool.description) change.description = draft.description;
  if (draft.tag !== tool.tag) change.tag = draft.tag;
  if (draft.cacheHint !== tool.cacheHint) change.cacheHint = draft.cacheHint;
  if (!sayTheSame(draft.annotations, tool.annotations)) change.annotations = draft.annotations;
  const items = draft.maxItems === '' ? null : Number(draft.maxItems);
  if (items !== (tool.maxItems ?? null)) change.maxItems = items;
  // Compared as text: names that contain the separators, which only the API can set, are kept until the text is changed.
  const fields = fieldsIn(draft.fields);
  if (draft.fields !== storedOf(tool).fields && differs(fields, tool.fields ?? null)) change.fields = fields;
  const headers = headersIn(draft.headers);
  if (draft.headers !== storedOf(tool).headers && differs(headers, tool.headers ?? null)) change.headers = headers;
  const listStyle = draft.listStyle === '' ? null : draft.listStyle;
  if (listStyle !== (tool.listStyle ?? null)) change.listStyle = listStyle;
  if (differs([...draft.slashes].sort(), slashesOf(tool))) change.slashes = [...draft.slashes].sort();
  const longMs = draft.longSeconds === '' ? null : Math.round(Number(draft.longSeconds) * 1_000);
  if (longMs !== (tool.longMs ?? null)) change.longMs = longMs;
  const redaction = redactionOf(draft.redaction);
  if (differs(redaction, tool.redaction ?? null)) change.redaction = redaction;
  if (draft.inputSchema !== undefined && differs(draft.inputSchema, tool.inputSchema))
    change.inputSchema = draft.inputSchema;
  if (draft.request !== undefined && differs(requestOf(draft.request), requestOf(rowsOf(tool)))) {
    const { verb, path, parameters, body = null } = requestOf(draft.request);
    // The schema is composed of them.
    delete change.inputSchema;
    Object.assign(change, { verb, path, parameters, body } satisfies ToolChange);
  }
  return change;
}

/** The arguments of the path whose slashes are sent as they are: what its owner chose, or what the description says. */
export const slashesOf = ({ slashes, parameters }: Tool): string[] =>
  slashes?.toSorted() ??
  parameters.flatMap(({ argument, slashes: keeps }) => (keeps === true ? [String(argument)] : [])).sort();

function fieldsIn(text: string): string[] | null {
  const paths = text.split(/[\s,]+/).filter((path) => path !== '');
  return paths.length > 0 ? paths : null;
}

/** One header a line, `Name: value`; null for none. A line without a colon is a name without a value, which the API refuses. */
function headersIn(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return null;
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

export interface Draft extends Pick<Tool, 'name' | 'title' | 'description' | 'tag' | 'cacheHint' | 'annotations'> {
  readonly maxItems: string;
  /** As typed, separated by commas or spaces. */
  readonly fields: string;
  /** One a line, `Name: value`. */
  readonly headers: string;
  /** '' as the server. */
  readonly listStyle: NonNullable<Tool['listStyle']> | '';
  readonly slashes: readonly string[];
  /** '' for a tool that is not marked as long. */
  readonly longSeconds: string;
  readonly redaction: RedactionDraft;
  /** Undefined while the text is not a JSON object. */
  readonly inputSchema: Record<string, unknown> | undefined;
  /** For tools added manually; the request of an imported tool comes from the document. */
  readonly request?: RequestRows;
}

export function storedOf(tool: Tool): Draft {
  const {
    name,
    title,
    description,
    tag,
    cacheHint,
    annotations,
    maxItems,
    fields = [],
    headers = {},
    inputSchema,
    origin,
  } = tool;
  return {
    ...(origin === 'manual' && { request: rowsOf(tool) }),
    name,
    title,
    description,
    tag,
    cacheHint,
    annotations,
    maxItems: maxItems === undefined ? '' : String(maxItems),
    fields: fields.join(', '),
    headers: Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    listStyle: tool.listStyle ?? '',
    slashes: slashesOf(tool),
    longSeconds: tool.longMs === undefined ? '' : String(tool.longMs / 1_000),
    redaction: redactionDraft(tool),
    inputSchema,
  };
}

/** Changes the request; annotations that nobody chose follow it, as in the service. */
export function withRequest({ request: before, annotations }: Draft, request: RequestRows): Partial<Draft> {
  const follows = before && sayTheSame(annotations, annotationsOf(hinting(before)));
  const next = annotationsOf(hinting(request));
  return { request, ...(follows && !sayTheSame(annotations, next) && { annotations: next }) };
}

/** A stored field in words, shown beside the edit that would replace it. */
export function displayField(field: keyof Draft, stored: Draft): string {
  const value = stored[field];
  if (field !== 'request' || stored.request === undefined)
    return typeof value === 'string' ? value : JSON.stringify(value);
  const { verb, path, rows, bodySchema } = stored.request;
  const parts = [...rows.map(({ name, in: place }) => `${name} (${place})`), ...(bodySchema ? ['a body'] : [])];
  return `${verb} ${path}${parts.length > 0 ? ` with ${parts.join(', ')}` : ''}`;
}

/** Text that is not valid JSON yet cannot be saved, but can be lost. */
export const isUnfinished = (edits: Partial<Draft>): boolean =>
  'inputSchema' in edits && edits.inputSchema === undefined;

export const NAMES: Record<keyof Draft, string> = {
  name: 'The name',
  title: 'The title',
  description: 'The description',
  tag: 'The tag',
  cacheHint: 'The cache hint',
  annotations: 'The annotations',
  maxItems: 'The number of list items kept',
  fields: 'The fields of answers',
  headers: 'The headers',
  listStyle: 'Lists in requests',
  slashes: 'Arguments with slashes',
  longSeconds: 'The longest time of a call',
  redaction: 'Redaction of answers',
  inputSchema: 'The input schema',
  request: 'The request',
};

/**
 * Whether the endpoint accepts body fields that its description does not declare; the tool's schema then says whether they may be given.
 */
export const hasOpenBody = ({ body }: Tool): boolean => body?.['layout'] === 'fields' && body['extra'] === true;

/** The schema with undeclared fields allowed, as far as the import allows them, or refused. */
export function withUndeclared(schema: Record<string, unknown>, tool: Tool, isTaken: boolean): Record<string, unknown> {
  if (!isTaken) return { ...schema, additionalProperties: false };
  const imported = (tool.originals['inputSchema'] ?? tool.inputSchema) as Record<string, unknown>;
  return { ...schema, additionalProperties: imported['additionalProperties'] || true };
}
