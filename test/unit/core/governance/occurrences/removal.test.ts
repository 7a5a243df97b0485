/** What was redacted in one field goes wherever else it stands in the answer. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';
import { MAX_VALUES } from '../../../../../core/governance/occurrences/redactedValues.ts';
import { defined } from '../../../../support/defined.ts';

const governor = compileGovernance();
const json = (value: unknown, overrides = {}) => {
  const governed = compileGovernance(overrides).governBytes(Buffer.from(JSON.stringify(value)), 'application/json');
  return { ...governed, value: JSON.parse(governed.text) };
};
const customer = { name: 'Lucia Conti', email: 'lucia.conti@mail.example.org', phone: '+39 055 496 0123' };

describe('a name, an address of mail and a number', () => {
  test.each([
    ['a sentence', 'Called Lucia Conti about the invoice.', 'Called [REDACTED:name] about the invoice.'],
    ['a sentence in small letters', 'ask lucia conti', 'ask [REDACTED:name]'],
    ['another field', 'Lucia Conti', '[REDACTED:name]'],
    ['its surname first', 'Owner: Conti, Lucia Conti', 'Owner: [REDACTED:name]'],
    ['a query', 'https://x.example/find?q=Lucia%20Conti&p=1', 'https://x.example/find?q=[REDACTED:name]&p=1'],
    ['a form', 'https://x.example/find?q=Lucia+Conti', 'https://x.example/find?q=[REDACTED:name]'],
    [
      'the path of a link, behind an id',
      'https://x.example/p/4666033-lucia-conti.json',
      'https://x.example/p/4666033-[REDACTED:name].json',
    ],
    ['a path in its own case', '/people/7-Lucia-Conti?tab=1', '/people/7-[REDACTED:name]?tab=1'],
    ['a query behind an escape', 'q=%20Lucia%20Conti', 'q=%20[REDACTED:name]'],
    ['a new line', 'Dear\nLucia Conti,\nhello', 'Dear\n[REDACTED:name],\nhello'],
    ['a number without context', 'ref +39 055 496 0123', 'ref [REDACTED:phone]'],
  ])('goes from %s', (_title, note, expected) => {
    // Act
    const { value } = json({ customer, note });

    // Assess
    expect(value.note).toBe(expected);
  });

  test.each([
    ['a login', 'https://x.example/users/lucia-conti'],
    ['a longer name behind an id', '/people/7-lucia-contini'],
    ['a name behind a number that is no id', 'v2-lucia-conti'],
  ])('stays as %s', (_title, link) => {
    // Act and assess
    expect(json({ customer, link }).value.link).toBe(link);
  });

  test('goes from what stands before it, from a list and from text in text', () => {
    // Act
    const { value, text } = json({
      log: ['opened by Lucia Conti', { by: 'Lucia Conti' }],
      raw: JSON.stringify({ remark: 'Lucia Conti' }),
      customer,
    });

    // Assess
    expect(value.log).toEqual(['opened by [REDACTED:name]', { by: '[REDACTED:name]' }]);
    expect(text).not.toContain('Conti');
  });

  test('goes from a text without blanks', () => {
    // Act
    const { value } = json({ customer: { full_name: '王小明', email: 'w@example.org' }, note: '请致电王小明先生' });

    // Assess
    expect(value.note).toBe('请致电[REDACTED:name]先生');
  });

  test('is put together from its parts', () => {
    // Act
    const { value } = json({
      first_name: 'Lucia',
      last_name: 'Conti',
      email: 'l@example.org',
      title: 'Lucia Conti, sales',
    });

    // Assess
    expect(value.title).toBe('[REDACTED:name], sales');
  });

  test('is turned around', () => {
    // Act
    const { value } = json({ contact: { name: 'Conti, Lucia', email: 'l@example.org' }, note: 'Lucia Conti called' });

    // Assess
    expect(value.note).toBe('[REDACTED:name] called');
  });

  test('goes from names of members, which stay apart', () => {
    // Act
    const { value } = json({ customer, hours: { 'Lucia Conti': 3, 'lucia conti': 4, Other: 5 } });

    // Assess
    expect(value.hours).toEqual({ '[REDACTED:name]': 3, '[REDACTED:name] (2)': 4, Other: 5 });
  });

  test('goes as a number, too, and other numbers keep their text', () => {
    // Act
    const { text } = json({ phone: '2025550143', ref: 2025550143, price: 0.2025550143 });
    const raw = governor.governBytes(
      Buffer.from('{"phone":"2025550143","ref":2025550143,"price":1.50}'),
      'application/json',
    );

    // Assess
    expect(text).toBe('{"phone":"[REDACTED:phone]","ref":"[REDACTED:phone]","price":0.2025550143}');
    expect(raw.text).toBe('{"phone":"[REDACTED:phone]","ref":"[REDACTED:phone]","price":1.50}');
  });

  test.each([
    ['application/x-ndjson', `${JSON.stringify({ customer })}\n${JSON.stringify({ note: 'Lucia Conti', n: 1 })}\n`],
    ['text/csv', 'first_name,full_name,note\nLucia,Lucia Conti,"asked by Lucia Conti"\n'],
    ['application/xml', '<r><customer><fullName>Lucia Conti</fullName></customer><note>by Lucia Conti</note></r>'],
  ])('goes in %s', (type, body) => {
    // Act
    const { text, redactions } = governor.governBytes(Buffer.from(body), type);

    // Assess
    expect(text).not.toContain('Conti');
    expect(redactions.byType['name']).toBeGreaterThanOrEqual(2);
  });

  test('leaves each line of a sequence JSON, also one that is a number alone', () => {
    const governed = (type: string) => governor.governBytes(Buffer.from('{"phone":219099999}\n219099999\n'), type).text;

    expect(governed('application/x-ndjson')).toBe('{"phone":"[REDACTED:phone]"}\n"[REDACTED:phone]"');
    expect(governed('text/plain')).toContain('\n[REDACTED:phone]');
  });

  test('is counted with its pointer, and pointers do not give it away', () => {
    // Act
    const { redactions, truncations } = json(
      { customer, note: 'by Lucia Conti', 'Lucia Conti': [1, 2, 3] },
      { truncation: true, maxItems: 2 },
    );

    // Assess
    expect(redactions.pointers).toContain('/note');
    expect(redactions.byType['name']).toBe(3);
    expect(JSON.stringify({ redactions, truncations })).not.toContain('Conti');
    expect(truncations[0]?.pointer).toBe('/[REDACTED:name]');
  });

  test('keeps the size cap', () => {
    // Act
    const { bytesOut, text, capped } = json({ customer, notes: Array(200).fill('Lucia Conti, ') }, { maxBytes: 1_024 });

    // Assess
    expect(bytesOut).toBeLessThanOrEqual(1_024);
    expect(capped).toBe(true);
    expect(text).not.toContain('Conti');
  });
});

test('names of people as names of members go where people are listed', () => {
  // Act
  const { value } = json({
    people: { 'Lucia Conti': { age: 4 } },
    rivers: { 'Santa Lucia': 1 },
    note: 'by Lucia Conti',
  });

  // Assess
  expect(value).toEqual({
    people: { '[REDACTED:name]': { age: 4 } },
    rivers: { 'Santa Lucia': 1 },
    note: 'by [REDACTED:name]',
  });
});

test.each([
  ['text/plain', (text: string) => text],
  ['application/json', (text: string) => JSON.stringify({ raw: text })],
])('a record of a registry is read by its lines as %s', (type, wrap) => {
  // Prepare
  const record = [
    'Domain Name:EXAMPLE.ORG',
    'Registrant Name:Lucia Conti',
    'Registrant Street:Via Roma 1',
    'Registrant Phone:+39.0554960123',
    'Admin Name:Mario Rossi',
    'Name Server:NS1.EXAMPLE.ORG',
  ];

  // Act
  const { text } = governor.governBytes(Buffer.from(wrap(record.join('\r\n'))), type);

  // Assess
  for (const gone of ['Conti', 'Roma', '0554960123', 'Mario Rossi']) expect(text).not.toContain(gone);
  for (const kept of ['EXAMPLE.ORG', 'NS1.EXAMPLE.ORG', 'Registrant Name:']) expect(text).toContain(kept);
});

describe('what stays', () => {
  test.each([
    ['longer words', 'Lucia Contini of Santalucia Conti2'],
    ['a single word that is no given name', 'The Conti report'],
    ['ids', '5e946acb3cc40322434c214e'],
  ])('%s', (_title, note) => {
    // Act
    const { value } = json({ customer, passport_number: '5e946acb3cc40322434c214e', last_name: 'Conti', note });

    // Assess
    expect(value.note).toBe(note);
  });

  test("an owner's exceptions", () => {
    // Act
    const { value } = json(
      { customer, owner: { title: 'Lucia Conti' }, note: 'Lucia Conti' },
      { allowFields: ['title'] },
    );

    // Assess
    expect(value.owner.title).toBe('Lucia Conti');
    expect(value.note).toBe('[REDACTED:name]');
  });

  test('kinds that are switched off', () => {
    // Act
    const { value } = json({ customer, note: 'by Lucia Conti' }, { detectors: { name: false } });

    // Assess
    expect(value.note).toBe('by Lucia Conti');
  });

  test('a name that the object around only made likely, and that no given name begins', () => {
    // Act
    const { value } = json({ host: { name: 'Santa Clara' }, campaign: { name: 'Santa Clara' } });

    // Assess
    expect(value.campaign.name).toBe('Santa Clara');
  });
});

test('memory and work are bounded: a hundred thousand names, and beginnings that all are alike', () => {
  // Prepare
  const letters = (n: number) => n.toString(26).replaceAll(/\d/g, (digit) => defined('qrstuvwxyz'[Number(digit)]));
  const people = Array.from({ length: 100_000 }, (_, n) => ({ full_name: `Aaaa A${letters(n)} Aaaa` }));
  const body = Buffer.from(JSON.stringify({ people, note: 'Aaaa 1 '.repeat(50_000) }));
  const governed = compileGovernance({ truncation: false, maxBytes: 50_000_000 });

  // Act
  const { text, redactions } = governed.governBytes(body, 'application/json');

  // Assess
  expect(redactions.byType['name']).toBe(100_000);
  expect(text).not.toMatch(/A[a-z]+ Aaaa"/);
  expect(MAX_VALUES).toBeLessThanOrEqual(1_000);
});
