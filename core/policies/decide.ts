/**
 * Decides about a call by a server's policies, and says what is wrong with them. The engine is Cedar's own, compiled to WebAssembly; it is handed
 * in, because loading it is none of core's business. An engine that has thrown is not to be used again: a stack overflow inside of it leaves
 * its memory as it was at that moment.
 *
 * Cedar passes over a policy that cannot be evaluated. Of a `forbid` that would let a call pass, so here the call is undecided, and not made.
 */
import type * as CedarModule from '@cedar-policy/cedar-wasm';
import type { CedarValueJson } from '@cedar-policy/cedar-wasm';
import type { JsonValue } from '../lib/json/value.ts';
import { type BundlePolicies, type Policy, sealedTags } from '../model/policies.ts';
import { answerBy, type Cedar, type PolicySet, type SetPart, setsFor } from './prepared.ts';
import { type Caller, callerEntity, type PolicyTool, schemaOf, serverEntity, toolEntity } from './schema.ts';
import { type CedarRecord, inputType } from './types.ts';
import { inputOf, Undecidable } from './values.ts';

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

const ALLOWED: Verdict = { decision: 'allow', by: [] };

/** Whether a person can have a call made that was denied: nothing else than policies of the mode approve forbids it. */
export const isLiftable = ({ decision, by }: Pick<Verdict, 'decision' | 'by'>): boolean =>
  decision === 'deny' && by.length > 0 && by.every(({ mode }) => mode === 'approve');

/**
 * What the policies say.
 * @throws whatever the engine throws; it is not to be used again then
 */
export function decide(cedar: Cedar, policies: BundlePolicies, call: PolicyCall): Verdict {
  const tool = { ...call.tool, tags: sealedTags(policies, call.tool.name) };
  const { enforced, unliftable, all } = setsFor(cedar, policies, tool, call.caller.type);
  const ask = (set: PolicySet) => verdictOf(cedar, set, { ...call, tool });
  const verdict = enforced ? ask(enforced) : ALLOWED;
  if (unliftable && isLiftable(verdict)) {
    // Cedar names no missing permit beside a forbid, and an approval is none.
    const rest = ask(unliftable);
    return rest.decision === 'allow' ? verdict : rest;
  }
  if (!all || verdict.decision !== 'allow') return verdict;
  const whole = ask(all);
  return whole.decision === 'allow' ? verdict : { ...verdict, wouldDeny: whole.by.map(({ name }) => name) };
}

function verdictOf(cedar: Cedar, set: PolicySet, call: PolicyCall): Verdict {
  try {
    return verdictOfAnswers(
      set,
      set.parts.map((part) => answerBy(cedar, part, requestOf(call, part))),
    );
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

/** The call as the engine takes it, with what of it the policies look at. */
function requestOf({ caller, tool, server, now, ...call }: PolicyCall, { comparisons, looksAt }: SetPart) {
  const { isPlaceholder = () => false } = call;
  const [principal, action, resource] = [callerEntity(caller), toolEntity(tool), serverEntity(server.id, server.name)];
  const at = new Date(now);
  const context: Record<string, CedarValueJson> = {
    input: comparisons.length === 0 ? {} : inputOf(call.arguments, inputTypeOf(tool), { comparisons, isPlaceholder }),
    ...(looksAt.has('now') && { now: { __extn: { fn: 'datetime', arg: at.toISOString() } } }),
    // As ISO 8601 counts: Monday is 1.
    ...(looksAt.has('weekday') && { weekday: at.getUTCDay() || 7 }),
  };
  const entities = [
    ...(looksAt.has('principal') ? [principal] : []),
    ...(looksAt.has('action') ? [action] : []),
    ...(looksAt.has('resource') ? [resource] : []),
  ];
  return { principal: principal.uid, action: action.uid, resource: resource.uid, context, entities };
}

const types = new WeakMap<object, CedarRecord>();
function inputTypeOf({ inputSchema }: PolicyTool): CedarRecord {
  if (typeof inputSchema !== 'object') return inputType(inputSchema);
  const known = types.get(inputSchema) ?? inputType(inputSchema);
  types.set(inputSchema, known);
  return known;
}

/** As the engine would have answered about all parts together: one `forbid` is enough against a call, and else one `permit` for it. */
function verdictOfAnswers({ byName }: PolicySet, answers: readonly CedarModule.AuthorizationAnswer[]): Verdict {
  const faults = answers.flatMap((answer) => (answer.type === 'failure' ? answer.errors : []));
  if (faults.length > 0) return { decision: 'undecided', by: [], why: faults.map(({ message }) => message).join(' ') };
  const responses = answers.flatMap((answer) => (answer.type === 'success' ? [answer.response] : []));
  const reasons = (decision: 'allow' | 'deny') =>
    responses.flatMap((each) => (each.decision === decision ? [...each.diagnostics.reason] : [])).sort();
  const [forbids, permits] = [reasons('deny'), reasons('allow')];
  const decision = forbids.length === 0 && permits.length > 0 ? 'allow' : 'deny';
  const named = (names: readonly string[]) => names.flatMap((name) => byName.get(name)?.rule ?? []);
  const verdict: Verdict = { decision, by: named(decision === 'allow' ? permits : forbids) };
  const failed = responses
    .flatMap(({ diagnostics }) => diagnostics.errors)
    .filter(({ policyId }) => byName.get(policyId)?.isForbid);
  if (failed.length > 0 && (decision === 'allow' || isLiftable(verdict)))
    return {
      decision: 'undecided',
      by: named(failed.map(({ policyId }) => policyId)),
      why: failed.map(({ error }) => error.message).join(' '),
    };
  return verdict;
}
