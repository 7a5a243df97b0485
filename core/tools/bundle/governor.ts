/**
 * The governor of a server's answers and arguments, by the settings in its bundle. It does not import the whole of governance, whose
 * index loads the engine of custom patterns.
 */
import type { GovernanceOverrides } from '../../governance/index.ts';
import { type CompilePatterns, compileWith, type Governor } from '../../governance/pipeline.ts';
import type { FindNames } from '../../governance/walker.ts';
import type { Bundle } from '../../model/bundle.ts';

const NO_PATTERNS: CompilePatterns = () => undefined;

/** What governors need that most bundles do not. */
export interface Engines {
  readonly compilePatterns: CompilePatterns;
  /** For settings with `prose`. */
  readonly findNames?: FindNames;
}

/**
 * Loads the engine of custom patterns (RE2) for a bundle that has some, and the finder of names in sentences where they are redacted. Most need neither,
 * and a start reads 187 KB less.
 */
export async function enginesFor(
  { governance }: Pick<Bundle, 'governance'>,
  readsProse = governance.prose,
): Promise<Engines> {
  return {
    compilePatterns:
      governance.customPatterns.length === 0
        ? NO_PATTERNS
        : (await import('../../governance/patterns.ts')).compilePatterns,
    ...(readsProse && { findNames: await loadNames() }),
  };
}

/** Loads the finder of names in sentences, which few servers use. */
export const loadNames = async (): Promise<FindNames> =>
  (await import('../../governance/sentences/names.ts')).findNames;

/**
 * @param engines of `enginesFor`
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
  { compilePatterns, findNames }: Engines,
  overrides: Omit<GovernanceOverrides, 'customPatterns'> = {},
): Governor {
  const key = pseudonymKey === undefined ? undefined : Buffer.from(pseudonymKey, 'base64');
  const origins = [upstream.baseUrl, ...hosts.map(({ origin }) => origin)];
  return compileWith(
    compilePatterns,
    { ...governance, ...overrides },
    { pseudonymKey: key, hosts: origins.map((origin) => new URL(origin).host), findNames },
  );
}
