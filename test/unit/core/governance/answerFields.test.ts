import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { foldAnswers, type RecordedBody } from '../../../../core/governance/answerFields.ts';
import { valueForm } from '../../../../core/governance/valueForm.ts';
import type { JsonValue } from '../../../../core/lib/json/value.ts';
import { LIMITS } from '../../../../core/lib/limits.ts';
import { type AnswerFields, joinedFields, keyOf } from '../../../../core/model/answerFields.ts';
import type { MarkedTool, ToolRedaction } from '../../../../core/model/governance/marked.ts';
import { MODES, type RedactionMode } from '../../../../core/model/governance/modes.ts';
import { DEFAULT_GOVERNANCE, type GovernanceSettings } from '../../../../core/model/governance/settings.ts';
import { structuredSet } from '../../../datasets/redaction/index.ts';

const TOOL = 'tool_1';
interface Options {
  readonly redaction?: ToolRedaction;
  readonly settings?: Partial<GovernanceSettings>;
}

function fieldsOf(answers: readonly JsonValue[], { redaction, settings = {} }: Options = {}): AnswerFields {
  const tools = new Map<string, MarkedTool>([[TOOL, redaction ? { redaction } : {}]]);
  const governance = { ...DEFAULT_GOVERNANCE, ...settings };
  return foldAnswers(answers.map(bodyOf), { governance, hosts: ['api.example.com'], tools });
}
const bodyOf = (answer: JsonValue): RecordedBody => ({
  toolId: TOOL,
  contentType: 'application/json',
  text: typeof answer === 'string' ? answer : JSON.stringify(answer),
});
const rowOf = (fields: AnswerFields, path: string) => {
  const row = fields.rows.find((each) => each.path === path);
  if (!row) throw new Error(`${path} has no row; there are ${fields.rows.map((each) => each.path).join(', ')}`);
  return row;
};

function leavesIn(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + leavesIn(member), 0);
}

/** Every value once, in a row by what became of it, or as left. */
function expectWhole(fields: AnswerFields, values: number): void {
  const sum = (of: (row: AnswerFields['rows'][number]) => number) => fields.rows.reduce((all, row) => all + of(row), 0);
  expect(sum((row) => row.values)).toBe(fields.values);
  expect(sum(({ kept, redacted, withheld }) => kept + redacted + withheld)).toBe(fields.values);
  expect(fields.values + fields.left).toBe(values);
  for (const row of fields.rows) for (const mode of MODES) expect(row.inMode[mode]).toBeLessThanOrEqual(row.values);
}

