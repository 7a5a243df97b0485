/** The next version (Semantic Versioning 2.0.0) and the section of CHANGELOG.md that a release becomes. */
import { PortcullisError } from '../../core/lib/errors.ts';

/** By how much a version grows. */
export const STEPS = ['major', 'minor', 'patch'] as const;

const UNRELEASED = '## Unreleased';

/**
 * The version behind `current`.
 * @param wanted a step, or the version itself, which has to be larger
 * @throws PortcullisError `version_invalid`
 */
export function nextVersion(current: string, wanted: string): string {
  const numbersOf = (version: string) => {
    const [, ...parts] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? [];
    if (parts.length === 0)
      throw new PortcullisError(
        'version_invalid',
        `--version: ${JSON.stringify(version)} is no version such as 1.2.3, and none of ${STEPS.join(', ')}.`,
      );
    return parts.map(Number) as [number, number, number];
  };
  const [major, minor, patch] = numbersOf(current);
  if (wanted === 'major') return `${major + 1}.0.0`;
  if (wanted === 'minor') return `${major}.${minor + 1}.0`;
  if (wanted === 'patch') return `${major}.${minor}.${patch + 1}`;
  const given = numbersOf(wanted);
  const at = given.findIndex((part, index) => part !== [major, minor, patch][index]);
  if (at < 0 || (given[at] as number) < ([major, minor, patch][at] as number))
    throw new PortcullisError('version_invalid', `--version: ${wanted} is not larger than ${current}.`);
  return wanted;
}

/**
 * What has changed since the last release, without its heading.
 * @throws PortcullisError `changelog_empty`
 */
export function unreleased(changelog: string): string {
  const at = changelog.indexOf(`${UNRELEASED}\n`);
  const text =
    at < 0
      ? ''
      : changelog
          .slice(at + UNRELEASED.length)
          .replace(/\n## [\s\S]*$/, '')
          .trim();
  if (text === '')
    throw new PortcullisError('changelog_empty', `CHANGELOG.md has nothing below "${UNRELEASED}" to release.`);
  return text;
}

/** The changelog with these changes under the version, dated (YYYY-MM-DD), and an empty section for what comes. */
export const released = (changelog: string, version: string, date: string): string =>
  changelog.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} - ${date}\n`);
