/** Questions to a person before a call: whom, about what, and that no answer makes another call than the one it was given for. */
import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonSchema } from '../../../../../core/lib/json/value.ts';
import { chooseTool } from '../../../../../core/mcp/actions.ts';
import type { ChosenTool } from '../../../../../core/mcp/chosen.ts';
import { clientInputOf, fitsState, formFor, openRound, sealRound } from '../../../../../core/mcp/elicitation.ts';
import { listingOf } from '../../../../../core/mcp/listing.ts';
import { META, MODERN } from '../../../../../core/mcp/protocol.ts';
import { annotationsOf } from '../../../../../core/model/annotations.ts';
import type { ElicitationSettings } from '../../../../../core/model/elicitation.ts';
import { askedArguments, consented } from '../../../../../lambdas/mcp-rpc/call/elicit.ts';
import { BUNDLE_ID, bundleOf, bundleTool, groupedBundleOf, SERVER } from '../../../../support/bundles.ts';

const WIDE: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer', minimum: 1, description: 'Which o\u200bne' },
    kind: { type: ['string', 'null'], enum: ['a', 'b', null] },
    at: { type: 'string', format: 'date-time' },
    deep: { type: 'object' },
    password: { type: 'string' },
    secretive: { type: 'string', writeOnly: true },
  },
  required: ['id', 'kind', 'at'],
};
const tools = [
  bundleTool('read', { schema: WIDE }),
  bundleTool('write', { annotations: annotationsOf({ verb: 'POST' }) }),
  bundleTool('remove', { annotations: annotationsOf({ verb: 'DELETE' }) }),
  bundleTool('purge', { annotations: annotationsOf({ verb: 'DELETE' }), schema: WIDE }),
];
const bundle = bundleOf(tools);
const listing = listingOf(bundle, BUNDLE_ID, { listChanged: false });

interface Asked {
  readonly offered?: boolean;
  readonly state?: string;
  readonly responses?: Record<string, unknown>;
  readonly token?: string;
  readonly bundleId?: string;
  readonly confirm?: ElicitationSettings['confirm'];
  readonly missing?: boolean;
}

const chosenOf = (name: string, args: JsonObject, { offered = true, state, responses = {} }: Asked): ChosenTool => {
  const input = { offered, responses, ...(state !== undefined && { state }) };
  const { signal } = new AbortController();
  const call = { id: 1, name, arguments: args, plainArguments: args, clientInput: () => input, signal };
  return chooseTool(listing, call) as ChosenTool;
};
const asking = (name: string, args: JsonObject, asked: Asked = {}) => {
  const { token = 'one', bundleId = BUNDLE_ID, confirm = 'offered', missing = true } = asked;
  const server = { serverId: SERVER, bundle: { id: bundleId } };
  const secretFor = (purpose: string) => Buffer.from(`${token} ${purpose}`);
  const elicitation = { confirm, missing };
  const context = { bundle: { ...bundle, elicitation }, server, secretFor } as unknown as Parameters<
    typeof askedArguments
  >[0];
  const chosen = chosenOf(name, args, asked);
  const given = askedArguments(context, chosen, elicitation);
  if ('result' in given) return given;
  const { checked: request, round } = given;
  const confirmation = consented({ context, chosen, request, round });
  return confirmation && 'result' in confirmation
    ? confirmation
    : { ...request, ...(confirmation && { confirmation }) };
};
const codeOf = (outcome: ReturnType<typeof asking>) => ('result' in outcome ? outcome.entry.errorCode : 'made');
const questionOf = (outcome: ReturnType<typeof asking>) => {
  if (!('result' in outcome) || !outcome.result.inputRequired) throw new Error('nothing was asked');
  return outcome.result.inputRequired;
};
const accepted = (content: object) => ({ action: 'accept', content });
const YES = { confirm: accepted({ ok: true }) };

