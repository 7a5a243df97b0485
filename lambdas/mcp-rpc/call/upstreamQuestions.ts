/**
 * Questions of an MCP server behind ours to the person behind the client (MCP 2026-07-28, multi round-trip requests), where its owner lets them
 * pass. What the server gives beside its questions is in our state, under the MAC over exactly this call, so nothing is stored between the
 * rounds, and each round is used once by a call that may change something. Loaded with the first such call.
 */
import { MAX_STATE_LENGTH, NO_INPUT, sealRound, UPSTREAM } from '../../../core/mcp/elicitation.ts';
import { passedAnswers, passedForm } from '../../../core/mcp/passedForms.ts';
import type { AskedQuestions, SandboxRequest } from '../../../core/sandbox/protocol.ts';
import { formRequest, textOf } from './elicit.ts';
import { type Finished, failure } from './finished.ts';
import type { RunningCall } from './stage.ts';

type CallEvent = Extract<SandboxRequest, { kind: 'call' }>;

/** Whether an MCP server may ask the person behind the client, and what that has answered already. */
export function upstreamRound({ chosen, round }: RunningCall): Pick<CallEvent, 'mayAsk' | 'answered'> {
  const { offered, responses } = chosen.call.clientInput?.() ?? NO_INPUT;
  if (!offered) return {};
  const { keys, state } = round?.upstream ?? {};
  const answered = keys && { responses: passedAnswers(responses, keys), ...(state !== undefined && { state }) };
  return { mayAsk: true, ...(answered && { answered }) };
}

/** What comes of a call whose MCP server asks the person first. */
export function upstreamQuestion(
  { context, chosen, round }: RunningCall,
  finished: Finished,
  asked: AskedQuestions,
): Finished {
  const { bundle } = context;
  const forms = Object.entries(asked.forms).map(([key, form]) => [key, passedForm(bundle.name, form)] as const);
  const upstream = { keys: forms.map(([key]) => key), ...(asked.state !== undefined && { state: asked.state }) };
  const requestState = sealRound(context.secretFor('elicitation'), textOf(context, chosen), {
    asked: UPSTREAM,
    given: round?.given ?? {},
    upstream,
  });
  const requests = forms.flatMap(([key, params]) => (params ? [[key, formRequest(params)] as const] : []));
  if (requests.length < forms.length || requestState.length > MAX_STATE_LENGTH) {
    const refused = failure(
      'upstream_invalid',
      `The MCP server of ${chosen.tool.name} asks the person for something that is not passed on: forms may have up to ten texts, numbers, choices or yes and no, and none for a secret.`,
    );
    return { ...refused, entry: { ...finished.entry, errorCode: 'upstream_invalid' } };
  }
  const inputRequired = {
    resultType: 'input_required',
    inputRequests: Object.fromEntries(requests),
    requestState,
  } as const;
  return { ...finished, result: { content: [], isError: true, inputRequired } };
}
