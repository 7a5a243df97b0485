/** Refuses names that the caller of a tool has chosen for what only its description may say: another method (core/model/methodOverride.ts). */
import { isMethodOverride } from '../model/methodOverride.ts';
import { argumentInvalid } from './errors.ts';

/** Throws `argument_invalid` where a caller has chosen such a name, in the object that is the argument. */
export function checkChosenName(name: string, argument: string): void {
  if (!isMethodOverride(name)) return;
  throw argumentInvalid(
    argument,
    'method_override',
    `may not have the member ${JSON.stringify(name)}: servers may take its value for another method than the tool has`,
  );
}
