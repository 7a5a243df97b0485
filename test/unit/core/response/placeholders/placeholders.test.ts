import { createSecretKey, randomBytes, randomInt } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileGovernance } from '../../../../../core/governance/index.ts';
import { hasCode } from '../../../../../core/lib/errors.ts';
import type { JsonObject } from '../../../../../core/lib/json/value.ts';
import type { PlaceholderKind } from '../../../../../core/model/governance/placeholderKinds.ts';
import type { RequestProgram } from '../../../../../core/model/tool.ts';
import { withPlaceholders } from '../../../../../core/response/placeholders/mint.ts';
import { pack, unpack } from '../../../../../core/response/placeholders/packing.ts';
import { placeholders, wholePlaceholder } from '../../../../../core/response/placeholders/placeholder.ts';
import { restored, withoutRestored } from '../../../../../core/response/placeholders/restore.ts';
import { defined } from '../../../../support/defined.ts';

const SERVER_KEY = createSecretKey(Buffer.alloc(32, 1));
const TOKEN = new Uint8Array(32).fill(2);
const NOW = Date.parse('2026-11-25T12:00:00Z');
const DAY = 86_400_000;
const own = placeholders(SERVER_KEY, TOKEN, 'srv_1', NOW);
const minted = (kind: PlaceholderKind, value: string): string => own.mint(kind, value) ?? '';
const bodyOf = (text: string): string => wholePlaceholder(text)?.body ?? '';

describe('packing', () => {
  test.each([
    ['+14155552671', 8],
    ['ada.lovelace@example.org', 20],
    ['Ada Lovelace', 12],
    ['Zoë Ångström', 16],
  ])('%s takes %i bytes', (value, length) => {
    expect(pack(value)).toHaveLength(length);
  });

  test('gives every short value back, and reads nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (value) => {
        const packed = pack(value);
        if (Buffer.byteLength(value) > 40) expect(packed).toBeUndefined();
        else expect(packed && unpack(packed)).toBe(value);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 44 }), (bytes) => {
        const value = unpack(bytes);
        if (value !== undefined) expect(pack(value)).toEqual(bytes);
      }),
    );
  });
});

describe('a placeholder', () => {
  test('is the same for the same value, another for another one, and gives it back', () => {
    const [ada, ada2, eve] = ['ada@example.org', 'ada@example.org', 'eve@example.org'].map((value) =>
      own.mint('email', value),
    );

    expect(ada).toBe(ada2);
    expect(ada).not.toBe(eve);
    expect(ada).toMatch(/^\[EMAIL:[0-9a-hjkmnp-tv-z]{40}\]$/);
    expect(own.open('email', bodyOf(ada ?? ''))).toEqual({ value: 'ada@example.org' });
  });

  test('costs what a model can bear: a phone 28 letters, an address of 24 letters 47', () => {
    expect(bodyOf(minted('phone', '+14155552671'))).toHaveLength(28);
    expect(bodyOf(minted('email', 'ada.lovelace@example.org'))).toHaveLength(47);
  });

  test('is read in other spellings', () => {
    const text = minted('name', 'Ada Lovelace');
    const body = bodyOf(text);

    for (const spelt of [
      text.toUpperCase(),
      ` ${text} `,
      `[name: ${body.slice(0, 9)}-${body.slice(9)}]`,
      `NAME:${body}`,
    ]) {
      const found = wholePlaceholder(spelt);
      expect(found?.kind).toBe('name');
      expect(own.open('name', found?.body ?? '')).toEqual({ value: 'Ada Lovelace' });
    }
  });

  test.each(['[EMAIL:5', '[EMAIL:5t0x]', '[name: 5t0x69v6', 'ID:5t0x69v65t0x69v65t0x6'])(
    '%s is the beginning of one',
    (text) => {
      const found = wholePlaceholder(text);

      expect(own.open(found?.kind ?? 'id', found?.body ?? '')).toHaveProperty('fault');
      expect(found).toBeDefined();
    },
  );

  test.each(['name: Annabel', 'email: ask me', '[REDACTED:email]', 'phone: 555-1234', '[serial]'])(
    '%s is none',
    (text) => {
      expect(wholePlaceholder(text)).toBeUndefined();
    },
  );

  test('says nothing of its value but whether it is the same, and a step of its length', () => {
    const lengths = ['a@b.co', 'abc@b.co', 'abcd@b.co'].map((value) => minted('email', value).length);

    expect(new Set(lengths).size).toBe(1);
  });

  test.each([
    ['at another server', placeholders(SERVER_KEY, TOKEN, 'srv_2', NOW)],
    ['with another key of the server', placeholders(createSecretKey(Buffer.alloc(32, 9)), TOKEN, 'srv_1', NOW)],
    ['for another connection', placeholders(SERVER_KEY, new Uint8Array(32).fill(3), 'srv_1', NOW)],
  ])('does not open %s', (_, other) => {
    expect(other.open('email', bodyOf(minted('email', 'ada@example.org')))).toEqual({ fault: 'foreign' });
  });

  test('opens until the next day is over', () => {
    const body = bodyOf(minted('email', 'ada@example.org'));
    const later = (days: number) => placeholders(SERVER_KEY, TOKEN, 'srv_1', NOW + days * DAY).open('email', body);

    expect(later(1)).toEqual({ value: 'ada@example.org' });
    expect(later(2)).toEqual({ fault: 'expired' });
    expect(later(256)).toEqual({ fault: 'foreign' });
  });
});

