import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { loadBundle } from '../../../../aws/services/bundles.ts';
import { readServer } from '../../../../aws/tables/servers.ts';
import { readToken } from '../../../../aws/tables/tokens.ts';
import { openedServer } from '../../../../core/auth/tokens/check.ts';
import { FLOOR_RULE_IDS, type FloorRuleId } from '../../../../core/model/floorRules.ts';
import type { TokenRow } from '../../../../core/model/token.ts';
import { type Answer, quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
beforeEach(async () => {
  await stack.empty();
  stack.people('user-1', 'user-2');
});

/** Whose floor is set. The servers of these tests are in `default`. */
const LAYERS = [
  ['the installation', '/v1/floor'],
  ['a project', '/v1/projects/default/floor'],
] as const;
let place: string = LAYERS[0][1];

const bundleOf = async (id: string) => loadBundle(id, (await readServer(id))?.bundle as never);
const setFloor = async (rules: object): Promise<Answer> => {
  const answer = await stack.call('PUT', place, { rules });
  expect(answer.status).toBe(200);
  return answer;
};
const entries = async (action: string) => (await stack.rows('audit')).filter((row) => row['action'] === action);
/** Long ago, as every token of this test was made a moment ago. */
const FAR = '2099-01-01T00:00:00Z';
const TOOL = { name: 'note', verb: 'GET', path: '/notes' };
const OTHER = 'https://files.other.example';
const BEARER = { type: 'bearer', token: 'sk-very-secret-value-0001' };

/** By rule: its value, what is below it in a server's settings, and in others. */
interface Below {
  readonly value: unknown;
  /** Members of a request that makes or changes a server. */
  readonly server?: object;
  readonly field?: string;
  /** A tool's own redaction. */
  readonly redaction?: object;
  /** A request for a token. */
  readonly token?: object;
  /** Whether an exported definition has it. */
  readonly isExported?: false;
}

const BELOW: Record<FloorRuleId, Below> = {
  redaction: { value: true, server: { governance: { pii: false } }, field: '/governance/pii' },
  redactionMode: {
    value: 'strict',
    server: { governance: { mode: 'minimal' } },
    field: '/governance/mode',
    redaction: { mode: 'balanced' },
  },
  redactedKinds: {
    value: ['email'],
    server: { governance: { detectors: { email: false } } },
    field: '/governance/detectors',
  },
  redactedAlways: {
    value: true,
    server: { governance: { actions: { email: 'report' } } },
    field: '/governance/actions',
    redaction: { dryRun: true },
  },
  noExceptions: {
    value: true,
    server: { governance: { allowFields: ['owner'] } },
    field: '/governance/allowFields',
    redaction: { fields: { owner: 'keep' } },
  },
  lockedTools: { value: true, server: { signed: false }, field: '/signed' },
  signIn: { value: true, token: { label: 'Client', expiresAt: FAR } },
  tokenDays: { value: 30, token: { label: 'Client', expiresAt: FAR } },
  hosts: {
    value: ['api.example.com'],
    server: { hosts: [{ origin: OTHER }] },
    field: '/hosts',
    isExported: false,
  },
  credentialKinds: {
    value: ['oauth2'],
    server: { auth: BEARER },
    field: '/auth',
    isExported: false,
  },
  limits: {
    value: { server: { callsPerDay: 100 } },
    server: { limits: { server: { callsPerDay: 200 } } },
    field: '/limits',
  },
  answerDays: { value: 7, server: { governance: { answerDays: 30 } }, field: '/governance/answerDays' },
  // Nothing is below it (secondPerson.test.ts).
  secondPerson: { value: ['tokens'] },
};
const ofServers = FLOOR_RULE_IDS.filter((id) => BELOW[id].server);
const ofTools = FLOOR_RULE_IDS.filter((id) => BELOW[id].redaction);
const ofTokens = FLOOR_RULE_IDS.filter((id) => BELOW[id].token);

const refusal = (rule: string, field?: string) => ({
  status: 422,
  body: {
    code: 'below_floor',
    faults: expect.arrayContaining([expect.objectContaining({ rule, ...(field && { field }) })]),
  },
});
const NEW = {
  name: 'New',
  source: { kind: 'manual' },
  baseUrl: 'https://api.example.com/v1',
  auth: { type: 'none' },
  tokenLabel: null,
};
/** A change approves hosts one by one. */
const changeOf = ({ server = {} }: Below) =>
  'hosts' in server ? { hosts: [{ origin: OTHER, approved: true }] } : 'auth' in server ? undefined : server;

/** Runs the deployments that an apply waits for. */
async function whileDeploying<Result>(work: Promise<Result>): Promise<Result> {
  let isRunning = true;
  const begun = new Set<string>();
  const machine = (async () => {
    while (isRunning) {
      const ids = [...stack.executions].filter(([id, { status }]) => status === 'RUNNING' && !begun.has(id));
      for (const [id] of ids) begun.add(id);
      await Promise.all(ids.map(([id]) => stack.runPipeline(id)));
      await new Promise((done) => setTimeout(done, 5));
    }
  })();
  try {
    return await work;
  } finally {
    isRunning = false;
    await machine;
  }
}

describe.each(LAYERS)('nothing is set below a rule of %s', (layer, path) => {
  beforeEach(() => {
    place = path;
  });
  afterAll(() => {
    place = LAYERS[0][1];
  });

  test.each(ofServers.filter((rule) => rule !== 'limits'))('%s: when a server is made', async (rule) => {
    await setFloor({ [rule]: BELOW[rule].value });

    const answer = await stack.call('POST', '/v1/servers', { ...NEW, ...BELOW[rule].server });

    expect(answer).toMatchObject(refusal(rule, BELOW[rule].field));
    expect(await stack.rows('servers')).toEqual([]);
  });

  test.each(ofServers)('%s: when a server is changed', async (rule) => {
    const { server } = await stack.liveServer();
    await setFloor({ [rule]: BELOW[rule].value });
    const change = changeOf(BELOW[rule]);

    const answer = change
      ? await stack.call('PATCH', `/v1/servers/${server.id}`, change)
      : await stack.call('PUT', `/v1/servers/${server.id}/credentials`, BEARER);

    expect(answer).toMatchObject(refusal(rule, BELOW[rule].field));
  });

  test.each(ofServers.filter((rule) => 'governance' in (BELOW[rule].server ?? {})))(
    '%s: in the global settings, which are of the installation',
    async (rule) => {
      await setFloor({ [rule]: BELOW[rule].value });

      const answer = await stack.call('PUT', '/v1/settings', BELOW[rule].server);

      if (layer === 'a project') expect(answer.status).toBe(200);
      else expect(answer).toMatchObject(refusal(rule, BELOW[rule].field));
    },
  );

  test.each(ofServers)('%s: by an apply', async (rule) => {
    await setFloor({ [rule]: BELOW[rule].value });
    const { tokenLabel: _, ...declared } = NEW;
    const { limits, ...first }: { limits?: object } = { ...BELOW[rule].server };
    const servers = { orders: { ...declared, ...first, ...(limits && { limits }) } };
    // Limits are set once the server is there.
    if (limits)
      await whileDeploying(stack.call('POST', '/v1/apply', { declarations: { servers: { orders: declared } } }));

    const answer = await stack.call('POST', '/v1/apply', { declarations: { servers } });

    expect(JSON.stringify(answer.body)).toContain('below_floor');
    expect(await stack.rows('servers')).toHaveLength(limits ? 1 : 0);
  });

  test.each(ofServers.filter((rule) => BELOW[rule].isExported !== false))(
    '%s: by the import of an exported server',
    async (rule) => {
      const { server } = await stack.liveServer();
      await stack.call('PATCH', `/v1/servers/${server.id}`, BELOW[rule].server);
      const { body } = await stack.call('GET', `/v1/servers/${server.id}/export`);
      await setFloor({ [rule]: BELOW[rule].value });

      const base64 = Buffer.from(JSON.stringify(body)).toString('base64');
      const answer = await stack.call('POST', '/v1/servers/import', { definition: { base64 } });

      expect(answer).toMatchObject(refusal(rule, `/definition${BELOW[rule].field}`));
    },
  );

  test.each(ofTools)('%s: by a tool of its own, made, edited, or with many', async (rule) => {
    const { server } = await stack.liveServer();
    const path = `/v1/servers/${server.id}/tools`;
    const { body: tool } = await stack.call('POST', path, TOOL);
    await setFloor({ [rule]: BELOW[rule].value });
    const { redaction } = BELOW[rule];

    const made = await stack.call('POST', path, { ...TOOL, name: 'other', redaction });
    const edited = await stack.call('PATCH', `${path}/${tool.id}`, { redaction });

    expect(made).toMatchObject(refusal(rule));
    expect(edited).toMatchObject(refusal(rule));
    if (redaction && 'fields' in redaction) return;
    const many = await stack.call('PATCH', path, { toolIds: [tool.id], set: { redaction } });
    expect(many).toMatchObject(refusal(rule));
  });

  test.each(ofTokens)('%s: by a token, made or by a set-up link', async (rule) => {
    const { server } = await stack.liveServer();
    const path = `/v1/servers/${server.id}`;
    const link = await stack.call('POST', `${path}/setup-links`, BELOW[rule].token);
    await setFloor({ [rule]: BELOW[rule].value });

    const made = await stack.call('POST', `${path}/tokens`, BELOW[rule].token);
    const endless = await stack.call('POST', `${path}/tokens`, { label: 'Client' });
    const another = await stack.call('POST', `${path}/setup-links`, BELOW[rule].token);
    const opened = await stack.call('POST', '/v1/setup', { link: link.body.url.split('#')[1] });

    for (const answer of [made, endless, another, opened]) expect(answer).toMatchObject(refusal(rule));
  });

  test('limits: by a token of its own', async () => {
    const { server, token } = await stack.liveServer();
    await setFloor({ limits: { token: { callsPerDay: 10 } } });

    const limits = { callsPerDay: 11 };
    const made = await stack.call('POST', `/v1/servers/${server.id}/tokens`, { label: 'Client', limits });
    const changed = await stack.call('PATCH', `/v1/servers/${server.id}/tokens/${token.id}`, { limits });

    for (const answer of [made, changed]) expect(answer).toMatchObject(refusal('limits', '/limits'));
  });
});

/** What clients get of a server: its live bundle, and whether its first token opens it. */
async function liveOf(id: string, token?: TokenRow) {
  const server = await readServer(id);
  const bundle = await bundleOf(id);
  const opened = token && openedServer({ token: await readToken(token.tokenHash), server, gates: [] });
  return { bundle, isOpen: opened !== undefined };
}

const tokenRow = async () =>
  (await stack.rows('tokens')).find((row) => row['tokenId'] !== undefined) as unknown as TokenRow;

describe.each(LAYERS)('what is below a rule of %s already is not in effect', (_layer, path) => {
  beforeEach(() => {
    place = path;
  });
  afterAll(() => {
    place = LAYERS[0][1];
  });

  const EFFECTS: {
    readonly [Id in FloorRuleId]?: { was: object; effect: (governance: never) => unknown; is: unknown };
  } = {
    redaction: { was: { pii: false }, effect: ({ pii }: { pii: boolean }) => pii, is: true },
    redactionMode: { was: { mode: 'minimal' }, effect: ({ mode }: { mode: string }) => mode, is: 'strict' },
    redactedKinds: {
      was: { detectors: { email: false }, actions: { email: 'report' } },
      effect: ({ detectors, actions }: { detectors: object; actions: object }) => [detectors, actions],
      is: [{ email: true }, {}],
    },
    redactedAlways: {
      was: { dryRun: true, actions: { email: 'report', phone: 'refuse' } },
      effect: ({ dryRun, actions }: { dryRun: boolean; actions: object }) => [dryRun, actions],
      is: [false, { phone: 'refuse' }],
    },
    noExceptions: {
      was: { allowFields: ['owner'], keptWords: ['Acme'], keepParts: ['town'] },
      effect: ({ allowFields, keptWords, keepParts }: Record<string, unknown>) => [allowFields, keptWords, keepParts],
      is: [[], [], []],
    },
    answerDays: { was: { answerDays: 30 }, effect: ({ answerDays }: { answerDays: number }) => answerDays, is: 7 },
  };
  const RULES = Object.keys(EFFECTS) as FloorRuleId[];
  const WAYS = ['the server itself', 'a copy of it', 'the global settings', 'a roll back'];
  const table = RULES.flatMap((rule) => WAYS.map((way) => [rule, way] as const));

  test.each(table)('%s: by %s', async (rule, way) => {
    const { was, effect, is } = EFFECTS[rule] as NonNullable<(typeof EFFECTS)[FloorRuleId]>;
    const isGlobal = way === 'the global settings';
    const made = await stack.liveServer('Orders', isGlobal ? {} : { governance: was });
    if (isGlobal) await stack.call('PUT', '/v1/settings', { governance: was });
    const path = `/v1/servers/${made.server.id}`;
    let id = made.server.id;

    const answer = await setFloor({ [rule]: BELOW[rule].value });
    if (way === 'a copy of it') {
      const copy = await stack.call('POST', `${path}/duplicate`, {});
      id = copy.body.server.id;
      await stack.runPipeline(copy.body.deployment.id);
    }
    if (way === 'a roll back') {
      const back = await stack.call('POST', `${path}/deployments`, { rollbackTo: made.deployment.id });
      await stack.runPipeline(back.body.id);
    }

    const { bundle } = await liveOf(id);
    expect(answer.body.raised).toMatchObject({ servers: 1, failed: [], later: 0 });
    expect(effect(bundle.governance as never)).toEqual(is);
    const { body } = await stack.call('GET', `/v1/servers/${id}`);
    expect(effect(body.governance.effective as never)).toEqual(is);
    expect(body.held).toEqual(expect.arrayContaining([expect.objectContaining({ rule })]));
    expect(body.governance.origins[BELOW[rule].field?.split('/').at(-1) ?? '']).toBe('floor');
  });

  test('a lower floor gives a server its own settings back', async () => {
    const { server } = await stack.liveServer('Orders', { governance: { mode: 'minimal' } });
    await setFloor({ redactionMode: 'closed' });

    await setFloor({ redactionMode: null });

    expect((await bundleOf(server.id)).governance.mode).toBe('minimal');
  });

  test('what tools have of their own', async () => {
    const { server } = await stack.liveServer();
    const redaction = { mode: 'minimal', dryRun: true, fields: { owner: 'keep', state: 'found', code: 'redact' } };
    await stack.call('POST', `/v1/servers/${server.id}/tools`, { ...TOOL, redaction });

    await setFloor({ redactionMode: 'strict', redactedAlways: true, noExceptions: true });

    const { bundle } = await liveOf(server.id);
    expect(bundle.tools.map((tool) => tool.redaction)).toEqual([{ mode: 'strict', fields: { code: 'redact' } }]);
  });

  test('hosts and kinds of credentials: their tools are not listed, and a deployment is refused', async () => {
    const { server } = await stack.liveServer('Orders', { auth: BEARER });
    await stack.call('POST', `/v1/servers/${server.id}/tools`, TOOL);
    const before = (await bundleOf(server.id)).tools.length;

    await setFloor({ hosts: ['*.corp.example'] });
    const byHost = (await bundleOf(server.id)).tools.length;
    await setFloor({ hosts: null, credentialKinds: ['oauth2'] });
    const byKind = (await bundleOf(server.id)).tools.length;
    const again = await stack.call('POST', `/v1/servers/${server.id}/deployments`, {});
    await stack.runPipeline(again.body.id);

    expect([before, byHost, byKind]).toEqual([1, 0, 0]);
    const { body } = await stack.call('GET', `/v1/servers/${server.id}/deployments/${again.body.id}`);
    expect(body).toMatchObject({ status: 'failed', error: { code: 'below_floor' } });
  });

  test('tokens: those that are too old, and all where people have to sign in', async () => {
    const { server } = await stack.liveServer();
    const row = await tokenRow();
    const old = { ...row, createdAt: '2020-01-01T00:00:00.000Z' };
    await stack.store('tokens', [old]);
    const before = (await liveOf(server.id, old)).isOpen;

    await setFloor({ tokenDays: 30 });
    const tooOld = (await liveOf(server.id, old)).isOpen;
    const listed = await stack.call('GET', `/v1/servers/${server.id}/tokens`);
    await stack.store('tokens', [row]);
    const young = (await liveOf(server.id, row)).isOpen;
    await setFloor({ signIn: true });
    const signedOut = (await liveOf(server.id, row)).isOpen;

    expect([before, tooOld, young, signedOut]).toEqual([true, false, true, false]);
    expect(listed.body.items).toMatchObject([{ status: 'expired', expiresAt: '2020-01-31T00:00:00.000Z' }]);
    expect(stack.pushes.some((topic) => topic.includes(server.id))).toBe(true);
  });

  test('the first token of a new server ends in time, and there is none where people have to sign in', async () => {
    await setFloor({ tokenDays: 30 });
    const made = await stack.liveServer('One');
    await setFloor({ signIn: true });
    const other = await stack.liveServer('Two');

    const named = await stack.call('POST', '/v1/servers', { ...NEW, tokenLabel: 'Mine' });

    const { createdAt, expiresAt } = await tokenRow();
    expect(Date.parse(expiresAt ?? '') - Date.parse(createdAt)).toBeLessThanOrEqual(30 * 86_400_000);
    expect(made.token).toBeDefined();
    expect(other.token).toBeUndefined();
    expect(named).toMatchObject(refusal('signIn', '/tokenLabel'));
  });
});

describe('at the same time', () => {
  test('a server that is being deployed while the floor is raised is within it in the end', async () => {
    const { server } = await stack.liveServer('Orders', { governance: { mode: 'minimal' } });
    const { body } = await stack.call('POST', `/v1/servers/${server.id}/deployments`, {});
    stack.state.whileProbing = async () => {
      await setFloor({ redactionMode: 'strict' });
    };

    await stack.runPipeline(body.id);
    await stack.state.soon;

    expect((await bundleOf(server.id)).governance.mode).toBe('strict');
  });

  test('a setting that is lowered while the floor is raised is not in effect', async () => {
    const { server } = await stack.liveServer();

    const lowered = stack.call('PATCH', `/v1/servers/${server.id}`, { governance: { mode: 'minimal' } });
    const raised = stack.call('PUT', '/v1/floor', { rules: { redactionMode: 'strict' } });
    await Promise.all([lowered, raised]);
    await stack.state.soon;

    expect((await bundleOf(server.id)).governance.mode).toBe('strict');
  });

  test('servers that are made while the floor is raised have it', async () => {
    const made = Array.from({ length: 20 }, async (_, at) => {
      await new Promise((done) => setTimeout(done, 2 * at));
      return stack.call('POST', '/v1/servers', { ...NEW, name: `New ${at}` });
    });
    const limits = { server: { callsPerDay: 5 } };

    await new Promise((done) => setTimeout(done, 10));
    await setFloor({ signIn: true, limits });

    for (const { body } of await Promise.all(made)) {
      expect((await readServer(body.server.id))?.floor).toEqual({ version: 1, signIn: true, limits });
    }
  });

  test('of two who change the floor on the same version one is refused', async () => {
    const change = (days: number) => stack.call('PUT', '/v1/floor', { rules: { tokenDays: days }, version: 0 });

    const answers = await Promise.all([change(1), change(2)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('the floor itself', () => {
  test('is read by members and changed by admins', async () => {
    const read = await stack.call('GET', '/v1/floor', undefined, { role: 'viewer' });
    const changed = await stack.call('PUT', '/v1/floor', { rules: { redaction: true } }, { role: 'editor' });

    expect(read).toMatchObject({ status: 200, body: { rules: {}, version: 0 } });
    expect(changed).toMatchObject({ status: 403, body: { code: 'role_required' } });
  });

  test('says what a change would do, and changes nothing', async () => {
    const { server } = await stack.liveServer('Orders', { governance: { mode: 'minimal' } });
    await stack.liveServer('Strict', { governance: { mode: 'closed' }, tokenLabel: null });

    const rules = { redactionMode: 'strict', tokenDays: 30 };
    const { body } = await stack.call('POST', '/v1/floor/preview', { rules });

    expect(body).toEqual({
      servers: [
        { id: server.id, name: 'Orders', held: [{ field: '/governance/mode', rule: 'redactionMode' }], tokens: 1 },
      ],
      unread: 0,
    });
    expect((await bundleOf(server.id)).governance.mode).toBe('minimal');
    expect((await stack.call('GET', '/v1/floor')).body.version).toBe(0);
  });

  test('enters changes, and attempts to get below it without what was given', async () => {
    await setFloor({ noExceptions: true });

    await stack.call('POST', '/v1/servers', { ...NEW, governance: { keptWords: ['Mrs Secret'] } });

    const [refused] = await entries('floor.refused');
    expect(refused).toMatchObject({
      serverDay: expect.not.stringContaining('srv_'),
      detail: { route: 'createServer', fields: ['/governance/keptWords'], rules: ['noExceptions'] },
    });
    expect(JSON.stringify(refused)).not.toContain('Mrs Secret');
    expect(await entries('floor.change')).toHaveLength(1);
  });

  test('refuses values that are none, each with its place', async () => {
    const rules = { redactionMode: 'none', hosts: ['*'], redactedKinds: ['nonsense'], tokenDays: 0, colour: 1 };

    const answer = await stack.call('PUT', '/v1/floor', { rules });

    const fields = answer.body.faults.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual([
      '/rules/colour',
      '/rules/hosts/0',
      '/rules/redactedKinds/0',
      '/rules/redactionMode',
      '/rules/tokenDays',
    ]);
  });

  test('is taken back rule by rule with null', async () => {
    await setFloor({ tokenDays: 30, redaction: true });

    const { body } = await setFloor({ tokenDays: null });

    expect(body).toMatchObject({ rules: { redaction: true }, version: 2, updatedByName: 'ann' });
    expect(body.rules.tokenDays).toBeUndefined();
  });
});
