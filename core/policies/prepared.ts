/**
 * Policies as an engine has read them. Those of a server's that are about a tool and a kind of caller are a set, and a set has two parts: what looks at
 * who calls which tool alone is asked once and remembered, the rest is asked about each call. In Cedar each policy is evaluated by itself, so the
 * answers of parts are that of the whole when put together (decide.ts). The engine keeps what it has read by name and forgets nothing, so names are used again.
 */
import type * as CedarModule from '@cedar-policy/cedar-wasm';
import { BoundedMap } from '../lib/boundedMap.ts';
import type { BundlePolicies, Policy } from '../model/policies.ts';
import { type Compared, type Comparison, comparedIn, type Part } from './compared.ts';
import { type Caller, groupsOf, type PolicyTool } from './schema.ts';

/** What is needed of the engine. */
export type Cedar = Pick<
  typeof CedarModule,
  'policyToJson' | 'preparsePolicySet' | 'statefulIsAuthorized' | 'validate'
>;

/** Policies that decide about a call together. */
export interface PolicySet {
  readonly byName: ReadonlyMap<string, ReadRule>;
  /** The same, as the engine is asked: those that look at who calls which tool alone, and the others. */
  readonly parts: readonly SetPart[];
}

/** Policies that the engine reads together. */
export interface SetPart {
  readonly texts: Readonly<Record<string, string>>;
  readonly comparisons: readonly Comparison[];
  readonly looksAt: ReadonlySet<Part>;
  /** Among all parts of an engine. */
  readonly number: number;
  /** Whether what was decided is remembered: nothing in it looks at arguments or times. */
  readonly isRemembered: boolean;
  slot: number;
}

/** A policy with what it compares. */
interface ReadRule extends Compared {
  readonly rule: Policy;
  readonly isForbid: boolean;
}

/** The sets that are asked about one call. */
export interface AskedSets {
  /** Undefined where no policy is enforced at all. */
  readonly enforced: PolicySet | undefined;
  /** The enforced ones that no person can lift, where some can be. */
  readonly unliftable: PolicySet | undefined;
  /** All together, where some are in shadow mode. */
  readonly all: PolicySet | undefined;
}

/** The policies of a server. */
interface Prepared {
  readonly rules: readonly ReadRule[];
  /** By the kind of call. */
  readonly asked: BoundedMap<string, AskedSets>;
  /** By the numbers of their policies. */
  readonly parts: BoundedMap<string, SetPart>;
  isCompared(argument: string): boolean;
}

/** Parts of sets that an engine keeps. */
const SLOTS = 192;
/** Kinds of calls of a server whose sets are remembered: a server has thousands of tools. */
const KINDS = 200;
/** Calls, and characters of each, of which an engine remembers what was decided, for all servers. */
const REMEMBERED = { calls: 2_000, characters: 2_000 } as const;
/** Stands for the arguments as a whole. */
const ALL = Symbol('all');

interface Kept {
  readonly known: WeakMap<BundlePolicies, Prepared>;
  readonly owners: (SetPart | undefined)[];
  /** What parts have decided, by their number and what was asked. */
  readonly decided: BoundedMap<string, CedarModule.AuthorizationAnswer>;
  parts: number;
  next: number;
}
const kept = new WeakMap<Cedar, Kept>();

function keptOf(cedar: Cedar): Kept {
  const has = kept.get(cedar) ?? {
    known: new WeakMap(),
    owners: [],
    decided: new BoundedMap(REMEMBERED.calls),
    parts: 0,
    next: 0,
  };
  kept.set(cedar, has);
  return has;
}

function preparedOf(cedar: Cedar, policies: BundlePolicies): Prepared {
  const { known } = keptOf(cedar);
  const prepared = known.get(policies) ?? prepare(cedar, policies.rules);
  known.set(policies, prepared);
  return prepared;
}

function prepare(cedar: Cedar, policies: readonly Policy[]): Prepared {
  const rules = policies.map((rule): ReadRule => {
    const answer = cedar.policyToJson(rule.text);
    if (answer.type === 'failure') throw new Error('A sealed policy cannot be read.');
    return { ...comparedIn(answer.json), rule, isForbid: answer.json.effect === 'forbid' };
  });
  const named = new Set(rules.flatMap(({ comparisons }) => comparisons.map(({ path: [name = ALL] }) => name)));
  const isCompared = (argument: string) => named.has(ALL) || named.has(argument);
  return { rules, asked: new BoundedMap(KINDS), parts: new BoundedMap(SLOTS), isCompared };
}

