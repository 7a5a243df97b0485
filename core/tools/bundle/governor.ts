/**
 * The governor of a server's answers and arguments, by the settings in its bundle. It does not import the whole of governance, whose
 * index loads the engine of custom patterns.
 */
import type { GovernanceOverrides } from '../../governance/index.ts';
import { type CompilePatterns, compileWith, type Governor } from '../../governance/pipeline.ts';
import type { Bundle } from '../../model/bundle.ts';

const NO_PATTERNS: CompilePatterns = () => undefined;

/** Loads the engine of custom patterns (RE2) for a bundle that has some. Most have none, and a start reads 187 KB less. */
export async function patternsFor({ governance }: Pick<Bundle, 'governance'>): Promise<CompilePatterns> {
  if (governance.customPatterns.length === 0) return NO_PATTERNS;
  return (await import('../../governance/patterns.ts')).compilePatterns;
}

/**
 * @param compilePatterns of `patternsFor`
 * @param overrides replace settings of the bundle; custom patterns are not among them
 * @throws InvalidInput as compileGovernance does
 */
export function governorOf(
  {
    governance,
    pseudonymKey,
    upstream,
    hosts = [],
  }: Pick<Bundle, 'governance' | 'pseudonymKey' | 'upstream' | 'hosts'>,
  compilePatterns: CompilePatterns,
  overrides: Omit<GovernanceOverrides, 'customPatterns'> = {},
): Governor {
  const key = pseudonymKey === undefined ? undefined : Buffer.from(pseudonymKey, 'base64');
  const origins = [upstream.baseUrl, ...hosts.map(({ origin }) => origin)];
  return compileWith(
    compilePatterns,
    { ...governance, ...overrides },
    { pseudonymKey: key, hosts: origins.map((origin) => new URL(origin).host) },
  );
}
