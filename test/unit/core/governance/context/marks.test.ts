/** What the description and the owner of a tool say about its answers, through both walkers. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileSelectors } from '../../../../../core/governance/context/fieldSelector.ts';
import { compileGovernance } from '../../../../../core/governance/index.ts';
import { isEnabled } from '../../../../../core/governance/policy.ts';
import { createWalker } from '../../../../../core/governance/walker.ts';
import type { JsonValue } from '../../../../../core/lib/json/value.ts';
import type { MarkedTool } from '../../../../../core/model/governance/marked.ts';
import { Tally } from '../../../../../core/model/governance/report.ts';

const walker = createWalker({
  enabled: (type) => isEnabled(type, {}),
  allow: compileSelectors([]),
  always: compileSelectors([]),
});
const governor = compileGovernance();

/** The governed value; both walkers must agree on it and on the report. */
function governed(tool: MarkedTool | undefined, value: unknown): JsonValue {
  const text = JSON.stringify(value);
  const [asText, asTree] = [new Tally(), new Tally()];
  const written = walker.of(tool).document(Buffer.from(text), asText, { unique: false });
  const walked = walker.of(tool).walk(JSON.parse(text) as JsonValue, asTree);
  expect(written?.text).toBe(JSON.stringify(walked));
  expect([asText.count, asText.byType, asText.pointers]).toEqual([asTree.count, asTree.byType, asTree.pointers]);
  const body = governor.governBytes(Buffer.from(text), 'application/json', tool && { tool });
  return JSON.parse(body.text);
}

describe('content of answers', () => {
  test('decides about names at the root and in bare lists, and not about what is inside', () => {
    const record = { id: 7, name: 'Mags', plan: { name: 'Pro' } };

    expect(governed({ described: { about: 'person' } }, record)).toEqual({ ...record, name: '[REDACTED:name]' });
    expect(governed({ described: { about: 'person' } }, [record])).toEqual([{ ...record, name: '[REDACTED:name]' }]);
    expect(governed({ described: { about: 'person' } }, { data: [record] })).toEqual({
      data: [{ ...record, name: '[REDACTED:name]' }],
    });
    expect(governed(undefined, record)).toEqual(record);
  });

  test('keeps the names of companies and places beside their addresses', () => {
    const shop = {
      name: 'Mags',
      email: 'info@mags.example.org',
      city: 'Leeds',
      street: '1 High Street',
      zip: 'LS1 1AA',
    };

    expect(governed({ described: { about: 'organisation' } }, [shop])).toMatchObject([{ name: 'Mags' }]);
    expect(governed({ described: { about: 'place' } }, [shop])).toEqual([{ ...shop, email: '[REDACTED:email]' }]);
    expect(governed(undefined, [shop])).toMatchObject([{ name: '[REDACTED:name]' }]);
  });

  test('keeps the address for which places were searched, in every form', () => {
    const address = { text: '12 Mill Road<br/>Leeds', house: '12', street: 'Mill Road', postalCode: 'LS1 1AA' };
    const found = { results: { items: [] }, search: { context: { location: { position: [53.8, -1.5], address } } } };

    expect(governed({ described: { about: 'place' } }, found)).toEqual(found);
    expect(governed(undefined, { contact: { address } })).toEqual({
      contact: { address: Object.fromEntries(Object.keys(address).map((key) => [key, '[REDACTED:address]'])) },
    });
  });

  test('redacts the session that a sign-in opens', () => {
    const opened = { statusCode: 200, session: { id: 'USYS6A9AF546F6DF9A2D6BFC35E4CF2A4E84_int01' } };
    const fields = { 'session.id': 'secret' };

    expect(governed({ described: { fields } }, opened)).toEqual({ ...opened, session: { id: '[REDACTED:secret]' } });
    expect(governed(undefined, opened)).toEqual(opened);
  });

  test('decides about parts of a name, full names and logins at the root', () => {
    const me = { id: 7, first: 'Bob', last: 'Smith', plan: { first: 'Bob' } };
    const person = { ...me, first: '[REDACTED:name]', last: '[REDACTED:name]' };
    const group = { id: 8, full_name: 'Harbour Lights' };
    const users = [{ id: 9, name: 'wktk', screen_name: 'wktk' }];

    expect(governed({ described: { about: 'person' } }, me)).toEqual(person);
    expect(governed({ described: { about: 'person' } }, { first: 'Bob' })).toEqual({ first: '[REDACTED:name]' });
    expect(governed(undefined, me)).toEqual(person);
    expect(governed(undefined, { first: 'Bob' })).toEqual({ first: 'Bob' });
    expect(governed({ described: { about: 'organisation' } }, group)).toEqual(group);
    expect(governed(undefined, group)).toEqual({ ...group, full_name: '[REDACTED:name]' });
    expect(governed({ described: { about: 'person' } }, users)).toEqual(users);
  });

  test('is overridden by the owner', () => {
    const tool = { described: { about: 'person' }, redaction: { about: 'organisation' } } as const;

    expect(governed(tool, { name: 'Mags' })).toEqual({ name: 'Mags' });
  });
});

