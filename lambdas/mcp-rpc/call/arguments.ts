/**
 * Checks the arguments of a call before anything is sent, and asks a person where the server's owner wants that (elicit.ts). Between the two the
 * policies decide: nobody is asked to agree to a call that is refused anyway.
 */
import { checkedArguments } from './checkedArguments.ts';
import { askedArguments, consented } from './elicit.ts';
import type { Stage } from './stage.ts';

/** Lets a call pass with the arguments as they are sent. */
export const argumentsStage: Stage = {
  name: 'arguments',
  does: 'reads and checks the arguments, and asks a person for missing ones where the owner wants that',
  refuses: [
    'argument_invalid',
    'argument_redacted',
    'argument_too_complex',
    'input_required',
    'call_declined',
    'confirmation_invalid',
  ],
  run(call, next) {
    const { context, chosen, text } = call;
    const { bundle } = context;
    const checked = bundle.elicitation
      ? askedArguments(context, chosen, bundle.elicitation)
      : checkedArguments(chosen, text, bundle);
    if ('result' in checked) return Promise.resolve(checked);
    if ('checked' in checked) {
      call.request = checked.checked;
      call.round = checked.round;
    } else {
      call.request = checked;
    }
    call.repairs = call.request.repairs;
    return next();
  },
};

/** Lets a call pass that a person has agreed to, or that needs nobody's consent. */
export const consentStage: Stage = {
  name: 'consent',
  does: 'asks a person to agree to a call that destroys something',
  refuses: ['input_required', 'call_declined', 'confirmation_unavailable'],
  when: 'servers whose owner has people asked',
  isUsed: ({ context }) => context.bundle.elicitation !== undefined,
  run(call, next) {
    const consent = consented(call);
    if (consent && 'result' in consent) return Promise.resolve(consent);
    call.confirmation = consent;
    return next();
  },
};
