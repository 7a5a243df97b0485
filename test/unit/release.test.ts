/** Which version follows, and what becomes of the changelog. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { isAllowed, refusals } from '../../scripts/pack/licences.ts';
import { nextVersion, released, unreleased } from '../../scripts/release/changelog.ts';

const changelog = readFileSync(join(resolve(import.meta.dirname, '..', '..'), 'CHANGELOG.md'), 'utf8');

test.each([
  ['patch', '1.4.10'],
  ['minor', '1.5.0'],
  ['major', '2.0.0'],
  ['1.4.11', '1.4.11'],
  ['1.10.0', '1.10.0'],
])('%s follows 1.4.9', (step, version) => {
  expect(nextVersion('1.4.9', step)).toBe(version);
});

test.each(['1.4.9', '1.4.8', '0.9.9', 'v2', 'newest', '2.0'])('%s does not follow 1.4.9', (step) => {
  expect(() => nextVersion('1.4.9', step)).toThrow(/--version: .*(is not larger than|is no version)/);
});

test('what is unreleased gets the version and its date, and nothing is left unreleased', () => {
  const notes = unreleased('# Changes\n\n## Unreleased\n\n- A change.\n\n## 0.1.0\n\n- Older.\n');
  const after = released(changelog, '9.9.9', '2027-01-31');

  expect(notes).toBe('- A change.');
  expect(after).toContain('## Unreleased\n\n## 9.9.9 - 2027-01-31\n');
  expect(() => unreleased(after)).toThrow('nothing below "## Unreleased"');
  expect(after.replace('\n\n## 9.9.9 - 2027-01-31', '')).toBe(changelog);
});

describe('licences of what is shipped', () => {
  test.each([
    ['MIT', true],
    ['(BSD-3-Clause OR GPL-2.0)', true],
    ['MIT AND ISC', true],
    ['GPL-3.0-only', false],
    ['MIT AND GPL-2.0', false],
    ['SEE LICENSE IN LICENSE.txt', false],
    ['', false],
  ])('%j: %s', (licence, isFine) => {
    expect(isAllowed(licence)).toBe(isFine);
  });

  test('a refusal names package, version, licence and what to do', () => {
    const [line] = refusals([{ name: 'left', version: '1.0.0', licence: 'AGPL-3.0', texts: [] }]);

    expect(line).toMatch(/^left@1\.0\.0: AGPL-3\.0 is not on the list\. Replace the package/);
  });
});
