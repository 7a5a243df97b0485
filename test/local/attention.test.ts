/** What needs a person, from states that really come about on a running stack: in the management API, and on the command line. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { commandLine } from '../support/commandLine.ts';
import { connect } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { deploy } from '../support/stack.ts';
import { answerThings, thingsDocument } from '../support/things.ts';
import { until } from '../support/until.ts';
import type { Upstream } from '../support/upstream.ts';

let upstream: Upstream;
let stack: SharedStack;

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.things.example' });
  upstream.respond = answerThings(upstream);
});
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

interface Item {
  readonly condition: string;
  readonly severity: string;
  readonly server: { readonly id: string; readonly name: string };
  readonly action: { readonly path: string; readonly operation?: string };
}
const listed = async () => (await stack.api<{ items: Item[] }>('GET', '/v1/attention')).items;
const conditionsOf = (items: readonly Item[], serverId: string) =>
  items.filter(({ server }) => server.id === serverId).map(({ condition }) => condition);

const cli = (...args: string[]) => commandLine(stack, ['attention', ...args]);

test('a drift, a missing credential, an open breaker and an ending token are listed until they are over', async () => {
  // Prepare
  const document = thingsDocument(upstream.baseUrl);
  const source = { kind: 'openapi', document: JSON.stringify(document) };
  const auth = { type: 'bearer', token: 'planted-credential-77' };
  const quiet = await cli('--json');
  const drifting = await deploy(stack, { name: 'Drifting', source, auth, signed: true });
  const breaking = await deploy(stack, { name: 'Breaking', source, auth });
  await stack.api('PATCH', `/v1/servers/${breaking.serverId}`, {
    breaker: { failurePercent: 50, minCalls: 2, pauseSeconds: 600 },
  });

  // A changed description waits for approval.
  const { '/broken': _, ...paths } = document.paths;
  const drift = `/v1/servers/${drifting.serverId}`;
  await stack.api('PATCH', drift, { source: { kind: 'openapi', document: JSON.stringify({ ...document, paths }) } });
  const { id } = await stack.api<{ id: string }>('POST', `${drift}/deployments`, { reimport: true });
  await until(
    async () => (await stack.api<{ status: string }>('GET', `${drift}/deployments/${id}`)).status === 'failed',
  );

  // A copy has no credential.
  const { server: copy } = await stack.api<{ server: { id: string } }>('POST', `${drift}/duplicate`, {});

  // The API fails until the breaker opens, and a token that was used ends soon.
  const expiresAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const { mcpUrl } = await stack.api<{ mcpUrl: string }>('POST', `/v1/servers/${breaking.serverId}/tokens`, {
    label: 'Support desk',
    expiresAt,
  });
  const client = await connect(mcpUrl);
  await client.call('getThing', { id: 7 });
  await until(async () => JSON.stringify(await client.call('broken', {})).includes('circuit_open'));
  await until(async () => conditionsOf(await listed(), breaking.serverId).includes('token_ending'));
  const items = await listed();
  const shown = await cli();
  const critical = await cli('--least', 'critical', '--json');

  // Each ends with what is done about it.
  await stack.api('PUT', `/v1/servers/${copy.id}/credentials`, auth);
  await stack.api('POST', `/v1/servers/${breaking.serverId}/resume`);
  const { surface } = await stack.api<{ surface: string }>('POST', `${drift}/reimport/preview`, {});
  await stack.api('POST', `${drift}/deployments`, { reimport: true, approvedSurface: surface });
  await until(async () => conditionsOf(await listed(), drifting.serverId).length === 0);
  const left = await listed();
  await client.close();

  // Assess
  expect([quiet.code, JSON.parse(quiet.out)]).toEqual([0, { items: [], looked: 0 }]);
  expect(conditionsOf(items, drifting.serverId)).toEqual(['approval_waiting']);
  expect(conditionsOf(items, copy.id)).toEqual(['credential_missing']);
  expect(conditionsOf(items, breaking.serverId)).toEqual(['calls_stopped', 'token_ending']);
  expect(items.map(({ severity }) => severity)).toEqual(
    [...items].map(({ severity }) => severity).sort((one, other) => RANK.indexOf(one) - RANK.indexOf(other)),
  );
  expect([shown.code, critical.code]).toEqual([1, 1]);
  expect(shown.out).toContain('Drifting: A changed API waits for approval (since 20');
  expect(shown.out).toContain(`Review the changes: ${stack.edgeUrl}/servers/${drifting.serverId}/deployments`);
  expect((JSON.parse(critical.out) as { items: Item[] }).items.map(({ severity }) => severity)).toEqual(['critical']);
  expect(left.map(({ condition }) => condition)).toEqual(['token_ending']);
  expect(`${shown.out}${critical.out}${JSON.stringify(items)}`).not.toContain('planted');
});

const RANK = ['critical', 'warning', 'notice'];