describe('a described field', () => {
  const described = {
    fields: { 'who.m1': 'email', n: 'phone', owner: 'person', 'list.x': 'name', secretish: 'redact' },
  };

  test('has its kind where a value is of it, and says that the object is a person', () => {
    const value = { who: { m1: 'ann@corp', name: 'Mags' }, n: 'mobile', list: [{ x: 'Zed' }, { x: 4 }], secretish: 5 };

    expect(governed({ described }, value)).toEqual({
      who: { m1: '[REDACTED:email]', name: '[REDACTED:name]' },
      n: 'mobile',
      list: [{ x: '[REDACTED:name]' }, { x: 4 }],
      secretish: '[REDACTED:field]',
    });
  });
});

describe('an owner', () => {
  test('decides alone about a field and what is inside', () => {
    const value = {
      nick: 'zq',
      card: { raw: ['12', 7, true, null] },
      note: { mail: 'ann@example.org', who: { full_name: 'Ann Lee' } },
      items: [{ a: { b: 'x' } }, { c: { b: 'y' } }],
    };
    const fields = { nick: 'name', card: 'redact', note: 'keep', 'items.*.b': 'phone' };

    expect(governed({ redaction: { fields } }, value)).toEqual({
      nick: '[REDACTED:name]',
      card: { raw: ['[REDACTED:field]', '[REDACTED:field]', true, null] },
      note: value.note,
      items: [{ a: { b: '[REDACTED:phone]' } }, { c: { b: '[REDACTED:phone]' } }],
    });
  });

  test('lets a field stay whose value goes elsewhere', () => {
    const value = { title: 'Lucia Conti', customer: { full_name: 'Lucia Conti' }, body: 'by Lucia Conti' };

    expect(governed({ redaction: { fields: { title: 'keep' } } }, value)).toEqual({
      title: 'Lucia Conti',
      customer: { full_name: '[REDACTED:name]' },
      body: 'by [REDACTED:name]',
    });
  });

  test('has the value of a field with a kind removed elsewhere', () => {
    const value = { display: 'Lucia Conti', body: 'by Lucia Conti' };

    expect(governed({ redaction: { fields: { display: 'name' } } }, value)).toEqual({
      display: '[REDACTED:name]',
      body: 'by [REDACTED:name]',
    });
  });

  test('overrides what is described, and paths that are none are ignored', () => {
    const tool = {
      described: { fields: { m: 'email' } },
      redaction: { fields: { m: 'organisation', 'a..b': 'redact' } },
    };

    expect(governed(tool, { m: { name: 'Mags' }, a: 'x' })).toEqual({ m: { name: 'Mags' }, a: 'x' });
  });
});

test('both walkers agree on any marks and any value', () => {
  const name = fc.constantFrom('a', 'b', 'name', 'email', 'owner', 'items', '*');
  const mark = fc.constantFrom('person', 'organisation', 'place', 'keep', 'redact', 'name', 'email', 'phone', 'card');
  const fields = fc.dictionary(
    fc.array(name, { minLength: 1, maxLength: 3 }).map((steps) => steps.join('.')),
    mark,
    { maxKeys: 5 },
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>('Ann Lee', 'ann@example.org', '+14155552671', 'x', 7, 1.5, true, null, ''),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'name', 'email', 'owner', 'items', 'id'), tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(fields, fields, value, (described, redaction, document) => {
      governed({ described: { fields: described }, redaction: { fields: redaction } }, document);
    }),
    { numRuns: 500 },
  );
});

test('a tool without marks is governed as before', () => {
  const value = { customer: { name: 'Mags', email: 'a@example.org' } };

  expect(governed({}, value)).toEqual(governed(undefined, value));
});
