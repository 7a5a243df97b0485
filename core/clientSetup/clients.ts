/**
 * How to connect each AI client to a server with a connection token: the exact file, command or link. The token is in the
 * URL, or in a header for clients that can send headers and store secrets separately. Formats as of November 2026; one
 * function per client, no I/O. The server's name is used only as a key (names.ts).
 */
export interface Connection {
  /** Base URL of the installation, without a trailing slash. */
  readonly edgeUrl: string;
  /** The token, or a placeholder for it. */
  readonly token: string;
  /** Key of the server in configuration files. */
  readonly key: string;
}

/** A text to copy into a client or a terminal. */
export interface Snippet {
  /** Where to put it: a file, a terminal, a field. */
  readonly title: string;
  readonly path?: string;
  readonly language: 'json' | 'toml' | 'shell' | 'text';
  readonly text: string;
}

/** How one client is connected. */
export interface ClientSetup {
  readonly id: string;
  readonly name: string;
  readonly steps: string[];
  readonly snippets: Snippet[];
  readonly deepLink?: string;
  readonly notes: string[];
}

/** The values that the set-ups are made from. */
interface Parts extends Connection {
  /** The URL with the token in it. */
  readonly url: string;
  /** The URL for clients that send the token as a header. */
  readonly plainUrl: string;
}

/** The MCP URL of a token. */
export const mcpUrl = ({ edgeUrl, token }: Pick<Connection, 'edgeUrl' | 'token'>): string => `${edgeUrl}/${token}/mcp`;

/** The JSON configuration that most clients accept unchanged. */
export function defaultConfig(connection: Connection) {
  return { mcpServers: { [connection.key]: { type: 'http', url: mcpUrl(connection) } } };
}

/** The set-ups of all known clients, the most common first. */
export function clientSetups(connection: Connection): ClientSetup[] {
  const parts: Parts = {
    ...connection,
    url: mcpUrl(connection),
    plainUrl: `${connection.edgeUrl}/mcp`,
  };
  return CLIENTS.map((client) => client(parts));
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);
/** One JSON file that has the server under `mcpServers`. */
const jsonFile = (path: string, key: string, entry: object, title = path): Snippet => ({
  title,
  path,
  language: 'json',
  text: pretty({ mcpServers: { [key]: entry } }),
});
/** Commands that set the token as an environment variable, for POSIX shells and for PowerShell. */
const environment = (token: string, title: string): Snippet[] => [
  { title, language: 'shell', text: `export PORTCULLIS_TOKEN=${token}` },
  { title: `${title}, PowerShell`, language: 'shell', text: `$env:PORTCULLIS_TOKEN = '${token}'` },
];
const SECRET = 'The MCP URL contains the token: whoever has it can call the tools. Do not commit it.';

const claudeCode = ({ key, url, plainUrl, token }: Parts): ClientSetup => ({
  id: 'claude-code',
  name: 'Claude Code',
  steps: ['Run the command in your project, or put the file there.', 'Check with /mcp in Claude Code.'],
  snippets: [
    { title: 'Terminal', language: 'shell', text: `claude mcp add --transport http ${key} ${url}` },
    jsonFile('.mcp.json', key, { type: 'http', url }),
    jsonFile(
      '.mcp.json',
      key,
      { type: 'http', url: plainUrl, headers: { Authorization: `Bearer \${PORTCULLIS_TOKEN}` } },
      'Shared .mcp.json, with the token in the environment',
    ),
    ...environment(token, 'Environment for the shared file'),
  ],
  notes: [SECRET],
});

const claudeDesktop = ({ key, url }: Parts): ClientSetup => ({
  id: 'claude-desktop',
  name: 'Claude Desktop and claude.ai',
  steps: [
    'Open Settings, then Connectors, then "Add custom connector".',
    `Name it ${key}, paste the remote MCP server URL and leave the OAuth fields empty.`,
    'Without connectors in your plan: put the file below in place instead; it runs mcp-remote and needs Node.js.',
  ],
  snippets: [
    { title: 'Remote MCP server URL', language: 'text', text: url },
    jsonFile('claude_desktop_config.json', key, { command: 'npx', args: ['-y', 'mcp-remote', url] }),
  ],
  notes: [
    'The file is in ~/Library/Application Support/Claude on macOS and %APPDATA%\\Claude on Windows; it takes local commands only.',
    'Connectors are called from the cloud of the client, not from your machine.',
    SECRET,
  ],
});

const cursor = ({ key, url }: Parts): ClientSetup => ({
  id: 'cursor',
  name: 'Cursor',
  steps: ['Use the link, or put the file in place.', 'Switch the server on under Settings, MCP.'],
  snippets: [jsonFile('.cursor/mcp.json', key, { url }, '.cursor/mcp.json, or ~/.cursor/mcp.json for all projects')],
  deepLink: `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(key)}&config=${encodeURIComponent(base64(JSON.stringify({ url })))}`,
  notes: [SECRET],
});