describe('put into an answer', () => {
  const kinds = new Set<PlaceholderKind>(['email', 'id']);
  const governor = compileGovernance({ customFields: ['staff_id'] });
  const shown = (document: unknown) => {
    const bytes = Buffer.from(JSON.stringify(document));
    return withPlaceholders(governor.governBytes(bytes, 'application/json').text, bytes, kinds, own);
  };

  test('they stand for whole values of the kinds that the owner wants', () => {
    const text = shown({
      people: [
        { id: 1, email: 'ada@example.org', phone: '+14155552671', staff_id: 'S-1' },
        { id: 2, email: 'eve@example.org', note: 'Write to ada@example.org today.' },
      ],
    });

    const { people } = JSON.parse(text) as { people: Record<string, string>[] };
    expect(people[0]?.['email']).toBe(own.mint('email', 'ada@example.org'));
    expect(people[0]?.['staff_id']).toBe(own.mint('id', 'S-1'));
    expect(people[0]?.['phone']).toBe('[REDACTED:phone]');
    expect(people[1]?.['note']).toBe('Write to [REDACTED:email] today.');
    expect(text).not.toMatch(/@example|S-1/);
  });

  test('a marker that the upstream wrote, and a value over 40 bytes, stay markers', () => {
    const long = `${'a'.repeat(40)}@example.org`;

    expect(JSON.parse(shown({ email: '[REDACTED:email]', other: { email: long } }))).toEqual({
      email: '[REDACTED:email]',
      other: { email: '[REDACTED:email]' },
    });
  });

  test('digits of numbers stay as they are', () => {
    expect(shown([{ email: 'ada@example.org' }]).length).toBeGreaterThan(20);

    const bytes = Buffer.from('[{"email":"ada@example.org","n":12345678901234567890,"m":1.50}]');
    const text = withPlaceholders(governor.governBytes(bytes, 'application/json').text, bytes, kinds, own);
    expect(text).toContain('"n":12345678901234567890,"m":1.50');
  });
});

