/** `redact` of what is no plain JSON: nothing personal may hide behind a class. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';
import { toJson } from '../../../../../core/governance/json/toJson.ts';

const MAIL = 'ann.lee@corp-mail.org';
const redact = (value: unknown) => compileGovernance().redact(value as never);

describe('what hides its content', () => {
  test.each<[string, unknown]>([
    ['a map', new Map([['email', MAIL]])],
    ['a set', new Set([MAIL])],
    ['bytes', { body: Buffer.from(MAIL) }],
    ['an address', new URL(`https://example.com/?to=${MAIL}`)],
    ['parameters', new URLSearchParams({ email: MAIL })],
    ['an error', new Error(`no account for ${MAIL}`)],
    ['a boxed text', new String(MAIL)],
    ['an object that writes itself', { deep: { toJSON: () => ({ email: MAIL }) } }],
    ['an object of a class', Object.assign(Object.create({ kind: 'user' }), { email: MAIL })],
  ])('is redacted, too (%s)', (_what, value) => {
    expect(JSON.stringify(redact(value))).not.toContain('ann.lee');
  });

  test('such as dates and big integers is judged by its field', () => {
    const value = { date_of_birth: new Date('1971-03-14'), card_number: 4556737586899855n };

    expect(redact(value)).toEqual({ date_of_birth: '[REDACTED:birth-date]', card_number: '[REDACTED:card]' });
  });
});

describe('what cannot be read', () => {
  test('is said to be so, and the rest is redacted', () => {
    const value = {
      get broken() {
        throw new Error(MAIL);
      },
      email: MAIL,
    };
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();

    expect(redact({ revoked: revoked.proxy })).toEqual({
      revoked: '[unreadable]',
    });
    expect(redact(value)).toMatchObject({ broken: '[unreadable]', email: '[REDACTED:email]' });
  });

  test('because it contains itself ends there', () => {
    const value: Record<string, unknown> = { email: MAIL };
    value['self'] = value;

    expect(redact(value)).toEqual({ email: '[REDACTED:email]', self: '[circular]' });
  });

  test('because it is nearly all holes is closed up', () => {
    const holes: unknown[] = [];
    holes[2 ** 32 - 2] = MAIL;

    expect(redact(holes)).toEqual(['[REDACTED:email]']);
  });
});

test('what is JSON already stays the very same', () => {
  const value = { a: [1, 'x', null, { b: true }], ['__proto__']: 1 };

  expect(toJson(value)).toBe(value);
});
