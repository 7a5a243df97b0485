/** The queue of switches on the page of tools. */
import { describe, expect, test } from '@jest/globals';
import { type Switches, SwitchQueue } from '../../../web/src/lib/tool-switches.ts';

/** A service that answers when it is told to. */
function service() {
  const requests: { ids: readonly string[]; on: boolean; answer: () => void; fail: (error: Error) => void }[] = [];
  const stored = new Map<string, boolean>();
  const seen: Switches[] = [];
  let reads = 0;
  let list: Promise<unknown> = Promise.resolve();
  const holdList = (until: Promise<unknown>) => {
    list = until;
  };
  const queue = new SwitchQueue({
    send: (ids, on) =>
      new Promise<void>((resolve, reject) => {
        const answer = () => {
          for (const id of ids) stored.set(id, on);
          resolve();
        };
        requests.push({ ids, on, answer, fail: reject });
      }),
    isRefusal: (error) => (error as Error).message.startsWith('A deployment'),
    read: async () => {
      await list;
      reads++;
      return stored;
    },
    show: (switches) => seen.push(switches),
  });
  const shown = () => seen.at(-1) as Switches;
  return { queue, requests, stored, shown, holdList, reads: () => reads };
}

const turns = () => new Promise((done) => setTimeout(done));

describe('switches', () => {
  test('that are made while a request is under way go with the next one', async () => {
    const { queue, requests, shown, reads } = service();

    const done = queue.add(['a'], false);
    for (const id of ['b', 'c', 'd']) void queue.add([id], false);
    requests[0]?.answer();
    await turns();
    requests[1]?.answer();
    await done;

    expect(requests.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c', 'd']]);
    expect(shown()).toEqual({ chosen: new Map(), failed: new Map() });
    expect(reads()).toBe(1);
  });

  test('are shown as chosen until they are confirmed', () => {
    const { queue, shown } = service();

    void queue.add(['a', 'b'], false);
    void queue.add(['b'], true);

    expect(shown().chosen).toEqual(
      new Map([
        ['a', false],
        ['b', true],
      ]),
    );
  });

  test('of one tool end as the last click says', async () => {
    const { queue, requests, stored } = service();

    const done = queue.add(['a'], false);
    void queue.add(['a'], true);
    void queue.add(['a'], false);
    void queue.add(['a'], true);
    requests[0]?.answer();
    await turns();
    requests[1]?.answer();
    await done;

    expect(requests.map(({ on }) => on)).toEqual([false, true]);
    expect(stored).toEqual(new Map([['a', true]]));
  });

  test('in both directions go at once', async () => {
    const { queue, requests } = service();

    const done = queue.add(['a'], false);
    void queue.add(['b'], false);
    void queue.add(['c'], true);
    requests[0]?.answer();
    await turns();
    const second = requests.slice(1).map(({ ids, on }) => [ids, on]);
    for (const request of requests.slice(1)) request.answer();
    await done;

    expect(second).toEqual([
      [['c'], true],
      [['b'], false],
    ]);
  });

  test('that are refused are put back and say why, until they are made again', async () => {
    const { queue, requests, shown } = service();
    const error = new Error('A deployment of this server is running.');

    const done = queue.add(['a'], false);
    requests[0]?.fail(error);
    await done;
    const refused = shown();
    void queue.add(['a'], false);

    expect(refused).toEqual({ chosen: new Map(), failed: new Map([['a', error]]) });
    expect(shown().failed.size).toBe(0);
  });

  test('that are refused are put back before the list has been read again', async () => {
    const { queue, requests, shown, holdList } = service();
    holdList(new Promise(() => {}));

    void queue.add(['a'], true);
    requests[0]?.fail(new Error('A deployment of this server is running.'));
    await turns();

    expect(shown().chosen.size).toBe(0);
  });

  test('whose answer was lost are not called failed when the list says that they were made', async () => {
    const { queue, requests, stored, shown } = service();

    const done = queue.add(['a', 'b'], false);
    stored.set('a', false);
    requests[0]?.fail(new Error('The service cannot be reached.'));
    await done;

    expect([...shown().failed.keys()]).toEqual(['b']);
  });
});
