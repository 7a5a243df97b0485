/** The clients outside of npm: Python's from PyPI, Go's and Rust's built from pinned modules (kit.ts). */
import { join } from 'node:path';
import { ensureKit, folderOf, type Kit, pythonKit, pythonOf } from './kit.ts';
import type { MatrixClient } from './matrix.ts';

const here = import.meta.dirname;

interface ClientKit extends Kit {
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

const python = (requirements: string, libraries: Readonly<Record<string, Kinds>>): ClientKit => ({
  ...pythonKit(join(here, 'python', 'requirements', `${requirements}.txt`)),
  clients: (folder) =>
    Object.entries(libraries).flatMap(([name, kinds]) =>
      clientsOf(name, [pythonOf(folder), join(here, 'python', 'driver.py')], kinds),
    ),
});

const BOTH: Kinds = { http: true, sse: true };
/**
 * Of the protocol of 2026 a client must open `subscriptions/listen` to be notified. fastmcp 4.1.2 (fastmcp/client), openai-agents 0.24.0
 * (agents/mcp/server.py) and pydantic-ai 2.68.0, which uses fastmcp's client, never do: their programs see a change in the next list.
 */
const LISTS_ONLY: Kinds = { http: false, sse: true };

const KITS: readonly ClientKit[] = [
  // LangChain's adapter has no handler for notifications.
  python('mcp1', { mcp1: BOTH, 'langchain-py': { http: false, sse: false } }),
  python('mcp2', { mcp2: BOTH }),
  python('fastmcp', { fastmcp: LISTS_ONLY }),
  python('openai-agents', { 'openai-agents': LISTS_ONLY }),
  python('pydantic-ai', { 'pydantic-ai': LISTS_ONLY }),
  {
    name: 'clients/go',
    files: ['go.mod', 'go.sum', 'main.go'].map((file) => join(here, 'go', file)),
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
    name: 'clients/rust',
    files: ['Cargo.toml', 'Cargo.lock', 'src/main.rs'].map((file) => join(here, 'rust', file)),
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
    const folder = folderOf(kit);
    if (!kit.clients(folder).some(({ name }) => isWanted(name))) continue;
    const why = ensureKit(kit, say);
    if (why === undefined) clients.push(...kit.clients(folder));
    else missing.push(`${kit.name}: ${why}`);
  }
  return { clients, missing };
}
