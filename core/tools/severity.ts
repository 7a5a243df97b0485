/**
 * The severity of a change of a tool for its clients. `breaking`: calls that worked may fail, or an annotation no longer
 * holds; `risky`: the same call may do something else or be validated differently; `safe`: existing calls work as before;
 * `cosmetic`: only texts change. In doubt, the more severe one. Pure; compares what clients see and what is sent, not ids
 * or times.
 */
import { isSameJson } from '../json/canonical.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import type { Tool } from './model.ts';

/** The severities, the most severe first. */
export const SEVERITIES = ['breaking', 'risky', 'safe', 'cosmetic'] as const;
/** Severity of a change. */
export type Severity = (typeof SEVERITIES)[number];

/** The severity of a change with its reasons. */
export interface Judgement {
  readonly severity: Severity;
  /** For people, the most severe first: `argument note is required now`. */
  readonly reasons: string[];
}

type Finding = readonly [severity: Severity, reason: string];

/** The severity of a change; undefined for a tool that does not exist. A disabled tool counts as one that does not exist. */
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
  // New and removed arguments are compared in the schema.
  const fresh = mappings(after);
  const isMoved = ([argument, mapping]: [string, object]) =>
    fresh.has(argument) && !isSameJson(fresh.get(argument), mapping);
  if ([...mappings(before)].some(isMoved)) findings.push(['risky', 'arguments travel otherwise']);
  if (!isSameJson(bodyForm(before), bodyForm(after))) findings.push(['risky', 'the body is written otherwise']);
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
  const requiredOf = (each: JsonObject) => new Set((each['required'] ?? []) as string[]);
  const [wasNeeded, isNeeded] = [requiredOf(before), requiredOf(after)];
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