describe('the fields of recorded answers', () => {
  test('pass through lists, and names that are data are any name', () => {
    const fields = fieldsOf([
      {
        items: [
          { id: 1, tags: ['a', 'b'] },
          { id: 2, tags: [] },
        ],
        by_mail: { 'ann@example.org': { n: 1 }, 'bo@example.org': { n: 2 } },
      },
    ]);

    expect(fields.rows.map(({ path, values }) => `${path} ${values}`).sort()).toEqual([
      'by_mail.*.n 2',
      'items.id 2',
      'items.tags 2',
    ]);
    expect(rowOf(fields, 'by_mail.*.n').isMarkable).toBe(true);
  });

  test('say what each mode would do, and of `closed` what is only unknown', () => {
    const answer = { status: 'on its way', email: 'ann@example.org', username: 'annlee', count: 3 };

    const fields = fieldsOf([answer], { settings: { mode: 'closed' } });

    expect(rowOf(fields, 'status')).toMatchObject({
      kept: 0,
      redacted: 0,
      withheld: 1,
      sure: 'likely',
      inMode: { closed: 1, strict: 0 },
    });
    expect(rowOf(fields, 'email')).toMatchObject({ redacted: 1, withheld: 0, kinds: { email: 1 }, sure: 'certain' });
    expect(rowOf(fields, 'username').inMode).toEqual({ closed: 1, strict: 1, balanced: 0, minimal: 0 });
    expect(rowOf(fields, 'count')).toMatchObject({ kept: 1, sure: 'certain', rules: ['value.number'] });
  });

  test('are the less sure the nearer the evidence is, and unsure where values of one field differ', () => {
    const answers = [
      { items: [{ requested_for: 'Sarah Johnson', note: 'Call 415-555-0142' }] },
      { items: [{ requested_for: 'Mark Peters', note: 'nothing' }] },
    ];

    const fields = fieldsOf(answers);

    const { margin, sure } = rowOf(fields, 'items.requested_for');
    expect(sure).not.toBe('certain');
    expect(margin?.least).toBeLessThanOrEqual(margin?.most ?? Number.NaN);
    expect(rowOf(fields, 'items.note').sure).toBe('unsure');
    const order = fields.rows.map((row) => ['unsure', 'likely', 'certain'].indexOf(row.sure));
    expect(order).toEqual([...order].sort());
  });

  test('are told by the mode of their tool, by its marks, and as kept where redaction is off', () => {
    const answer = { status: 'on its way', nick: 'bo' };
    const redaction = { mode: 'closed', fields: { '/status': 'keep', nick: 'username' } } as const;

    const marked = fieldsOf([answer], { redaction });
    const off = fieldsOf([answer], { settings: { pii: false, mode: 'closed' } });
    const dry = fieldsOf([answer], { redaction: { mode: 'closed', dryRun: true } });

    expect(rowOf(marked, 'status')).toMatchObject({
      kept: 1,
      mark: 'keep',
      rules: ['owner.keep'],
      inMode: { closed: 0 },
    });
    expect(rowOf(marked, 'nick')).toMatchObject({ redacted: 1, mark: 'username', inMode: { minimal: 1 } });
    for (const fields of [off, dry])
      expect(rowOf(fields, 'status')).toMatchObject({ kept: 1, withheld: 0, inMode: { closed: 1 } });
  });

  test('have names in sentences where the tool wants them taken out', () => {
    const answer = { note: 'Spoke to Rosalind Achterberg this morning' };

    const without = fieldsOf([answer]);
    const own = fieldsOf([answer], { redaction: { prose: true } });

    expect(rowOf(without, 'note')).toMatchObject({ kept: 1, kinds: {} });
    expect(rowOf(own, 'note')).toMatchObject({ redacted: 1, kinds: { name: 1 } });
  });

  test('cannot be marked by a `*` that would name fields, too, nor in other formats than JSON', () => {
    const mixed = fieldsOf([{ people: { 'ann@example.org': 'x', total: 1 } }]);
    const elsewhere = fieldsOf([{ people: { 'ann@example.org': 'x' } }, { people: { total: 1 } }]);
    const table = foldAnswers([{ toolId: TOOL, contentType: 'text/csv', text: 'id,email\n1,ann@example.org\n' }], {
      governance: DEFAULT_GOVERNANCE,
      hosts: [],
      tools: new Map(),
    });

    expect(rowOf(mixed, 'people.*').isMarkable).toBe(false);
    expect(rowOf(mixed, 'people.total').isMarkable).toBe(true);
    expect(rowOf(elsewhere, 'people.*').isMarkable).toBe(false);
    expect(table.rows).toMatchObject([{ path: '', isMarkable: false, values: 1, redacted: 1 }]);
  });

  test('of lines of JSON are those of a list', () => {
    const fields = fieldsOf(['{"a": "x"}\n{"a": "y"}\n']);

    expect(fields.rows).toMatchObject([{ path: 'a', values: 2, distinct: 2 }]);
  });

  test('of an answer that was governed before count what stands there', () => {
    const fields = fieldsOf([{ status: '[REDACTED:withheld]', mail: '[REDACTED:email]' }], {
      settings: { mode: 'closed' },
    });

    expect(rowOf(fields, 'status')).toMatchObject({ withheld: 1, redacted: 0, forms: [] });
    expect(rowOf(fields, 'mail')).toMatchObject({ withheld: 0, redacted: 1, kinds: { email: 1 } });
  });
});

