/**
 * What policies would have decided about calls: those of a test, and those of the audit trail. Of a recorded call only what is in its entry is
 * known; where a policy compares something else, nothing is said of it. Pure.
 */

import { MARKER_PREFIX } from '../governance/vocabulary/markerForm.ts';
import { parsedJson } from '../lib/json/parsed.ts';
import type { JsonValue } from '../lib/json/value.ts';
import type { BundlePolicies, Policy } from '../model/policies.ts';
import { decide, isLiftable, type PolicyCall } from '../policies/decide.ts';
import { type Cedar, comparedBy } from '../policies/prepared.ts';
import type { Caller, PolicyTool } from '../policies/schema.ts';
import { inputType } from '../policies/types.ts';
import type { CallEntry } from './entry.ts';

/** Why a recorded call cannot be decided about: what its entry does not have. */
export const UNKNOWN = ['arguments', 'groups', 'tool'] as const;
type Unknown = (typeof UNKNOWN)[number];

/** How a tried call can end. */
export const TRIAL_DECISIONS = ['allow', 'approve', 'deny', 'undecided', 'unknown'] as const;
type TrialDecision = (typeof TRIAL_DECISIONS)[number];

/** A call to try policies on. */
export interface TriedCall {
  readonly entryId?: string;
  readonly tool: string;
  readonly caller: Caller;
  /** Undefined where none were recorded. */
  readonly arguments: Readonly<Record<string, JsonValue>> | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether the groups of the person are known. */
  readonly hasGroups: boolean;
  /** Of a recorded call: whether policies let it pass then. */
  readonly passed?: boolean;
}

/** What comes of one call. `approve`: a person would have to approve it. `unknown`: its entry does not have what a policy compares. */
export interface TriedVerdict {
  readonly call: TriedCall;
  readonly decision: TrialDecision;
  /** Names of the policies that decided. */
  readonly policies: readonly string[];
  readonly wouldDeny?: readonly string[];
  readonly why?: string;
}

/** Who calls where, and what is there. */
export interface TriedServer {
  readonly id: string;
  readonly name: string;
  readonly tools: ReadonlyMap<string, PolicyTool>;
}

/**
 * Decides about each call, in their order, as long as `goesOn` says so.
 * @throws whatever the engine throws
 */
export function tryPolicies(
  cedar: Cedar,
  policies: BundlePolicies,
  server: TriedServer,
  calls: readonly TriedCall[],
  goesOn: () => boolean = () => true,
): TriedVerdict[] {
  const verdicts: TriedVerdict[] = [];
  const isCompared = comparedBy(cedar, policies);
  const namesGroups = policies.rules.some(({ text }) => /\bGroup\b/.test(text));
  for (const call of calls) {
    if (!goesOn()) break;
    const tool = server.tools.get(call.tool);
    const missing = tool ? unknownOf(call, tool, isCompared, namesGroups) : 'tool';
    verdicts.push(
      tool && missing === undefined
        ? verdictOf(cedar, policies, server, call, tool)
        : { call, decision: 'unknown', policies: [], why: missing },
    );
  }
  return verdicts;
}

function verdictOf(
  cedar: Cedar,
  policies: BundlePolicies,
  { id, name }: TriedServer,
  call: TriedCall,
  tool: PolicyTool,
): TriedVerdict {
  const asked: PolicyCall = {
    caller: call.caller,
    tool,
    arguments: call.arguments ?? {},
    server: { id, name },
    now: call.now,
  };
  const { decision, by, why, wouldDeny } = decide(cedar, policies, asked);
  return {
    call,
    decision: isLiftable({ decision, by }) ? 'approve' : decision,
    policies: by.map((policy) => policy.name),
    ...(wouldDeny && { wouldDeny }),
    ...(why !== undefined && { why }),
  };
}

/** What a policy compares and the entry does not have. */
function unknownOf(
  call: TriedCall,
  { inputSchema }: PolicyTool,
  isCompared: (argument: string) => boolean,
  namesGroups: boolean,
): Unknown | undefined {
  if (namesGroups && !call.hasGroups) return 'groups';
  const compared = Object.keys(inputType(inputSchema).attributes).filter(isCompared);
  const given = call.arguments;
  if (given === undefined) return compared.length > 0 ? 'arguments' : undefined;
  if (call.passed === undefined) return undefined;
  return compared.some((name) => Object.hasOwn(given, name) && isRedacted(given[name] as JsonValue))
    ? 'arguments'
    : undefined;
}

