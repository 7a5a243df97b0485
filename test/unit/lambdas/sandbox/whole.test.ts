/** The whole of a cut answer, as the sandbox hands it over: what it is, and that nothing comes of it where nothing is cut. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../core/governance/index.ts';
import { type Part, parsePart } from '../../../../core/response/continuation/part.ts';
import { type Piece, pieceOf } from '../../../../core/response/continuation/piece.ts';
import type { CallOutcome, PackedAnswer, SandboxFrame, SandboxRequest } from '../../../../core/sandbox/protocol.ts';
import { structuredSet, textSet } from '../../../datasets/redaction/index.ts';
import { callIn, completed, joinedCharacters, joinedItems, type ReadPart } from '../../../support/readOn.ts';
import { type Rig, startRig, textsOf } from '../../../support/sandboxRig.ts';

const GOVERNANCE = { maxItems: 5, maxBytes: 2_000, holdAnswers: true };
const SECRET = 'tok-5e2f9a7c41d8b3a6';
let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ governance: GOVERNANCE, credential: { type: 'bearer', token: SECRET } });
});
afterAll(() => rig.close());

const continuation = { tool: 'read_more', handle: 'h' };

async function outcomeOf(body: string, type: string, request: Partial<SandboxRequest> = { continuation }) {
  rig.upstream.respond = () => ({ headers: { 'content-type': type }, body });
  const call = { kind: 'call' as const, tool: 'get', arguments: {}, ciphertext: 'c2VhbGVk', ...request };
  const last = (await rig.frames(call as never)).at(-1) as SandboxFrame;
  if (last.frame !== 'result') throw new Error(JSON.stringify(last));
  return last.outcome;
}

const textOf = ({ whole }: CallOutcome): string =>
  gunzipSync(Buffer.from((whole as PackedAnswer).packed, 'base64')).toString();

const rest = (outcome: CallOutcome): ReadPart => {
  const whole = { text: textOf(outcome), json: outcome.whole?.json === true };
  return async (part) => {
    const piece = pieceOf(whole, parsePart(part) as Part, GOVERNANCE) as Piece;
    const cut = piece.truncations.map(({ pointer }) => pointer);
    return { text: piece.text, json: piece.json, cut, next: piece.next?.part };
  };
};

const LIST = JSON.stringify({ people: Array.from({ length: 12 }, (_, id) => ({ id, email: `p${id}@example.org` })) });

test('a cut answer brings its whole, governed, and its note gives the next call', async () => {
  const outcome = await outcomeOf(LIST, 'application/json');

  expect(JSON.parse(textOf(outcome)).people).toHaveLength(12);
  expect(textOf(outcome)).not.toContain('@example.org');
  expect(outcome.whole).toMatchObject({ json: true, size: Buffer.byteLength(textOf(outcome)) });
  expect(callIn(textsOf(outcome).at(-1) ?? '')).toEqual({ name: 'read_more', handle: 'h', part: '/people/5-9' });
  expect(textsOf(outcome).at(-1)).not.toContain('This tool has no parameters');
});

test.each([
  ['nothing is cut', '{"people":[1,2,3]}', { continuation }],
  ['no continuation was offered', LIST, {}],
])('there is none where %s', async (_, body, request) => {
  const outcome = await outcomeOf(body, 'application/json', request);

  expect(outcome).not.toHaveProperty('whole');
  expect(textsOf(outcome).join()).not.toContain('read_more');
});

test('the credential is in none of it, wherever the upstream puts it', async () => {
  const body = JSON.stringify({ rows: Array.from({ length: 9 }, (_, at) => (at === 8 ? `echo ${SECRET}` : at)) });

  const outcome = await outcomeOf(body, 'application/json');

  expect(textOf(outcome)).toContain('[CREDENTIAL]');
  expect(textOf(outcome)).not.toContain(SECRET);
});

test('an error answer is not held', async () => {
  rig.upstream.respond = () => ({ status: 500, headers: { 'content-type': 'application/json' }, body: LIST });

  const last = (
    await rig.frames({ kind: 'call', tool: 'get', arguments: {}, ciphertext: 'c2VhbGVk', continuation } as never)
  ).at(-1) as SandboxFrame;

  expect(last).toMatchObject({ frame: 'result', outcome: { isError: true } });
  expect(last.frame === 'result' && last.outcome.whole).toBeUndefined();
});

describe('over the answers that redaction is measured on', () => {
  const governor = compileGovernance({ truncation: false, maxBytes: 16 * 1024 * 1024 });
  const answers = [
    ...structuredSet('fresh').map(({ document }) => ({ text: JSON.stringify(document), type: 'application/json' })),
    ...[...textSet('fresh'), ...textSet('blind')].map(({ text }, at, all) => ({
      text: [text, ...all.slice(at + 1, at + 40).map((one) => one.text)].join('\n'),
      type: 'text/plain',
    })),
  ].filter((_, at) => at % 6 === 0);

  test('all pieces joined are the governed whole', async () => {
    let cut = 0;

    for (const { text, type } of answers) {
      const outcome = await outcomeOf(text, type);
      if (!outcome.whole) continue;
      cut++;
      const expected = governor.governBytes(Buffer.from(text), type).text;
      const read = rest(outcome);
      expect(await joinedCharacters(read)).toBe(expected);
      if (!outcome.whole.json) continue;
      const first = await read('');
      const joined = expected.startsWith('[')
        ? await joinedItems(read, '')
        : first.json
          ? await completed(read, first.text, '', first.cut)
          : expected;
      expect(joined).toBe(expected);
    }
    expect(cut).toBeGreaterThan(30);
  }, 120_000);
});
