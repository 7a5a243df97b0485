/** Checks the arguments of a call before anything is sent, and asks a person where the server's owner wants that (elicit.ts). */
import { checkedArguments } from './checkedArguments.ts';
import { type Consented, consented } from './elicit.ts';
import type { Stage } from './stage.ts';

/** Lets a call pass with the arguments as they are sent. */
export const argumentsStage: Stage = {
  name: 'arguments',
  does: 'reads and checks the arguments, and asks a person where the owner wants that',
  refuses: [
    'argument_invalid',
    'argument_redacted',
    'argument_too_complex',
    'input_required',
    'call_declined',
    'confirmation_invalid',
    'confirmation_unavailable',
  ],
  run(call, next) {
    const { context, chosen, text } = call;
    const { bundle } = context;
    const checked: Consented = bundle.elicitation
      ? consented(context, chosen, bundle.elicitation)
      : checkedArguments(chosen, text, bundle);
    if ('result' in checked) return Promise.resolve(checked);
    const { confirmation, ...request } = checked;
    call.request = request;
    call.repairs = request.repairs;
    call.confirmation = confirmation;
    return next();
  },
};
