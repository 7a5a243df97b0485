/**
 * A call through a toolset: the member's row is read with strong consistency, as at each call of the member itself, and its own bundle is
 * loaded; then it is an ordinary call of the member, in its sandbox, with its credential and governance. Nothing of the toolset's bundle
 * decides what is sent. Of the other members nothing is read.
 */
import { writeAudit } from '../../../aws/audit.ts';
import { memberOfHeld } from '../../../aws/heldAnswers.ts';
import { logFailure } from '../../../aws/lib/log.ts';
import { loadHead, loadTool } from '../../../aws/services/bundles.ts';
import { readTokenAndServer } from '../../../aws/tables/tokenReading.ts';
import { newEntry } from '../../../core/audit/entry.ts';
import type { LiveServer, ServerReading } from '../../../core/auth/tokens/check.ts';
import type { CallResult } from '../../../core/mcp/call.ts';
import type { ChosenTool } from '../../../core/mcp/chosen.ts';
import { withChoice } from '../../../core/mcp/listing.ts';
import type { Bundle, BundleTool, MemberTool } from '../../../core/model/bundle.ts';
import { membersOf } from '../../../core/model/server.ts';
import { rememberMember } from '../../shared/admission.ts';
import { headOfCall, NOTHING_SENT } from '../trail/entries.ts';
import { failure } from './finished.ts';
import { isMemberOpen, openMember } from './openMember.ts';
import type { CallContext } from './stage.ts';
import { callTool } from './stages.ts';

/** Calls the tool of a member. Failures are results with `isError`; rejects only for faults of our own. */
export async function callMember(context: CallContext, chosen: ChosenTool): Promise<CallResult> {
  const member = chosen.tool.member as MemberTool;
  const reading = await readMember(context, member);
  const server = openMember(reading, context.server, member.serverId);
  if (!server)
    return notCalled(context, chosen, 'member_offline', `The server of ${chosen.tool.name} is not available now.`);
  const { id, mac } = server.bundle;
  const own = await loadHead(member.serverId, { id, mac });
  const { toolId } = chosen.tool;
  const tool = toolsById(own).get(toolId) ?? (own.parts && (await loadTool(own, { id, mac }, member.name)));
  if (tool?.toolId !== chosen.tool.toolId) {
    return notCalled(
      context,
      chosen,
      'tool_unknown',
      `There is no tool ${chosen.tool.name} any more. List the tools again.`,
    );
  }
  if (chosen.tool.annotations.readOnlyHint && !tool.annotations.readOnlyHint) {
    const { name } = chosen.tool;
    return notCalled(context, chosen, 'tool_unknown', `${name} does not only read any more. List the tools again.`);
  }
  const call = { ...chosen.call, name: tool.name };
  return callTool(atMember(context, server, own, reading), { ...chosen, tool: named(tool, chosen.tool, own), call });
}

/** What a member is called with, by its own bundle and rows. */
function atMember(context: CallContext, server: LiveServer, own: Bundle, reading: ServerReading): CallContext {
  const { holdAnswers } = own.governance;
  return {
    ...context,
    server,
    toolset: context.server,
    toolsetPolicies: context.bundle.policies,
    bundle: asListed(own, context.bundle),
    breaker: reading.breaker,
    upstreamTokens: reading.upstreamTokens ?? null,
    readingTool: holdAnswers ? context.readingTool : undefined,
    readable: holdAnswers ? ofMember(context, server.serverId) : undefined,
    isStillOpen: () => isMemberOpen(context, server.serverId),
  };
}

/**
 * Where the rest of an answer of a member is read, by the rows as they are now; undefined for a handle that is not held, or while the
 * member is not called. Throws `bundle_unavailable`.
 */
export async function atHeldMember(context: CallContext, handle: string): Promise<CallContext | undefined> {
  const serverId = await memberOfHeld(context.token.tokenId, handle);
  if (serverId === undefined) return undefined;
  const reading = await readMember(context, { serverId });
  const server = openMember(reading, context.server, serverId);
  return server && atMember(context, server, await loadHead(serverId, server.bundle), reading);
}

/** Everything that decides on a call of the member: read with the request's token where the call was foreseen. */
async function readMember(context: CallContext, { serverId }: Pick<MemberTool, 'serverId'>): Promise<ServerReading> {
  const { token, server, member } = context;
  if (membersOf(server)?.some((member) => member.serverId === serverId) !== true)
    return { server: undefined, gates: [] };
  if (member?.server?.serverId === serverId) return member;
  rememberMember(context, serverId);
  return readTokenAndServer(token.tokenHash, serverId, undefined, { withBreaker: true, withTokens: true });
}

const toolMaps = new WeakMap<Bundle, ReadonlyMap<string, BundleTool>>();

/** The tools of a bundle that are not in parts, by their ids. */
function toolsById(bundle: Bundle): ReadonlyMap<string, BundleTool> {
  const known = toolMaps.get(bundle);
  if (known) return known;
  const tools = new Map([...bundle.tools, ...(bundle.resourcesAndPrompts ?? [])].map((tool) => [tool.toolId, tool]));
  toolMaps.set(bundle, tools);
  return tools;
}

/** Records and tells that a call was not made. */
async function notCalled(
  context: CallContext,
  { tool }: ChosenTool,
  code: string,
  message: string,
): Promise<CallResult> {
  const { result, entry } = failure(code, `${message} Nothing was sent.`);
  const head = headOfCall(context, context.described, tool);
  await writeAudit(
    newEntry({ ...head, ...NOTHING_SENT, ...entry, kind: 'call', durationMs: 0, member: shownMember(tool) }),
  ).catch((error: unknown) => logFailure('request_not_entered', error));
  return result;
}

const shownMember = ({ member }: BundleTool) => member && { serverId: member.serverId, tool: member.name };

/** One object for each form of another, by which what was compiled for it is known. */
function formsOf<Value extends object>() {
  const made = new WeakMap<Value, Map<string, Value>>();
  return (of: Value, form: string, make: () => Value): Value => {
    const forms = made.get(of) ?? new Map<string, Value>();
    made.set(of, forms);
    const known = forms.get(form) ?? make();
    forms.set(form, known);
    return known;
  };
}
const listedBundle = formsOf<Bundle>();
const namedTool = formsOf<BundleTool>();

/** The member's bundle as far as the toolset's list has told it to clients. */
function asListed(own: Bundle, { exposition, schemaProfile, governance: { outputSchemas } }: Bundle): Bundle {
  return listedBundle(own, `${exposition} ${outputSchemas} ${schemaProfile}`, () => {
    const { schemaProfile: _, ...rest } = own;
    return {
      ...rest,
      exposition,
      ...(schemaProfile && { schemaProfile }),
      governance: { ...own.governance, outputSchemas },
    };
  });
}

/** The member's tool under its name in the toolset. */
const named = (tool: BundleTool, { name, member }: BundleTool, { governance }: Bundle): BundleTool =>
  namedTool(tool, name, () => ({
    ...(governance.chooseFields ? withChoice(tool) : tool),
    name,
    ...(member && { member: { ...member, name: tool.name } }),
  }));

const ownTools = formsOf<NonNullable<CallContext['readable']>>();

/** The tools of this member that the token may use. */
const ofMember = ({ readable }: CallContext, serverId: string): CallContext['readable'] =>
  readable &&
  ownTools(readable, serverId, () => new Map([...readable].filter(([, { member }]) => member?.serverId === serverId)));
