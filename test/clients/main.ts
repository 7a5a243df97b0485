/**
 * `npm run clients -- [flags]`: the matrix of real clients, those outside of npm included, against the local stack (matrix.ts says what
 * is asked of them). Prints a table and stores it.
 *   --minutes <n> or --seconds <n>   how long, each exposition (20 minutes)
 *   --every <ms>                     pause between two calls (5000)
 *   --stream-life <s>                cut streams after so long, as AWS does (never)
 *   --only <name,…>                  these clients
 *   --exposition <way,…>             how the servers list their tools: flat, compact, grouped, search (flat)
 *   --toolset                        against toolsets of two APIs and two MCP servers (flat only)
 *   --npm                            without those outside of npm
 *   --sign-in                        instead of all this: installs the Python SDKs and has every client sign in (test/local/signIn.test.ts)
 *   --store                          write bench/results/clients.md
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MATRIX_EXPOSITIONS, runMatrix, type Verdict } from './matrix.ts';
import { NPM_CLIENTS } from './npm.ts';
import { otherClients } from './others.ts';

const say = (line: string) => console.log(line);
const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seconds: { type: 'string' },
    every: { type: 'string', default: '5000' },
    'stream-life': { type: 'string' },
    only: { type: 'string' },
    exposition: { type: 'string', default: 'flat' },
    toolset: { type: 'boolean', default: false },
    npm: { type: 'boolean', default: false },
    'sign-in': { type: 'boolean', default: false },
    store: { type: 'boolean', default: false },
  },
});
const seconds = values.seconds === undefined ? Number(values.minutes ?? 20) * 60 : Number(values.seconds);
if (values['sign-in']) {
  for (const why of otherClients((name) => /^mcp\d$/.test(name), say).missing) say(`Not there: ${why}`);
  const jest = join(resolve(import.meta.dirname, '..', '..'), 'scripts', 'jest.mjs');
  process.exit(spawnSync(process.execPath, [jest, 'test/local/signIn.test.ts'], { stdio: 'inherit' }).status ?? 1);
}
const life = values['stream-life'];
const only = values.only?.split(',');
const isWanted = (name: string) => !only || only.includes(name);

const others = values.npm ? { clients: [], missing: [] } : otherClients(isWanted, say);
const ways = MATRIX_EXPOSITIONS.filter((way) => values.exposition.split(',').includes(way));
const clients = [...NPM_CLIENTS, ...others.clients].filter(({ name }) => isWanted(name));
const verdicts: Verdict[] = [];
// One after the other: clients of one way are enough for a machine.
for (const exposition of ways) {
  say(`Listed ${exposition}:`);
  verdicts.push(
    ...(await runMatrix({
      clients: clients.map((client) => ({ ...client, exposition })),
      seconds,
      everyMs: Number(values.every),
      toolset: values.toolset,
      ...(life !== undefined && { streamLifeSeconds: Number(life) }),
      say,
    })),
  );
}
const table = tableOf(verdicts);
say(`\n${table}`);
for (const why of others.missing) say(`Not there: ${why}`);
if (values.store) {
  const path = join(resolve(import.meta.dirname, '..', '..'), 'bench', 'results', 'clients.md');
  const asked = `npm run clients -- --seconds ${seconds} --every ${values.every} --exposition ${ways.join(',')}${life === undefined ? '' : ` --stream-life ${life}`}`;
  const missing = others.missing.map((why) => `\nNot there: ${why}`).join('');
  writeFileSync(
    path,
    `# Real clients\n\n\`${asked}\`, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores. What is asked of each is said in test/clients/matrix.ts.\n\n${table}\n${missing}`,
  );
}
process.exitCode = verdicts.every(({ passed }) => passed) ? 0 : 1;

function tableOf(rows: readonly Verdict[]): string {
  const cell = (value: unknown) => String(value).replaceAll(/[|\n]/g, ' ');
  const line = (cells: readonly unknown[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [
    line([
      'client',
      'transport',
      'list',
      'passed',
      'calls',
      'failed',
      'hung',
      'changes',
      'after the cut',
      'after the revocation',
      'faults',
    ]),
    line(Array.from({ length: 11 }, () => '---')),
    ...rows.map((row) =>
      line([
        row.client,
        row.transport,
        row.exposition,
        row.passed ? 'yes' : 'NO',
        row.calls,
        row.failed,
        row.hung,
        row.changes,
        row.afterCut,
        row.afterRevocation,
        row.faults.join('; '),
      ]),
    ),
  ].join('\n');
}