describe('every value', () => {
  const key = fc.oneof(
    fc.constantFrom(
      'name',
      'email',
      'id',
      'items',
      '__proto__',
      'constructor',
      '',
      '*',
      'a.b',
      'a/b',
      '[REDACTED:name]',
      'ann@example.org',
      '12',
    ),
    fc.string({ maxLength: 6 }),
  );
  const leaf = fc.oneof(
    fc.constantFrom(
      'Ann Lee',
      'ann@example.org',
      'open',
      '',
      '415-555-0142',
      '[REDACTED:email]',
      '4111 1111 1111 1111',
    ),
    fc.string({ maxLength: 20 }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const { answer } = fc.letrec<{ answer: JsonValue }>((tie) => ({
    answer: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('answer'), { maxLength: 4 }),
      fc
        .array(fc.tuple(key, tie('answer')), { maxLength: 4 })
        .map(
          (pairs) =>
            JSON.parse(
              `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`,
            ) as JsonValue,
        ),
    ),
  }));
  const document = fc.array(answer, { minLength: 1, maxLength: 5 }) as fc.Arbitrary<JsonValue>;

  test('is counted once, whatever the answer and the mode are', () => {
    fc.assert(
      fc.property(document, fc.constantFrom(...MODES), (one, mode: RedactionMode) => {
        const fields = fieldsOf([one], { settings: { mode } });

        expectWhole(fields, leavesIn(one));
      }),
      { numRuns: 300 },
    );
  });

  test('is counted once in parts that are joined, as in one', () => {
    fc.assert(
      fc.property(fc.array(document, { minLength: 2, maxLength: 3 }), (answers) => {
        const whole = fieldsOf(answers);
        const parts = answers.map((each) => fieldsOf([each]));

        const joined = parts.reduce(joinedFields);

        const counts = (fields: AnswerFields) =>
          new Map(
            fields.rows.map(({ kept, redacted, withheld, isMarkable, ...row }) => [
              keyOf(row),
              [kept, redacted, withheld, isMarkable],
            ]),
          );
        expect(counts(joined)).toEqual(counts(whole));
        expect([joined.values, joined.left]).toEqual([whole.values, whole.left]);
      }),
      { numRuns: 60 },
    );
  });

  test('of the labelled answers has a row, and none of them is in the report', () => {
    const answers = structuredSet('broad').slice(0, 25);
    for (const { document, leaves } of answers) {
      const fields = fieldsOf([document], { settings: { mode: 'closed' } });

      expectWhole(fields, leavesIn(document));
      const told = JSON.stringify(fields);
      const personal = leaves.filter((each) => each.personal !== undefined && String(each.value).length > 5);
      for (const { value } of personal) expect(told).not.toContain(JSON.stringify(String(value)).slice(1, -1));
    }
  });
});

describe('hostile answers', () => {
  const { values: MAX_VALUES, rows: MAX_ROWS } = LIMITS.recordedAnswers;

  test('with more fields than there are rows for have rows up to the limit, and the rest is counted', () => {
    const objects = Array.from({ length: 80 }, (_, at) =>
      Object.fromEntries(Array.from({ length: 100 }, (__, of) => [`field_${at}_${of}`, 'x'])),
    );

    const fields = fieldsOf([objects]);

    expect(fields.rows.length).toBe(MAX_ROWS);
    expectWhole(fields, 8_000);
  });

  test('with more values than the limit are counted to their end', () => {
    const fields = fieldsOf([Array.from({ length: MAX_VALUES + 5 }, () => 1)]);

    expect([fields.values, fields.left]).toEqual([MAX_VALUES, 5]);
  });

  test('with thousands of names in one object have one row for all of them', () => {
    const fields = fieldsOf([Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, 'x']))]);

    expect(fields.rows).toMatchObject([{ path: '*', values: 5_000 }]);
  });

  test('that are nested deeply, or have names of any length, end', () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const long = { ['n'.repeat(5_000)]: { ['m'.repeat(5_000)]: 'x' } };

    const fields = fieldsOf([deep, long]);

    expect(fields.values + fields.left).toBe(2);
    for (const { path } of fields.rows) expect(path.length).toBeLessThan(210);
    expect(fields.rows.every(({ isMarkable }) => !isMarkable)).toBe(true);
  });
});

describe('the form of a value', () => {
  test.each([
    ['Sarah Johnson', 'Aaaaa Aaaaa'],
    ['ann.lee@example.org', 'aaa.aaa@aaaa.aaa'],
    ['AB-1234567', 'AA-9999'],
    ['山田 花子', 'xx xx'],
    ['🙂\u0000', '??'],
    ['', ''],
  ])('%j is written %j', (text, form) => {
    expect(valueForm(text)).toBe(form);
  });

  test('has no letter or digit of the value and is short', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 500, unit: 'binary' }), (text) => {
        const form = valueForm(text);

        expect(form.length).toBeLessThanOrEqual(33);
        expect(form.replace(/[aAx9]/g, '')).not.toMatch(/[\p{L}\p{N}]/u);
      }),
    );
  });
});
