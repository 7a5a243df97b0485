/** Compiles settings of governance, with the engine of custom patterns (RE2) and the finder of names in sentences, which `pipeline.ts` does without. */

import type { GovernanceOverrides } from '../model/governance/settings.ts';
import { compilePatterns } from './patterns.ts';
import { compileWith, type Governor, type Sealed } from './pipeline.ts';
import { findNames } from './sentences/names.ts';

/**
 * Compiles settings; missing ones have their default, so `compileGovernance()` redacts with every detector that is on
 * by default.
 *
 * @param pseudonymKey of the server, for `pseudonyms`; without it, markers have none
 * @throws InvalidInput `invalid_request` when a setting has the wrong type, `pattern_invalid` when a custom pattern
 * does not compile
 */
export function compileGovernance(
  overrides: GovernanceOverrides = {},
  pseudonymKey?: Uint8Array,
  sealed: Omit<Sealed, 'pseudonymKey' | 'findNames'> = {},
): Governor {
  return compileWith(compilePatterns, overrides, { ...sealed, pseudonymKey, findNames });
}
