/**
 * Every two management operations that touch a server's credential, its base URL, its status or a sealing, asked for at the same moment,
 * an editor's against an admin's credential. What is left is what one of the two serial orders leaves, of what was answered as done; a
 * credential still works where it was given for; and the foreign host, which records every byte, never sees it.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { z } from 'zod';
import type { authView } from '../../core/api/credentials.ts';
import { isLongAttack, rounds } from '../support/attack.ts';
import type { Answer } from '../support/logins.ts';
import { SECRET, type Stage, theftStage, type Victim } from '../support/thefts.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await theftStage();
}, 180_000);
afterAll(() => stage?.close());

type AuthView = z.infer<typeof authView>;

/** What of a server the operations change. */
interface State {
  readonly isHome: boolean;
  /** Whose credential it has. */
  readonly credential: 'first' | 'other' | 'theirs' | 'none';
  readonly isOffline: boolean;
  readonly isEscaping: boolean;
  readonly maxItems: number | undefined;
}

interface Operation {
  readonly role: 'admin' | 'editor';
  /** Method, rest of the path, body. */
  request(victim: Victim): readonly [method: string, path: string, body?: unknown];
  /** What it leaves when it is answered as done; undefined where it may not be done. The server is gone after `gone`. */
  done(state: State): State | 'gone' | undefined;
}

const OTHER = 'another-credential-of-home-77aa';
const THEIRS = 'a-credential-of-the-foreign-host-88bb';
const bearer = (token: string) => ({ type: 'bearer', token });
const foreign = () => `${stage.foreign.baseUrl}/v1`;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'move to a foreign host': {
    role: 'editor',
    request: () => ['PATCH', '', { baseUrl: foreign() }],
    done: (state) => (state.credential === 'none' || !state.isHome ? { ...state, isHome: false } : undefined),
  },
  'move to a foreign host with a credential of its own': {
    role: 'editor',
    request: () => ['PATCH', '', { baseUrl: foreign(), auth: bearer(THEIRS) }],
    done: (state) => ({ ...state, isHome: false, credential: 'theirs' }),
  },
  'remove the credential': {
    role: 'editor',
    request: () => ['PUT', '/credentials', { type: 'none' }],
    done: (state) => ({ ...state, credential: 'none' }),
  },
  'replace the credential': {
    role: 'admin',
    request: () => ['PUT', '/credentials', { ...bearer(OTHER), origin: stage.home.baseUrl }],
    done: (state) => (state.isHome ? { ...state, credential: 'other' } : undefined),
  },
  'enable a tool that leaves the base URL': {
    role: 'editor',
    request: ({ escaping }) => ['PATCH', '/tools', { toolIds: [escaping], enabled: true }],
    done: (state) => ({ ...state, isEscaping: true }),
  },
  'deploy again': { role: 'editor', request: () => ['POST', '/deployments', {}], done: (state) => state },
  'read the document again': {
    role: 'editor',
    request: () => ['POST', '/deployments', { reimport: true }],
    done: (state) => state,
  },
  'go offline': {
    role: 'editor',
    request: () => ['PUT', '/status', { status: 'offline' }],
    done: (state) => ({ ...state, isOffline: true }),
  },
  'go online': {
    role: 'editor',
    request: () => ['PUT', '/status', { status: 'online' }],
    done: (state) => ({ ...state, isOffline: false }),
  },
  'change governance': {
    role: 'editor',
    request: () => ['PATCH', '', { governance: { maxItems: 3 } }],
    done: (state) => ({ ...state, maxItems: 3 }),
  },
  delete: { role: 'admin', request: () => ['DELETE', ''], done: () => 'gone' },
};

const START: State = {
  isHome: true,
  credential: 'first',
  isOffline: false,
  isEscaping: false,
  maxItems: undefined,
};

