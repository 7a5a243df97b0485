/**
 * What a change of a tool can do, for whoever approves it. `new_power`: a model may do or learn what it could not, or the same call does
 * something else; `new_words`: a model reads other words; `breaks_callers`: calls that worked may fail; `unseen`: neither a model nor a
 * client sees it. A change may be several; in doubt, the more severe one. Pure; compares what clients see and what is sent, not ids or
 * times.
 */

import { isSameJson } from '../lib/json/canonical.ts';
import type { JsonObject, JsonValue } from '../lib/json/value.ts';
import { annotationsOf, overwrites } from '../model/annotations.ts';
import type { AnswerMarks, Mark, Subject } from '../model/governance/marked.ts';
import type { McpKind, Tool } from '../model/tool.ts';
import { describedOf } from './answerSubject.ts';
import { changedWords, shown, type WordChange } from './words.ts';

/** The severities, the most severe first. */
export const SEVERITIES = ['new_power', 'new_words', 'breaks_callers', 'unseen'] as const;
/** Severity of a change. */
export type Severity = (typeof SEVERITIES)[number];

/** What a change can do. */
export interface Judgement {
  /** All that it can do, the most severe first; never empty. */
  readonly severities: Severity[];
  /** For people, the most severe first: `argument note is required now`. */
  readonly reasons: string[];
  /** Every text that differs, then the numbers, switches and types. */
  readonly words: WordChange[];
}

/** The severities of comparisons that earlier versions of the product have stored. In doubt, the more severe one. */
const EARLIER: Readonly<Record<string, Severity>> = {
  breaking: 'breaks_callers',
  risky: 'new_power',
  safe: 'new_power',
  cosmetic: 'new_words',
};

/** A stored judgement as it is made today. */
export function todaysJudgement<T extends Judgement>(stored: T & { readonly severity?: string }): T {
  const { severity, ...rest } = stored;
  if (severity === undefined) return stored;
  return { ...rest, severities: [EARLIER[severity] ?? 'new_power'], words: [] } as unknown as T;
}

type Finding = readonly [severity: Severity, reason: string];

/**
 * What a change can do; undefined for a tool that does not exist. A disabled tool counts as one that does not exist.
 * @param options.hasNameOfAnother its new name was another tool's
 */
export function judge(
  before: Tool | undefined,
  after: Tool | undefined,
  { hasNameOfAnother = false }: { readonly hasNameOfAnother?: boolean } = {},
): Judgement {
  const [old, fresh] = [before, after].map(enabledOnly);
  const { texts, values } = changedWords(old, fresh);
  // Clients and rules know a tool by its name: what they allow would be something else.
  const taken: Finding[] = hasNameOfAnother ? [['new_power', 'takes the name of another tool']] : [];
  const findings = [...taken, ...findingsOf(old, fresh)];
  const rank = (severity: Severity) => SEVERITIES.indexOf(severity);
  const sorted = [...findings].sort(([one], [other]) => rank(one) - rank(other));
  const found = new Set(sorted.map(([severity]) => severity));
  if (texts.length > 0) found.add('new_words');
  const severities = [...found].sort((one, other) => rank(one) - rank(other));
  return {
    severities: severities.length > 0 ? severities : ['unseen'],
    reasons: sorted.map(([, reason]) => shown(reason)),
    words: [...texts, ...values],
  };
}

const enabledOnly = (tool: Tool | undefined): Tool | undefined => (tool?.enabled ? tool : undefined);

function findingsOf(before: Tool | undefined, after: Tool | undefined): Finding[] {
  if (!before && !after) return [];
  if (!before) return after ? [['new_power', `is a new ${whatIs(after)}`]] : [];
  if (!after) return [['breaks_callers', 'is removed']];
  return [
    ...(before.name === after.name ? [] : [['breaks_callers', `was called ${before.name}`] as const]),
    ...wire(before, after),
    ...annotations(before, after),
    ...schema(before.inputSchema, after.inputSchema),
    ...answers(before, after),
    ...(['title', 'description'] as const)
      .filter((field) => before[field] !== after[field])
      .map((field): Finding => ['new_words', `the ${field} differs`]),
  ];
}

