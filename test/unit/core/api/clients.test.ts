import { describe, expect, test } from '@jest/globals';
import { clientSetup } from '../../../../core/api/clients.ts';
import { type ClientSetup, clientSetups, defaultConfig, mcpUrl } from '../../../../core/clientSetup/clients.ts';
import { serverKey } from '../../../../core/clientSetup/names.ts';
import { signInSetups } from '../../../../core/clientSetup/signIn.ts';
import { LIMITS } from '../../../../core/lib/limits.ts';

const connection = { edgeUrl: 'https://edge.example.com', token: 'pcl_secret', key: 'acme-orders-eu' };
const URL_WITH_TOKEN = 'https://edge.example.com/pcl_secret/mcp';
const setups = new Map(clientSetups(connection).map((setup) => [setup.id, setup]));
const setupOf = (id: string) => setups.get(id) as ClientSetup;
const jsonOf = (id: string, at = 0) =>
  JSON.parse(setupOf(id).snippets.filter(({ language }) => language === 'json')[at]?.text ?? '');

describe('client configurations', () => {
  test('the default one is what most clients take', () => {
    expect(mcpUrl(connection)).toBe(URL_WITH_TOKEN);
    expect(defaultConfig(connection)).toEqual({
      mcpServers: { 'acme-orders-eu': { type: 'http', url: URL_WITH_TOKEN } },
    });
  });

  test('each is of the described shape, once', () => {
    for (const setup of setups.values()) clientSetup.parse(setup);

    expect(setups.size).toBe(clientSetups(connection).length);
    expect([...setups.keys()]).toEqual([
      'claude-code',
      'claude-desktop',
      'cursor',
      'vscode',
      'windsurf',
      'gemini-cli',
      'codex-cli',
      'chatgpt',
      'mcp-remote',
      'generic',
    ]);
  });

  test('Claude Code names the transport, and a shared file takes the token from the environment', () => {
    expect(jsonOf('claude-code')).toEqual({ mcpServers: { 'acme-orders-eu': { type: 'http', url: URL_WITH_TOKEN } } });
    expect(jsonOf('claude-code', 1).mcpServers['acme-orders-eu']).toEqual({
      type: 'http',
      url: 'https://edge.example.com/mcp',
      headers: { Authorization: `Bearer \${PORTCULLIS_TOKEN}` },
    });
    expect(setupOf('claude-code').snippets[0]?.text).toBe(
      `claude mcp add --transport http acme-orders-eu ${URL_WITH_TOKEN}`,
    );
  });

  test('Claude Desktop takes commands only', () => {
    expect(jsonOf('claude-desktop').mcpServers['acme-orders-eu']).toEqual({
      command: 'npx',
      args: ['-y', 'mcp-remote', URL_WITH_TOKEN],
    });
  });

  test('VS Code has its servers under "servers"', () => {
    expect(jsonOf('vscode')).toEqual({ servers: { 'acme-orders-eu': { type: 'http', url: URL_WITH_TOKEN } } });
    expect(jsonOf('vscode', 1).servers['acme-orders-eu'].headers).toEqual({
      Authorization: `Bearer \${input:acme-orders-eu-token}`,
    });
    expect(jsonOf('vscode', 1).inputs[0]).toMatchObject({ id: 'acme-orders-eu-token', password: true });
  });

  test('Cursor, Windsurf and Gemini CLI name the address each in its own way', () => {
    const entry = (id: string) => jsonOf(id).mcpServers['acme-orders-eu'];

    expect(entry('cursor')).toEqual({ url: URL_WITH_TOKEN });
    expect(entry('windsurf')).toEqual({ serverUrl: URL_WITH_TOKEN });
    expect(entry('gemini-cli')).toEqual({ httpUrl: URL_WITH_TOKEN });
  });

  test('Codex CLI has TOML', () => {
    const [first, second] = setupOf('codex-cli').snippets;

    expect(first?.text).toBe(`[mcp_servers.acme-orders-eu]\nurl = "${URL_WITH_TOKEN}"\n`);
    expect(second?.text).toContain('bearer_token_env_var = "PORTCULLIS_TOKEN"');
    expect(second?.text).not.toContain('pcl_secret');
  });

  test('the environment is set in the words of either shell', () => {
    for (const id of ['claude-code', 'codex-cli']) {
      expect(
        setupOf(id)
          .snippets.slice(-2)
          .map(({ text }) => text),
      ).toEqual(['export PORTCULLIS_TOKEN=pcl_secret', "$env:PORTCULLIS_TOKEN = 'pcl_secret'"]);
    }
  });

  test('mcp-remote gets its header without a space, because clients split arguments there', () => {
    const { args, env } = jsonOf('mcp-remote', 1).mcpServers['acme-orders-eu'];

    expect(args).toEqual([
      '-y',
      'mcp-remote',
      'https://edge.example.com/mcp',
      '--transport',
      'http-first',
      '--header',
      `Authorization:\${AUTH_HEADER}`,
    ]);
    expect(env).toEqual({ AUTH_HEADER: 'Bearer pcl_secret' });
  });

  test('deep links carry the configuration', () => {
    const cursor = new URL(setupOf('cursor').deepLink ?? '');
    const code = setupOf('vscode').deepLink ?? '';

    expect(cursor.protocol).toBe('cursor:');
    expect(cursor.searchParams.get('name')).toBe('acme-orders-eu');
    expect(JSON.parse(atob(cursor.searchParams.get('config') ?? ''))).toEqual({ url: URL_WITH_TOKEN });
    expect(JSON.parse(decodeURIComponent(code.slice('vscode:mcp/install?'.length)))).toEqual({
      name: 'acme-orders-eu',
      type: 'http',
      url: URL_WITH_TOKEN,
    });
  });
});