/** What of a call these policies compare: a test of the names of arguments. */
export const comparedBy = (cedar: Cedar, policies: BundlePolicies): ((argument: string) => boolean) =>
  preparedOf(cedar, policies).isCompared;

/** The sets for calls of a tool by callers of this type. */
export function setsFor(cedar: Cedar, policies: BundlePolicies, tool: PolicyTool, caller: Caller['type']): AskedSets {
  const { rules, asked, parts } = preparedOf(cedar, policies);
  const kind = JSON.stringify([caller, tool.name, groupsOf(tool)]);
  const known = asked.get(kind);
  if (known) return known;
  const about = rules.filter(({ isAbout }) => isAbout(tool, caller));
  const partOf = (some: readonly ReadRule[]): SetPart[] => {
    if (some.length === 0) return [];
    const key = some.map((each) => rules.indexOf(each)).join();
    const part = parts.get(key) ?? newPart(some, keptOf(cedar).parts++);
    parts.set(key, part);
    return [part];
  };
  const setOf = (isMeant: (mode: Policy['mode']) => boolean): PolicySet => {
    const some = about.filter(({ rule }) => isMeant(rule.mode));
    return {
      byName: new Map(some.map((each) => [each.rule.name, each])),
      parts: [...partOf(some.filter((each) => !isOfCall(each))), ...partOf(some.filter(isOfCall))],
    };
  };
  const has = (...modes: Policy['mode'][]) => rules.some(({ rule }) => modes.includes(rule.mode));
  const isEnforced = has('enforce', 'approve');
  const made = {
    enforced: isEnforced ? setOf((mode) => mode !== 'shadow') : undefined,
    unliftable: has('approve') ? setOf((mode) => mode === 'enforce') : undefined,
    // Where none is enforced, a call that none in shadow mode is about is one that none would permit.
    all: (isEnforced ? about : rules).some(({ rule }) => rule.mode === 'shadow') ? setOf(() => true) : undefined,
  };
  asked.set(kind, made);
  return made;
}

/** Whether a policy looks at more than who calls which tool. */
const isOfCall = ({ comparisons, looksAt }: Compared): boolean =>
  comparisons.length > 0 || looksAt.has('now') || looksAt.has('weekday');

function newPart(rules: readonly ReadRule[], number: number): SetPart {
  const places = new Map(rules.flatMap(({ comparisons }) => comparisons.map((each) => [JSON.stringify(each), each])));
  return {
    texts: Object.fromEntries(rules.map(({ rule }) => [rule.name, rule.text])),
    comparisons: [...places.values()],
    looksAt: new Set(rules.flatMap(({ looksAt }) => [...looksAt])),
    number,
    isRemembered: !rules.some(isOfCall),
    slot: -1,
  };
}

/** Has the engine decide by a part of a set. Throws whatever the engine throws. */
export function answerBy(
  cedar: Cedar,
  part: SetPart,
  call: Omit<CedarModule.StatefulAuthorizationCall, 'preparsedPolicySetId'>,
): CedarModule.AuthorizationAnswer {
  const { decided } = keptOf(cedar);
  const text = part.isRemembered ? `${part.number} ${JSON.stringify(call)}` : undefined;
  const known = text && decided.get(text);
  if (known) return known;
  const answer = cedar.statefulIsAuthorized({ ...call, preparsedPolicySetId: readBy(cedar, part) });
  if (text && text.length <= REMEMBERED.characters) decided.set(text, answer);
  return answer;
}

/** The name of a part in the engine, which reads it where it has not, or has another one by its name since. */
function readBy(cedar: Cedar, part: SetPart): string {
  const has = keptOf(cedar);
  if (has.owners[part.slot] !== part) {
    part.slot = has.next++ % SLOTS;
    const answer = cedar.preparsePolicySet(`${part.slot}`, { staticPolicies: part.texts });
    if (answer.type === 'failure') throw new Error('Sealed policies cannot be read.');
    has.owners[part.slot] = part;
  }
  return `${part.slot}`;
}
