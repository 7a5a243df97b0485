/**
 * Calls a tool of the live bundle for a person, through the same sandbox, credential and governance as an MCP call, and shows the request
 * and the raw response beside the governed answer.
 */
import { recordManagementAction } from '../../../aws/audit.ts';
import { callSandbox } from '../../../aws/services/sandbox.ts';
import { readProject } from '../../../aws/tables/projects.ts';
import { upstreamTokens } from '../../../aws/tables/upstreamTokens.ts';
import type { AnswerOf } from '../../../core/api/routes/index.ts';
import { type FieldFault, InvalidInput, PortcullisError } from '../../../core/lib/errors.ts';
import type { JsonObject, JsonValue } from '../../../core/lib/json/value.ts';
import { estimateTokens } from '../../../core/lib/tokenEstimate.ts';
import { readArguments } from '../../../core/mcp/arguments/repairs.ts';
import { ArgumentTooComplex } from '../../../core/mcp/arguments/validationBudget.ts';
import type { BundleTool } from '../../../core/model/bundle.ts';
import type { Explanation } from '../../../core/model/governance/explanation.ts';
import { authOf, sealedHeadersOf, unapprovedOrigin } from '../../../core/model/hosts.ts';
import { projectOf } from '../../../core/model/projects.ts';
import { ANSWER_READER } from '../../../core/model/roles.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { Tool } from '../../../core/model/tool.ts';
import { REPEATABLE } from '../../../core/response/retryAdvice.ts';
import type { CallOutcome, SandboxRequest, SealedTokens } from '../../../core/sandbox/protocol.ts';
import { withServerHeaders } from '../../../core/tools/bundle/serverHeaders.ts';
import { shownExplanation } from '../../../core/tools/schemas/explanation.ts';
import { withAccessToken } from '../../shared/accessToken.ts';
import { signingInOf } from '../../shared/signingIn.ts';
import { personCaller } from '../consents/consenting.ts';
import { Refused } from '../http/errors.ts';
import { ANSWER_BEFORE_MS, type HandlersOf } from '../http/request.ts';
import type { Actor } from '../http/session.ts';
import { demandRight } from '../http/standing.ts';
import { knownServer, knownTool } from '../serverRow/load.ts';

const KEPT_ARGUMENTS = 8_192;

type SandboxCall = Extract<SandboxRequest, { kind: 'call' }>;

/** Handler of `tryTool`. */
export const trial: HandlersOf<'tryTool'> = {
  tryTool: async ({ params, body, actor }) => {
    const serverId = params.id;
    const [server, tool] = await Promise.all([knownServer(serverId), knownTool(serverId, params.toolId)]);
    await checkReadsRaw(actor, server);
    if (!server.bundle) throw new Refused('server_not_deployed', 'The server never went live. Deploy it first.');
    if (!tool.enabled) throw new Refused('tool_not_live', 'The tool is switched off. Switch it on to try it.');
    const elsewhere = unapprovedOrigin(tool, server);
    if (elsewhere !== undefined) {
      throw new Refused(
        'tool_not_live',
        `The tool belongs to ${elsewhere}. Approve that host of the server to try the tool.`,
      );
    }
    const auth = authOf(tool, server);
    const { ciphertext } = auth;
    // As in the bundle, which is what the sandbox reads.
    const { sealedHeaders: sealedNames } = withServerHeaders(tool, server, server.baseUrl);
    const given = (body.arguments ?? {}) as JsonObject;
    const args = checkedArguments(tool, given);
    const began = performance.now();
    const record = (detail: JsonObject) =>
      recordManagementAction({
        serverId,
        serverName: server.name,
        actor,
        action: 'tool.try',
        detail: { toolId: tool.toolId, name: tool.name, ...detail },
      });
    const { id, mac } = server.bundle;
    const run = (tokens?: SealedTokens) =>
      callSandbox(
        {
          kind: 'call',
          serverId,
          bundle: { id, mac },
          tool: tool.name,
          ...args,
          ...(ciphertext && { ciphertext }),
          ...(sealedNames && { sealedHeaders: sealedHeadersOf(sealedNames, server) }),
          ...(tokens && { tokens }),
          explain: true,
        },
        { signal: AbortSignal.timeout(ANSWER_BEFORE_MS) },
      );
    const authNow = async () => authOf(tool, await knownServer(serverId));
    const signingIn = signingInOf({ ...server, bundle: server.bundle }, auth, authNow, personCaller(actor, serverId));
    const made = signingIn
      ? upstreamTokens
          .read(serverId, signingIn.holder)
          .then((row) => withAccessToken(signingIn, row, { isRepeatable: REPEATABLE.has(tool.verb), run }))
      : run();
    const answer = await made.catch(async (error: unknown) => {
      // The request may have reached the upstream before the failure.
      await record({ isError: true, errorCode: error instanceof PortcullisError ? error.code : 'internal' });
      throw error;
    });
    if (answer.frame !== 'result') throw new Refused('sandbox_failed', 'The sandbox gave no result. Try again.');
    const { outcome } = answer;
    const result = resultOf(outcome, Math.round(performance.now() - began));
    await record({
      arguments: kept(outcome.auditArguments),
      isError: outcome.isError,
      ...(outcome.status !== undefined && { status: outcome.status }),
      redactedFields: outcome.redactions.count,
      ...(outcome.redactions.wouldRedact && { wouldRedact: outcome.redactions.wouldRedact }),
    });
    return result;
  },
};

