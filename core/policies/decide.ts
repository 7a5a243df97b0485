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
import { type BundlePolicies, type Policy, sealedTags } from '../model/policies.ts';
import { type Compared, type Comparison, comparedIn } from './compared.ts';
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
  /** As they are sent; numbers may keep their source text. */
  readonly arguments: Readonly<Record<string, JsonValue>>;
  /** Whether a text is a placeholder, which is sent as what it stands for; none is, where it is not set. */
  readonly isPlaceholder?: (text: string) => boolean;
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
  /** Names of the policies that would have forbidden it, if those in shadow mode decided as well; empty where none would permit it, or they could not decide. */
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

/** Policies that are asked together, by the name under which the engine has them. */
interface Asked {
  readonly id: string;
  readonly compared: readonly Compared[];
}

/** Policies that an engine has read. */
interface Prepared {
  readonly slot: number;
  readonly enforced: Asked | undefined;
  /** The enforced ones that no person can lift, where some can be. */
  readonly unliftable: Asked | undefined;
  /** All together, where some are in shadow mode. */
  readonly all: Asked | undefined;
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

const ALLOWED: Verdict = { decision: 'allow', by: [] };

/** Whether a person can have a call made that was denied: nothing else than policies of the mode approve forbids it. */
export const isLiftable = ({ decision, by }: Pick<Verdict, 'decision' | 'by'>): boolean =>
  decision === 'deny' && by.length > 0 && by.every(({ mode }) => mode === 'approve');

/**
 * What the policies say.
 * @throws whatever the engine throws; it is not to be used again then
 */
export function decide(cedar: Cedar, policies: BundlePolicies, call: PolicyCall): Verdict {
  const prepared = preparedOf(cedar, policies);
  const ask = (asked: Asked) => verdictOf(cedar, prepared, asked, { policies, call });
  const verdict = prepared.enforced ? ask(prepared.enforced) : ALLOWED;
  if (prepared.unliftable && isLiftable(verdict)) {
    // Cedar names no missing permit beside a forbid, and an approval is none.
    const rest = ask(prepared.unliftable);
    return rest.decision === 'allow' ? verdict : rest;
  }
  if (!prepared.all || verdict.decision !== 'allow') return verdict;
  const whole = ask(prepared.all);
  return whole.decision === 'allow' ? verdict : { ...verdict, wouldDeny: whole.by.map(({ name }) => name) };
}

interface Question {
  readonly policies: BundlePolicies;
  readonly call: PolicyCall;
}

function verdictOf(cedar: Cedar, prepared: Prepared, asked: Asked, question: Question): Verdict {
  try {
    return answerOf(cedar, prepared, { ...requestOf(question, asked), preparsedPolicySetId: asked.id });
  } catch (error) {
    if (!(error instanceof Undecidable)) throw error;
    return { decision: 'undecided', by: [], why: error.message };
  }
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
  const forms = new Map(
    rules.map(({ name, text }) => {
      const answer = cedar.policyToJson(text);
      if (answer.type === 'failure') throw new Error('A sealed policy cannot be read.');
      return [name, answer.json];
    }),
  );
  const compared = new Map([...forms].map(([name, json]) => [name, comparedIn(json)]));
  const read = (id: string, some: readonly Policy[]): Asked => {
    const staticPolicies = Object.fromEntries(some.map((rule) => [rule.name, rule.text]));
    const answer = cedar.preparsePolicySet(id, { staticPolicies });
    if (answer.type === 'failure') throw new Error('Sealed policies cannot be read.');
    return { id, compared: some.map(({ name }) => compared.get(name) as Compared) };
  };
  const enforced = rules.filter(({ mode }) => mode !== 'shadow');
  const unliftable = enforced.filter(({ mode }) => mode !== 'approve');
  const named = new Set(
    [...compared.values()].flatMap(({ comparisons }) => comparisons.map(({ path: [name = ALL] }) => name)),
  );
  return {
    slot,
    enforced: enforced.length > 0 ? read(`${slot}`, enforced) : undefined,
    unliftable: unliftable.length < enforced.length ? read(`${slot} unliftable`, unliftable) : undefined,
    all: enforced.length < rules.length ? read(`${slot} all`, rules) : undefined,
    byName: new Map(rules.map((rule) => [rule.name, rule])),
    forbids: new Set([...forms].flatMap(([name, { effect }]) => (effect === 'forbid' ? [name] : []))),
    isCompared: (argument) => named.has(ALL) || named.has(argument),
  };
}

/** Stands for the arguments as a whole. */
const ALL = Symbol('all');

function requestOf({ policies, call }: Question, { compared }: Asked) {
  const { caller, server, now, isPlaceholder = () => false } = call;
  const tool = { ...call.tool, tags: sealedTags(policies, call.tool.name) };
  const entities = [callerEntity(caller), toolEntity(tool), serverEntity(server.id, server.name)] as [
    EntityJson,
    EntityJson,
    EntityJson,
  ];
  const at = new Date(now);
  const comparisons: Comparison[] = compared.flatMap((each) => (each.isAbout(tool) ? each.comparisons : []));
  const context = {
    input: inputOf(call.arguments, inputTypeOf(tool), { comparisons, isPlaceholder }),
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
  const verdict: Verdict = { decision, by: named([...diagnostics.reason].sort()) };
  const failed = diagnostics.errors.filter(({ policyId }) => forbids.has(policyId));
  if (failed.length > 0 && (decision === 'allow' || isLiftable(verdict)))
    return {
      decision: 'undecided',
      by: named(failed.map(({ policyId }) => policyId)),
      why: failed.map(({ error }) => error.message).join(' '),
    };
  return verdict;
}
