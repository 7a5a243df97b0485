/** Places of a shared process: who begins, who waits in which order, who is refused. */
import { expect, jest, test } from '@jest/globals';
import { type PlaceLimits, Places } from '../../../../local/functions/placing.ts';

const LIMITS: PlaceLimits = { places: 4, placesEach: 3, waiting: 6, waitingEach: 4, waitMs: 1_000 };

/** Records what happens to invocations, each named by its asker and its number: `a1`. */
function record(limits: Partial<PlaceLimits> = {}) {
  const places = new Places({ ...LIMITS, ...limits });
  const begun: string[] = [];
  const refused: string[] = [];
  return {
    places,
    begun,
    refused,
    enter: (name: string) =>
      places.enter({
        asker: name.charAt(0),
        begin: () => void begun.push(name),
        refuse: () => void refused.push(name),
      }),
  };
}

test('one asker never has all places: the next asker begins at once', () => {
  const { places, begun, enter } = record();

  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) enter(name);
  enter('b1');

  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect(places.busy).toBe(6);
});

test('those who wait are served in turn, one of each asker, whoever came first with however many', () => {
  const { places, begun, enter } = record({ placesEach: 4 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'b1', 'b2', 'c1']) enter(name);

  for (let n = 0; n < 4; n++) places.free('a');
  places.free('b');
  places.free('c');

  expect(begun.slice(4)).toEqual(['a5', 'b1', 'c1', 'a6', 'b2', 'a7']);
});

test('a queue that is full refuses at once, for one asker and for all', () => {
  const { refused, enter } = record();

  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8']) enter(name);
  for (const name of ['b1', 'b2', 'b3', 'b4']) enter(name);

  expect(refused).toEqual(['a8', 'b4']);
});

test('nobody waits longer than the limit, and a place that is free later goes to those who still wait', () => {
  jest.useFakeTimers();
  try {
    const { places, begun, refused, enter } = record();
    for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name);
    jest.advanceTimersByTime(999);
    enter('a5');
    expect(refused).toEqual([]);

    jest.advanceTimersByTime(1);
    places.free('a');

    expect([refused, begun]).toEqual([['a4'], ['a1', 'a2', 'a3', 'a5']]);
  } finally {
    jest.useRealTimers();
  }
});

test('who gives up while waiting is neither begun nor refused', () => {
  const { places, begun, refused, enter } = record({ places: 1 });
  enter('a1');
  const giveUp = enter('b1');
  enter('c1');

  giveUp();
  places.free('a');

  expect([begun, refused, places.busy]).toEqual([['a1', 'c1'], [], 1]);
});

test('askers that are gone leave nothing behind, however many there were', () => {
  const { places, begun } = record({ places: 1 });
  const enter = (asker: string) => places.enter({ asker, begin: () => void begun.push(asker), refuse: () => {} });

  for (let n = 0; n < 1_000; n++) {
    enter(`asker ${n}`);
    places.free(`asker ${n}`);
  }

  expect([begun.length, places.busy]).toEqual([1_000, 0]);
});
