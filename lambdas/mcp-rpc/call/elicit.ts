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
  type InputRequired,
  MISSING,
  NO_INPUT,
  openRound,
  type Round,
  sealRound,
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

/** A call with the arguments as they are sent and the confirmation that it is made by, or what comes of it instead. */
export type Consented = (CallRequest & { readonly confirmation?: Confirmation }) | Finished;

type Asking = Pick<Admission, 'server' | 'secretFor'> & { readonly bundle: Bundle };

/** As {@link checkedArguments}, with questions. Throws nothing. */
export function consented(context: Asking, chosen: ChosenTool, settings: ElicitationSettings): Consented {
  const { bundle, secretFor } = context;
  const { tool } = chosen;
  const { offered, state, responses } = chosen.call.clientInput?.() ?? NO_INPUT;
  const key = () => secretFor('elicitation');
  const callText = textOf(context, chosen);
  let round: Round | undefined;
  if (state !== undefined) {
    round = openRound(key(), callText, state);
    if (!round) return refusedState();
  }
  const answer = round && answerOf(responses, round.asked);
  if (answer === 'declined') return declined(tool.name);
  let given = round?.given ?? {};
  if (round?.asked === MISSING && answer) given = { ...given, ...(answer as JsonObject) };
  if (!fitsState(given))
    return failure('argument_invalid', `Nothing was sent to ${tool.name}: what was given in the form is too long.`);
  const call = Object.keys(given).length === 0 ? chosen.call : withGiven(chosen.call, given);
  const text = JSON.stringify(call.arguments);
  const checked = checkedArguments({ ...chosen, call }, text, bundle);
  const ask = (asked: Round['asked'], params: ReturnType<typeof confirmationOf>) =>
    question({
      asked,
      params: visibleValue(params as JsonObject) as typeof params,
      state: sealRound(key(), callText, { asked, given }),
    });
  if ('result' in checked) {
    const form = settings.missing && offered && checked.missing && formFor(bundle.name, tool, checked.missing);
    return form ? ask(MISSING, form) : checked;
  }
  const { readOnlyHint, destructiveHint } = tool.annotations;
  if (settings.confirm === 'never' || readOnlyHint || !destructiveHint) return checked;
  if (round?.asked === CONFIRM && answer) {
    if (answer['ok'] !== true) return declined(tool.name);
    return { ...checked, confirmation: { at: isoNow(round.at), id: round.nonce.toUpperCase() } };
  }
  // What is sent, which may be read from another form of what was given.
  if (offered) return ask(CONFIRM, confirmationOf(bundle.name, tool, JSON.stringify(checked.arguments)));
  return settings.confirm === 'offered' ? checked : unavailable(tool.name);
}

/** Names exactly one call: of this version of the server, in this region (whose table knows which confirmations were used). */
const textOf = ({ server }: Pick<Asking, 'server'>, { tool, call }: ChosenTool): string =>
  JSON.stringify([server.serverId, server.bundle.id, process.env['AWS_REGION'], tool.toolId, call.arguments]);

/** A person's answers never replace what the model has said. */
function withGiven(call: CallRequest, given: JsonObject): CallRequest {
  const isExact = call.arguments !== call.plainArguments;
  const plainArguments = { ...given, ...call.plainArguments };
  return { ...call, plainArguments, arguments: isExact ? { ...given, ...call.arguments } : plainArguments };
}

interface Question {
  readonly asked: string;
  readonly params: InputRequired['inputRequests'][string]['params'];
  readonly state: string;
}

const question = ({ asked, params, state }: Question): Finished => ({
  result: {
    content: [],
    isError: true,
    inputRequired: {
      resultType: 'input_required',
      inputRequests: { [asked]: { method: 'elicitation/create', params } },
      requestState: state,
    },
  },
  entry: { ...NOTHING_SENT, outcome: 'error', errorCode: 'input_required' },
});

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