/** Where it may go wrong: what changes the binding, with each other and with what may be taken back. In the long form all of them. */
const BINDING = [
  'move to a foreign host',
  'move to a foreign host with a credential of its own',
  'remove the credential',
  'replace the credential',
  'enable a tool that leaves the base URL',
];
const names = Object.keys(OPERATIONS);
const PAIRS = names.flatMap((one, at) =>
  names
    .slice(at)
    .filter((other) => isLongAttack || (BINDING.includes(one) && [...BINDING, 'deploy again'].includes(other)))
    .map((other) => [one, other] as const),
);
const AT_ONCE = 4;

/** What may be left: both orders of what was answered as done. */
function outcomes(done: readonly Operation[]): (State | 'gone')[] {
  const orders = done.length === 2 ? [done, [...done].reverse()] : [done];
  return orders.flatMap((order) => {
    let state: State | 'gone' | undefined = START;
    for (const operation of order) if (state !== undefined && state !== 'gone') state = operation.done(state);
    return state === undefined ? [] : [state];
  });
}

/** Who the credential is from: those of home are told apart by when they were stored. */
function credentialOf({ type, origin, storedAt }: AuthView, first: AuthView): State['credential'] {
  if (type === 'none') return 'none';
  if (origin !== first.origin) return 'theirs';
  return storedAt === first.storedAt ? 'first' : 'other';
}

async function stateOf(victim: Victim, first: AuthView): Promise<State | 'gone'> {
  const row = await stage.rested(victim.id);
  if (row === undefined) return 'gone';
  const { items } = (await stage.as('admin', 'GET', `${victim.path}/tools`)).body;
  return {
    isHome: row.baseUrl.startsWith(stage.home.baseUrl),
    credential: credentialOf(row.auth, first),
    isOffline: row.status === 'offline',
    isEscaping: items.some((tool: { id: string; enabled: boolean }) => tool.id === victim.escaping && tool.enabled),
    maxItems: row.governance.overrides.maxItems,
  };
}

/** One pair on a server of its own; what is wrong with how it ended. */
async function runPair(pair: readonly [string, string]): Promise<string[]> {
  const victim = await stage.server();
  const first: AuthView = (await stage.as('admin', 'GET', victim.path)).body.auth;
  const chosen = pair.map((name) => OPERATIONS[name] as Operation);
  const answers = await Promise.all(
    chosen.map((operation) => {
      const [method, path, body] = operation.request(victim);
      return stage.as(operation.role, method, victim.path + path, body);
    }),
  );
  const during = stage.call(victim);
  const left = await stateOf(victim, first);
  await during;
  const call = left === 'gone' ? '' : await stage.call(victim);

  const told = `${pair.join(' + ')} [${answers.map(({ status, body }) => `${status} ${body?.code ?? ''}`).join(', ')}]`;
  const faults: string[] = [];
  // Who finds a tool switched on already has changed nothing.
  const hasDone = ({ status, body }: Answer) => status < 300 && body?.changed !== 0;
  const done = chosen.filter((_, at) => hasDone(answers[at] as Answer));
  const allowed = outcomes(done).map((state) => JSON.stringify(state));
  if (!allowed.includes(JSON.stringify(left)))
    faults.push(`${told} left ${JSON.stringify(left)}, not one of ${allowed.join(' or ')}`);
  if (answers.some(({ status }) => status >= 500)) faults.push(`${told} has a fault of ours`);
  const mayWork = left !== 'gone' && !left.isOffline && !left.isEscaping;
  if (mayWork && !call.includes('"id')) faults.push(`${told} left a server that does not work: ${call.slice(0, 300)}`);
  return faults;
}

test('end as if one had come after the other, and show the credential to no foreign host', async () => {
  const queue = Array.from({ length: rounds(1, 10) }, () => PAIRS).flat();
  const asked = queue.length;
  const faults: string[] = [];

  const lane = async () => {
    for (let pair = queue.shift(); pair; pair = queue.shift()) faults.push(...(await runPair(pair)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));

  const seen = stage.foreign.requests.filter(({ raw }) => raw.includes(SECRET) || raw.includes(OTHER));
  expect({ asked, faults, stolen: seen.length }).toEqual({ asked: expect.any(Number), faults: [], stolen: 0 });
}, 1_800_000);