const vsCode = ({ key, url, plainUrl }: Parts): ClientSetup => ({
  id: 'vscode',
  name: 'VS Code (GitHub Copilot)',
  steps: ['Use the link, or put one of the files in place.', 'Start the server in the MCP view.'],
  snippets: [
    {
      title: '.vscode/mcp.json',
      path: '.vscode/mcp.json',
      language: 'json',
      text: pretty({ servers: { [key]: { type: 'http', url } } }),
    },
    {
      title: '.vscode/mcp.json that asks for the token',
      path: '.vscode/mcp.json',
      language: 'json',
      text: pretty({
        inputs: [
          { id: `${key}-token`, type: 'promptString', description: 'Portcullis connection token', password: true },
        ],
        servers: {
          [key]: { type: 'http', url: plainUrl, headers: { Authorization: `Bearer \${input:${key}-token}` } },
        },
      }),
    },
  ],
  deepLink: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: key, type: 'http', url }))}`,
  notes: ['The key is "servers", not "mcpServers". VS Code offers a model 128 tools at most.', SECRET],
});

const windsurf = ({ key, url }: Parts): ClientSetup => ({
  id: 'windsurf',
  name: 'Windsurf',
  steps: ['Put the entry into the file, then refresh the MCP servers in Cascade.'],
  snippets: [jsonFile('~/.codeium/windsurf/mcp_config.json', key, { serverUrl: url })],
  notes: [SECRET],
});

const geminiCli = ({ key, url }: Parts): ClientSetup => ({
  id: 'gemini-cli',
  name: 'Gemini CLI',
  steps: ['Put the entry into the file.', 'Check with /mcp in Gemini CLI.'],
  snippets: [jsonFile('~/.gemini/settings.json', key, { httpUrl: url })],
  notes: ['"httpUrl" is Streamable HTTP; "url" would mean the older SSE transport.', SECRET],
});

const codexCli = ({ key, url, plainUrl, token }: Parts): ClientSetup => ({
  id: 'codex-cli',
  name: 'Codex CLI',
  steps: ['Put one of the entries into the file.', 'Check with /mcp in Codex.'],
  snippets: [
    {
      title: '~/.codex/config.toml',
      path: '~/.codex/config.toml',
      language: 'toml',
      text: `[mcp_servers.${key}]\nurl = ${JSON.stringify(url)}\n`,
    },
    {
      title: '~/.codex/config.toml, with the token in the environment',
      path: '~/.codex/config.toml',
      language: 'toml',
      text: `[mcp_servers.${key}]\nurl = ${JSON.stringify(plainUrl)}\nbearer_token_env_var = "PORTCULLIS_TOKEN"\n`,
    },
    ...environment(token, 'Environment for the second form'),
  ],
  notes: [SECRET],
});

const chatGpt = ({ key, url }: Parts): ClientSetup => ({
  id: 'chatgpt',
  name: 'ChatGPT',
  steps: [
    'Switch developer mode on under Settings, Connectors, Advanced.',
    `Create a connector: name it ${key}, paste the MCP server URL and choose "No authentication".`,
  ],
  snippets: [{ title: 'MCP server URL', language: 'text', text: url }],
  notes: ['ChatGPT does not send custom headers, so the token is in the MCP URL.', SECRET],
});

const mcpRemote = ({ key, url, plainUrl, token }: Parts): ClientSetup => ({
  id: 'mcp-remote',
  name: 'Any client that starts a command (mcp-remote)',
  steps: ['Put the entry where the client keeps its servers; Node.js must be installed.'],
  snippets: [
    jsonFile('mcp.json', key, { command: 'npx', args: ['-y', 'mcp-remote', url] }, 'Token in the URL'),
    jsonFile(
      'mcp.json',
      key,
      {
        command: 'npx',
        // No space after the colon: some clients split arguments at spaces.
        args: ['-y', 'mcp-remote', plainUrl, '--transport', 'http-first', '--header', `Authorization:\${AUTH_HEADER}`],
        env: { AUTH_HEADER: `Bearer ${token}` },
      },
      'Token in a header',
    ),
  ],
  notes: [SECRET],
});

const generic = ({ key, url, plainUrl, token }: Parts): ClientSetup => ({
  id: 'generic',
  name: 'Any other client',
  steps: ['Paste the MCP URL, or use the URL without the token and send the token as a bearer token.'],
  snippets: [
    jsonFile('mcp.json', key, { type: 'http', url }),
    { title: 'Address', language: 'text', text: url },
    { title: 'URL and header', language: 'text', text: `${plainUrl}\nAuthorization: Bearer ${token}` },
  ],
  notes: ['Streamable HTTP and the older SSE transport ("type": "sse") use the same URL.', SECRET],
});

const CLIENTS = [
  claudeCode,
  claudeDesktop,
  cursor,
  vsCode,
  windsurf,
  geminiCli,
  codexCli,
  chatGpt,
  mcpRemote,
  generic,
] as const;

/** Base64 of UTF-8, with functions that browsers and Node both have. */
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
