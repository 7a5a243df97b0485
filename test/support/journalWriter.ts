/**
 * A process that writes a table store's rows repeatedly and reports what was acknowledged, until it is killed. Its journal is compacted
 * every few hundred lines. `node journalWriter.ts <file> <first number>`
 */
import { TableStore } from '../../local/twins/dynamodb/store.ts';
import { WRITTEN_TABLES } from './journalTables.ts';

const [, , path = '', first = '0'] = process.argv;
const store = new TableStore(path, WRITTEN_TABLES as never, ['Trail'], { waste: 100, rows: `${path}.rows` });
const padding = 'x'.repeat(400);
const say = (line: string) => process.stdout.write(`${line}\n`);

for (let n = Number(first); ; n++) {
  const name = `row${n % 40}`;
  const writes = [
    store.put('Things', name, { id: { S: name }, n: { N: String(n) }, padding: { S: padding } }),
    ...(n % 5 === 0 ? [store.put('Trail', `entry${n}`, { id: { S: `entry${n}` } })] : []),
  ];
  void Promise.all(writes).then(() => say(`wrote ${n}`));
  if (n % 7 === 0) {
    const count = Math.min(store.unread('Trail').length, 3);
    const ids = store
      .unread('Trail')
      .slice(0, count)
      .map(({ keys }) => keys['id']?.['S']);
    void store.acknowledge('Trail', count).then(() => say(`read ${ids.join(',')}`));
  }
  if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
}