const KINDS: Readonly<Record<McpKind, string>> = {
  resource: 'resource',
  template: 'resource template',
  prompt: 'prompt',
};

/** What is read and never called does nothing else. */
const whatIs = (tool: Tool): string => (tool.mcp?.kind ? KINDS[tool.mcp.kind] : `tool that ${deedOf(tool)}`);

/** By the request: an annotation is what the description, or an editor, says of it. Whoever approves reads of overwriting, too. */
function deedOf(tool: Tool): string {
  const { annotations: said } = tool;
  const byRequest = annotationsOf(tool);
  if (byRequest.destructiveHint || said.destructiveHint || overwrites(tool.verb)) return 'may delete or overwrite';
  return byRequest.readOnlyHint && said.readOnlyHint ? 'reads' : 'changes data';
}

function wire(before: Tool, after: Tool): Finding[] {
  const findings: Finding[] = [];
  if (before.verb !== after.verb || before.path !== after.path)
    findings.push(['new_power', `was ${before.verb} ${before.path}`]);
  if (before.baseUrl !== after.baseUrl) {
    findings.push(['new_power', `is served at another address: ${after.baseUrl ?? 'the base URL'}`]);
  }
  // New and removed arguments are compared in the schema.
  const fresh = mappings(after);
  const isMoved = ([argument, mapping]: [string, object]) =>
    fresh.has(argument) && !isSameJson(fresh.get(argument), mapping);
  if ([...mappings(before)].some(isMoved)) findings.push(['new_power', 'arguments are sent in other places']);
  if (before.listStyle !== after.listStyle) findings.push(['new_power', 'lists are written in another format']);
  if (!isSameJson(before.slashes ?? null, after.slashes ?? null)) {
    findings.push(['new_power', 'slashes are encoded differently']);
  }
  if (!isSameJson(before.headers ?? null, after.headers ?? null))
    findings.push(['new_power', 'other headers are sent']);
  if (!isSameJson(bodyForm(before), bodyForm(after))) findings.push(['new_power', 'the body has another format']);
  return findings;
}

/** The mapping without `required`, which is compared in the schema. */
const optional = <T extends { readonly required: boolean }>({ required: _, ...rest }: T) => rest;

/** The mapping of each argument to a parameter or a field of the body. */
function mappings({ parameters, body }: Tool): Map<string, object> {
  const wires = [...parameters, ...(body?.layout === 'fields' ? body.fields : [])];
  return new Map(wires.map((wire) => [wire.argument, optional<typeof wire>(wire)]));
}

const bodyForm = ({ body }: Tool) =>
  body?.layout === 'fields' ? [body.kind, body.contentType, body.layout] : body && optional(body);

function annotations({ annotations: before }: Tool, { annotations: after }: Tool): Finding[] {
  if (isSameJson(before, after)) return [];
  const findings: Finding[] = [];
  if (before.readOnlyHint && !after.readOnlyHint) findings.push(['new_power', 'changes data now']);
  if (!before.destructiveHint && after.destructiveHint) findings.push(['new_power', 'is destructive now']);
  // Clients ask people less about such a tool.
  if (!before.readOnlyHint && after.readOnlyHint) findings.push(['new_power', 'says that it only reads']);
  if (before.destructiveHint && !after.destructiveHint) findings.push(['new_power', 'says that it is not destructive']);
  if (before.idempotentHint && !after.idempotentHint) findings.push(['breaks_callers', 'may not be repeated any more']);
  return findings.length > 0 ? findings : [['new_power', 'has other annotations']];
}