/** Throws PortcullisError `right_required` where the project keeps raw answers to people with the right to read answers. */
async function checkReadsRaw(actor: Actor, server: ServerRow): Promise<void> {
  const project = await readProject(projectOf(server));
  if (project?.rawAnswers === 'answer-readers') demandRight(actor, { right: ANSWER_READER });
}

/** The arguments as the sandbox gets them. Throws InvalidInput. */
function checkedArguments(tool: Tool, given: JsonObject): Pick<SandboxCall, 'arguments' | 'argumentsText'> {
  try {
    const text = JSON.stringify(given);
    const read = readArguments(
      { ...tool, program: tool } as BundleTool,
      { arguments: given, plainArguments: given },
      text,
    );
    if (read.faults.length > 0) throw refused(read.faults, 'argument_invalid');
    if (read.arguments === given) return { arguments: given };
    return { arguments: {}, argumentsText: JSON.stringify(read.arguments) };
  } catch (error) {
    throw error instanceof ArgumentTooComplex ? refused([error.fault], error.code) : error;
  }
}

const refused = (faults: readonly FieldFault[], code: string): InvalidInput =>
  new InvalidInput(
    faults.map((fault) => ({ ...fault, field: `/arguments${fault.field.startsWith('/') ? fault.field : ''}` })),
    code,
  );

/** Stored as text, because DynamoDB refuses some numbers and deep values. */
function kept(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length <= KEPT_ARGUMENTS ? text : `(${text.length} characters)`;
}

/** What the sandbox explains (lambdas/sandbox/call.ts). */
interface Explained {
  readonly request?: AnswerOf<'tryTool'>['request'];
  readonly response?: { readonly contentType: string; readonly raw: string; readonly tokens?: number };
  readonly reasons?: Explanation | null;
  readonly names?: readonly { readonly pointer: string; readonly count: number }[] | null;
}

function resultOf(outcome: CallOutcome, durationMs: number): AnswerOf<'tryTool'> {
  const { request, response, reasons, names } = (outcome.explain ?? {}) as Explained;
  return {
    ...(request && { request }),
    ...(outcome.status !== undefined && { status: outcome.status }),
    ...(response && {
      raw: {
        contentType: response.contentType,
        text: response.raw,
        ...(response.tokens !== undefined && { tokens: response.tokens }),
      },
    }),
    content: outcome.content.map((block) => ({ ...block })),
    tokens: outcome.content.reduce((sum, block) => sum + ('text' in block ? estimateTokens(block.text) : 0), 0),
    isError: outcome.isError,
    ...(outcome.errorCode && { errorCode: outcome.errorCode }),
    durationMs,
    bytesIn: outcome.bytesIn,
    bytesOut: outcome.bytesOut,
    redactions: { ...outcome.redactions },
    ...(reasons && { explanation: shownExplanation(reasons) }),
    ...(names && { names: names.map((each) => ({ ...each })) }),
    truncations: outcome.truncations.map((cut) => ({ ...cut })),
  };
}