describe('restored', () => {
  const program: RequestProgram = {
    verb: 'POST',
    path: '/mails/{email}',
    parameters: [
      { argument: 'path_email', name: 'email', in: 'path', style: 'simple', explode: false, required: true },
      { argument: 'email_header', name: 'x-email', in: 'header', style: 'simple', explode: false, required: false },
      ...['q', 'sort', 'customer_email'].map((name) => ({
        argument: name,
        name,
        in: 'query' as const,
        style: 'form' as const,
        explode: true,
        required: false,
      })),
    ],
    body: {
      kind: 'json',
      contentType: 'application/json',
      required: true,
      layout: 'fields',
      fields: ['to', 'email', 'message'].map((name) => ({ argument: name, name, required: false })),
    },
  };
  const kindOf = (name: string) => (/email|^to$/.test(name) ? ('email' as const) : undefined);
  const run = (args: JsonObject, isAllowed = true, allowsQuery = false) =>
    restored(args, { isAllowed, allowsQuery, program, kindOf, open: own.open });
  const ada = minted('email', 'ada@example.org');
  const refusalOf = (args: JsonObject, isAllowed = true): string => {
    try {
      run(args, isAllowed);
    } catch (error) {
      if (hasCode(error, 'placeholder_refused')) return error.message;
      throw error;
    }
    return '';
  };

  test('they are values again in whole arguments of the kind, and the trail says where', () => {
    const result = run({ to: ada, message: 'Hello', copies: { email: [ada] } });

    expect(result.arguments).toEqual({
      to: 'ada@example.org',
      message: 'Hello',
      copies: { email: ['ada@example.org'] },
    });
    expect(result.uses).toEqual([
      { pointer: '/to', kind: 'email' },
      { pointer: '/copies/email/0', kind: 'email' },
    ]);
  });

  test.each<[string, JsonObject, RegExp]>([
    ['a text', { message: `Write to ${ada}` }, /^Nothing was sent. \/message has a placeholder among other words/],
    ['an argument of another name', { message: ada }, /\/message is a placeholder for the kind "email"/],
    ['the path', { path_email: ada }, /\/path_email .* cannot stand in a path, a header or a cookie/],
    ['a query parameter', { q: ada }, /\/q .* does not allow values in query parameters/],
    ['a header', { email_header: ada }, /\/email_header .* cannot stand in a path, a header or a cookie/],
    ['a damaged one', { to: ada.replace(/.\]$/, ']') }, /\/to is no placeholder as it was given/],
    ['a name of a member', { to: { [ada]: 1 } }, /\/to has a placeholder in the name of a member/],
  ])('in %s the call is refused, and the argument named', (_, args, message) => {
    expect(refusalOf(args)).toMatch(message);
  });

  test('where the owner allows it they are values in query parameters of their kind and in those that search', () => {
    const asked = (args: JsonObject) => run(args, true, true).arguments;

    expect(asked({ q: ada })).toEqual({ q: 'ada@example.org' });
    expect(asked({ customer_email: [ada] })).toEqual({ customer_email: ['ada@example.org'] });
    for (const argument of ['sort', 'path_email', 'email_header'])
      expect(() => asked({ [argument]: ada })).toThrow('Nothing was sent.');
  });

  test('in a tool that the owner does not name the call is refused', () => {
    expect(refusalOf({ to: ada }, false)).toMatch(/which this tool does not take/);
  });

  test('a long text is told from a placeholder in no time that grows with its square', () => {
    expect(run({ to: `${' '.repeat(1_000_000)}:` }).uses).toEqual([]);
  });

  test('10,000 that are forged, damaged, truncated, foreign, mistyped or replayed are each refused by the name of the argument', () => {
    const values = Array.from({ length: 100 }, (_, at) => `person${at}@example.org`);
    const foreign = Array.from({ length: 20 }, () => placeholders(SERVER_KEY, randomBytes(32), 'srv_1', NOW));
    const elsewhere = placeholders(SERVER_KEY, TOKEN, 'srv_2', NOW);
    const otherKey = placeholders(createSecretKey(randomBytes(32)), TOKEN, 'srv_1', NOW);
    const letters = '0123456789abcdefghjkmnpqrstvwxyz';
    const random = (length: number) => Array.from({ length }, () => letters[randomInt(32)]).join('');
    const refused = new Map<string, number>();
    const attempt = (what: string, to: string) => {
      if (refusalOf({ to }).startsWith('Nothing was sent. /to is ')) refused.set(what, (refused.get(what) ?? 0) + 1);
    };

    for (let round = 0; round < 1_000; round++) {
      const value = values[round % values.length] as string;
      const text = minted('email', value);
      const body = bodyOf(text);
      const place = randomInt(body.length);
      const letter = letters[(letters.indexOf(body.charAt(place)) + 1 + randomInt(31)) % 32];
      const past = placeholders(SERVER_KEY, TOKEN, 'srv_1', NOW - (2 + randomInt(250)) * DAY);
      attempt('forged', `[EMAIL:${body.slice(0, 2)}${random(body.length - 2)}]`);
      attempt('damaged', `[EMAIL:${body.slice(0, place)}${letter}${body.slice(place + 1)}]`);
      attempt('a letter less', `[EMAIL:${body.slice(0, place)}${body.slice(place + 1)}]`);
      attempt('truncated', text.slice(0, 8 + randomInt(body.length - 1)));
      attempt('truncated and closed', `[EMAIL:${body.slice(0, 1 + randomInt(body.length - 1))}]`);
      attempt('of another kind', text.replace('EMAIL', defined(['PHONE', 'NAME', 'ID'][round % 3])));
      attempt('of another connection', defined(foreign[round % foreign.length]).mint('email', value) ?? '');
      attempt('replayed at another server', elsewhere.mint('email', value) ?? '');
      attempt('replayed under another key', otherKey.mint('email', value) ?? '');
      attempt('replayed after its time', past.mint('email', value) ?? '');
    }

    expect(Object.fromEntries(refused)).toEqual(Object.fromEntries(refused.keys().map((what) => [what, 1_000])));
    expect(refused.size).toBe(10);
  });

  test('what an upstream echoes of them is taken back', () => {
    const { values } = run({ to: ada });

    expect(withoutRestored('{"sent":"ada@example.org","q":"ada%40example.org","x":"madada@example.org"}', values)).toBe(
      `{"sent":"${ada}","q":"${ada}","x":"madada@example.org"}`,
    );
  });
});