const isRedacted = (value: JsonValue): boolean => JSON.stringify(value).includes(MARKER_PREFIX);

/**
 * The recorded call of an entry. Its groups are unknown where a person called.
 * @param groupsOf the groups of a session by its id, as far as they are known
 */
export function recordedCall(
  entry: CallEntry,
  groupsOf: (tokenId: string) => readonly string[] | undefined,
): TriedCall {
  const { entryId, at, durationMs, tool, tokenId, tokenLabel: label, person, personName, clientId, errorCode } = entry;
  const groups = groupsOf(tokenId);
  const caller: Caller =
    person !== undefined
      ? {
          type: 'Person',
          id: person,
          ...(personName !== undefined && { name: personName }),
          client: clientId ?? '',
          groups: groups ?? [],
        }
      : clientId !== undefined
        ? { type: 'Client', id: clientId, name: label }
        : { type: 'Token', id: tokenId, label };
  return {
    entryId,
    tool,
    caller,
    arguments: recordedArguments(entry.arguments),
    now: Date.parse(at) - durationMs,
    hasGroups: person === undefined || groups !== undefined,
    passed: !REFUSED.has(errorCode ?? ''),
  };
}

/** Whether policies were asked about the call of an entry, or would have been: one that ends before has no arguments in it. */
export const isAskedAbout = (entry: Pick<CallEntry, 'arguments' | 'errorCode'>): boolean =>
  entry.arguments !== '' || REFUSED.has(entry.errorCode ?? '');

/** Codes of calls that policies did not let pass. */
const REFUSED: ReadonlySet<string> = new Set([
  'policy_denied',
  'policy_undecided',
  'approval_required',
  'approval_denied',
  'approval_impossible',
]);

/** Undefined for '' (refused by policies before anything was redacted) and for texts that stand in place of long or withheld ones. */
function recordedArguments(text: string): Readonly<Record<string, JsonValue>> | undefined {
  if (text === '') return undefined;
  // Entries of other versions may have another text.
  const value = parsedJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const names = Object.keys(value);
  const isReplaced =
    (names[0] === 'tooLong' && names.every((name) => name === 'tooLong' || name === 'sha256')) ||
    (names.length === 1 && names[0] === 'withheld');
  return isReplaced ? undefined : value;
}

/** How often each policy decided. */
export interface PolicyCount {
  readonly name: string;
  readonly mode: Policy['mode'];
  /** Calls that it forbade, or let pass as a permit. */
  readonly decided: number;
  /** Calls that it would have forbidden together with the others, in shadow mode. */
  readonly wouldDeny: number;
}

/** Counts of the verdicts. */
export function countVerdicts(rules: readonly Policy[], verdicts: readonly TriedVerdict[]) {
  const count = (test: (verdict: TriedVerdict) => boolean) => verdicts.filter(test).length;
  const isRefused = ({ decision }: TriedVerdict) => decision !== 'allow' && decision !== 'unknown';
  return {
    calls: {
      tried: verdicts.length,
      allowed: count(({ decision }) => decision === 'allow'),
      approved: count(({ decision }) => decision === 'approve'),
      denied: count(({ decision }) => decision === 'deny'),
      undecided: count(({ decision }) => decision === 'undecided'),
      unknown: count(({ decision }) => decision === 'unknown'),
      /** Denied because no policy permits them. */
      unpermitted: count(({ decision, policies }) => decision === 'deny' && policies.length === 0),
      wouldDeny: count(({ wouldDeny }) => wouldDeny !== undefined),
      newlyRefused: count((verdict) => verdict.call.passed === true && isRefused(verdict)),
      newlyAllowed: count(({ call, decision }) => call.passed === false && decision === 'allow'),
    },
    policies: rules.map(
      ({ name, mode }): PolicyCount => ({
        name,
        mode,
        decided: count(({ policies }) => policies.includes(name)),
        wouldDeny: count(({ wouldDeny }) => wouldDeny?.includes(name) === true),
      }),
    ),
  };
}

/** Those to look at: all of a test; of recorded calls those with another end than they had, then those that shadow mode tells of. */
export function tellingVerdicts(verdicts: readonly TriedVerdict[], most: number): TriedVerdict[] {
  const isOther = ({ call: { passed }, decision }: TriedVerdict) =>
    passed === undefined || (decision !== 'unknown' && passed !== (decision === 'allow'));
  const others = verdicts.filter(isOther);
  const shadow = verdicts.filter((verdict) => !isOther(verdict) && verdict.wouldDeny !== undefined);
  return [...others, ...shadow].slice(0, most);
}
