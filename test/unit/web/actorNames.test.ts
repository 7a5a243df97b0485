import { expect, test } from '@jest/globals';
import { namesOf } from '../../../web/src/lib/actor-names.ts';

test('a person has one name, the e-mail address where one of the entries has it', () => {
  const names = namesOf([
    { actor: 'sub-1', actorName: 'ann' },
    { actor: 'sub-1', actorName: 'ann@a.example' },
    { actor: 'sub-1', actorName: 'ann.lee' },
    { actor: 'sub-2', actorName: 'bob' },
    { actor: 'sub-3' },
    {},
  ]);

  expect([...names]).toEqual([
    ['sub-1', 'ann@a.example'],
    ['sub-2', 'bob'],
  ]);
});
