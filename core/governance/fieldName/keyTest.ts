/**
 * Tests of a field's name that are asked for each of its values. Names repeat and values do not, so a result is kept with
 * what is known about the name.
 */
import type { KeyInfo } from './readName.ts';

/** As many as a number has bits. */
const MAX_TESTS = 31;
let tests = 0;

/**
 * A test whether the normalized words of a name, without separators, match a pattern or are in a set. A missing name never
 * is. Only for tests that live as long as the process.
 *
 * @throws RangeError when there are more tests than a number has bits
 */
export function keyTest(names: RegExp | ReadonlySet<string>): (info: KeyInfo | undefined) => boolean {
  if (tests >= MAX_TESTS) throw new RangeError(`There are more than ${MAX_TESTS} tests of names.`);
  const bit = 1 << tests++;
  return (info) => {
    if (info === undefined) return false;
    const known = info.tests;
    if ((known.asked & bit) === 0) {
      known.asked |= bit;
      if (names instanceof RegExp ? names.test(info.joined) : names.has(info.joined)) known.passed |= bit;
    }
    return (known.passed & bit) !== 0;
  };
}
