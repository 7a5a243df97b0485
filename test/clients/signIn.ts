/**
 * Real MCP clients with sign-in, behind the one interface that test/local/signIn.test.ts uses. The person has a real browser, and follows the
 * link of a client that opens no page itself.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../support/freePort.ts';
import { ClientMemory, REDIRECT, type Signing, signingV1, signingV2 } from '../support/oauthClient.ts';
import { until } from '../support/until.ts';

const root = resolve(import.meta.dirname, '..', '..');

/**
 * The person's decision at the authorization URL `asked`. Resolves to the URL to which the browser returns; clients that listen on a port of
 * their own do not need it.
 */
export type Decide = (asked: string) => Promise<URL>;

/** A client, before or after signing in. */
export interface SigningClient {
  /** Calls the tool, and signs the person in if the client requires it. Rejects when the client is refused. */
  call(tool: string): Promise<string>;
  /** The access token that it has now. */
  accessToken(): Promise<string>;
  close(): Promise<void>;
}

/** Makes a client for the server at `url` that stores its files in `folder`. */
export type MakeClient = (url: string, folder: string, decide: Decide) => SigningClient;

const sdk =
  (make: (url: string, memory: ClientMemory) => Signing, name: string, clientId?: string): MakeClient =>
  (url, _folder, decide) => {
    const client = make(url, new ClientMemory(name, clientId));
    let isConnected = false;
    const connect = async () => {
      await client.connect().catch(async (error: Error) => {
        if (!/unauthorized/i.test(error.message)) throw error;
        await client.finish(await decide(String(client.memory.asked)));
        await client.connect();
      });
      isConnected = true;
    };
    return {
      call: async (tool) => {
        if (!isConnected) await connect();
        const { content } = await client.call(tool, {});
        return String(content[0]?.text);
      },
      accessToken: async () => client.memory.tokensNow?.access_token ?? '',
      close: () => client.close(),
    };
  };

/** mcp-remote: a process that listens for the browser itself, and speaks MCP over its standard streams. */
const mcpRemote: MakeClient = (url, folder, decide) => {
  const config = join(folder, 'mcp-remote');
  const args = [url, '--allow-http', '--transport', 'http-only'];
  const child = spawn(process.execPath, [join(root, 'node_modules/mcp-remote/dist/proxy.js'), ...args], {
    env: { ...process.env, MCP_REMOTE_CONFIG_DIR: config, BROWSER: 'none' },
    stdio: 'pipe',
  });
  let said = '';
  child.stderr.on('data', (piece) => {
    said += piece;
  });
  const answers = new Map<number, { result?: { content?: { text: string }[] }; error?: { message: string } }>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    answers.set(message.id, message);
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let last = 0;
  const ask = async (method: string, params: object) => {
    const id = ++last;
    send({ id, method, params });
    // A refused client asks the person again and waits; nobody comes.
    await until(() => answers.has(id) || child.exitCode !== null || timesAsked() > 1);
    const answer = answers.get(id);
    if (!answer?.result) throw new Error(answer?.error?.message ?? `mcp-remote does not answer: ${said.slice(-300)}`);
    return answer.result;
  };
  const pages = /http:\/\/localhost:\d+\/oauth\/authorize\S+(?=\s)/g;
  const timesAsked = () => new Set(said.match(pages)).size;
  let begun: Promise<unknown> | undefined;
  const begin = async () => {
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    const greeted = ask('initialize', hello);
    await until(() => timesAsked() > 0);
    await decide(String(said.match(pages)?.[0]));
    await greeted;
    send({ method: 'notifications/initialized' });
  };
  return {
    call: async (tool) => {
      begun ??= begin();
      await begun;
      const { content } = await ask('tools/call', { name: tool, arguments: {} });
      return String(content?.[0]?.text);
    },
    accessToken: () => tokenBelow(config),
    close: async () => ended(child),
  };
};

