/** Explanations: which rule decided each value, over the labelled answers, and that a rule decides what it is said to decide. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { OBJECT_RULES } from '../../../../core/governance/context/objectRules.ts';
import { PARENT_RULES } from '../../../../core/governance/context/parentRules.ts';
import { OPEN_RULES } from '../../../../core/governance/context/unnamedFields.ts';
import { MAX_LEAVES } from '../../../../core/governance/explain.ts';
import { compileGovernance, type GovernedBody } from '../../../../core/governance/index.ts';
import { RULES } from '../../../../core/governance/rules.ts';
import { BIRTH_DATE_RULES } from '../../../../core/governance/text/detectors/birthDate.ts';
import { EMAIL_RULES } from '../../../../core/governance/text/detectors/email.ts';
import { IP_RULES } from '../../../../core/governance/text/detectors/ip.ts';
import { NUMBER_RULES } from '../../../../core/governance/text/detectors/numberKinds.ts';
import type { JsonValue } from '../../../../core/lib/json/value.ts';
import { segmentsOf } from '../../../../core/model/governance/report.ts';
import { PARTS, structuredSet } from '../../../datasets/redaction/index.ts';
import { rounds } from '../../../support/attack.ts';
import { defined } from '../../../support/defined.ts';

const WHOLE = { truncation: false, maxBytes: 16_000_000 };
/** All of them in the long form. */
const answers = PARTS.flatMap((part) => structuredSet(part))
  .filter((_, at) => at % rounds(3, 1) === 0)
  .map(({ name, document }) => ({ name, text: JSON.stringify(document) }));

const governed = (text: string, governor = compileGovernance(WHOLE), type = 'application/json'): GovernedBody =>
  governor.governBytes(Buffer.from(text), type, { explain: true });
const reasonsOf = ({ explanation }: GovernedBody) =>
  new Map(defined(explanation).leaves.map((leaf) => [leaf.pointer, leaf]));
const oneOf = (document: JsonValue, pointer: string) =>
  defined(reasonsOf(governed(JSON.stringify(document))).get(pointer));

/** The leaves of a JSON text, by pointer. */
function leavesOf(text: string): Map<string, JsonValue> {
  const leaves = new Map<string, JsonValue>();
  const visit = (node: JsonValue, pointer: string): void => {
    if (typeof node !== 'object' || node === null) leaves.set(pointer, node);
    else
      for (const [key, child] of Object.entries(node))
        visit(child, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  };
  visit(JSON.parse(text) as JsonValue, '');
  return leaves;
}

describe('the list of rules', () => {
  test('has each id once, in one form', () => {
    const ids = RULES.map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+\.[a-z0-9-]{2,32}$/.test(id))).toEqual([]);
  });

  test('explains each in a sentence, with an example', () => {
    expect(RULES.filter(({ says }) => !/^[A-Z].{10,160}\.$/.test(says)).map(({ id }) => id)).toEqual([]);
    expect(RULES.filter(({ example }) => example.length < 2).map(({ id }) => id)).toEqual([]);
  });
});