describe('a destructive call', () => {
  test('is made only with the answer to a question that shows the tool and its arguments', () => {
    const { inputRequests, requestState } = questionOf(asking('remove', { id: 7 }));
    const made = asking('remove', { id: 7 }, { state: requestState, responses: YES });

    expect(Object.keys(inputRequests)).toEqual(['confirm']);
    expect(inputRequests['confirm']?.params['message']).toContain('Test server: Title of remove (GET /remove)');
    expect(inputRequests['confirm']?.params['message']).toContain('{"id":7}');
    expect(made).toMatchObject({
      plainArguments: { id: 7 },
      confirmation: { at: expect.any(String), id: expect.stringMatching(/^[0-9A-F]{32}$/) },
    });
  });

  test.each([
    ['a reading call', 'read', { id: 1, kind: 'a', at: 'now' }, {}],
    ['one that only adds', 'write', { id: 1 }, {}],
    ['where the owner asks for nothing', 'remove', { id: 1 }, { confirm: 'never' as const }],
    ['where the client cannot ask', 'remove', { id: 1 }, { offered: false }],
  ])('needs no answer: %s', (_what, name, args, asked) => {
    expect(codeOf(asking(name, args, asked))).toBe('made');
  });

  test('is refused where it has to be confirmed and the client cannot ask', () => {
    expect(codeOf(asking('remove', { id: 1 }, { offered: false, confirm: 'always' }))).toBe('confirmation_unavailable');
  });

  test.each([
    ['declined', { confirm: { action: 'decline' } }],
    ['cancelled', { confirm: { action: 'cancel' } }],
    ['accepted without the tick', { confirm: accepted({ ok: false }) }],
    ['accepted without content', { confirm: { action: 'accept' } }],
    ['accepted with a text', { confirm: accepted({ ok: 'true' }) }],
    ['answered by a number', { confirm: 7 }],
  ])('is not made when the question is %s', (_what, responses) => {
    const { requestState } = questionOf(asking('remove', { id: 7 }));

    expect(codeOf(asking('remove', { id: 7 }, { state: requestState, responses }))).toBe('call_declined');
  });

  test.each([
    ['an answer without a state', { responses: YES }],
    ['an answer to another question', { responses: { other: accepted({ ok: true }) } }],
  ])('is asked about again after %s', (_what, asked) => {
    expect(codeOf(asking('remove', { id: 7 }, asked))).toBe('input_required');
  });

  test.each([
    ['other arguments', 'remove', { id: 8 }, {}],
    ['more arguments', 'remove', { id: 7, note: 'x' }, {}],
    ['another tool', 'purge', { id: 7, kind: 'a', at: 'now' }, {}],
    ['another client', 'remove', { id: 7 }, { token: 'two' }],
    ['another version of the server', 'remove', { id: 7 }, { bundleId: 'b'.repeat(64) }],
  ])('is not made by an answer that was given for %s', (_what, name, args, asked) => {
    const { requestState } = questionOf(asking('remove', { id: 7 }));
    const outcome = asking(name, args, { ...asked, state: requestState, responses: YES });

    expect(codeOf(outcome)).toBe('confirmation_invalid');
    expect('result' in outcome && outcome.result.isStateRefused).toBe(true);
  });

  test('is not made by a state that was changed anywhere, or that is none', () => {
    const { requestState: state = '' } = questionOf(asking('remove', { id: 7 }));
    const flipped = [...state].map(
      (character, at) => `${state.slice(0, at)}${character === 'A' ? 'B' : 'A'}${state.slice(at + 1)}`,
    );
    const others = [
      '',
      '.',
      'x',
      `${state}-TAMPERED`,
      state.slice(1),
      state.slice(0, -1),
      `.${state}`,
      'é'.repeat(99),
      'x'.repeat(100_000),
    ];

    for (const changed of [...flipped, ...others].filter((text) => text !== state))
      expect(codeOf(asking('remove', { id: 7 }, { state: changed, responses: YES }))).toBe('confirmation_invalid');
  });

  test('is not made by an answer that took longer than ten minutes', () => {
    const key = Buffer.from('key');
    const state = sealRound(key, 'call', { asked: 'confirm', given: {} }, 1_000_000);

    expect(openRound(key, 'call', state, 1_600_000)).toMatchObject({ asked: 'confirm', at: 1_000_000 });
    expect(openRound(key, 'call', state, 1_600_001)).toBeUndefined();
  });
});

