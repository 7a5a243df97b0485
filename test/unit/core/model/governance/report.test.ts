/** Counts and JSON pointers of hits. */
import { describe, expect, test } from '@jest/globals';
import { Tally, Trail } from '../../../../../core/model/governance/report.ts';

const reported = ({ count, byType, pointers }: Tally) => ({ count, byType, pointers });

describe('pointers of hits', () => {
  test('one for each leaf, however often it is hit', () => {
    const tally = new Tally();
    tally.add('email', ['users', 0], 'mail');
    tally.add('phone', ['users', 0], 'mail');
    tally.add('phone', ['users', 0], 'tel/1~2');
    tally.add('phone', ['users', 1], 'tel/1~2');
    tally.add('name', ['users', 1, 'tags'], 0);
    tally.add('name', ['users', 1, 'tags', 0]);

    expect(reported(tally)).toEqual({
      count: 6,
      byType: { email: 1, phone: 3, name: 2 },
      pointers: ['/users/0/mail', '/users/0/tel~11~02', '/users/1/tel~11~02', '/users/1/tags/0'],
    });
  });

  test('the root is one leaf', () => {
    const tally = new Tally();
    for (const type of ['email', 'name', 'email']) tally.add(type, []);

    expect(reported(tally)).toEqual({ count: 3, byType: { email: 2, name: 1 }, pointers: [''] });
  });

  test('a path that is changed in place is read anew', () => {
    const trail = new Trail();
    trail.leaf = 'a';
    const outer = trail.enter();
    trail.leaf = 'x';
    trail.hit('name');
    trail.leave(outer);
    trail.leaf = 'b';
    const other = trail.enter();
    trail.leaf = 'x';
    trail.hit('name');
    trail.leave(other);

    expect(trail.tally.pointers).toEqual(['/a/x', '/b/x']);
  });

  test('withdrawn hits take their pointers along, and a hit at the same leaf has one again', () => {
    const tally = new Tally();
    tally.add('name', ['user'], 'name');
    tally.add('email', ['user'], 'note');
    tally.add('phone', ['user'], 'note');
    tally.withdraw(['email', 'phone'], 1);
    tally.add('address', ['user'], 'note');

    expect(reported(tally)).toEqual({
      count: 2,
      byType: { name: 1, address: 1 },
      pointers: ['/user/name', '/user/note'],
    });
  });

  test('at most a hundred', () => {
    const tally = new Tally();
    for (let index = 0; index < 150; index++) tally.add('name', ['users', index], 'name');

    expect(tally.count).toBe(150);
    expect(tally.pointers).toHaveLength(100);
    expect(tally.pointers.at(-1)).toBe('/users/99/name');
  });
});
