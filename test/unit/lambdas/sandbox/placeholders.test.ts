/** Two tools and no raw value between them: what is found in one answer is sent on by another call, through the real sandbox. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import { annotationsOf } from '../../../../core/model/annotations.ts';
import type { RequestProgram } from '../../../../core/model/tool.ts';
import type { CallOutcome, SandboxFrame } from '../../../../core/sandbox/protocol.ts';
import { type Rig, startRig, textsOf } from '../../../support/sandboxRig.ts';

const program: RequestProgram = {
  verb: 'POST',
  path: '/mails',
  parameters: [
    { argument: 'reply_email', name: 'reply_email', in: 'query', style: 'form', explode: true, required: false },
  ],
  body: {
    kind: 'json',
    contentType: 'application/json',
    required: true,
    layout: 'fields',
    fields: ['email', 'name', 'phone', 'text'].map((name) => ({ argument: name, name, required: false })),
  },
};
const write = { program, annotations: annotationsOf({ verb: 'POST' }), inputSchema: { type: 'object' } };
const PEOPLE = [
  { id: 7, full_name: 'Ada Lovelace', email: 'ada@example.org', phone: '+14155552671' },
  { id: 8, full_name: 'Grace Hopper', email: 'grace@example.org', phone: '+14155552672' },
];
const RAW = /Lovelace|Hopper|@example\.org|4155552/;

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({
    governance: { placeholders: ['email', 'phone', 'name'], placeholderTools: ['write'] },
    tools: { write, other: write },
  });
});
beforeEach(() => {
  rig.upstream.respond = ({ method, body }) => ({
    headers: { 'content-type': 'application/json' },
    body: method === 'GET' ? JSON.stringify({ people: PEOPLE }) : JSON.stringify({ sent: body.toString(), ok: true }),
  });
});
afterAll(() => rig.close());

const SECRET = Buffer.alloc(32, 1).toString('base64');

async function call(tool: string, args: JsonObject, tokenSecret: string | undefined = SECRET): Promise<CallOutcome> {
  const request = { kind: 'call' as const, tool, arguments: args, ...(tokenSecret && { tokenSecret }) };
  const last = (await rig.frames(request as never)).at(-1) as SandboxFrame;
  if (last.frame !== 'result') throw new Error(JSON.stringify(last));
  return last.outcome;
}

async function found(tokenSecret = SECRET): Promise<Record<string, string>> {
  const [text = ''] = textsOf(await call('get', {}, tokenSecret));
  return (JSON.parse(text) as { people: Record<string, string>[] }).people[0] ?? {};
}

describe('where the owner allows values in query parameters', () => {
  let open: Rig;
  beforeAll(async () => {
    open = await startRig({
      governance: { placeholders: ['email'], placeholderTools: ['write'], placeholderQueries: true },
      tools: { write },
    });
    open.upstream.respond = ({ method, target }) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(method === 'GET' ? { people: PEOPLE } : { next: target, asked: decodeURIComponent(target) }),
    });
  });
  afterAll(() => open.close());

  test('a look-up by one sends the value, and what the API repeats of it is a placeholder again', async () => {
    const ask = async (tool: string, args: JsonObject) => {
      const frames = await open.frames({ kind: 'call', tool, arguments: args, tokenSecret: SECRET } as never);
      return (frames.at(-1) as { outcome: CallOutcome }).outcome;
    };
    const [text = ''] = textsOf(await ask('get', {}));
    const email = (JSON.parse(text) as { people: { email: string }[] }).people[0]?.email ?? '';

    const outcome = await ask('write', { reply_email: email, text: 'Hello' });

    expect(open.upstream.requests.at(-1)?.target).toBe('/mails?reply_email=ada%40example.org');
    expect(outcome).toMatchObject({ isError: false, restored: [{ pointer: '/reply_email', kind: 'email' }] });
    expect(decodeURIComponent(JSON.stringify(outcome))).not.toMatch(/ada@example/);
  });
});

describe('a customer is found, and written to', () => {
  test('with no raw value in anything that a model or the trail sees', async () => {
    const ada = await found();

    const sent = await call('write', { email: ada['email'] ?? '', text: 'Your parcel is here.' });

    expect(JSON.stringify(ada)).not.toMatch(RAW);
    expect(JSON.parse(rig.upstream.requests.at(-1)?.body.toString() ?? '')).toEqual({
      email: 'ada@example.org',
      text: 'Your parcel is here.',
    });
    expect(sent.isError).toBe(false);
    expect(JSON.stringify(sent)).not.toMatch(RAW);
    expect(sent.restored).toEqual([{ pointer: '/email', kind: 'email' }]);
  });

  test('two people look different, and each the same again', async () => {
    const [text = ''] = textsOf(await call('get', {}));
    const [ada, grace] = (JSON.parse(text) as { people: Record<string, string>[] }).people;

    expect(ada?.['email']).not.toBe(grace?.['email']);
    expect(await found()).toEqual(ada);
  });

  test.each<[string, (ada: Record<string, string>) => [string, JsonObject]]>([
    ['into a tool that the owner does not name', ({ email = '' }) => ['other', { email }]],
    ['into an address', ({ email = '' }) => ['write', { reply_email: email }]],
    ['into a text', ({ email = '' }) => ['write', { text: `Dear ${email}` }]],
    ['into an argument of another kind', ({ email = '' }) => ['write', { phone: email }]],
    ['when a letter is missing', ({ email = '' }) => ['write', { email: email.replace(/.\]/, ']') }]],
  ])('%s nothing is sent', async (_, asked) => {
    const [tool, args] = asked(await found());
    const before = rig.upstream.requests.length;

    const outcome = await call(tool, args);

    expect(outcome).toMatchObject({ isError: true, errorCode: 'placeholder_refused' });
    expect(textsOf(outcome)[0]).toMatch(/^Nothing was sent\. \/\w+ /);
    expect(rig.upstream.requests).toHaveLength(before);
    expect(JSON.stringify(outcome)).not.toMatch(RAW);
  });

  test('of another connection it does not open', async () => {
    const theirs = await found(Buffer.alloc(32, 2).toString('base64'));

    expect(await call('write', { email: theirs['email'] ?? '' })).toMatchObject({ errorCode: 'placeholder_refused' });
  });

  test('a call that brings nothing of a token gets markers', async () => {
    const { outcome } = (await rig.frames({ kind: 'call', tool: 'get', arguments: {} } as never)).at(-1) as {
      outcome: CallOutcome;
    };

    expect(textsOf(outcome)[0]).toContain('[REDACTED:email]');
  });
});