describe('a missing argument', () => {
  test('is asked for, checked as any other, and the call then confirmed with it', () => {
    const first = questionOf(asking('purge', { kind: 'a' }));
    const wrong = asking(
      'purge',
      { kind: 'a' },
      {
        state: first.requestState,
        responses: { arguments: accepted({ id: 0, at: 'now' }) },
      },
    );
    const second = questionOf(
      asking(
        'purge',
        { kind: 'a' },
        {
          state: first.requestState,
          // What the model has said stays, and what nobody asked for is judged by the schema like the rest.
          responses: { arguments: accepted({ id: 3, at: 'now', kind: 'b' }) },
        },
      ),
    );
    const made = asking('purge', { kind: 'a' }, { state: second.requestState, responses: YES });

    expect(first.inputRequests).toEqual({
      arguments: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: 'Test server: Title of purge needs id, at.',
          requestedSchema: {
            type: 'object',
            properties: {
              id: { type: 'integer', minimum: 1, description: 'Which o<U+200B>ne' },
              at: { type: 'string', format: 'date-time' },
            },
            required: ['id', 'at'],
          },
        },
      },
    });
    expect(codeOf(wrong)).toBe('argument_invalid');
    expect(second.inputRequests['confirm']?.params['message']).toContain('"id":3');
    expect(made).toMatchObject({
      plainArguments: { id: 3, at: 'now', kind: 'a' },
      confirmation: { id: expect.any(String) },
    });
  });

  test('is no consent: what is answered in one round does not count in the next', () => {
    const { requestState } = questionOf(asking('purge', { kind: 'a' }));
    const responses = { arguments: accepted({ id: 3, at: 'now' }), ...YES };

    expect(codeOf(asking('purge', { kind: 'a' }, { state: requestState, responses }))).toBe('input_required');
  });

  test.each([
    ['where the owner does not want it', { kind: 'a' }, { missing: false }],
    ['where the client cannot ask', { kind: 'a' }, { offered: false }],
    ['where something else is wrong, too', { kind: 'c' }, {}],
  ])('is told as an error %s', (_what, args, asked) => {
    expect(codeOf(asking('read', args, asked))).toBe('argument_invalid');
  });

  test.each([['deep'], ['password'], ['secretive'], ['unknown'], ['__proto__']])(
    'is not asked for when it is %s',
    (name) => {
      expect(formFor('S', tools[0] as never, [name])).toBeUndefined();
    },
  );

  test.each(['apiKey', 'client_secret', 'accessToken', 'pin', 'otpCode'])(
    'is not asked for when it is called %s',
    (name) => {
      const tool = bundleTool('t', { schema: { type: 'object', properties: { [name]: { type: 'string' } } } });

      expect(formFor('S', tool, [name])).toBeUndefined();
    },
  );

  test('is asked for within a bound, and so is what is given', () => {
    const names = Array.from({ length: 11 }, (_, at) => `a${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    const tool = bundleTool('t', { schema: { type: 'object', properties } });
    const { requestState } = questionOf(asking('read', { kind: 'a' }));
    const responses = { arguments: accepted({ id: 1, at: 'x'.repeat(50_000) }) };

    expect(formFor('S', tool, names)).toBeUndefined();
    expect(formFor('S', tool, names.slice(1))).toBeDefined();
    expect(fitsState({ a: 'x'.repeat(50_000) })).toBe(false);
    expect(codeOf(asking('read', { kind: 'a' }, { state: requestState, responses }))).toBe('argument_invalid');
  });
});

test('a group asks as its tool does', () => {
  const grouped = listingOf(groupedBundleOf(tools, 'pets'), BUNDLE_ID, { listChanged: false });
  const args = { action: 'remove', arguments: { id: 7 } };
  const input = { offered: true, responses: {} };
  const { signal } = new AbortController();
  const group = [...grouped.groups.keys()].find((name) => name.endsWith('_write')) ?? '';
  const chosen = chooseTool(grouped, {
    id: 1,
    name: group,
    arguments: args,
    plainArguments: args,
    clientInput: () => input,
    signal,
  }) as ChosenTool;

  expect(chosen.call.clientInput?.()).toBe(input);
});

describe('what a client can', () => {
  const message = (elicitation: unknown, version = MODERN) => ({
    params: {
      _meta: {
        [META.protocolVersion]: version,
        [META.clientCapabilities]: { ...(elicitation !== undefined && { elicitation }) },
      },
      requestState: 's',
      inputResponses: { confirm: 1 },
    },
  });

  test.each([
    [{}, { offered: true }],
    [{ form: {} }, { offered: true }],
    [
      { form: {}, url: {} },
      { offered: true, opensPages: true },
    ],
    [{ url: {} }, { offered: false, opensPages: true }],
    [undefined, { offered: false }],
    [null, { offered: false }],
    [true, { offered: false }],
  ])('is told by its capabilities: %j', (elicitation, told) => {
    expect(clientInputOf(message(elicitation))).toEqual({ ...told, state: 's', responses: { confirm: 1 } });
  });

  test.each([[message({}, '2025-11-25')], [{}], [null], [{ params: 7 }], [{ params: { _meta: [] } }]])(
    'is nothing in an earlier protocol, and in what is no message: %j',
    (sent) => {
      expect(clientInputOf(sent)).toEqual({ offered: false, responses: {} });
    },
  );
});
