/**
 * What the entry of a call that begins holds of its arguments, so that the trail can say what a call did that never came back. They
 * are redacted here, under the same sealed settings as in the sandbox, because the entry stands before the sandbox is asked.
 */

import { logFailure } from '../../aws/log.ts';
import type { Bundle } from '../../core/bundle/model.ts';
import type { Governor } from '../../core/governance/index.ts';
import { sha256 } from '../../core/json/canonical.ts';
import type { JsonObject } from '../../core/json/value.ts';

/** Characters of arguments that are redacted here. Other requests wait meanwhile, and an owner's patterns multiply the work. */
const REDACTED = 64 * 1024;
const REDACTED_BY_PATTERNS = 8 * 1024;

/** Redacted arguments for the entry of a call that begins. */
export interface StartedArguments {
  /** JSON text after redaction; of longer ones only how long they are. */
  readonly arguments: string;
  /** Lower-case hex SHA-256 of the redacted text; none where nothing was redacted. */
  readonly argumentsDigest?: string;
}

/** @param length characters of the arguments as JSON */
export async function startedArguments(bundle: Bundle, args: JsonObject, length: number): Promise<StartedArguments> {
  const most = bundle.governance.customPatterns.length > 0 ? REDACTED_BY_PATTERNS : REDACTED;
  if (length > most) return { arguments: JSON.stringify({ tooLong: length }) };
  try {
    const text = JSON.stringify((await governorOf(bundle)).redact(args));
    return { arguments: text, argumentsDigest: sha256(text) };
  } catch (error) {
    logFailure('starting_arguments_not_redacted', error);
    return { arguments: JSON.stringify({ withheld: 'not redacted' }) };
  }
}

const governors = new WeakMap<Bundle, Governor>();

/** Loaded with the first call that may change something: reading needs none of it. */
async function governorOf(bundle: Bundle): Promise<Governor> {
  let governor = governors.get(bundle);
  if (!governor) {
    const { compileGovernance } = await import('../../core/governance/index.ts');
    governor = compileGovernance(bundle.governance);
    governors.set(bundle, governor);
  }
  return governor;
}
