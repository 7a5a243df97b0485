/**
 * Answers that an owner keeps, on the running stack: what the client got is read back by whoever has the right to, lies sealed on the
 * disk, and holds nothing that redaction took out.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { deploy, type HostedServer } from '../support/stack.ts';

interface Entry {
  readonly entryId: string;
  readonly kind: string;
  readonly action?: string;
  readonly keptAnswer?: { readonly days: number };
}

let stack: SharedStack;
let hosted: HostedServer;
beforeAll(async () => {
  stack = await sharedStack();
  hosted = await deploy(stack, {
    source: { kind: 'openapi', url: stack.demo?.specUrl },
    auth: stack.demo?.auth,
  });
}, 180_000);
afterAll(() => stack?.stop());

const trail = async () => (await stack.api<{ items: Entry[] }>('GET', `/v1/servers/${hosted.serverId}/audit`)).items;

async function answerOf(name: string, args: object) {
  const client = await connect(hosted.mcpUrl);
  const { content } = await client.call(name, args);
  await client.close();
  return content;
}

/** Everything that the stack has on the disk. */
const stored = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? stored(path) : [readFileSync(path, 'latin1')];
  });

test('an answer is kept from the moment that its owner wants it, until the owner does not', async () => {
  // Prepare
  const path = `/v1/servers/${hosted.serverId}`;
  const args = { customerId: 'cus_000001' };
  await answerOf('getCustomer', args);

  // Act
  await stack.api('PATCH', path, { governance: { answerDays: 7 } });
  const content = await answerOf('getCustomer', args);
  const [call] = await trail();
  const kept = await stack.api<{ content: unknown; matches: boolean }>('GET', `${path}/audit/${call?.entryId}/answer`);
  const [reading] = await trail();
  await stack.api('PATCH', path, { governance: { answerDays: 0 } });
  await answerOf('getCustomer', args);

  // Assess
  expect(call).toMatchObject({ kind: 'call', keptAnswer: { days: 7 } });
  expect(kept).toMatchObject({ content, matches: true });
  expect(JSON.stringify(kept.content)).toContain('[REDACTED:email]');
  expect(reading).toMatchObject({ action: 'answer.read', detail: { entryId: call?.entryId } });
  const calls = (await trail()).filter(({ kind }) => kind === 'call');
  expect(calls.map(({ keptAnswer }) => keptAnswer?.days)).toEqual([undefined, 7, undefined]);
  const text = JSON.stringify(content).slice(20, 60);
  expect(stored(stack.data).filter((file) => file.includes(text))).toEqual([]);
}, 120_000);
