/**
 * Each layout runs on this machine: it starts, imports the demo API, a client in each region calls one of its tools, and the token
 * is refused there once it is revoked. Whatever a setting changes in the template must be known to the local edge and the local services, which
 * end the start at anything else. Settings that mean the same layout share a stack.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { type DeploymentConfig, deploymentConfig, servingRegions } from '../../lib/config.ts';
import { EVERYTHING, LAYOUTS, SETTINGS } from '../support/layouts.ts';
import { closeClients, connect } from '../support/mcpClients.ts';
import { deploy, startStack, viewerHeaders } from '../support/stack.ts';
import { REGIONS } from '../support/synth.ts';
import { temporaryFolder } from '../support/twins.ts';
import { until } from '../support/until.ts';

type Config = Partial<DeploymentConfig>;

const GIVEN: ReadonlyArray<readonly [name: string, config: Config]> = [
  ...Object.entries(SETTINGS),
  ['everything', EVERYTHING],
  ...LAYOUTS.map(({ layout, config }) => [layout, config] as const),
];
/** Without what is for one region alone. */
const OVER_THREE = GIVEN.map(([name, config]): readonly [string, Config] => [
  `${name}, over three regions`,
  { ...config, regions: [...REGIONS] },
]).filter(([, config]) => deploymentConfig.safeParse(config).success);

/** By layout: the names under which test/support/layouts.ts has it. */
const NAMES = Map.groupBy([...GIVEN, ...OVER_THREE], ([, config]) => JSON.stringify(config));
const CASES = [...NAMES.values()].map((same) => [same.map(([name]) => name).join(', '), same[0]?.[1] ?? {}] as const);

const folder = temporaryFolder();
const secret = join(folder.path, 'secret');
writeFileSync(secret, 'client-secret\n');
afterAll(async () => {
  await closeClients();
  folder.remove();
});

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const TYPES = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const post = (url: string, headers: Record<string, string>, body: object) =>
  fetch(url, { method: 'POST', headers: { ...TYPES, ...headers }, body: JSON.stringify(body) });

const start = (config: Config) =>
  startStack({
    demo: true,
    flags: [
      ...Object.entries(config).flatMap(([key, value]) => [
        '--context',
        `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
      ]),
      ...(config.oidc ? ['--login-secret', secret] : []),
    ],
  });

test.each(CASES)(
  '%s: an API is imported and called, and its token revoked',
  async (_names, config) => {
    // Prepare
    const stack = await start(config);
    try {
      const { specUrl: url, auth } = stack.demo ?? {};
      const { serverId, mcpUrl, token } = await deploy(stack, { source: { kind: 'openapi', url }, auth });
      const regions = viewerHeaders(stack);
      const statuses = (body: object) =>
        Promise.all(regions.map(async (headers) => (await post(mcpUrl, headers, body)).status));
      // The row of a server that has just become live arrives in other regions a moment later.
      await until(async () => (await statuses(PING)).every((status) => status === 200));

      // Act
      const answers = await Promise.all(
        regions.map(async (headers) =>
          (await connect(mcpUrl, headers)).call('getCustomer', { customerId: 'cus_000001' }),
        ),
      );
      await stack.api('DELETE', `/v1/servers/${serverId}/tokens/${token.id}`);
      const refused = await statuses({});

      // Assess
      expect(regions).toHaveLength(Math.max(1, servingRegions({ regions: [], ...config }).length));
      for (const answer of answers) {
        expect(answer.isError).not.toBe(true);
        expect(JSON.stringify(answer)).toContain('[REDACTED:email]');
      }
      expect(refused).toEqual(regions.map(() => 404));
      await closeClients();
    } finally {
      await stack.stop();
    }
  },
  300_000,
);
