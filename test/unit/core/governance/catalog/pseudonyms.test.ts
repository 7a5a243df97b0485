/** Markers with pseudonyms: equal where the values are equal, and nothing else about an answer changes. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { pseudonymousMarkers } from '../../../../../core/governance/catalog/pseudonyms.ts';
import { compileGovernance, tryGovernance } from '../../../../../core/governance/index.ts';
import type { JsonValue } from '../../../../../core/lib/json/value.ts';
import { structuredSet, textSet } from '../../../../datasets/redaction/index.ts';
import { defined } from '../../../../support/defined.ts';

const KEY = Buffer.alloc(32, 7);
const governor = compileGovernance({ pseudonyms: true }, KEY);
const plain = compileGovernance();

const MARKER = /\[REDACTED:[\w-]+(?::[0-9a-z]{7})?\]/g;
const without = (text: string): string => text.replaceAll(/(\[REDACTED:[\w-]+):[0-9a-z]{7}\]/g, '$1]');
const governed = (value: JsonValue): string =>
  governor.governBytes(Buffer.from(JSON.stringify(value)), 'application/json').text;
const markersIn = (text: string): string[] => text.match(MARKER) ?? [];

describe('two people', () => {
  const comments = [
    { author: { name: 'Ann Lee', email: 'ann.lee@example.org' }, text: 'First.' },
    {
      author: { name: 'Ben Okafor', email: 'ben@example.org' },
      text: 'Ann Lee is right, write to ann.lee@example.org',
    },
    { author: { name: 'Ann Lee', email: 'Ann.Lee@example.org' }, text: 'Again.' },
  ];

  test('are told apart, and the same one is recognized', () => {
    const answer = JSON.parse(governed(comments)) as typeof comments;

    const [first, second, third] = answer.map(({ author }) => author);
    expect(defined(first).name).toMatch(/^\[REDACTED:name:[0-9a-z]{7}\]$/);
    expect(third).toEqual(first);
    expect(defined(second).name).not.toBe(defined(first).name);
    expect(defined(second).email).not.toBe(defined(first).email);
  });

  test('have the same pseudonyms in prose as in fields', () => {
    const answer = JSON.parse(governed(comments)) as typeof comments;

    const { name, email } = defined(answer[0]).author;
    expect(defined(answer[1]).text).toBe(`${name} is right, write to ${email}`);
  });

  test('have the same pseudonyms in another answer, and in another format', () => {
    const email = markersIn(governed({ email: 'ann.lee@example.org' }))[0];

    const csv = governor.governBytes(Buffer.from('id,email\n1,ann.lee@example.org\n'), 'text/csv').text;
    const html = governor.governBytes(Buffer.from('<p>ann.<b>lee</b>@example.org</p>'), 'text/html').text;
    const url = governed({ next: 'https://api.example.com/x?email=ann.lee%40example.org' });

    expect([csv, html, url].map((text) => markersIn(text)[0])).toEqual([email, email, email]);
  });

  test.each([
    [
      'a table',
      JSON.stringify({ columns: ['id', 'email', 'full_name'], rows: [[1, 'ann.lee@example.org', 'Ann Lee']] }),
    ],
    [
      'rows with a header',
      JSON.stringify([
        ['email', 'full_name'],
        ['ann.lee@example.org', 'Ann Lee'],
      ]),
    ],
    ['JSON lines', '{"email":"ann.lee@example.org","full_name":"Ann Lee"}\n{"id":2}', 'application/x-ndjson'],
    ['XML', '<c><email>ann.lee@example.org</email><full_name>Ann Lee</full_name></c>', 'application/xml'],
    ['HTML', '<dl><dt>E-mail</dt><dd>ann.lee@example.org</dd><dt>Full name</dt><dd>Ann Lee</dd></dl>', 'text/html'],
    ['CSV', 'id;email;full_name\n1;ann.lee@example.org;Ann Lee\n', 'text/csv'],
    ['a form', 'email=ann.lee%40example.org&full_name=Ann+Lee', 'application/x-www-form-urlencoded'],
    ['YAML', 'customer:\n  email: ann.lee@example.org\n  full_name: Ann Lee\n', 'text/plain'],
    ['a table in Markdown', '| email | full_name |\n|---|---|\n| ann.lee@example.org | Ann Lee |\n', 'text/markdown'],
    ['a log', 'level=info email=ann.lee@example.org full_name="Ann Lee"', 'text/plain'],
    ['JSON in a string', JSON.stringify({ raw: '{"email":"ann.lee@example.org","full_name":"Ann Lee"}' })],
    [
      'XML in a string',
      JSON.stringify({ raw: '<c><email>ann.lee@example.org</email><full_name>Ann Lee</full_name></c>' }),
    ],
    ['CSV in a string', JSON.stringify({ raw: 'email,full_name\nann.lee@example.org,Ann Lee\n' })],
    ['references of HTML', JSON.stringify({ raw: 'To ann.lee&#64;example.org', full_name: 'Ann Lee' })],
    ['escapes of a program', JSON.stringify({ raw: 'To ann.lee\\u0040example.org', full_name: 'Ann Lee' })],
    ['quoted-printable', JSON.stringify({ raw: 'To ann.lee=40example.org', full_name: 'Ann Lee' })],
    ['full-width digits beside it', JSON.stringify({ raw: '１２ ann.lee@example.org', full_name: 'Ann Lee' })],
  ])('have the same pseudonyms in %s', (_, body, type = 'application/json') => {
    const expected = markersIn(governed({ email: 'ann.lee@example.org', full_name: 'Ann Lee' }));

    const { text } = governor.governBytes(Buffer.from(body), type);

    expect(new Set(markersIn(text))).toEqual(new Set(expected));
  });

  test('have other pseudonyms at another server', () => {
    const other = compileGovernance({ pseudonyms: true }, randomBytes(32));

    const text = JSON.stringify(other.redact({ email: 'ann.lee@example.org' }));

    expect(text).toMatch(/REDACTED:email:/);
    expect(text).not.toBe(governed({ email: 'ann.lee@example.org' }));
  });
});

test.each([
  ['email', 'Ann@Example.org', 'ann@example.org'],
  ['name', 'Ann  Lee', 'ann lee'],
  ['phone', '+41 44 668 18 00', '0041446681800'],
  ['iban', 'CH93 0076 2011 6238 5295 7', 'CH9300762011623852957'],
])('%s: a spelling does not change the pseudonym', (type, one, other) => {
  const { markerFor } = pseudonymousMarkers(KEY, () => ({ bare: 'none', holds: () => false }));

  expect(markerFor(type, one)).toBe(markerFor(type, other));
});

test('a marker between percent-encoded characters stays readable', () => {
  const { next } = governor.redact({ next: 'https://api.example.com/x?q=to%3Aann%40example.org' }) as { next: string };

  expect(next).toMatch(/\?q=to%3A\[REDACTED:email:[0-9a-z]{7}\]$/);
});

test('only what tells people and accounts apart has a pseudonym', () => {
  const text = governed({ password: 'hunter2!xY', email: 'ann@example.org', ssn: '078-05-1120', lat: 1 });

  expect(markersIn(text).map((marker) => marker.includes(':', 10))).toEqual([false, true, false]);
});

test('nothing else about an answer changes', () => {
  // Prepare
  const documents = [...structuredSet('tuning'), ...structuredSet('holdout')].map(({ document }) => document);
  const texts = [...textSet('tuning'), ...textSet('holdout')].map(({ text }) => text);

  // Act
  const changed = [...documents, ...texts].filter(
    (value) => without(JSON.stringify(governor.redact(value))) !== JSON.stringify(plain.redact(value)),
  );
  const plainText = (value: JsonValue) =>
    plain.governBytes(Buffer.from(JSON.stringify(value)), 'application/json').text;
  const changedBytes = documents.filter((value) => without(governed(value)) !== plainText(value));

  // Assess
  expect(documents.length).toBeGreaterThan(100);
  expect(changed).toEqual([]);
  expect(changedBytes).toEqual([]);
});

test('governing the result again changes nothing', () => {
  const documents = structuredSet('tuning').map(({ document }) => governor.redact(document));

  const again = documents.filter((value) => JSON.stringify(governor.redact(value)) !== JSON.stringify(value));

  expect(again).toEqual([]);
});

test('a hundred thousand different values do not fill the memory', () => {
  // Prepare: kept all, they would take over 60 MB.
  const module = join(import.meta.dirname, '../../../../../core/governance/catalog/pseudonyms.ts');
  const program = `
    const { pseudonymousMarkers } = await import(${JSON.stringify(pathToFileURL(module).href)});
    const { markerFor } = pseudonymousMarkers(new Uint8Array(32), () => undefined);
    for (let at = 0; at < 100_000; at++) markerFor('name', 'Ann Lee '.repeat(20) + at);`;

  // Act
  const { status } = spawnSync(process.execPath, ['--max-old-space-size=32', '--input-type=module', '-e', program]);

  // Assess
  expect(status).toBe(0);
});

test('without a key, markers have no pseudonyms; a trial has a key of its own', () => {
  const document = { email: 'ann@example.org', other: { email: 'ann@example.org' } };

  const withoutKey = compileGovernance({ pseudonyms: true }).redact(document);
  const trial = tryGovernance(document, { pseudonyms: true }).governed.text;

  expect(withoutKey).toEqual({ email: '[REDACTED:email]', other: { email: '[REDACTED:email]' } });
  expect(new Set(markersIn(trial)).size).toBe(1);
  expect(trial).toMatch(/REDACTED:email:/);
});

describe('a call that has sent somebody’s data', () => {
  const PEOPLE = [
    { name: 'Carla Ruiz', email: 'ann.lee@example.org', phone: '+41 44 668 18 00' },
    { name: 'Ben Okafor', email: 'ben@example.org', phone: '+41 44 668 19 00' },
  ];
  const answerTo = (sent: JsonValue): string =>
    governor.governBytes(Buffer.from(JSON.stringify(PEOPLE)), 'application/json', { sent }).text;
  const PSEUDONYM = /REDACTED:\w+:/;
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const codes = (text: string, form: (code: string) => string) =>
    [...text].map((char) => form(char.charCodeAt(0).toString(16).padStart(2, '0'))).join('');
  const ANN = 'ann.lee@example.org';

  test.each<[string, JsonValue]>([
    ['as a value', { email: ANN }],
    ['as one of many', { list: Array.from({ length: 400 }, (_, at) => `u${at}@x.example`).concat(ANN.toUpperCase()) }],
    ['that only the answer shows to be data', { q: 'who is carla  RUIZ?' }],
    ['as digits', { q: 'tel 0041446681800?' }],
    ['as a name of a member', { who: { [ANN]: true } }],
    ['in parts, in another order', { last: 'Ruiz', first: 'Carla' }],
    ['in parts of words', { a: 'Car', b: 'la Ruiz' }],
    ['in parts of words, the last one first', { a: 'iz', b: 'Carla Ru' }],
    ['in letters, backwards', { list: [...'ziuR alraC'] }],
    ['percent-encoded', { link: 'https://a.example/?m=ann.lee%40example.org' }],
    ['percent-encoded twice', { a: codes(ANN, (code) => `%25${code}`) }],
    ['percent-encoded, beside a sign that is none', { a: `${codes('Carla Ruiz', (code) => `%${code}`)} 100%` }],
    ['in base64', { a: base64(`Please write to ${ANN} today`) }],
    ['in base64, as a name that only the answer shows', { a: base64('Please write to Carla Ruiz today') }],
    ['in base64 of a query in base64', { a: base64(`https://a.example/?m=${base64(`{"email":"${ANN}"}`)}`) }],
    ['in hexadecimal digits', { a: codes(`mail ${ANN}`, (code) => code) }],
    ['in escapes of a program', { a: `To ${codes(ANN, (code) => `\\u00${code}`)}` }],
    ['in references of HTML', { a: `To ${codes(ANN, (code) => `&#x${code};`)}` }],
    ['in quoted-printable', { a: `To ${codes(ANN, (code) => `=${code.toUpperCase()}`)}` }],
    ['with markup in it', { a: '<p>ann.<b>lee</b>@example.org</p>' }],
    ['as a number', { phone: 41446681800 }],
  ])('gets an answer without pseudonyms: %s', (_, sent) => {
    const text = answerTo(sent);

    expect(markersIn(text)).toHaveLength(6);
    expect(text).not.toMatch(PSEUDONYM);
  });

  test.each<[string, JsonValue]>([
    ['nothing', {}],
    ['what is nobody’s', { status: 'open', limit: 50, q: 'late parcels', fields: ['id', 'email'] }],
    ['a word in which a name stands by chance', { q: 'benign carlas' }],
  ])('sends no data, and its answer has all pseudonyms: %s', (_, sent) => {
    const text = answerTo(sent);

    expect(text.match(/REDACTED:\w+:[0-9a-z]{7}\]/g)).toHaveLength(6);
  });

  test('has none in the trail’s arguments either', () => {
    const args = { email: ANN, note: 'hello' };

    expect(governor.redact(args, args)).toEqual({ email: '[REDACTED:email]', note: 'hello' });
    expect(JSON.stringify(governor.redact(args))).toMatch(PSEUDONYM);
  });

  test('is not searched in more than 64 KB, whose answer has no pseudonyms, and the next one has them again', () => {
    const long = answerTo({ text: 'word '.repeat(20_000) });
    const next = answerTo({ text: 'word' });

    expect(long).not.toMatch(PSEUDONYM);
    expect(next).toMatch(PSEUDONYM);
  });
});
