/** The headers of an answer are those that the Fetch API's Headers would have; values that it throws for are left out. */
import { expect, test } from '@jest/globals';
import { answerHeaders } from '../../../../core/response/headers.ts';

const FIELDS: ReadonlyArray<readonly [string, string]> = [
  ['Content-Type', 'application/json; charset=utf-8'],
  ['link', '<https://a.example/?page=2>; rel="next"'],
  ['Link', '<https://a.example/?page=9>; rel="last"'],
  ['x-empty', ''],
  ['x-blank', ' \t '],
  ['X-Around', ' \t a  b\t '],
  ['x-latin', 'caf\u00e9'],
  ['__proto__', 'a name like any other'],
  ['constructor', 'this too'],
  ['etag', '"1"'],
];
const REFUSED: ReadonlyArray<readonly [string, string]> = [
  ['x-line', 'a\nb'],
  ['x-return', 'a\rb'],
  ['x-zero', 'a\0b'],
  ['no name', 'a'],
  ['', 'a'],
];

test('names, values and their order are those of Headers', () => {
  const theirs = new Headers();
  for (const [name, value] of FIELDS) theirs.append(name, value);
  const ours = answerHeaders([...REFUSED, ...FIELDS]);
  const names = [...FIELDS, ...REFUSED].flatMap(([name]) => [name, name.toUpperCase()]);

  expect([...ours.keys()]).toEqual([...theirs.keys()]);
  for (const [name, value] of REFUSED) {
    expect(() => theirs.append(name, value)).toThrow(TypeError);
    expect(ours.get(name)).toBeNull();
  }
  for (const name of names.filter((each) => each !== '' && !each.includes(' ')))
    expect(ours.get(name)).toBe(theirs.get(name));
});

test('a name that is not there has no value', () => {
  expect(answerHeaders().get('etag')).toBeNull();
  expect([...answerHeaders().keys()]).toEqual([]);
});
