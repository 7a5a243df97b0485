/**
 * What MCP clients register and publish, as their own sources, their makers or people who watched them say. Ports, hashes and hosts that
 * a client fills in have an example's value; metadata that is ignored here (scope, logo) is left out where it says nothing.
 */

/** One client's request to register itself, and where the browser may return to. */
export interface Registration {
  readonly client: string;
  /** Repository and path, or the thread in which the request is quoted. */
  readonly source: string;
  readonly body: { readonly redirect_uris?: readonly string[]; readonly [more: string]: unknown };
  /** The addresses of which the client uses one, if not all that it registers. */
  readonly uses?: readonly string[];
  /** Set for one that is refused: the reason, in the words of the answer. */
  readonly refused?: RegExp;
}

/** A metadata document, at the URL that is the client's id. */
export interface MetadataDocument {
  readonly client: string;
  readonly source: string;
  readonly document: {
    readonly client_id: string;
    readonly redirect_uris: readonly string[];
    readonly [more: string]: unknown;
  };
  /** An address to which the client lets the browser return. */
  readonly uses: string;
}

const CODE = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] };
const PUBLIC = { ...CODE, token_endpoint_auth_method: 'none' };

export const REGISTRATIONS: readonly Registration[] = [
  {
    client: 'Cursor, with its scheme and loopback',
    source: 'forum.cursor.com thread 165019, quoted in erp-mafia/accounted#2225',
    body: {
      ...PUBLIC,
      client_name: 'Cursor',
      application_type: 'web',
      redirect_uris: [
        'http://localhost:8787/callback',
        'http://127.0.0.1:8787/callback',
        'cursor://anysphere.cursor-mcp/oauth/callback',
      ],
    },
  },
  {
    client: 'Cursor, with its scheme, its website and loopback',
    source: 'makeplane/plane-mcp-server#159, soflyy/agent-connector-for-wp#111',
    body: {
      ...PUBLIC,
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
    },
  },
  {
    client: 'Cursor CLI and agents',
    source: 'bytebase/bytebase#20510, koala73/worldmonitor#8303',
    body: {
      ...PUBLIC,
      client_name: 'Cursor',
      redirect_uris: ['https://www.cursor.com/agents/mcp/oauth/callback'],
    },
  },
  {
    client: 'Cursor before 1.5',
    source: 'msfeldstein/mcp-test-servers, OAUTH-TESTING-INSTRUCTIONS.md',
    body: {
      ...PUBLIC,
      client_name: 'Cursor',
      redirect_uris: ['cursor-dev://anysphere.cursor-retrieval/oauth/user-oauther/callback'],
    },
  },
  {
    client: 'VS Code',
    source: 'microsoft/vscode, src/vs/base/common/oauth.ts, fetchDynamicRegistration',
    body: {
      ...PUBLIC,
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      application_type: 'native',
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
    },
    uses: ['https://vscode.dev/redirect', 'http://127.0.0.1:33418/', 'http://127.0.0.1:59656/'],
  },
  {
    client: 'A VS Code extension or fork, by its scheme',
    source: 'bytebase/bytebase#20447, trypostit/trypost#336',
    body: { ...PUBLIC, client_name: 'Editor', redirect_uris: ['vscode-insiders://vscode.mcp/oauth/callback'] },
  },
  {
    client: 'Claude',
    source: 'claude.com/docs/connectors/building/authentication; cartesia-ai/cartesia-mcp#73',
    body: {
      ...PUBLIC,
      client_name: 'Claude',
      scope: 'claudeai',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
    },
  },
  {
    client: 'Claude Desktop, by its scheme',
    source: 'trypostit/trypost#336',
    body: { ...PUBLIC, client_name: 'Claude Desktop', redirect_uris: ['claude://mcp-auth/callback'] },
  },
  {
    client: 'Claude Code',
    source: 'elmohq/elmo#684, captured with Claude Code 2.1',
    body: {
      ...PUBLIC,
      client_name: 'Claude Code (things)',
      application_type: 'native',
      redirect_uris: ['http://localhost:3118/callback'],
    },
    uses: ['http://localhost:3118/callback', 'http://localhost:61234/callback'],
  },
  {
    client: 'ChatGPT',
    source: 'developers.openai.com/apps-sdk/build/auth; koala73/worldmonitor#8305',
    body: {
      ...CODE,
      client_name: 'ChatGPT',
      token_endpoint_auth_method: 'none',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
    },
  },
  {
    client: 'ChatGPT, with an address for each connector',
    source: 'developers.openai.com/apps-sdk/build/auth',
    body: {
      ...CODE,
      client_name: 'ChatGPT',
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: ['https://chatgpt.com/connector/oauth/cb_5f2a9c', 'https://platform.openai.com/apps-manage/oauth'],
    },
  },
  {
    client: 'Codex CLI',
    source: 'openai/codex, codex-rs/rmcp-client/src/perform_oauth_login.rs; openai/codex#30460',
    body: {
      ...PUBLIC,
      client_name: 'Codex',
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1:63546/callback/6MFBM1In3Ey-'],
    },
  },
  {
    client: 'Gemini CLI',
    source: 'google-gemini/gemini-cli, packages/core/src/mcp/oauth-provider.ts, registerClient',
    body: {
      ...PUBLIC,
      client_name: 'Gemini CLI MCP Client',
      scope: '',
      redirect_uris: ['http://localhost:7777/oauth/callback'],
    },
  },
  {
    client: 'Windsurf',
    source: 'docs.windsurf.com/windsurf/cascade/mcp; makeplane/plane-mcp-server#164',
    body: { ...PUBLIC, client_name: 'Windsurf', redirect_uris: ['http://localhost:49813/callback'] },
  },
  {
    client: 'Windsurf, by its scheme',
    source: 'mindset-ai/memex-ai#146, trypostit/trypost#336',
    body: { ...PUBLIC, client_name: 'Windsurf', redirect_uris: ['windsurf://codeium.windsurf/oauth/callback'] },
  },
  {
    client: 'GitHub Copilot in JetBrains IDEs',
    source: 'microsoft/copilot-intellij-feedback#2041',
    body: {
      ...PUBLIC,
      client_name: 'GitHub Copilot',
      redirect_uris: ['http://127.0.0.1:33428/callback', 'http://127.0.0.1/callback'],
    },
  },
  {
    client: 'JetBrains IDEs, by their scheme',
    source: 'bytebase/bytebase#20510',
    body: { ...PUBLIC, client_name: 'JetBrains', redirect_uris: ['jetbrains://gateway/com.example.mcp/oauth'] },
  },
  {
    client: 'Zed',
    source: 'zed-industries/zed, crates/context_server/src/oauth.rs, dcr_registration_body',
    body: { ...PUBLIC, client_name: 'Zed', redirect_uris: ['http://127.0.0.1:49152/callback'] },
  },
  {
    client: 'Goose',
    source: 'block/goose, crates/goose/src/oauth/mod.rs',
    body: { ...PUBLIC, client_name: 'goose', redirect_uris: ['http://127.0.0.1:41000/oauth_callback'] },
  },
  {
    client: 'Cline',
    source: 'cline/cline, src/services/mcp/McpOAuthManager.ts and McpOAuthRedirectResolver.ts',
    body: {
      ...PUBLIC,
      client_name: 'Cline',
      client_uri: 'https://cline.bot',
      software_id: 'cline',
      redirect_uris: ['vscode://saoudrizwan.claude-dev/mcp-auth/callback/abc123'],
    },
  },
  {
    client: 'Cline, on loopback',
    source: 'cline/cline, src/services/mcp/McpOAuthRedirectResolver.ts',
    body: {
      ...PUBLIC,
      client_name: 'Cline',
      redirect_uris: ['http://127.0.0.1:48811/mcp-auth/callback/abc123'],
    },
  },
  {
    client: 'Raycast, by its bundle id',
    source: 'developers.raycast.com/api-reference/oauth, RedirectMethod.AppURI',
    body: { ...PUBLIC, client_name: 'Raycast', redirect_uris: ['com.raycast:/oauth?package_name=Extension'] },
  },
  {
    client: 'Raycast, by its website or scheme',
    source: 'developers.raycast.com/api-reference/oauth, RedirectMethod.Web and App',
    body: {
      ...PUBLIC,
      client_name: 'Raycast',
      redirect_uris: ['https://raycast.com/redirect?packageName=Extension', 'raycast://oauth?package_name=Extension'],
    },
  },
  {
    client: 'LibreChat',
    source: 'danny-avila/LibreChat, packages/api/src/mcp/oauth/handler.ts, registerOAuthClient',
    body: {
      ...CODE,
      client_name: 'LibreChat MCP Client',
      token_endpoint_auth_method: 'client_secret_basic',
      redirect_uris: ['https://chat.example.com/api/mcp/things/oauth/callback'],
    },
  },
  {
    client: 'LibreChat on one machine',
    source: 'danny-avila/LibreChat, packages/api/src/mcp/oauth/handler.ts, getDefaultRedirectUri',
    body: {
      ...CODE,
      client_name: 'LibreChat MCP Client',
      token_endpoint_auth_method: 'client_secret_basic',
      redirect_uris: ['http://localhost:3080/api/mcp/things/oauth/callback'],
    },
  },
  {
    client: 'n8n Cloud',
    source: 'n8n-io/n8n#21791, n8n-io/n8n#21808',
    body: {
      ...PUBLIC,
      client_name: 'n8n',
      client_uri: 'https://n8n.io/',
      redirect_uris: [
        'https://oauth.n8n.cloud/oauth2/callback',
        'https://visor.app.n8n.cloud/rest/oauth2-credential/callback',
      ],
    },
  },
  {
    client: 'n8n on one machine',
    source: 'n8n-io/n8n#21808',
    body: { ...PUBLIC, client_name: 'n8n', redirect_uris: ['http://localhost:5678/rest/oauth2-credential/callback'] },
  },
  {
    client: 'Open WebUI',
    source: 'open-webui/open-webui, backend/open_webui/utils/oauth.py; makeplane/plane-mcp-server#220',
    body: {
      ...CODE,
      client_name: 'Open WebUI',
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: ['https://chat.example.com/oauth/clients/mcp:plane/callback'],
    },
  },
  {
    client: 'Open WebUI on one machine',
    source: 'open-webui/open-webui, backend/open_webui/utils/oauth.py',
    body: {
      ...CODE,
      client_name: 'Open WebUI',
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: ['http://localhost:3030/oauth/clients/mcp:nextcloud/callback'],
    },
  },
  {
    client: 'Open WebUI at an address of the network, without TLS',
    source: 'open-webui/open-webui, backend/open_webui/utils/oauth.py',
    body: {
      ...CODE,
      client_name: 'Open WebUI',
      redirect_uris: ['http://192.168.1.5:8080/oauth/clients/mcp:things/callback'],
    },
    refused: /http to another machine, so the code would cross the network open/,
  },
  {
    client: 'mcp-remote',
    source: 'geelen/mcp-remote, src/lib/node-oauth-client-provider.ts',
    body: {
      ...PUBLIC,
      client_name: 'MCP CLI Proxy (mcp-remote 0.15.1)',
      client_uri: 'https://github.com/geelen/mcp-remote',
      software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
      redirect_uris: ['http://localhost:3334/oauth/callback'],
    },
  },
  {
    client: 'MCP Inspector',
    source: 'modelcontextprotocol/inspector, core/auth/providers.ts',
    body: {
      ...PUBLIC,
      client_name: 'MCP Inspector',
      application_type: 'native',
      scope: '',
      redirect_uris: ['http://localhost:6274/oauth/callback'],
    },
  },
  {
    client: 'OpenCode',
    source: 'sst/opencode, packages/opencode/src/mcp/oauth-provider.ts, quoted in elmohq/elmo#684',
    body: { ...PUBLIC, client_name: 'OpenCode', redirect_uris: ['http://127.0.0.1:19876/mcp/oauth/callback'] },
  },
  {
    client: 'GitHub Copilot CLI',
    source: 'dozigden/boardoil#11, captured',
    body: { ...PUBLIC, client_name: 'GitHub Copilot CLI', redirect_uris: ['http://127.0.0.1:56679/'] },
  },
  {
    client: 'A machine that asks for itself',
    source: 'RFC 6749 section 4.4',
    body: { client_name: 'Nightly', grant_types: ['client_credentials'], token_endpoint_auth_method: 'none' },
    refused: /an admin registers them/,
  },
];