describe('labelled answers', () => {
  const inMode = (mode: 'balanced' | 'closed', list: typeof answers) => {
    const governor = compileGovernance({ ...WHOLE, mode });
    return list.map(({ name, text }) => ({ name, text, governor, body: governed(text, governor) }));
  };
  const explained = inMode('balanced', answers);
  const MODES: [string, typeof explained][] = [
    ['balanced', explained],
    ['closed', inMode('closed', answers.slice(0, 300))],
  ];

  test.each(MODES)('are governed in the same way in %s, whether they are explained or not', (_mode, list) => {
    for (const { name, text, governor, body } of list) {
      const plain = governor.governBytes(Buffer.from(text), 'application/json');

      expect([name, body.text, body.redactions]).toEqual([name, plain.text, plain.redactions]);
    }
  });

  test.each(MODES)('have a reason for every leaf in %s, which says what became of it', (_mode, list) => {
    const known = new Set(RULES.map(({ id }) => id));
    for (const { name, text, body } of list) {
      const before = [...leavesOf(text).values()];
      const reasons = reasonsOf(body);
      const wrong = [...leavesOf(body.text)].flatMap(([pointer, after], index) => {
        const reason = reasons.get(pointer);
        // Members whose names became the same marker are told as one.
        if (/\[REDACTED:[^\]]*\] \(\d+\)/.test(pointer)) return [];
        if (reason === undefined || !known.has(reason.rule)) return [`${name}${pointer}: ${reason?.rule}`];
        const isKept = after === before[index];
        return isKept === (reason.outcome === 'kept') || segmentsOf(pointer).some((key) => key.includes('[REDACTED:'))
          ? []
          : [`${name}${pointer}: ${reason.outcome}`];
      });

      expect(wrong).toEqual([]);
    }
  });

  test('hold no value in their reasons', () => {
    for (const { body } of explained) {
      const said = JSON.stringify(defined(body.explanation).leaves.map(({ pointer: _, ...rest }) => rest));

      expect(said).toMatch(/^[\w\s.,:"{}[\]-]*$/);
    }
  });

  /** Answers in which a rule decided, and some others. */
  const sampleFor = (id: string) => {
    const decided = explained.filter(({ body }) => JSON.stringify(body.explanation).includes(`"${id}"`));
    return new Set([...decided.slice(0, 60), ...explained.filter((_, index) => index % 12 === 0)]);
  };
  let restore = () => {};
  afterEach(() => restore());

  /** Rules that give a kind or find something, of several stages. */
  const {
    'object.town-in-address': townIn,
    'object.town-of-somebody': townOf,
    'object.ambiguous-owner': owner,
  } = OBJECT_RULES;
  const { 'parent.part-in-address': partOfAddress, 'parent.name-part': partOfName } = PARENT_RULES;
  const { 'open.role': role, 'open.evidence': evidence } = OPEN_RULES;
  const { 'text.phone': phone, 'text.phone-named': named } = NUMBER_RULES;
  const rows = [townIn, townOf, owner, partOfAddress, partOfName, role, evidence, phone, named];
  const texts = [EMAIL_RULES['text.email'], IP_RULES['text.ipv4'], BIRTH_DATE_RULES['text.birth-date']];
  const SAMPLE = [...rows, ...texts].map((row): [string, object] => [row.rule.id, row]);

  test.each(SAMPLE)('without %s, only leaves change that it has decided', (id, row) => {
    // Prepare
    const writable = row as { kind?: unknown; type: unknown };
    const before = { ...writable };
    restore = () => void Object.assign(writable, before);
    // A type that is switched off.
    Object.assign(writable, 'kind' in writable ? { kind: undefined, type: undefined } : { type: 'username' });
    const without = compileGovernance(WHOLE);

    // Act
    const changed = [...sampleFor(id)].flatMap(({ text, body }) => {
      const reasons = reasonsOf(body);
      const left = leavesOf(governed(text, without).text);
      return [...leavesOf(body.text)].flatMap(([pointer, after]) =>
        // Under a name that was redacted, another place.
        left.get(pointer) === after || pointer.includes('[REDACTED:') ? [] : [defined(reasons.get(pointer))],
      );
    });

    // Assess
    const others = changed.filter(
      ({ rule, found }) => rule !== id && !found.some((each) => each.rule === id || each.rule === 'elsewhere.value'),
    );
    expect(changed.length).toBeGreaterThan(0);
    expect(others).toEqual([]);
  });
});

describe('a decision', () => {
  test('that is a sum shows what was added', () => {
    const { rule, sum, spoke } = oneOf({ paten: ['Lena Seidel'] }, '/paten/0');

    expect(rule).toBe('open.evidence');
    expect(sum?.reached).toBeGreaterThanOrEqual(defined(sum?.needed));
    expect(spoke).toContainEqual({ rule: 'words.given-first', weight: expect.any(Number) });
  });

  test('of another field of the answer is told as one', () => {
    const { outcome, found } = oneOf({ customer: { name: 'Ada Lindqvist' }, note: 'Ada Lindqvist called' }, '/note');

    expect([outcome, found]).toEqual(['part', [{ type: 'name', rule: 'elsewhere.value', count: 1 }]]);
  });

  test.each([
    [{ email: null }, '/email', 'value.literal'],
    [{ phone: 'mobile' }, '/phone', 'value.form'],
    [{ first_name: 'Vorname' }, '/first_name', 'value.caption'],
    [{ wallet_address: 'bc1q-not-a-street' }, '/wallet_address', 'name.cancelled'],
    [{ merchant: { name: 'Corner' } }, '/merchant/name', 'whose.organisation'],
    [{ remark: 'Prefers delivery before noon' }, '/remark', 'text.quiet'],
    [{ total: 42 }, '/total', 'value.number'],
    [{ age: 42, email: 'a@example.org' }, '/age', 'setting.kind-off'],
  ])('%j stays', (document, pointer, rule) => {
    expect(oneOf(document, pointer)).toMatchObject({ outcome: 'kept', rule });
  });

  test('of the owner names the owner', () => {
    const governor = compileGovernance({ ...WHOLE, allowFields: ['/kept'], customFields: ['/gone'] });
    const text = JSON.stringify({ kept: { email: 'ann@example.org' }, gone: 'anything' });

    expect(defined(governed(text, governor).explanation).leaves).toMatchObject([
      { pointer: '/kept/email', outcome: 'kept', rule: 'owner.keep' },
      { pointer: '/gone', outcome: 'whole', rule: 'owner.redact' },
    ]);
  });

  test.each([
    ['text/csv', 'full_name,remark\nAda Lindqvist,ok then', 'name.listed'],
    ['application/xml', '<r><full_name>Ada Lindqvist</full_name></r>', 'name.listed'],
    ['text/plain', 'Please write to ada@example.org today', 'text.email'],
  ])('in %s is explained as well', (type, text, rule) => {
    const { leaves } = defined(governed(text, compileGovernance(WHOLE), type).explanation);

    expect(leaves.filter(({ outcome }) => outcome !== 'kept').map((leaf) => leaf.rule)).toContain(rule);
  });
});

test('of a long answer the first values are explained, and it is said that there are more', () => {
  const rows = Array.from({ length: MAX_LEAVES + 1 }, (_, id) => ({ id }));

  const { leaves, isCut } = defined(governed(JSON.stringify(rows)).explanation);

  expect([leaves.length, isCut]).toEqual([MAX_LEAVES, true]);
});

test('values below long names are left out, and others are explained', () => {
  const deep = Array.from({ length: 200 }, () => `{"${'x'.repeat(5_000)}":`).join('');
  const emails = JSON.stringify(Array.from({ length: 1_000 }, (_, id) => `a${id}@example.org`));
  const text = `{"deep":${deep}${emails}${'}'.repeat(200)},"email":"a@example.org"}`;

  const { leaves, isCut } = defined(governed(text).explanation);

  expect(leaves).toEqual([expect.objectContaining({ pointer: '/email', outcome: 'whole' })]);
  expect(isCut).toBe(true);
});

test('nothing is explained that nobody asked for', () => {
  const body = compileGovernance().governBytes(Buffer.from('{"email":"a@example.org"}'), 'application/json');

  expect(body.explanation).toBeUndefined();
});
