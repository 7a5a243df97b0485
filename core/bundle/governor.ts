/** The governor of a server's answers and arguments, by the settings in its bundle. */
import { compileGovernance, type GovernanceOverrides, type Governor } from '../governance/index.ts';
import type { Bundle } from './model.ts';

/**
 * @param overrides replace settings of the bundle
 * @throws InvalidInput as compileGovernance does
 */
export function governorOf(
  { governance, pseudonymKey }: Pick<Bundle, 'governance' | 'pseudonymKey'>,
  overrides: GovernanceOverrides = {},
): Governor {
  const key = pseudonymKey === undefined ? undefined : Buffer.from(pseudonymKey, 'base64');
  return compileGovernance({ ...governance, ...overrides }, key);
}
