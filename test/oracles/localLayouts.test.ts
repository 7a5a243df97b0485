/**
 * Each layout runs on this machine: it starts, imports the demo API, a client calls one of its tools, and the token
 * is refused once it is revoked. Whatever a setting changes in the template must be known to the local edge and the local services, which
 * end the start at anything else. Settings that mean the same layout share a stack.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { type DeploymentConfig, deploymentConfig } from '../../lib/config.ts';
import { EVERYTHING, LAYOUTS, SETTINGS } from '../support/layouts.ts';
import { closeClients, connect } from '../support/mcpClients.ts';
import { deploy, startStack } from '../support/stack.ts';
import { REGIONS } from '../support/synth.ts';
import { temporaryFolder } from '../support/twins.ts';

type Config = Partial<DeploymentConfig>;

const TOGETHER: ReadonlyArray<readonly [name: string, config: Config]> = [
  ['everything', EVERYTHING],
  ...LAYOUTS.map(({ layout, config }) => [layout, config] as const),
];
/** What may be in several regions at all; one of these layouts has each setting. */
const OVER_THREE = TOGETHER.map(([name, config]): readonly [string, Config] => [
  `${name}, over three regions`,
  { ...config, regions: [...REGIONS] },
]).filter(([, config]) => deploymentConfig.safeParse(config).success);

/** By layout: the names under which test/support/layouts.ts has it. */
const NAMES = Map.groupBy([...Object.entries(SETTINGS), ...TOGETHER, ...OVER_THREE], ([, config]) =>
  JSON.stringify(config),
);
const CASES = [...NAMES.values()].map((same) => [same.map(([name]) => name).join(', '), same[0]?.[1] ?? {}] as const);

const folder = temporaryFolder();
const secret = join(folder.path, 'secret');
writeFileSync(secret, 'client-secret\n');
afterAll(async () => {
  await closeClients();
  folder.remove();
});

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
      const client = await connect(mcpUrl);

      // Act
      const answer = await client.call('getCustomer', { customerId: 'cus_000001' });
      await stack.api('DELETE', `/v1/servers/${serverId}/tokens/${token.id}`);
      const refused = await fetch(mcpUrl, { method: 'POST', body: '{}' });

      // Assess
      expect(answer.isError).not.toBe(true);
      expect(JSON.stringify(answer)).toContain('[REDACTED:email]');
      expect(refused.status).toBe(404);
      await client.close();
    } finally {
      await stack.stop();
    }
  },
  300_000,
);
