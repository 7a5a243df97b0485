/**
 * Decides whether a person is asked before a call, on servers whose owner wants that (core/mcp/elicitation.ts): for arguments that are
 * missing, then for their consent. Nothing is sent before. A confirmation is used up by the entry of the call that begins, whose id is that
 * of the confirmation, so that the same one cannot make two calls.
 */

import { isoNow } from '../../../core/lib/ids.ts';
import type { JsonObject } from '../../../core/lib/json/value.ts';
import { visibleValue } from '../../../core/lib/visible.ts';
import type { CallRequest } from '../../../core/mcp/call.ts';
import type { ChosenTool } from '../../../core/mcp/chosen.ts';
import {
  answerOf,
  CONFIRM,
  confirmationOf,
  fitsState,
  formFor,
  MISSING,
  NO_INPUT,
  openRound,
  type Round,
  sealRound,
  UPSTREAM,
} from '../../../core/mcp/elicitation.ts';
import type { Bundle } from '../../../core/model/bundle.ts';
import type { ElicitationSettings } from '../../../core/model/elicitation.ts';
import type { Admission } from '../../shared/admission.ts';
import { NOTHING_SENT } from '../trail/entries.ts';
import { checkedArguments } from './checkedArguments.ts';
import { type Finished, failure } from './finished.ts';

/** Time and id of a confirmation, for the entry that uses it up. */
export interface Confirmation {
  readonly at: string;
  readonly id: string;
}

/** A call with the arguments as they are sent, and the round of questions that it belongs to; or what comes of it instead. */
export type Asked = { readonly checked: CallRequest; readonly round: Round | undefined } | Finished;

type Asking = Pick<Admission, 'server' | 'secretFor'> & { readonly bundle: Bundle };

/** As {@link checkedArguments}, and asks for arguments that are missing. Throws nothing. */
export function askedArguments(context: Asking, chosen: ChosenTool, settings: ElicitationSettings): Asked {
  const { bundle } = context;
  const { offered, state, responses } = chosen.call.clientInput?.() ?? NO_INPUT;
  let round: Round | undefined;
  if (state !== undefined) {
    round = openRound(context.secretFor('elicitation'), textOf(context, chosen), state);
    if (!round) return refusedState();
  }
  const answer = round && round.asked !== UPSTREAM ? answerOf(responses, round.asked) : undefined;
  if (answer === 'declined') return declined(chosen.tool.name);
  let given = round?.given ?? {};
  if (round?.asked === MISSING && answer) given = { ...given, ...(answer as JsonObject) };
  if (!fitsState(given))
    return failure(
      'argument_invalid',
      `Nothing was sent to ${chosen.tool.name}: what was given in the form is too long.`,
    );
  const call = Object.keys(given).length === 0 ? chosen.call : withGiven(chosen.call, given);
  const text = JSON.stringify(call.arguments);
  const checked = checkedArguments({ ...chosen, call }, text, bundle);
  if ('result' in checked) {
    const form = settings.missing && offered && checked.missing && formFor(bundle.name, chosen.tool, checked.missing);
    return form ? question(context, chosen, { asked: MISSING, given, params: form }) : checked;
  }
  return { checked, round: round && { ...round, given } };
}

/** The confirmation that the call is made by; undefined where it needs none. Otherwise what comes of it instead. Throws nothing. */
export function consented({ context, chosen, request, round }: Consenting): Confirmation | Finished | undefined {
  const { tool } = chosen;
  // Before the server was asked first, and each of its rounds makes one call.
  if (round?.asked === UPSTREAM) return { at: isoNow(round.at), id: round.nonce.toUpperCase() };
  const { confirm } = context.bundle.elicitation as ElicitationSettings;
  const { readOnlyHint, destructiveHint } = tool.annotations;
  if (confirm === 'never' || readOnlyHint || !destructiveHint) return undefined;
  const { offered, responses } = chosen.call.clientInput?.() ?? NO_INPUT;
  const answer = round && answerOf(responses, round.asked);
  if (round?.asked === CONFIRM && answer) {
    if ((answer as JsonObject)['ok'] !== true) return declined(tool.name);
    return { at: isoNow(round.at), id: round.nonce.toUpperCase() };
  }
  if (!offered) return confirm === 'offered' ? undefined : unavailable(tool.name);
  // What is sent, which may be read from another form of what was given.
  const params = confirmationOf(context.bundle.name, tool, JSON.stringify(request.arguments));
  return question(context, chosen, { asked: CONFIRM, given: round?.given ?? {}, params });
}

/** What of a running call decides about a person's consent. */
interface Consenting {
  readonly context: Asking;
  readonly chosen: ChosenTool;
  /** Once its arguments are checked. */
  readonly request: CallRequest;
  readonly round?: Round | undefined;
}

/** Names exactly one call: of this version of the server, in this region (whose table knows which confirmations were used). */
export const textOf = ({ server }: Pick<Asking, 'server'>, { tool, call }: ChosenTool): string =>
  JSON.stringify([server.serverId, server.bundle.id, process.env['AWS_REGION'], tool.toolId, call.arguments]);

/** A person's answers never replace what the model has said. */
function withGiven(call: CallRequest, given: JsonObject): CallRequest {
  const isExact = call.arguments !== call.plainArguments;
  const plainArguments = { ...given, ...call.plainArguments };
  return { ...call, plainArguments, arguments: isExact ? { ...given, ...call.arguments } : plainArguments };
}

/** A question as the protocol has it, with the characters shown that nobody sees. */
export const formRequest = (params: Question['params']) => ({
  method: 'elicitation/create' as const,
  params: visibleValue(params as JsonObject) as unknown as typeof params,
});

interface Question extends Pick<Round, 'asked' | 'given'> {
  readonly params: ReturnType<typeof confirmationOf>;
}

function question(context: Asking, chosen: ChosenTool, { asked, given, params }: Question): Finished {
  const requestState = sealRound(context.secretFor('elicitation'), textOf(context, chosen), { asked, given });
  return {
    result: {
      content: [],
      isError: true,
      inputRequired: {
        resultType: 'input_required',
        inputRequests: { [asked]: formRequest(params) },
        requestState,
      },
    },
    entry: { ...NOTHING_SENT, outcome: 'error', errorCode: 'input_required' },
  };
}

const declined = (tool: string): Finished =>
  failure(
    'call_declined',
    `The call of ${tool} was not made: the person who was asked did not agree. Do not repeat it unless they ask for it.`,
  );

const unavailable = (tool: string): Finished =>
  failure(
    'confirmation_unavailable',
    `Nothing was sent to ${tool}: a person has to confirm this call, and this client cannot ask one. It takes a client that speaks MCP 2026-07-28 with elicitation.`,
  );

/** The protocol wants an error and no result (MCP 2026-07-28, multi round-trip requests, server requirements). */
function refusedState(): Finished {
  const finished = failure(
    'confirmation_invalid',
    'The answer was given for another call, was changed, or is too old.',
  );
  return { ...finished, result: { ...finished.result, isStateRefused: true } };
}

/** In place of a call whose confirmation has made one already. */
export const usedUp = (tool: string): Finished =>
  failure(
    'confirmation_used',
    `Nothing was sent to ${tool} again: this confirmation has made its one call already. Look at what came of it before you ask for another.`,
  );
