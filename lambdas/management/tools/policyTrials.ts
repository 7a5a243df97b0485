/**
 * Tries policies on calls: those of the request, and the newest of the audit trail in a period. Reads and decides for some seconds at most and
 * says when there was more. Nothing is changed or recorded.
 */
import { queryAudit } from '../../../aws/auditTrail.ts';
import { listTokens } from '../../../aws/tables/tokens.ts';
import { listTools } from '../../../aws/tables/tools.ts';
import { TRIAL_LIMITS } from '../../../core/api/policyTrials.ts';
import type { AnswerOf, BodyOf } from '../../../core/api/routes/index.ts';
import type { CallEntry } from '../../../core/audit/entry.ts';
import {
  countVerdicts,
  isAskedAbout,
  recordedCall,
  type TriedCall,
  type TriedVerdict,
  tellingVerdicts,
  tryPolicies,
} from '../../../core/audit/policyTrial.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import type { JsonObject } from '../../../core/lib/json/value.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { BundlePolicies, Policy } from '../../../core/model/policies.ts';
import { membersOf, type ServerRow } from '../../../core/model/server.ts';
import { callerOf, groupsOf, type PolicyTool } from '../../../core/policies/schema.ts';
import { recordText, typeName } from '../../../core/policies/text.ts';
import { inputType } from '../../../core/policies/types.ts';
import { sealedPolicies } from '../../../core/tools/bundle/build.ts';
import { faultsOf, withCedar } from '../../shared/cedar.ts';
import { periodOf } from '../audit/period.ts';
import { Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { composedTools, lockfileOf } from '../serverRow/composed.ts';
import { knownServer } from '../serverRow/load.ts';

/** Of the audit trail. */
const READ = { ms: 8_000, characters: 20_000_000 };
/** A call whose arguments are as long as policies compare takes 150 ms. */
const DECIDES_FOR_MS = 8_000;

/** Handlers of the trials. */
export const policyTrials: HandlersOf<'tryPolicies' | 'getPolicySchema'> = {
  tryPolicies: async ({ params, body }) => {
    const server = await knownServer(params.id);
    const tools = await comparableTools(server);
    const rules = body.policies ?? server.policies ?? [];
    const faults = await faultsOf(rules, tools);
    if (faults.length > 0) return answerOf(rules, [], { faults, isComplete: true });
    const { calls, isComplete } = await callsOf(server, body, rules);
    const { policies = { rules } } = sealedPolicies(rules, tools.map(withTags));
    const verdicts = await decided(policies, server, tools, calls);
    return answerOf(rules, verdicts, { faults, isComplete: isComplete && verdicts.length === calls.length });
  },

  getPolicySchema: async ({ params, query }) => {
    const { tool, after = '' } = query;
    const tools = (await comparableTools(await knownServer(params.id)))
      .filter(({ name }) => (tool === undefined || name === tool) && name > after)
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    const page = tools.slice(0, TRIAL_LIMITS.tools);
    return {
      tools: page.map(comparable),
      ...(tools.length > page.length && { next: page.at(-1)?.name }),
    };
  },
};

function comparable({ name, inputSchema, annotations, tags = [] }: PolicyTool) {
  const type = inputType(inputSchema);
  return {
    name,
    groups: groupsOf({ annotations, tags }),
    tags: [...tags],
    arguments: Object.entries(type.attributes).map(([argument, each]) => ({
      name: argument,
      type: typeName(each),
      required: each.required,
    })),
    input: recordText(type),
  };
}

const withTags = ({ name, tags = [] }: PolicyTool) => ({ name, tags });

/** All tools that a policy may name. Throws Refused `policies_not_tried`. */
async function comparableTools(server: ServerRow): Promise<PolicyTool[]> {
  if (server.bundle && server.bundle.tools > LIMITS.listedTools) {
    throw new Refused(
      'policies_not_tried',
      `Policies are tried at servers of at most ${LIMITS.listedTools} tools. Use policies in shadow mode: the audit log says what they would refuse.`,
    );
  }
  return membersOf(server) ? composedTools(await lockfileOf(server)) : listTools(server.serverId);
}

type Trial = BodyOf<'tryPolicies'>;

/** The calls of the request, then those of the trail. */
async function callsOf({ serverId }: ServerRow, { calls: given = [], recorded }: Trial, rules: readonly Policy[]) {
  const calls = given.map(
    ({ tool, arguments: args, caller, at }): TriedCall => ({
      tool,
      caller: caller as TriedCall['caller'],
      arguments: args as JsonObject,
      now: at === undefined ? Date.now() : Date.parse(at),
      hasGroups: true,
    }),
  );
  if (!recorded) return { calls, isComplete: true };
  const { from, to } = periodOf(recorded);
  const { entries, cursor } = await queryAudit({
    trails: [{ serverId }],
    filters: { class: 'call', tool: recorded.tool, from: isoNow(from), to: isoNow(to) },
    limit: TRIAL_LIMITS.recorded,
    export: READ,
  });
  const groups = await groupsBySession(serverId, rules);
  const made = (entries as readonly CallEntry[])
    .filter(isAskedAbout)
    .map((entry) => recordedCall(entry, (id) => groups.get(id)));
  return { calls: [...calls, ...made], isComplete: cursor === undefined };
}

/** The groups that people had when they last signed in, by session: entries do not have them. */
async function groupsBySession(serverId: string, rules: readonly Policy[]): Promise<Map<string, readonly string[]>> {
  if (!rules.some(({ text }) => text.includes('Group'))) return new Map();
  const callers = (await listTokens(serverId)).map((row) => [row.tokenId, callerOf(row)] as const);
  return new Map(callers.flatMap(([id, caller]) => (caller.type === 'Person' ? [[id, caller.groups] as const] : [])));
}

async function decided(
  policies: BundlePolicies,
  { serverId: id, name }: ServerRow,
  tools: readonly PolicyTool[],
  calls: readonly TriedCall[],
): Promise<TriedVerdict[]> {
  const until = Date.now() + DECIDES_FOR_MS;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return withCedar((cedar) =>
    tryPolicies(cedar, policies, { id, name, tools: byName }, calls, () => Date.now() < until),
  );
}

type Answer = AnswerOf<'tryPolicies'>;

function answerOf(
  rules: readonly Policy[],
  verdicts: readonly TriedVerdict[],
  rest: Pick<Answer, 'isComplete'> & { readonly faults: ReadonlyArray<Answer['faults'][number]> },
): Answer {
  return {
    faults: [...rest.faults],
    ...countVerdicts(rules, verdicts),
    items: tellingVerdicts(verdicts, TRIAL_LIMITS.shown).map(shown),
    isComplete: rest.isComplete,
  };
}

function shown({ call, decision, policies, wouldDeny, why }: TriedVerdict): Answer['items'][number] {
  const { entryId, now, tool, caller, passed } = call;
  const name = caller.type === 'Token' ? caller.label : caller.name;
  return {
    ...(entryId !== undefined && { entryId }),
    at: isoNow(now),
    tool,
    caller: { type: caller.type, id: caller.id, ...(name !== undefined && { name }) },
    decision,
    policies: [...policies],
    ...(wouldDeny && { wouldDeny: [...wouldDeny] }),
    ...(passed !== undefined && { passed }),
    ...(why !== undefined && { why }),
  };
}
