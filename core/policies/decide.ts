/**
 * Decides about a call by a server's policies, and says what is wrong with them. The engine is Cedar's own, compiled to WebAssembly; it is handed
 * in, because loading it is none of core's business. An engine that has thrown is not to be used again: a stack overflow inside of it leaves
 * its memory as it was at that moment.
 *
 * Cedar passes over a policy that cannot be evaluated. Of a `forbid` that would let a call pass, so here the call is undecided, and not made.
 */
import type * as CedarModule from '@cedar-policy/cedar-wasm';
import type { CedarValueJson, EntityJson, StatefulAuthorizationCall } from '@cedar-policy/cedar-wasm';
import type { JsonValue } from '../lib/json/value.ts';
import type { BundlePolicies, Policy } from '../model/policies.ts';
import { type Caller, callerEntity, type PolicyTool, schemaOf, serverEntity, toolEntity } from './schema.ts';
import { type CedarRecord, inputType } from './types.ts';
import { inputOf, Undecidable } from './values.ts';

/** What is needed of the engine. */
export type Cedar = Pick<
  typeof CedarModule,
  'policyToJson' | 'preparsePolicySet' | 'statefulIsAuthorized' | 'validate'
>;

/** A call that policies are asked about. */
export interface PolicyCall {
  readonly caller: Caller;
  readonly tool: PolicyTool;
  /** As they are sent. */
  readonly arguments: Readonly<Record<string, JsonValue>>;
  readonly server: { readonly id: string; readonly name: string };
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What the policies say of a call. */
export interface Verdict {
  readonly decision: 'allow' | 'deny' | 'undecided';
  /** The policies that decided; with `deny` none where no policy permits the call. */
  readonly by: readonly Policy[];
  /** Why it is undecided. */
  readonly why?: string;
  /** Names of the policies that would have forbidden it, if those in shadow mode decided as well; empty where none would permit it. */
  readonly wouldDeny?: readonly string[];
}

/** What is wrong with a policy. */
export interface PolicyFault {
  /** Name of the policy. */
  readonly policy: string;
  readonly message: string;
  /** Where in its text, from 1. */
  readonly line?: number;
  readonly column?: number;
}

/** Policies that an engine has read. */
interface Prepared {
  readonly slot: number;
  readonly enforced: string | undefined;
  /** All together, where some are in shadow mode. */
  readonly all: string | undefined;
  readonly byName: ReadonlyMap<string, Policy>;
  readonly forbids: ReadonlySet<string>;
  isCompared(argument: string): boolean;
}

/** The engine keeps what it has read by name and forgets nothing, so the names are used again. */
const SLOTS = 64;

interface Kept {
  readonly known: WeakMap<BundlePolicies, Prepared>;
  readonly owners: (Prepared | undefined)[];
  next: number;
}
const kept = new WeakMap<Cedar, Kept>();

/**
 * What the policies say.
 * @throws whatever the engine throws; it is not to be used again then
 */
export function decide(cedar: Cedar, policies: BundlePolicies, call: PolicyCall): Verdict {
  const prepared = preparedOf(cedar, policies);
  let request: Omit<StatefulAuthorizationCall, 'preparsedPolicySetId'>;
  try {
    request = requestOf(call, policies, prepared);
  } catch (error) {
    if (!(error instanceof Undecidable)) throw error;
    if (prepared.enforced === undefined) return { decision: 'allow', by: [] };
    return { decision: 'undecided', by: [], why: error.message };
  }
  const ask = (set: string) => answerOf(cedar, prepared, { ...request, preparsedPolicySetId: set });
  const verdict: Verdict = prepared.enforced === undefined ? { decision: 'allow', by: [] } : ask(prepared.enforced);
  if (prepared.all === undefined || verdict.decision !== 'allow') return verdict;
  const whole = ask(prepared.all);
  return whole.decision === 'allow' ? verdict : { ...verdict, wouldDeny: whole.by.map(({ name }) => name) };
}

const APPROVE_FORBIDS =
  'A policy with the mode approve has to be a forbid: what it refuses is what a person can approve.';

/** Faults of policies at a server with these tools; none when it can be sealed with them. */
export function policyFaults(cedar: Cedar, rules: readonly Policy[], tools: readonly PolicyTool[]): PolicyFault[] {
  const unread = rules.flatMap(({ name, text, mode }) => {
    const read = cedar.policyToJson(text);
    if (read.type === 'failure')
      return [
        {
          policy: name,
          message: read.errors.map((error) => messageOf(error, text)).join(' '),
          ...placeOf(read.errors[0], text),
        },
      ];
    return mode === 'approve' && read.json.effect === 'permit' ? [{ policy: name, message: APPROVE_FORBIDS }] : [];
  });
  if (unread.length > 0) return unread;
  const schema = schemaOf(
    tools,
    rules.map(({ text }) => text),
  );
  const staticPolicies = Object.fromEntries(rules.map(({ name, text }) => [name, text]));
  const found = cedar.validate({ schema, policies: { staticPolicies } });
  if (found.type === 'failure')
    return [{ policy: rules[0]?.name ?? '', message: found.errors.map(({ message }) => message).join(' ') }];
  return found.validationErrors.map(({ policyId, error }) => ({
    policy: policyId,
    message: messageOf(error, staticPolicies[policyId] ?? ''),
    ...placeOf(error, staticPolicies[policyId] ?? ''),
  }));
}

/** What of a call these policies compare: a test of the names of arguments. */
export const comparedBy = (cedar: Cedar, policies: BundlePolicies): ((argument: string) => boolean) =>
  preparedOf(cedar, policies).isCompared;

function messageOf(error: CedarModule.DetailedError, text: string): string {
  const place = placeOf(error, text);
  const { message, help } = error;
  const at = place ? ` (line ${place.line}, column ${place.column})` : '';
  return `${message}${at}${help ? `; ${help}` : ''}`.replace(/[.?!]?$/, (end) => end || '.');
}

/** The engine counts bytes of UTF-8. */
function placeOf(error: CedarModule.DetailedError | undefined, text: string) {
  const at = error?.sourceLocations?.[0]?.start;
  if (at === undefined) return undefined;
  const before = Buffer.from(text).subarray(0, at).toString().split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function preparedOf(cedar: Cedar, policies: BundlePolicies): Prepared {
  const has = kept.get(cedar) ?? { known: new WeakMap(), owners: [], next: 0 };
  kept.set(cedar, has);
  const known = has.known.get(policies);
  if (known && has.owners[known.slot] === known) return known;
  const slot = has.next++ % SLOTS;
  const prepared = prepare(cedar, policies.rules, slot);
  has.owners[slot] = prepared;
  has.known.set(policies, prepared);
  return prepared;
}

function prepare(cedar: Cedar, rules: readonly Policy[], slot: number): Prepared {
  const read = (name: string, some: readonly Policy[]): string => {
    const staticPolicies = Object.fromEntries(some.map((rule) => [rule.name, rule.text]));
    const answer = cedar.preparsePolicySet(name, { staticPolicies });
    if (answer.type === 'failure') throw new Error('Sealed policies cannot be read.');
    return name;
  };
  const enforced = rules.filter(({ mode }) => mode !== 'shadow');
  const forms = rules.map(({ name, text }) => {
    const answer = cedar.policyToJson(text);
    if (answer.type === 'failure') throw new Error('A sealed policy cannot be read.');
    return { name, json: answer.json };
  });
  const compared = comparedIn(forms.map(({ json }) => json as unknown as JsonValue));
  return {
    slot,
    enforced: enforced.length > 0 ? read(`${slot}`, enforced) : undefined,
    all: enforced.length < rules.length ? read(`${slot} all`, rules) : undefined,
    byName: new Map(rules.map((rule) => [rule.name, rule])),
    forbids: new Set(forms.filter(({ json }) => json.effect === 'forbid').map(({ name }) => name)),
    isCompared: (argument) => compared === 'all' || compared.has(argument),
  };
}

function requestOf({ caller, tool, server, now, ...call }: PolicyCall, { tags }: BundlePolicies, prepared: Prepared) {
  const entities = [
    callerEntity(caller),
    toolEntity({ ...tool, tags: tags?.[tool.name] }),
    serverEntity(server.id, server.name),
  ] as [EntityJson, EntityJson, EntityJson];
  const at = new Date(now);
  const context = {
    input: inputOf(call.arguments, inputTypeOf(tool), prepared.isCompared),
    now: { __extn: { fn: 'datetime', arg: at.toISOString() } },
    // As ISO 8601 counts: Monday is 1.
    weekday: at.getUTCDay() || 7,
  } satisfies Record<string, CedarValueJson>;
  const [principal, action, resource] = entities.map(({ uid }) => uid) as [
    EntityJson['uid'],
    EntityJson['uid'],
    EntityJson['uid'],
  ];
  return { principal, action, resource, context, entities };
}

const types = new WeakMap<object, CedarRecord>();
function inputTypeOf({ inputSchema }: PolicyTool): CedarRecord {
  if (typeof inputSchema !== 'object') return inputType(inputSchema);
  const known = types.get(inputSchema) ?? inputType(inputSchema);
  types.set(inputSchema, known);
  return known;
}

function answerOf(cedar: Cedar, { byName, forbids }: Prepared, call: StatefulAuthorizationCall): Verdict {
  const answer = cedar.statefulIsAuthorized(call);
  if (answer.type === 'failure')
    return { decision: 'undecided', by: [], why: answer.errors.map(({ message }) => message).join(' ') };
  const { decision, diagnostics } = answer.response;
  const named = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? []);
  const failed = diagnostics.errors.filter(({ policyId }) => forbids.has(policyId));
  if (failed.length > 0 && decision === 'allow')
    return {
      decision: 'undecided',
      by: named(failed.map(({ policyId }) => policyId)),
      why: failed.map(({ error }) => error.message).join(' '),
    };
  return { decision, by: named([...diagnostics.reason].sort()) };
}

/**
 * The arguments whose values policies compare: those that are named behind `context.input`. All, where a policy takes the input, or the
 * context, as a whole.
 */
function comparedIn(forms: readonly JsonValue[]): ReadonlySet<string> | 'all' {
  const names = new Set<string>();
  let isWhole = false;
  const visit = (form: JsonValue): void => {
    if (typeof form !== 'object' || form === null) return;
    if (Array.isArray(form)) {
      for (const item of form) visit(item);
      return;
    }
    const member = memberOf(form);
    if (member && isInput(member.left)) {
      for (const name of member.names) names.add(name);
      return;
    }
    if (isInput(form) || form['Var'] === 'context') isWhole = true;
    else if (member && isContext(member.left)) return;
    else Object.values(form).forEach(visit);
  };
  forms.forEach(visit);
  return isWhole ? 'all' : names;
}

/** `left.attr` and `left has attr`; of `has a.b` the first one decides. */
function memberOf(form: { readonly [name: string]: JsonValue }) {
  const taken = (form['.'] ?? form['has']) as { left?: JsonValue; attr?: JsonValue } | undefined;
  if (taken?.left === undefined || taken.attr === undefined) return undefined;
  return { left: taken.left, names: [taken.attr].flat().slice(0, 1) as string[] };
}

const isContext = (form: JsonValue): boolean =>
  typeof form === 'object' && form !== null && !Array.isArray(form) && form['Var'] === 'context';

function isInput(form: JsonValue): boolean {
  if (typeof form !== 'object' || form === null || Array.isArray(form)) return false;
  const member = '.' in form ? memberOf(form) : undefined;
  return member !== undefined && isContext(member.left) && member.names[0] === 'input';
}
