/** Fields of an answer, taken out behind redaction: what is left, what is never taken out, and what is said of it. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { annotationsOf } from '../../../../core/model/annotations.ts';
import type { CallOutcome, SandboxFrame, SandboxRequest } from '../../../../core/sandbox/protocol.ts';
import { callIn } from '../../../support/readOn.ts';
import { type Rig, startRig, textsOf } from '../../../support/sandboxRig.ts';

const LIMIT = 102_400;
let rig: Rig;
beforeAll(async () => {
  rig = await startRig({
    governance: { maxItems: 5, maxBytes: LIMIT, systemRules: 'Be kind.', dropNulls: true },
    tools: {
      change: {
        annotations: annotationsOf({ verb: 'POST' }),
        program: { verb: 'POST', path: '/items', parameters: [] },
      },
      limited: { fields: ['people.name', 'total'] },
      limitedChange: {
        fields: ['total'],
        annotations: annotationsOf({ verb: 'POST' }),
        program: { verb: 'POST', path: '/items', parameters: [] },
      },
      own: { described: { about: 'person' }, redaction: { fields: { contact: 'keep' } } },
      minimal: { redaction: { mode: 'minimal' } },
      dry: { redaction: { dryRun: true } },
    },
  });
});
afterAll(() => rig.close());

async function called(
  body: unknown,
  request: Partial<Extract<SandboxRequest, { kind: 'call' }>> = {},
  { status = 200, type = 'application/json' } = {},
): Promise<CallOutcome> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  rig.upstream.respond = () => ({ status, headers: { 'content-type': type }, body: text });
  const last = (await rig.frames({ kind: 'call', tool: 'get', arguments: {}, ...request })).at(-1) as SandboxFrame;
  if (last.frame !== 'result') throw new Error(JSON.stringify(last));
  return last.outcome;
}
const dataOf = (outcome: CallOutcome) => JSON.parse(textsOf(outcome)[0] ?? '');

const PEOPLE = {
  people: Array.from({ length: 12 }, (_, id) => ({
    id,
    name: `Ann Archer${id}`,
    email: `ann${id}@example.org`,
    bio: null,
  })),
  products: [{ name: 'Lamp' }],
  total: 12,
};

test('fields are taken out of what is governed, so that nobody gets a value past its siblings', async () => {
  const outcome = await called(PEOPLE, { fields: ['people.name', 'products.name'] });

  const [first] = dataOf(outcome).people;
  expect(dataOf(outcome).products).toEqual([{ name: 'Lamp' }]);
  expect(Object.keys(first)).toEqual(['name']);
  expect(first.name).not.toContain('Ann Archer');
  expect(textsOf(outcome).at(-1)).toContain('Be kind.');
});

test('nulls go by the setting, and the note of a cut stays where its list is shown', async () => {
  const shown = await called(PEOPLE);
  const chosen = await called(PEOPLE, { fields: ['people.id'] });
  const hidden = await called(PEOPLE, { fields: ['total'] });

  expect(Object.keys(dataOf(shown).people[0])).toEqual(['id', 'name', 'email']);
  expect(dataOf(chosen).people).toHaveLength(5);
  expect(textsOf(chosen).at(-1)).toContain('The list at /people has 12 items');
  expect(dataOf(hidden)).toEqual({ total: 12 });
  expect(textsOf(hidden).at(-1)).not.toContain('/people');
  expect(hidden.truncations).toEqual([]);
});

test('what is known of a tool and its own mode count for its answers alone', async () => {
  const record = { id: 7, name: 'Mags', contact: 'ann@example.org', mail: 'bob@example.org', password: 'Xk9tulip77q' };

  const plain = await called(record);
  const own = await called(record, { tool: 'own' });
  const minimal = await called(record, { tool: 'minimal' });

  expect(dataOf(plain)).toEqual({
    ...record,
    name: '[REDACTED:name]',
    contact: '[REDACTED:email]',
    mail: '[REDACTED:email]',
    password: '[REDACTED:secret]',
  });
  expect(dataOf(own)).toEqual({ ...dataOf(plain), contact: record.contact });
  expect(dataOf(minimal)).toEqual({ ...record, password: '[REDACTED:secret]' });
});

test('a tool in a dry run shows all, and the outcome has the counts', async () => {
  const record = { id: 7, contact: 'ann@example.org' };

  const outcome = await called(record, { tool: 'dry', arguments: { q: 'ann@example.org' } });

  expect(dataOf(outcome)).toEqual(record);
  expect(outcome.redactions).toMatchObject({ count: 0, wouldRedact: { email: 1 } });
  expect(outcome.auditArguments).toEqual({ q: '[REDACTED:email]' });
});

test('an answer over the limit of bytes is cut after its fields were taken out', async () => {
  const large = { id: 7, text: 'word '.repeat(60_000), note: 'ok' };

  const all = await called(large);
  const some = await called(large, { fields: ['id', 'note'] });
  const still = await called(large, { fields: ['text'] });

  expect(textsOf(all).at(-1)).toContain('size limit');
  expect(dataOf(some)).toEqual({ id: 7, note: 'ok' });
  expect(textsOf(some).at(-1)).not.toContain('size limit');
  expect(Buffer.byteLength(textsOf(still)[0] ?? '')).toBeLessThanOrEqual(LIMIT);
  expect(textsOf(still).at(-1)).toContain('size limit');
});

describe('fields that are not there', () => {
  test('are told with those that are', async () => {
    const outcome = await called(PEOPLE, { fields: ['people.id', 'people.mail'] });

    expect(outcome.isError).toBe(false);
    expect(textsOf(outcome).at(-1)).toContain('The answer has no field people.mail; there are id, name, email, bio.');
  });

  test('and are all that is wanted are an error of a tool that reads', async () => {
    const outcome = await called(PEOPLE, { fields: ['customer'], continuation: { tool: 'read_more', handle: 'h' } });

    expect(outcome).toMatchObject({ isError: true, errorCode: 'field_unknown', status: 200 });
    expect(outcome).not.toHaveProperty('whole');
    expect(textsOf(outcome)).toEqual([
      expect.stringContaining('The answer has no field customer; there are people, products, total.'),
    ]);
  });

  test('take nothing from the answer of a tool that has changed something', async () => {
    const outcome = await called({ id: 4 }, { tool: 'change', fields: ['key'] });

    expect([outcome.isError, dataOf(outcome)]).toEqual([false, { id: 4 }]);
    expect(textsOf(outcome).at(-1)).toContain('no field key; there are id.');
  });
});

test('errors and other texts are shown whole', async () => {
  const failed = await called({ error: 'no', id: 1 }, { fields: ['id'] }, { status: 422 });
  const text = await called('id: 7\nname: x\n', { fields: ['id'] }, { type: 'text/plain' });

  expect(textsOf(failed).join()).toContain('"error":"no"');
  expect(textsOf(text).join()).toContain('name: x');
  expect(textsOf(text).at(-1)).toContain('The answer is not JSON, so no fields were selected.');
});

test('what an owner lets out limits each answer, what is wanted of it, and what is held', async () => {
  const continuation = { tool: 'read_more', handle: 'h', fields: ['people.name'] };

  const all = await called(PEOPLE, { tool: 'limited' });
  const some = await called(PEOPLE, { tool: 'limited', fields: ['people.name'], continuation });

  expect(Object.keys(dataOf(all))).toEqual(['people', 'total']);
  expect(Object.keys(dataOf(all).people[0])).toEqual(['name']);
  expect(Object.keys(dataOf(some))).toEqual(['people']);
  const whole = JSON.parse(gunzipSync(Buffer.from(some.whole?.packed ?? '', 'base64')).toString());
  expect(whole).toEqual({ people: Array.from({ length: 12 }, () => ({ name: expect.any(String) })), total: 12 });
  expect(callIn(textsOf(some).at(-1) ?? '')).toMatchObject({ part: '/people/5-9', fields: ['people.name'] });
});

test('the credential stands in no name that a note tells', async () => {
  const secret = 'tok5e2f9a7c41d8b3a6';
  const own = await startRig({ credential: { type: 'bearer', token: secret } });
  own.upstream.respond = () => ({ headers: { 'content-type': 'application/json' }, body: `{"${secret}":1,"id":2}` });

  const last = (
    await own.frames({ kind: 'call', tool: 'get', arguments: {}, ciphertext: 'c2VhbGVk', fields: ['x'] })
  ).at(-1) as SandboxFrame;
  await own.close();

  expect(last).toMatchObject({ frame: 'result', outcome: { errorCode: 'field_unknown' } });
  expect(JSON.stringify(last)).not.toContain(secret);
});

describe('the fields of an owner are a bound', () => {
  const ROW = { people: [{ name: 'Lamp', salary: 4711 }], salary: 4711, total: 1 };
  const JSON_TEXT = JSON.stringify(ROW);
  const ANSWERS: Array<[string, string, string]> = [
    ['lines of JSON', `${JSON_TEXT}\n${JSON_TEXT}\n`, 'application/x-ndjson'],
    ['lines of JSON called JSON', `${JSON_TEXT}\n${JSON_TEXT}\n`, 'application/json'],
    ['JSON with a sign behind it', `${JSON_TEXT};`, 'application/json'],
    ['JSONP', `callback(${JSON_TEXT})`, 'application/javascript'],
    ['CSV', 'name,salary\nLamp,4711\n', 'text/csv'],
    ['XML', '<a><salary>4711</salary></a>', 'application/xml'],
    ['HTML', '<p>salary 4711</p>', 'text/html'],
    ['events', `data: ${JSON_TEXT}\n\n`, 'text/event-stream'],
    ['single quotes', "{'salary': 4711}", 'application/json'],
    ['YAML', 'salary: 4711\n', 'application/yaml'],
    ['a form', 'salary=4711', 'application/x-www-form-urlencoded'],
    ['a file', '\u0000\u0001salary 4711', 'application/octet-stream'],
    ['parts', `--x\r\ncontent-type: application/json\r\n\r\n${JSON_TEXT}\r\n--x--`, 'multipart/mixed; boundary=x'],
  ];

  test.each(ANSWERS)('which %s do not pass', async (_, body, type) => {
    const read = await called(body, { tool: 'limited' }, { type });
    const changed = await called(body, { tool: 'limitedChange' }, { type });

    expect([read.isError, read.errorCode, changed.isError]).toEqual([true, 'answer_not_let_out', false]);
    for (const outcome of [read, changed]) {
      expect(JSON.stringify(outcome)).not.toMatch(/4711|whole/);
      expect(textsOf(outcome).join()).toMatch(/answered 200 OK\. Its body is not shown/);
    }
  });

  test.each([400, 404, 409, 422, 500, 300])('which the body of an error does not pass: %d', async (status) => {
    const outcome = await called({ error: 'salary is 4711' }, { tool: 'limited' }, { status });

    expect(outcome).toMatchObject({ isError: true, errorCode: 'upstream_status' });
    expect(JSON.stringify(outcome)).not.toContain('4711');
    expect(textsOf(outcome)[0]).toContain(`The upstream answered ${status}`);
  });

  test.each<[string, unknown, unknown]>([
    ['JSON in a string', JSON_TEXT, null],
    ['a text where a record is expected', { people: 'salary 4711', total: 2 }, { total: 2 }],
    [
      'texts among records',
      { people: ['salary 4711', { name: 'Lamp', salary: 4711 }] },
      { people: [{ name: 'Lamp' }] },
    ],
    ['a number alone', 4711, null],
  ])('which %s does not pass', async (_, body, expected) => {
    const outcome = await called(JSON.stringify(body), { tool: 'limited' });

    expect(dataOf(outcome)).toEqual(expected);
  });

  test('which headers do not pass, and JSON of any name does', async () => {
    rig.upstream.respond = () => ({
      status: 200,
      headers: { 'content-type': 'text/plain', etag: '"4711"', location: '/salaries/4711' },
      body: `\ufeff${JSON_TEXT}`,
    });

    const last = (await rig.frames({ kind: 'call', tool: 'limited', arguments: {} })).at(-1);

    expect(JSON.stringify(last)).not.toContain('4711');
    expect(JSON.parse(textsOf((last as { outcome: CallOutcome }).outcome)[0] ?? '')).toMatchObject({ total: 1 });
  });
});
