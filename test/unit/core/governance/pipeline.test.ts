import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileGovernance } from '../../../../core/governance/index.ts';
import type { JsonValue } from '../../../../core/lib/json/value.ts';

const governor = compileGovernance();
const govern = (text: string, type = 'application/json', options = {}) =>
  governor.governBytes(Buffer.from(text), type, options);

describe('governBytes', () => {
  test('cuts, redacts, and keeps what stands behind a long list', () => {
    // Prepare
    const people = Array.from({ length: 2_000 }, (_, id) => ({
      id,
      name: 'Ann Lee',
      email: `ann${id}@example.org`,
      phone: '+1 415 555 2671',
    }));

    // Act
    const governed = govern(JSON.stringify({ data: people, has_more: true, total: 2_000 }));

    // Assess
    const answer = JSON.parse(governed.text) as { data: object[]; has_more: boolean; total: number };
    expect(answer.data).toHaveLength(50);
    expect(answer.data[0]).toEqual({
      id: 0,
      name: '[REDACTED:name]',
      email: '[REDACTED:email]',
      phone: '[REDACTED:phone]',
    });
    expect(answer).toMatchObject({ has_more: true, total: 2_000 });
    expect(governed.truncations).toEqual([{ pointer: '/data', total: 2_000, kept: 50 }]);
    expect(governed.redactions).toMatchObject({ count: 150, byType: { name: 50, email: 50, phone: 50 } });
    expect(governed.redactions.pointers).toHaveLength(100);
    expect(governed.redactions.pointers[0]).toBe('/data/0/name');
  });

  test('passes numbers through as they were written', () => {
    // Prepare
    const text = '{"id":12345678901234567890,"price":12.50,"ratio":1e3,"zero":-0,"list":[1.0,2,3.14],"note":"1.50"}';

    // Act
    const governed = govern(text);

    // Assess
    expect(governed.text).toBe(text);
  });

  test('redacts a number under a telling name, also one that keeps its text', () => {
    // Act
    const governed = govern('{"card_number":4111111111111111,"ssn":219099999,"id":4111111111111112}');

    // Assess
    expect(governed.text).toBe('{"card_number":"[REDACTED:card]","ssn":"[REDACTED:ssn]","id":4111111111111112}');
  });

  test('is not misled by a private-use character in the data', () => {
    // Prepare
    const text = `{"a":"\ue000 1","b":"\\uE001x","price":1.50}`;

    // Act
    const governed = govern(text);

    // Assess
    expect(JSON.parse(governed.text)).toEqual({ a: '\ue000 1', b: '\ue001x', price: 1.5 });
    expect(governed.text).toContain('"price":1.50');
  });

  test('keeps a __proto__ member a member', () => {
    // Act
    const governed = govern('{"__proto__":{"email":"ann@example.org"},"items":[1,2,3]}', 'application/json', {
      maxItems: 2,
    });

    // Assess
    expect(governed.text).toBe('{"__proto__":{"email":"[REDACTED:email]"},"items":[1,2]}');
  });

  test('shows the last of two members of one name and no cut of the other', () => {
    // Act
    const governed = govern('{"a":[1,2,3],"a":["ann@example.org"]}', 'application/json', { maxItems: 2 });

    // Assess
    expect(governed.text).toBe('{"a":["[REDACTED:email]"]}');
    expect(governed.truncations).toEqual([]);
  });

  test('follows a tool own limit, and none when truncation is off', () => {
    // Prepare
    const whole = compileGovernance({ truncation: false });
    const text = JSON.stringify(Array.from({ length: 60 }, (_, id) => id));

    // Act and assess
    expect(govern(text, 'application/json', { maxItems: 7 }).truncations).toEqual([
      { pointer: '', total: 60, kept: 7 },
    ]);
    expect(whole.governBytes(Buffer.from(text), 'application/json').truncations).toEqual([]);
  });

  test('closes a body that was cut at the read cap and says at least', () => {
    // Act
    const governed = govern('{"items":[{"id":1,"email":"ann@example.org"},{"id":2,"em', 'application/json', {
      truncatedInput: true,
      totalBytes: 90_000_000,
    });

    // Assess
    expect(JSON.parse(governed.text)).toEqual({ items: [{ id: 1, email: '[REDACTED:email]' }, { id: 2 }] });
    expect(governed.truncations).toEqual([{ pointer: '/items', total: 2, kept: 2, atLeast: true }]);
    expect(governed.bytesIn).toBe(90_000_000);
  });

  test('fits the size cap with valid JSON, small members first', () => {
    // Prepare
    const small = compileGovernance({ maxBytes: 100 * 1024, truncation: false });
    const body = {
      items: Array.from({ length: 400 }, (_, id) => ({ id, text: 'x'.repeat(1_000) })),
      blob: 'é"\\'.repeat(60_000),
      total: 400,
      next: 'c2',
    };

    // Act
    const governed = small.governBytes(Buffer.from(JSON.stringify(body)), 'application/json');

    // Assess
    const answer = JSON.parse(governed.text) as { items: object[]; blob: string; total: number; next: string };
    expect(Buffer.byteLength(governed.text)).toBeLessThanOrEqual(100 * 1024);
    expect(governed.bytesOut).toBe(Buffer.byteLength(governed.text));
    expect(governed.capped).toBe(true);
    expect(answer).toMatchObject({ total: 400, next: 'c2' });
    expect(answer.items.length).toBeGreaterThan(20);
    expect(answer.blob.endsWith('…')).toBe(true);
    expect(governed.truncations).toEqual([{ pointer: '/items', total: 400, kept: answer.items.length }]);
  });

  test('gives one bounded marker for values that are nested without end', () => {
    // Prepare
    const text = `${'{"a":'.repeat(3_000)}"ann@example.org"${'}'.repeat(3_000)}`;

    // Act
    const governed = govern(text);

    // Assess
    expect(governed.text).toContain('[REDACTED:depth]');
    expect(governed.text).not.toContain('example.org');
    expect(() => JSON.parse(governed.text)).not.toThrow();
  });

  test('reads UTF-16 and Latin-1 bodies and drops a byte order mark', () => {
    // Prepare
    const latin = Buffer.from('{"name":"Max","vorname":"J\xfcrgen"}', 'latin1');
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{"email":"ann@example.org"}', 'utf16le')]);

    // Act and assess
    expect(governor.governBytes(latin, 'application/json; charset=iso-8859-1').text).toBe(
      '{"name":"[REDACTED:name]","vorname":"[REDACTED:name]"}',
    );
    expect(governor.governBytes(utf16, 'application/json').text).toBe('{"email":"[REDACTED:email]"}');
    expect(govern('\ufeff{"a":1}').text).toBe('{"a":1}');
  });

  test('never throws and stays valid JSON, whatever bytes and type it is given', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(
          'application/json',
          'text/csv',
          'text/html',
          'application/xml',
          'application/x-ndjson',
          'application/x-www-form-urlencoded',
          'text/plain',
          '',
          'application/octet-stream',
        ),
        (bytes, type) => {
          // Act
          const governed = governor.governBytes(bytes, type);

          // Assess
          if (governed.json) JSON.parse(governed.text);
          expect(governed.bytesOut).toBe(Buffer.byteLength(governed.text));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('does not redact when the master switch is off', () => {
    // Prepare
    const open = compileGovernance({ pii: false });

    // Act and assess
    expect(open.governBytes(Buffer.from('{"email":"ann@example.org"}'), 'application/json').text).toBe(
      '{"email":"ann@example.org"}',
    );
    expect(open.redact('ann@example.org')).toBe('ann@example.org');
  });
});

describe('redact', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'Call +49 30 901820 or 415-555-2671',
      'ann@example.org',
      'SSN 219-09-9999, order 555-123-4567',
      'card 4111 1111 1111 1111',
      'password=Hunter22 and token: abcdef123456',
      'phone 781 5991 or 555 0100',
      'DE89 3704 0044 0532 0130 00',
      'born 12/03/1985',
      '203.0.113.9',
      'https://a:b1@h.example/?email=a%40b.co',
      '{"email":"a@b.co"}',
      'Bearer abcdefabcdef1234',
    ),
  );
  const key = fc.constantFrom(
    'name',
    'email',
    'phone',
    'value',
    'type',
    'system',
    'address',
    'city',
    'note',
    'customer',
    'data',
    'id',
    'columns',
    'rows',
    'ssn',
    'ann@example.org',
    'token',
    'number',
    'text',
  );
  const { value: document } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      text,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(key, tie('value'), { maxKeys: 6 }),
    ) as fc.Arbitrary<JsonValue>,
  }));

  test('changes nothing when it is done twice', () => {
    fc.assert(
      fc.property(document, (value) => {
        const once = governor.redact(value);
        expect(governor.redact(once)).toEqual(once);
      }),
      { numRuns: 2_000 },
    );
  });

  test('leaves its input as it was and keeps the shape', () => {
    const shape = (value: JsonValue): unknown =>
      Array.isArray(value)
        ? value.map(shape)
        : typeof value === 'object' && value !== null
          ? Object.values(value).map(shape)
          : value === null || typeof value === 'boolean'
            ? value
            : 'leaf';
    fc.assert(
      fc.property(document, (value) => {
        // Prepare
        const before = JSON.stringify(value);

        // Act
        const after = governor.redact(value);

        // Assess
        expect(JSON.stringify(value)).toBe(before);
        expect(shape(after)).toEqual(shape(value));
      }),
      { numRuns: 1_000 },
    );
  });

  test('gives the same answer for the same input, whatever it saw before', () => {
    fc.assert(
      fc.property(document, document, (first, second) => {
        const fresh = compileGovernance().redact(second);
        governor.redact(first);
        expect(governor.redact(second)).toEqual(fresh);
      }),
      { numRuns: 150 },
    );
  });

  test('reports counts and places, never values', () => {
    // Act
    const { value, report } = governor.redactWithReport({
      users: [{ email: 'ann@example.org', note: 'call +1 415 555 2671' }],
      'bob@example.org': 1,
    });

    // Assess
    expect(value).toEqual({
      users: [{ email: '[REDACTED:email]', note: 'call [REDACTED:phone]' }],
      '[REDACTED:email]': 1,
    });
    expect(report).toEqual({
      count: 3,
      byType: { email: 2, phone: 1 },
      pointers: ['/[REDACTED:email]', '/users/0/email', '/users/0/note'],
      rules: [
        { type: 'email', rule: 'text.email', count: 1 },
        { type: 'email', rule: 'name.listed', count: 1 },
        { type: 'phone', rule: 'text.phone-named', count: 1 },
      ],
    });
  });

  test('shows no personal data in the pointer of a cut', () => {
    expect(govern('{"ann@example.org":[1,2,3]}', 'application/json', { maxItems: 2 }).truncations).toEqual([
      { pointer: '/[REDACTED:email]', total: 3, kept: 2 },
    ]);
  });

  test('numbers keys that become equal', () => {
    expect(governor.redact({ 'a@example.org': 1, 'b@example.org': 2 })).toEqual({
      '[REDACTED:email]': 1,
      '[REDACTED:email] (2)': 2,
    });
  });
});
