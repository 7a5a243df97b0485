/** Whose request begins when, in turns of the event loop. */
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Turns } from '../../../../local/edge/turns.ts';
import { until } from '../../../support/until.ts';

/** Lets `parties` ask in this order, all in one turn of the loop, and tells in which order they began. */
async function begunOf(turns: Turns, parties: readonly string[]): Promise<string[]> {
  const begun: string[] = [];
  for (const party of parties) {
    turns.take(party, (answered) => {
      begun.push(party);
      answered();
    });
  }
  while (begun.length < parties.length) await turnOfLoop();
  return begun;
}
const flood = (party: string, count = 60): string[] => Array.from({ length: count }, () => party);

/** Requests stay young as long as a test runs, on a busy machine too. */
const LASTING_MS = 60_000;

function known(...parties: string[]): Turns {
  const turns = new Turns(LASTING_MS);
  for (const party of parties) turns.admitted(party);
  return turns;
}

test('a request begins at once when nobody waits', () => {
  let begun = false;

  new Turns().take('', () => {
    begun = true;
  });

  expect(begun).toBe(true);
});

test('a party that asks once begins before the backlog of one that asked sixty times', async () => {
  const begun = await begunOf(known('greedy', 'modest'), [...flood('greedy'), 'modest']);
  expect(begun.indexOf('modest')).toBeLessThan(12);
});

test('parties take turns, and each keeps its own order', async () => {
  const turns = known('a', 'b');
  const begun: string[] = [];
  for (const name of ['a', 'b']) {
    for (let at = 0; at < 10; at++) {
      turns.take(name, (answered) => {
        begun.push(`${name}${at}`);
        answered();
      });
    }
  }
  while (begun.length < 20) await turnOfLoop();
  const ofOne = (name: string) => begun.filter((each) => each.startsWith(name));

  expect(ofOne('a')).toEqual(Array.from({ length: 10 }, (_, at) => `a${at}`));
  expect(ofOne('b')).toEqual(Array.from({ length: 10 }, (_, at) => `b${at}`));
  expect(begun.slice(0, 14).filter((each) => each.startsWith('b')).length).toBeGreaterThanOrEqual(4);
});

test('a flood under made-up names is one line, whatever they are', async () => {
  const made = Array.from({ length: 60 }, (_, at) => `made-up ${at}`);

  const begun = await begunOf(known('modest'), [...made, 'modest', 'modest']);

  expect(begun.lastIndexOf('modest')).toBeLessThan(14);
});

test('what arrives while others wait begins a few at a time, so that the loop goes round in between', async () => {
  const turns = known('greedy');
  let begun = 0;
  for (let at = 0; at < 40; at++) {
    turns.take('greedy', (answered) => {
      begun++;
      answered();
    });
  }
  const counts = [begun];
  while (begun < 40) {
    await turnOfLoop();
    counts.push(begun);
  }

  const steps = counts.map((count, at) => count - (counts[at - 1] ?? 0));

  expect(Math.max(...steps)).toBeLessThanOrEqual(8);
});

test('of the parties that were let in the newest two thousand are remembered', async () => {
  const turns = known('first', ...Array.from({ length: 1_999 }, (_, at) => `party ${at}`));
  const before = await begunOf(turns, [...flood(''), 'first']);
  turns.admitted('one more');

  const after = await begunOf(turns, [...flood(''), 'first']);

  expect(before.indexOf('first')).toBeLessThan(12);
  expect(after.indexOf('first')).toBe(60);
});

/** Lets a party ask for twenty requests that stay under way; gives those that have begun, and later the others. */
async function twentyOf(turns: Turns, party: string): Promise<Array<() => void>> {
  const underWay: Array<() => void> = [];
  for (let at = 0; at < 20; at++) turns.take(party, (answered) => underWay.push(answered));
  for (let turn = 0; turn < 10; turn++) await turnOfLoop();
  return underWay;
}

test('beside another, a party has three requests under way, and the next begins when one is answered', async () => {
  const turns = known('greedy', 'modest');
  turns.take('modest', () => {});
  const underWay = await twentyOf(turns, 'greedy');
  const before = underWay.length;

  underWay[0]?.();
  underWay[0]?.();
  for (let turn = 0; turn < 3; turn++) await turnOfLoop();

  expect([before, underWay.length]).toEqual([3, 4]);
});

test('a party that is alone has sixteen under way, and no more begin once another has asked', async () => {
  const turns = known('greedy', 'modest');
  const underWay = await twentyOf(turns, 'greedy');
  const alone = underWay.length;

  turns.take('modest', (answered) => answered());
  for (const answered of underWay.slice(0, 10)) answered();
  for (let turn = 0; turn < 10; turn++) await turnOfLoop();

  expect([alone, underWay.length]).toEqual([16, 16]);
});

test('a party is alone again when no other has asked for a second', async () => {
  const turns = known('greedy', 'modest');
  turns.take('modest', (answered) => answered());
  turns.take('greedy', (answered) => answered());

  await until(async () => {
    const underWay = await twentyOf(turns, 'greedy');
    const { length } = underWay;
    for (const answered of underWay) {
      answered();
      await turnOfLoop();
    }
    return length > 3;
  });
});

test('a request that a limit refused keeps its place', async () => {
  const turns = known('greedy');
  let refused = 0;
  for (let at = 0; at < 12; at++) {
    turns.take('greedy', (answered) => {
      refused++;
      answered({ isRefused: true });
    });
  }

  for (let turn = 0; turn < 10; turn++) await turnOfLoop();

  expect(refused).toBe(3);
});

test('a request that a limit refused gives its place back a little later', async () => {
  const turns = new Turns(1);
  turns.admitted('greedy');
  let begun = 0;
  const ask = (isRefused: boolean) =>
    turns.take('greedy', (answered) => {
      begun++;
      answered({ isRefused });
    });
  for (let at = 0; at < 24; at++) ask(at < 12);

  await until(() => begun === 24);

  expect(begun).toBe(24);
});

test('a request that is long under way keeps no other back', async () => {
  const turns = new Turns(1);
  turns.admitted('patient');
  let begun = 0;
  for (let at = 0; at < 20; at++) turns.take('patient', () => begun++);

  await until(() => begun === 20);
  expect(begun).toBe(20);
});

test('a request never begins before those of its party that wait', async () => {
  const turns = new Turns(50);
  turns.admitted('patient');
  const begun: number[] = [];
  const ask = (at: number) => turns.take('patient', () => begun.push(at));
  for (let at = 0; at < 18; at++) ask(at);
  for (let turn = 0; turn < 5; turn++) await turnOfLoop();
  // Those under way become old, while no timer can run.
  for (const since = performance.now(); performance.now() - since < 60; );

  ask(18);
  await until(() => begun.length === 19);

  expect(begun).toEqual(Array.from({ length: 19 }, (_, at) => at));
});
