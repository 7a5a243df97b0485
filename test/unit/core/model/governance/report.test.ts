/** Counts and JSON pointers of hits. */
import { describe, expect, test } from '@jest/globals';
import { Tally, Trail } from '../../../../../core/model/governance/report.ts';
import { findingsBy } from '../../../../../core/model/governance/rule.ts';

const found = findingsBy({ id: 'text.any', says: 'Anything.', example: '' });

const reported = ({ count, byType, pointers }: Tally) => ({ count, byType, pointers });

describe('pointers of hits', () => {
  test('one for each leaf, however often it is hit', () => {
    const tally = new Tally();
    tally.add(found('email'), ['users', 0], 'mail');
    tally.add(found('phone'), ['users', 0], 'mail');
    tally.add(found('phone'), ['users', 0], 'tel/1~2');
    tally.add(found('phone'), ['users', 1], 'tel/1~2');
    tally.add(found('name'), ['users', 1, 'tags'], 0);
    tally.add(found('name'), ['users', 1, 'tags', 0]);

    expect(reported(tally)).toEqual({
      count: 6,
      byType: { email: 1, phone: 3, name: 2 },
      pointers: ['/users/0/mail', '/users/0/tel~11~02', '/users/1/tel~11~02', '/users/1/tags/0'],
    });
  });

  test('the root is one leaf', () => {
    const tally = new Tally();
    for (const type of ['email', 'name', 'email']) tally.add(found(type), []);

    expect(reported(tally)).toEqual({ count: 3, byType: { email: 2, name: 1 }, pointers: [''] });
  });

  test('a path that is changed in place is read anew', () => {
    const trail = new Trail();
    trail.leaf = 'a';
    const outer = trail.enter();
    trail.leaf = 'x';
    trail.hit(found('name'));
    trail.leave(outer);
    trail.leaf = 'b';
    const other = trail.enter();
    trail.leaf = 'x';
    trail.hit(found('name'));
    trail.leave(other);

    expect(trail.tally.pointers).toEqual(['/a/x', '/b/x']);
  });

  test('withdrawn hits take their pointers along, and a hit at the same leaf has one again', () => {
    const tally = new Tally();
    tally.add(found('name'), ['user'], 'name');
    tally.add(found('email'), ['user'], 'note');
    tally.add(found('phone'), ['user'], 'note');
    tally.withdraw([found('email'), found('phone')], 1);
    tally.add(found('address'), ['user'], 'note');

    expect(reported(tally)).toEqual({
      count: 2,
      byType: { name: 1, address: 1 },
      pointers: ['/user/name', '/user/note'],
    });
  });

  test('at most a hundred', () => {
    const tally = new Tally();
    for (let index = 0; index < 150; index++) tally.add(found('name'), ['users', index], 'name');

    expect(tally.count).toBe(150);
    expect(tally.pointers).toHaveLength(100);
    expect(tally.pointers.at(-1)).toBe('/users/99/name');
  });
});