describe('the key of a server', () => {
  const server = (name: string, serverId = 'srv_Ab12CdEf34Gh', createdAt = '2026-11-01T10:00:00.000Z') => ({
    serverId,
    name,
    createdAt,
  });
  test.each([
    ['Acme Orders (EU)', 'acme-orders-eu'],
    ['Ünïcode Straße', 'unicode-stra-e'],
    ['"; rm -rf / #', 'rm-rf'],
    ['日本語', 'mcp-ab12c'],
    ['', 'mcp-ab12c'],
    ['a'.repeat(80), 'a'.repeat(LIMITS.serverKey)],
    ['just fourteen- cut', 'just-fourteen'],
    ['__proto__', 'proto'],
  ])('of %j is %s', (name, key) => {
    expect(serverKey(server(name), [server(name)])).toBe(key);
    expect(key).toMatch(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/);
  });

  test('is another one for each of several whose names are alike, and stays what it was when younger ones come', () => {
    const names = ['Orders', 'orders', 'Orders 日本', '日本', '中国', 'a'.repeat(30), `${'a'.repeat(30)}b`];
    const ids = ['srv_zzzz1aaaaaaa', 'srv_aaaa2aaaaaaa', 'srv_bbbb3aaaaaaa', 'srv_cccc4aaaaaaa', 'srv_dddd5aaaaaaa'];
    const all = names.map((name, at) =>
      server(name, ids[at] ?? `srv_ee${at}eaaaaaaaa`, `2026-11-0${at + 1}T10:00:00.000Z`),
    );

    const keys = all.map((one) => serverKey(one, all));

    expect(keys).toEqual([
      'orders',
      'orders-aaaa2',
      'orders-bbbb3',
      'mcp-cccc4',
      'mcp-dddd5',
      'a'.repeat(14),
      `${'a'.repeat(8)}-ee6ea`,
    ]);
    expect(all.map((one, at) => serverKey(one, all.slice(0, at + 1)))).toEqual(keys);
    // Made at the same moment: the order of their ids decides for both alike.
    const twins = [server('Orders', 'srv_b'), server('Orders', 'srv_a')];
    expect(twins.map((one) => serverKey(one, twins))).toEqual(['orders-b', 'orders']);
  });
});

describe('configurations for signing in', () => {
  const url = 'https://edge.example.com/srv_0123456789ab/mcp';
  const signIns = new Map(signInSetups({ url, key: 'acme' }).map((setup) => [setup.id, setup]));

  test('are of the described shape, and hold the address and nothing secret', () => {
    for (const setup of signIns.values()) {
      clientSetup.parse(setup);
      expect(JSON.stringify(setup)).not.toContain('pcl_');
      expect(setup.notes).toContainEqual(expect.stringContaining('no secret'));
    }
  });

  test('say which versions of a client lose what the answer to a sign-in names', () => {
    const noted = [...signIns.values()].filter(({ notes }) =>
      notes.some((note) => note.includes('missing required issuer')),
    );

    expect(noted.map(({ id }) => id)).toEqual(['codex-cli', 'generic']);
    expect(signIns.get('codex-cli')?.notes[0]).toMatch(/0\.147\.0 or later/);
  });
});