export const DOCUMENTS: readonly MetadataDocument[] = [
  {
    client: 'Claude',
    source: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    document: {
      client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      token_endpoint_auth_method: 'none',
    },
    uses: 'https://claude.ai/api/mcp/auth_callback',
  },
  {
    client: 'Claude Code',
    source: 'https://claude.ai/oauth/claude-code-client-metadata',
    document: {
      client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
      client_name: 'Claude Code',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    },
    uses: 'http://localhost:51234/callback',
  },
  {
    client: 'VS Code',
    source: 'https://vscode.dev/oauth/client-metadata.json',
    document: {
      client_id: 'https://vscode.dev/oauth/client-metadata.json',
      client_name: 'Visual Studio Code',
      redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
      token_endpoint_auth_method: 'none',
    },
    uses: 'https://vscode.dev/redirect',
  },
  {
    client: 'Zed',
    source: 'https://zed.dev/oauth/client-metadata.json',
    document: {
      client_id: 'https://zed.dev/oauth/client-metadata.json',
      client_name: 'Zed',
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    },
    uses: 'http://127.0.0.1:49152/callback',
  },
  {
    client: 'Goose',
    source: 'https://goose-docs.ai/oauth/client-metadata.json',
    document: {
      client_id: 'https://goose-docs.ai/oauth/client-metadata.json',
      client_name: 'goose',
      redirect_uris: ['http://127.0.0.1/oauth_callback', 'http://[::1]/oauth_callback'],
      token_endpoint_auth_method: 'none',
    },
    uses: 'http://127.0.0.1:41001/oauth_callback',
  },
  {
    client: 'ChatGPT',
    source: 'https://chatgpt.com/oauth/client.json',
    document: {
      client_id: 'https://chatgpt.com/oauth/client.json',
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      jwks_uri: 'https://chatgpt.com/oauth/jwks.json',
    },
    uses: 'https://chatgpt.com/connector_platform_oauth_redirect',
  },
  {
    client: 'Codex CLI',
    source: 'https://chatgpt.com/oauth/codex/client.json',
    document: {
      client_id: 'https://chatgpt.com/oauth/codex/client.json',
      client_name: 'Codex',
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    },
    uses: 'http://127.0.0.1:49205/callback',
  },
  {
    client: 'A FastMCP client',
    source: 'gofastmcp.com/cli/auth, fastmcp auth cimd create',
    document: {
      client_id: 'https://client.example/oauth/client.json',
      client_name: 'My client',
      redirect_uris: ['http://localhost:*/callback'],
      token_endpoint_auth_method: 'none',
    },
    uses: 'http://localhost:41234/callback',
  },
  {
    client: 'A client with an address that cannot be used beside ones that can',
    source: 'RFC 7591 section 3.2.1',
    document: {
      client_id: 'https://client.example/oauth/client.json',
      client_name: 'Mixed',
      redirect_uris: ['javascript:alert(1)', 'http://client.example/back', 'com.example.client:/back'],
      token_endpoint_auth_method: 'none',
    },
    uses: 'com.example.client:/back',
  },
];
