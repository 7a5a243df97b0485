/**
 * The work of a call in the sandbox has a budget (budget.json), counted and not timed: credentials opened, bundles loaded, texts, patterns,
 * timers, promises; with those of the upstream, which answers in the same process. More of anything fails, with the line that grew.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { GovernanceSettings } from '../../../../core/governance/index.ts';
import type { CallOutcome } from '../../../../core/sandbox/protocol.ts';
import { type Rig, startRig } from '../../../support/sandboxRig.ts';
import { tokenVault } from '../../../support/tokenStore.ts';
import { beyond, steadilyBeyond, type Work, workOf } from '../../../support/work.ts';

const BUDGET = JSON.parse(readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8')) as Readonly<
  Record<string, Work>
>;
const CREDENTIAL = { type: 'bearer', token: 'secret-of-the-upstream' } as const;
const ANSWER = {
  items: Array.from({ length: 12 }, (_, id) => ({ id, email: `ada${id}@mail.example`, note: 'Call 555 0100 later.' })),
};
/** Everything that is decided for each answer. */
const FULL = {
  checkArguments: 'tell',
  pseudonyms: true,
  maxItems: 5,
  customFields: ['note'],
  customPatterns: [{ name: 'order', pattern: 'ORD-\\d+' }],
  systemRules: 'Do not guess.',
} as const satisfies Partial<GovernanceSettings>;

const rigs: Record<string, Rig> = {};
const opened: Record<string, number> = {};

beforeAll(async () => {
  for (const [name, governance] of [['call', {}] as const, ['fullCall', FULL] as const]) {
    opened[name] = 0;
    const decrypt = async () => {
      opened[name] = (opened[name] ?? 0) + 1;
      return Buffer.from(JSON.stringify(CREDENTIAL));
    };
    const rig = await startRig({ governance, credential: CREDENTIAL, dependencies: { ...tokenVault(), decrypt } });
    rig.upstream.respond = () => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(ANSWER) });
    rigs[name] = rig;
  }
});
afterAll(async () => {
  for (const rig of Object.values(rigs)) await rig.close();
});

const ask = (name: string): Promise<CallOutcome> => (rigs[name] as Rig).call('get', { q: 'lamp' });

/** The work of one call once everything is cached. */
async function measured(name: string, more: () => Promise<unknown> = async () => {}): Promise<Work> {
  for (let warm = 0; warm < 3; warm++) await ask(name);
  const before = opened[name] ?? 0;
  const work = await workOf(async () => {
    await ask(name);
    await more();
  });
  return { 'credentials opened': (opened[name] ?? 0) - before, ...work };
}

test.each(Object.keys(BUDGET))('%s does no more than its budget', async (name) => {
  expect(await steadilyBeyond(() => measured(name), BUDGET[name] ?? {})).toEqual([]);
});

test.each<[slower: string, grows: string, more: () => Promise<unknown>]>([
  ['opens the credential twice', 'credentials opened: 2', () => ask('call')],
  ['compiles a pattern', 'patterns compiled: 1', async () => new RegExp(`${CREDENTIAL.token}+`)],
  ['reads the answer twice', 'characters parsed', async () => JSON.parse(JSON.stringify(ANSWER))],
  ['copies the answer', 'copies: 1', async () => structuredClone(ANSWER)],
])('a call that %s is found', async (_, grows, more) => {
  const work = await measured('call', more);

  expect(beyond(work, BUDGET['call'] ?? {}).join('\n')).toContain(grows);
});