/** The inspector's command line: a process for each call, which listens for the browser and keeps the tokens in a folder. */
const inspector: MakeClient = (url, folder, decide) => {
  const storage = join(folder, 'inspector');
  mkdirSync(storage, { recursive: true });
  // It opens pages by this command; the person's browser belongs to another process.
  writeFileSync(join(storage, 'xdg-open'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const bin = join(root, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  let port: number | undefined;
  return {
    call: async (tool) => {
      port ??= await freePort();
      const args = [
        '--cli',
        url,
        '--transport',
        'http',
        '--method',
        'tools/call',
        '--tool-name',
        tool,
        '--format',
        'json',
      ];
      const child = spawn(process.execPath, [bin, ...args], {
        env: {
          ...process.env,
          PATH: `${storage}:${process.env['PATH']}`,
          MCP_STORAGE_DIR: storage,
          MCP_INSPECTOR_SECRET_STORE: 'file',
          MCP_OAUTH_CALLBACK_URL: `http://127.0.0.1:${port}/oauth/callback`,
          MCP_AUTO_OPEN_ENABLED: 'true',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [out, said] = [textOf(child.stdout), textOf(child.stderr)];
      const asked = () => /(http:\/\/\S+\/oauth\/authorize\?\S+)/.exec(said())?.[1];
      await until(() => child.exitCode !== null || asked() !== undefined);
      if (child.exitCode === null) {
        const decided = decide(String(asked()).replaceAll(/\u001b\[[\d;]*m|\u001b\].*?(\u0007|\u001b\\)/g, ''));
        // A refused client asks the person again and waits; nobody comes.
        await decided.catch(() => ended(child));
        await decided;
        await until(() => child.exitCode !== null);
      }
      if (child.exitCode !== 0) throw new Error(`${child.exitCode} ${said().slice(-500)} ${out().slice(-500)}`);
      return out();
    },
    accessToken: () => tokenBelow(storage),
    close: async () => {},
  };
};

/** The Python SDKs, if their environments are installed (`npm run clients -- --sign-in`). */
const python =
  (library: 'mcp1' | 'mcp2'): MakeClient =>
  (url, _folder, decide) => {
    const driver = join(import.meta.dirname, 'python', 'sign_in.py');
    const child = spawn(pythonOf(library), [driver, library, url, REDIRECT], { stdio: ['pipe', 'pipe', 'pipe'] });
    const said = textOf(child.stderr);
    const waiting: ((line: Record<string, string>) => void)[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(JSON.parse(line)));
    child.on('exit', () => {
      for (const tell of waiting) tell({ error: `It has ended: ${said().slice(-300)}` });
    });
    const ask = (line: object) =>
      new Promise<Record<string, string>>((done) => {
        waiting.push(done);
        child.stdin.write(`${JSON.stringify(line)}\n`);
      });
    return {
      call: async (tool) => {
        let answer = await ask({ call: tool });
        if (answer['asked'] !== undefined) answer = await ask({ callback: (await decide(answer['asked'])).href });
        // A refused client asks the person again; nobody comes.
        if (answer['answer'] === undefined) throw new Error(answer['error'] ?? 'It asks the person again.');
        return answer['answer'];
      },
      accessToken: async () => String((await ask({ token: true }))['token']),
      close: async () => ended(child),
    };
  };

const pythonOf = (library: string) => join(root, '.cache', 'clients', `python-${library}`, 'bin', 'python');

/** All clients; `isThere` is false for those that are not installed. */
export const SIGNING_CLIENTS: readonly {
  readonly name: string;
  readonly make: MakeClient;
  readonly isThere: boolean;
}[] = [
  { name: 'TypeScript SDK v2', make: sdk((url, memory) => signingV2(url, memory), 'v2'), isThere: true },
  {
    name: 'TypeScript SDK v2, its id an address',
    make: sdk((url, memory) => signingV2(url, memory), 'v2', 'https://client.example/oauth/client.json'),
    isThere: true,
  },
  {
    name: 'TypeScript SDK v2 as of 2025',
    make: sdk((url, memory) => signingV2(url, memory, 'legacy'), 'v2-2025'),
    isThere: true,
  },
  { name: 'TypeScript SDK v1', make: sdk(signingV1, 'v1'), isThere: true },
  { name: 'mcp-remote', make: mcpRemote, isThere: true },
  { name: 'inspector', make: inspector, isThere: true },
  ...(['mcp2', 'mcp1'] as const).map((library) => ({
    name: `Python SDK ${library === 'mcp1' ? 'v1' : 'v2'}`,
    make: python(library),
    isThere: existsSync(pythonOf(library)),
  })),
];

function textOf(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.on('data', (piece) => {
    text += piece;
  });
  return () => text;
}

function ended(child: ChildProcess): void {
  child.kill('SIGKILL');
}

/** The access token that a client has stored in some file of the folder. */
async function tokenBelow(folder: string): Promise<string> {
  for (const file of await readdir(folder, { recursive: true })) {
    const text = await readFile(join(folder, file), 'utf8').catch(() => '');
    const token = /pcs_[0-9A-Za-z]{83}/.exec(text)?.[0];
    if (token) return token;
  }
  throw new Error('The client has stored no token.');
}

/** A new folder for the files of one client. */
export function folderIn(data: string): string {
  const folder = join(data, randomUUID());
  mkdirSync(folder, { recursive: true });
  return folder;
}
