/** A way that was cut leaves nothing behind: one socket that stays would keep the matrix of clients from ending. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const LINK = resolve(import.meta.dirname, '../../../clients/link.ts');

/** In a process of its own: what it comes to is whether that process ends. */
const PROGRAM = `
import { once } from 'node:events';
import { connect, createServer, Socket } from 'node:net';
import { Link } from ${JSON.stringify(LINK)};
const target = createServer((socket) => socket.on('error', () => {}).resume());
target.listen(0, '127.0.0.1');
await once(target, 'listening');
const link = await Link.start(target.address().port);
const near = connect(link.port, '127.0.0.1').on('error', () => {});
const [far] = await once(target, 'connection');
const closed = (socket) => new Promise((done) => socket.once('close', done));
const gone = Promise.all([closed(near), closed(far)]);
MOMENT
await gone;
target.close();
console.log('both ends have seen it');
`;

const ended = (moment: string) => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', PROGRAM.replace('MOMENT', moment)],
    { encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL' },
  );
  return { status, stdout };
};
const BOTH = { status: 0, stdout: 'both ends have seen it\n' };

test('both ends of a connection see the cut, and nothing is left', () => {
  expect(ended('link.close();')).toEqual(BOTH);
});

test('a connection whose end is just being passed on is cut as well', () => {
  // The cut falls between the begin of the other side's shutdown and its being done.
  const passing = `
    const { end } = Socket.prototype;
    Socket.prototype.end = function (...parameters) {
      const ended = end.apply(this, parameters);
      if (this !== near) link.close();
      return ended;
    };
    near.end();`;

  expect(ended(passing)).toEqual(BOTH);
});
