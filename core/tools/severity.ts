/**
 * How much a change of a tool matters to the clients that use it: `breaking` ends calls that worked or takes a promise back,
 * `risky` makes the same call do something else or be checked otherwise, `safe` asks nothing new of a caller, `cosmetic` is text.
 * In doubt the graver class. Pure; looks at what clients see and what goes on the wire, not at ids or bookkeeping.
 */
import { isSameJson } from '../json/canonical.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import type { Tool } from './model.ts';

/** How severe a change is for clients, the most severe first. */
export const SEVERITIES = ['breaking', 'risky', 'safe', 'cosmetic'] as const;
/** Severity of a change. */
export type Severity = (typeof SEVERITIES)[number];

/** The severity of a change, with the reasons. */
export interface Judgement {
  readonly severity: Severity;
  /** For people, gravest first: `argument note is required now`. */
  readonly reasons: string[];
}

type Finding = readonly [severity: Severity, reason: string];

/** Undefined stands for a tool that is not there; a disabled one is not there for clients either. */
export function judge(before: Tool | undefined, after: Tool | undefined): Judgement {
  const findings = findingsOf(enabledOnly(before), enabledOnly(after));
  const rank = ([severity]: Finding) => SEVERITIES.indexOf(severity);
  const sorted = [...findings].sort((one, other) => rank(one) - rank(other));
  return { severity: sorted[0]?.[0] ?? 'cosmetic', reasons: sorted.map(([, reason]) => reason) };
}

const enabledOnly = (tool: Tool | undefined): Tool | undefined => (tool?.enabled ? tool : undefined);

function findingsOf(before: Tool | undefined, after: Tool | undefined): Finding[] {
  if (!before && !after) return [];
  if (!before) return [['safe', 'is new']];
  if (!after) return [['breaking', 'is gone']];
  return [
    ...(before.name === after.name ? [] : [['breaking', `was called ${before.name}`] as const]),
    ...wire(before, after),
    ...annotations(before, after),
    ...schema(before.inputSchema, after.inputSchema),
    ...(['title', 'description'] as const)
      .filter((field) => before[field] !== after[field])
      .map((field): Finding => ['cosmetic', `the ${field} differs`]),
  ];
}

function wire(before: Tool, after: Tool): Finding[] {
  const findings: Finding[] = [];
  if (before.verb !== after.verb || before.path !== after.path)
    findings.push(['risky', `was ${before.verb} ${before.path}`]);
  if (before.baseUrl !== after.baseUrl) findings.push(['risky', 'is served at another address']);
  // An argument that is only new or gone is judged by the schema.
  const fresh = ways(after);
  const isMoved = ([argument, way]: [string, object]) => fresh.has(argument) && !isSameJson(fresh.get(argument), way);
  if ([...ways(before)].some(isMoved)) findings.push(['risky', 'arguments travel otherwise']);
  if (!isSameJson(bodyForm(before), bodyForm(after))) findings.push(['risky', 'the body is written otherwise']);
  return findings;
}

/** Whether an argument is required stands in the schema, too, and is judged there. */
const optional = <T extends { readonly required: boolean }>({ required: _, ...rest }: T) => rest;

/** How each argument goes on the wire, as a parameter or a field of the body. */
function ways({ parameters, body }: Tool): Map<string, object> {
  const wires = [...parameters, ...(body?.layout === 'fields' ? body.fields : [])];
  return new Map(wires.map((wire) => [wire.argument, optional<typeof wire>(wire)]));
}

const bodyForm = ({ body }: Tool) =>
  body?.layout === 'fields' ? [body.kind, body.contentType, body.layout] : body && optional(body);

function annotations({ annotations: before }: Tool, { annotations: after }: Tool): Finding[] {
  const findings: Finding[] = [];
  if (before.readOnlyHint && !after.readOnlyHint) findings.push(['breaking', 'changes data now']);
  if (!before.destructiveHint && after.destructiveHint) findings.push(['breaking', 'is destructive now']);
  if (before.idempotentHint && !after.idempotentHint) findings.push(['risky', 'may not be repeated any more']);
  if (findings.length === 0 && !isSameJson(before, after)) findings.push(['safe', 'promises more than before']);
  return findings;
}

function schema(before: JsonObject, after: JsonObject): Finding[] {
  if (isSameJson(before, after)) return [];
  const findings: Finding[] = [];
  const [old, fresh] = [before, after].map((each) => (each['properties'] ?? {}) as JsonObject) as [
    JsonObject,
    JsonObject,
  ];
  const needed = (each: JsonObject) => new Set((each['required'] ?? []) as string[]);
  const [wasNeeded, isNeeded] = [needed(before), needed(after)];
  for (const name of Object.keys(old)) {
    if (!Object.hasOwn(fresh, name)) findings.push(['breaking', `argument ${name} is gone`]);
    else if (isSameJson(withoutText(old[name]), withoutText(fresh[name]))) {
      if (!isSameJson(old[name], fresh[name])) findings.push(['cosmetic', `argument ${name} is described otherwise`]);
    } else findings.push(['risky', `argument ${name} takes other values`]);
  }
  for (const name of Object.keys(fresh)) {
    if (isNeeded.has(name) && !wasNeeded.has(name)) findings.push(['breaking', `argument ${name} is required now`]);
    else if (!Object.hasOwn(old, name)) findings.push(['safe', `argument ${name} is new`]);
    else if (wasNeeded.has(name) && !isNeeded.has(name))
      findings.push(['safe', `argument ${name} may be left out now`]);
  }
  const rest = ({ properties: _properties, required: _required, ...others }: JsonObject) => withoutText(others);
  if (!isSameJson(rest(before), rest(after))) findings.push(['risky', 'the arguments are checked otherwise']);
  return findings.length > 0 ? findings : [['cosmetic', 'the schema is written otherwise']];
}

/** A schema without what only people and models read. */
function withoutText(value: JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) return value.map(withoutText);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).filter(([key, each]) => !TEXTS.get(key)?.(each));
  return Object.fromEntries(
    entries.map(([key, each]) => [key, VALUES.has(key) ? each : withoutText(each)]),
  ) as JsonObject;
}
/** Below these stand values, in which a text counts. */
const VALUES = new Set(['enum', 'const', 'default']);
const isText = (value: JsonValue): boolean => typeof value === 'string';
/** Keywords that check nothing, each with what it looks like: a property may have the same name. */
const TEXTS = new Map<string, (value: JsonValue) => boolean>([
  ['title', isText],
  ['description', isText],
  ['$comment', isText],
  ['examples', Array.isArray],
  ['deprecated', (value) => typeof value === 'boolean'],
]);