function schema(before: JsonObject, after: JsonObject): Finding[] {
  if (isSameJson(before, after)) return [];
  const findings: Finding[] = [];
  const [old, fresh] = [before, after].map((each) => (each['properties'] ?? {}) as JsonObject) as [
    JsonObject,
    JsonObject,
  ];
  const requiredOf = (each: JsonObject) => new Set((each['required'] ?? []) as string[]);
  const [wasNeeded, isNeeded] = [requiredOf(before), requiredOf(after)];
  for (const name of Object.keys(old)) {
    if (!Object.hasOwn(fresh, name)) findings.push(['breaks_callers', `argument ${name} is removed`]);
    else if (isSameJson(withoutText(old[name]), withoutText(fresh[name]))) {
      if (!isSameJson(old[name], fresh[name])) findings.push(['new_words', `argument ${name} has another description`]);
    } else findings.push(['new_power', `argument ${name} accepts other values`]);
  }
  for (const name of Object.keys(fresh)) {
    const isNew = !Object.hasOwn(old, name);
    if (isNew) findings.push(['new_power', `argument ${name} is new`]);
    if (isNeeded.has(name) && !wasNeeded.has(name))
      findings.push(['breaks_callers', `argument ${name} is required now`]);
    else if (!isNew && wasNeeded.has(name) && !isNeeded.has(name))
      findings.push(['new_power', `argument ${name} is optional now`]);
  }
  const rest = ({ properties: _properties, required: _required, ...others }: JsonObject) => withoutText(others);
  if (!isSameJson(rest(before), rest(after))) findings.push(['new_power', 'the input schema differs']);
  return findings.length > 0 ? findings : [['unseen', 'the schema is written differently']];
}

/** What is let out of answers, and what is said of them. */
function answers(before: Tool, after: Tool): Finding[] {
  const [old, fresh] = [before, after].map((tool) => describedOf(tool) ?? {}) as [AnswerMarks, AnswerMarks];
  const [were, are] = [new Map(Object.entries(old.fields ?? {})), new Map(Object.entries(fresh.fields ?? {}))];
  const headers = (after.answerHeaders ?? []).filter((name) => !before.answerHeaders?.includes(name));
  const isToldOtherwise = !isSameJson(before.answerSchema ?? null, after.answerSchema ?? null);
  return [
    ...headers.map((name): Finding => ['new_power', `returns the header ${name}`]),
    ...marked('the content', old.about, fresh.about),
    ...[...new Set([...were.keys(), ...are.keys()])].flatMap((path) =>
      marked(`field ${path}`, were.get(path), are.get(path)),
    ),
    ...(isToldOtherwise ? [['new_words', 'the output schema differs'] as const] : []),
  ];
}

/** Marks by which less is redacted, or the names of things are let out. */
const LENIENT: ReadonlySet<Mark> = new Set<Subject>(['weak', 'organisation', 'place']);

function marked(what: string, before: Mark | undefined, after: Mark | undefined): Finding[] {
  if (before === after) return [];
  if (after === undefined) return [['new_power', `${what} may pass unredacted: no longer marked as ${before}`]];
  const now = `marked as ${after}${before === undefined ? ' now' : ` instead of ${before}`}`;
  const isStricter = before === undefined && !LENIENT.has(after);
  return [
    isStricter
      ? ['breaks_callers', `${what} may be redacted: ${now}`]
      : ['new_power', `${what} may pass unredacted: ${now}`],
  ];
}

/** A schema without keywords that do not validate. */
function withoutText(value: JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) return value.map(withoutText);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).filter(([key, each]) => !TEXTS.get(key)?.(each));
  return Object.fromEntries(
    entries.map(([key, each]) => [key, VALUES.has(key) ? each : withoutText(each)]),
  ) as JsonObject;
}
/** Keywords whose value is instance data, in which all members count. */
const VALUES = new Set(['enum', 'const', 'default']);
const isText = (value: JsonValue): boolean => typeof value === 'string';
/** Keywords that do not validate, each with a test of its value, because a property may have the same name. */
const TEXTS = new Map<string, (value: JsonValue) => boolean>([
  ['title', isText],
  ['description', isText],
  ['$comment', isText],
  ['examples', Array.isArray],
  ['deprecated', (value) => typeof value === 'boolean'],
]);
