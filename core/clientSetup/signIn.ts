/**
 * How to connect each AI client to a server at which the person signs in: only the server's URL, nothing secret. Formats
 * as of November 2026. Clients without MCP Authorization are left out; they use a token (clients.ts).
 */
import type { ClientSetup, Snippet } from './clients.ts';

/** The address of a server for clients that sign in. */
export interface SignInAddress {
  /** The server's MCP URL. */
  readonly url: string;
  /** Key of the server in configuration files. */
  readonly key: string;
}

const json = (path: string, value: object): Snippet => ({
  title: path,
  path,
  language: 'json',
  text: JSON.stringify(value, null, 2),
});
const text = (title: string, value: string, language: Snippet['language'] = 'text'): Snippet => ({
  title,
  language,
  text: value,
});
const NO_SECRET = 'The MCP URL contains no secret and can be shared: everybody signs in with their own account.';

/**
 * What versions of a client need, by its id. The answer to a sign-in names its issuer (`iss`, RFC 9207), which MCP requires of clients
 * since 2026-07-28; these versions demand it and lose it on the way (openai/codex#31573, #32472: rmcp 1.8.0, mended in Codex CLI 0.147.0).
 */
const VERSIONS: Readonly<Record<string, string>> = {
  'codex-cli':
    'Needs version 0.147.0 or later, or one before 0.143: those between fail after the sign-in with “missing required issuer”. Update with: codex update',
  generic:
    'If it fails after the sign-in with “missing required issuer”, it loses the parameter iss of the answer (RFC 9207): update it. Programs made with the Rust SDK (rmcp) must hand iss to it.',
};

/** The set-ups of all clients with MCP Authorization. */
export function signInSetups({ url, key }: SignInAddress): ClientSetup[] {
  const setup = (id: string, name: string, steps: string[], snippets: Snippet[], deepLink?: string): ClientSetup => ({
    id,
    name,
    steps,
    snippets,
    ...(deepLink !== undefined && { deepLink }),
    notes: [...(VERSIONS[id] === undefined ? [] : [VERSIONS[id]]), NO_SECRET],
  });
  return [
    setup(
      'claude-code',
      'Claude Code',
      ['Run the command in your project, or put the file there.', `Open /mcp, choose ${key} and "Authenticate".`],
      [
        text('Terminal', `claude mcp add --transport http ${key} ${url}`, 'shell'),
        json('.mcp.json', { mcpServers: { [key]: { type: 'http', url } } }),
      ],
    ),
    setup(
      'claude-desktop',
      'Claude Desktop and claude.ai',
      [
        'Open Settings, then Connectors, then "Add custom connector".',
        `Name it ${key}, paste the MCP URL and leave the OAuth fields empty. Then press "Connect" and sign in.`,
      ],
      [text('Remote MCP server URL', url)],
    ),
    setup(
      'cursor',
      'Cursor',
      ['Use the link, or put the file in place.', 'Under Settings, MCP, press "Needs login" and sign in.'],
      [json('.cursor/mcp.json', { mcpServers: { [key]: { url } } })],
      `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(key)}&config=${encodeURIComponent(btoa(JSON.stringify({ url })))}`,
    ),
    setup(
      'vscode',
      'VS Code (GitHub Copilot)',
      ['Use the link, or put the file in place.', 'Start the server in the MCP view and sign in when it asks.'],
      [json('.vscode/mcp.json', { servers: { [key]: { type: 'http', url } } })],
      `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: key, type: 'http', url }))}`,
    ),
    setup(
      'gemini-cli',
      'Gemini CLI',
      ['Put the entry into the file.', `Run /mcp auth ${key} in Gemini CLI.`],
      [json('~/.gemini/settings.json', { mcpServers: { [key]: { httpUrl: url } } })],
    ),
    setup(
      'codex-cli',
      'Codex CLI',
      ['Put the entry into the file.', 'Run the command and sign in.'],
      [
        {
          ...text('~/.codex/config.toml', `[mcp_servers.${key}]\nurl = ${JSON.stringify(url)}\n`, 'toml'),
          path: '~/.codex/config.toml',
        },
        text('Terminal', `codex mcp login ${key}`, 'shell'),
      ],
    ),
    setup(
      'chatgpt',
      'ChatGPT',
      [
        'Switch developer mode on under Settings, Connectors, Advanced.',
        `Create a connector: name it ${key}, paste the MCP URL and choose "OAuth".`,
      ],
      [text('MCP server URL', url)],
    ),
    setup(
      'mcp-remote',
      'Any client that starts a command (mcp-remote)',
      [
        'Put the entry where the client keeps its servers; Node.js must be installed.',
        'A browser opens at the first start.',
      ],
      [json('mcp.json', { mcpServers: { [key]: { command: 'npx', args: ['-y', 'mcp-remote', url] } } })],
    ),
    setup(
      'generic',
      'Any other client that speaks MCP Authorization',
      ['Give it the MCP URL; it finds everything else there.'],
      [text('Address', url)],
    ),
  ];
}
