/**
 * The clients outside of npm: Python's from PyPI, one virtual environment each with pinned requirements, Go's and Rust's built from pinned
 * modules. All of it goes below .cache/clients and is made again only when what it is made of has changed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { MatrixClient } from './matrix.ts';

const here = import.meta.dirname;
const cache = join(resolve(here, '..', '..'), '.cache', 'clients');

interface Kit {
  readonly name: string;
  /** What it is made of. */
  readonly files: readonly string[];
  /** Commands, one after the other, with the folder that they fill. */
  readonly make: (folder: string) => ReadonlyArray<readonly string[]>;
  readonly in?: string;
  readonly clients: (folder: string) => readonly MatrixClient[];
}

type Kinds = Readonly<Partial<Record<'http' | 'sse', boolean>>>;

/** `kinds`: over which transports, and whether its program is told of changed tools there. */
const clientsOf = (name: string, command: readonly string[], kinds: Kinds): MatrixClient[] =>
  Object.entries(kinds).map(([transport, isNotified]) => ({
    name,
    transport: transport as 'http' | 'sse',
    command: [...command, name],
    isNotified,
  }));

const python = (requirements: string, libraries: Readonly<Record<string, Kinds>>): Kit => ({
  name: `python-${requirements}`,
  files: [`python/requirements/${requirements}.txt`],
  make: (folder) => [
    ['python3', '-m', 'venv', folder],
    [
      join(folder, 'bin', 'pip'),
      'install',
      '--quiet',
      '-r',
      join(here, 'python', 'requirements', `${requirements}.txt`),
    ],
  ],
  clients: (folder) =>
    Object.entries(libraries).flatMap(([name, kinds]) =>
      clientsOf(name, [join(folder, 'bin', 'python'), join(here, 'python', 'driver.py')], kinds),
    ),
});

const BOTH: Kinds = { http: true, sse: true };
/**
 * Of the protocol of 2026 a client must open `subscriptions/listen` to be notified. fastmcp 4.1.2 (fastmcp/client), openai-agents 0.24.0
 * (agents/mcp/server.py) and pydantic-ai 2.68.0, which uses fastmcp's client, never do: their programs see a change in the next list.
 */
const LISTS_ONLY: Kinds = { http: false, sse: true };

const KITS: readonly Kit[] = [
  // LangChain's adapter has no handler for notifications.
  python('mcp1', { mcp1: BOTH, 'langchain-py': { http: false, sse: false } }),
  python('mcp2', { mcp2: BOTH }),
  python('fastmcp', { fastmcp: LISTS_ONLY }),
  python('openai-agents', { 'openai-agents': LISTS_ONLY }),
  python('pydantic-ai', { 'pydantic-ai': LISTS_ONLY }),
  {
    name: 'go',
    files: ['go/go.mod', 'go/go.sum', 'go/main.go'],
    in: join(here, 'go'),
    make: (folder) => [['nice', '-n', '10', 'go', 'build', '-p', '1', '-o', join(folder, 'driver'), '.']],
    // go-sdk 1.8.0 opens `subscriptions/listen` once, when it connects (mcp/client.go, Connect), and keeps a list for its `ttlMs` of a minute:
    // a change after a cut is in its lists a minute later at most, which the short form of the matrix does not wait for.
    clients: (folder) => [
      ...clientsOf('go-sdk', [join(folder, 'driver')], { http: false, sse: true }),
      ...clientsOf('mcp-go', [join(folder, 'driver')], BOTH),
    ],
  },
  {
    name: 'rust',
    files: ['rust/Cargo.toml', 'rust/Cargo.lock', 'rust/src/main.rs'],
    in: join(here, 'rust'),
    make: (folder) => [
      ['nice', '-n', '10', 'cargo', 'build', '--locked', '--quiet', '-j', '1', '--target-dir', folder],
    ],
    // Its library has no HTTP+SSE. Of 2026 it speaks when a program asks for that.
    clients: (folder) =>
      ['rmcp', 'rmcp-2026'].flatMap((name) => clientsOf(name, [join(folder, 'debug', 'driver')], { http: true })),
  },
];

/** What could be made, and the names of what could not, each with the reason. */
export function otherClients(
  isWanted: (name: string) => boolean,
  say: (line: string) => void,
): { clients: MatrixClient[]; missing: string[] } {
  const clients: MatrixClient[] = [];
  const missing: string[] = [];
  for (const kit of KITS) {
    const folder = join(cache, kit.name);
    if (!kit.clients(folder).some(({ name }) => isWanted(name))) continue;
    const why = ensure(kit, folder, say);
    if (why === undefined) clients.push(...kit.clients(folder));
    else missing.push(`${kit.name}: ${why}`);
  }
  return { clients, missing };
}

function ensure(kit: Kit, folder: string, say: (line: string) => void): string | undefined {
  const hash = createHash('sha256');
  for (const file of kit.files) hash.update(readFileSync(join(here, file)));
  const wanted = hash.digest('hex');
  const stamp = join(folder, '.made-of');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return undefined;
  say(`Making ${kit.name} …`);
  mkdirSync(folder, { recursive: true });
  for (const [program = '', ...args] of kit.make(folder)) {
    const { status, error, stderr } = spawnSync(program, args, { cwd: kit.in ?? here, encoding: 'utf8' });
    if (status !== 0) return (error?.message ?? stderr ?? '').trim().slice(-300);
  }
  writeFileSync(stamp, wanted);
  return undefined;
}
