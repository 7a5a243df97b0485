import { describe, expect, test } from '@jest/globals';
import { answerFields, compareAnswers } from '../../../../core/audit/answerFields.ts';

const content = (...blocks: unknown[]) =>
  blocks.map((block) => ({ type: 'text', text: typeof block === 'string' ? block : JSON.stringify(block) }));
const fields = (...blocks: unknown[]) => {
  const found = answerFields(content(...blocks));
  if (found === undefined) throw new Error('no JSON');
  return found;
};

describe('two answers of a tool', () => {
  test('differ by new and gone fields, each with whether it was redacted', () => {
    const before = fields({ items: [{ id: 1, email: '[REDACTED:email]', fax: '7' }] });
    const now = fields(
      {
        items: [
          { id: 1, email: '[REDACTED:email:k7m2]', phone2: '+49 30 1' },
          { id: 2, mobile: '[REDACTED:phone]' },
        ],
      },
      '[portcullis:ab] 3 more items',
    );

    const { added, gone, changed, isWhole } = compareAnswers(before, now);

    expect(added).toEqual([
      { path: 'items.phone2', state: 'open', kinds: [] },
      { path: 'items.mobile', state: 'redacted', kinds: ['phone'] },
    ]);
    expect(gone.map(({ path }) => path)).toEqual(['items.fax']);
    expect([changed, isWhole]).toEqual([[], true]);
  });

  test('tell which values were redacted once and are not now, or only some of them', () => {
    const before = fields([{ name: '[REDACTED:name]', note: 'x', 'a.b': 1 }]);
    const now = fields([
      { name: 'Ann', note: 'by [REDACTED:name]', 'a.b': 1 },
      { name: '[REDACTED:name]', note: 'x', 'a.b': 1 },
    ]);

    const { changed } = compareAnswers(before, now);

    expect(changed.map(({ before: old, now: later }) => [later.path, old.state, later.state])).toEqual([
      ['name', 'redacted', 'partly'],
      ['note', 'open', 'partly'],
    ]);
    expect([...now.fields.keys()]).toContain('/a.b');
  });

  test('are the same as a list and as a table', () => {
    const list = fields({ items: [{ id: 1, email: '[REDACTED:email]' }] });
    const table = fields({ items: { columns: ['id', 'email'], rows: [[1, '[REDACTED:email]']] } });

    expect(compareAnswers(list, table)).toMatchObject({ added: [], gone: [], changed: [] });
    expect(fields({ columns: ['a'], rows: [1] }).fields.has('rows')).toBe(true);
  });

  test('that are no JSON have no fields', () => {
    expect(answerFields(content('plain text', '7'))).toBeUndefined();
    expect(answerFields([{ type: 'image', data: 'AAAA' }])).toBeUndefined();
  });

  test('are looked at up to a bound, however wide, long and deep', () => {
    const wide = fields(Object.fromEntries(Array.from({ length: 6_000 }, (_, n) => [`f${n}`, n])));
    const long = fields(Array.from({ length: 250_000 }, () => 1));
    const deep = fields(JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`));

    expect([wide.fields.size, wide.isWhole, long.isWhole, deep.isWhole]).toEqual([5_000, false, false, false]);
  });

  test.each([
    ['columns that are no names', { columns: [{ toString: 1 }], rows: [[1]] }, ['columns.toString', 'rows']],
    ['rows that are longer than the columns', { columns: ['a'], rows: [[1, 2]] }, ['a', '1']],
    [
      'members of every object',
      JSON.parse('{"__proto__": 1, "constructor": {"toString": 2}}'),
      ['__proto__', 'constructor.toString'],
    ],
  ])('have fields whatever an API answers: %s', (_, answer, paths) => {
    expect([...fields(answer).fields.keys()]).toEqual(paths);
  });

  test('may be of lists of lists without end', () => {
    const { isWhole } = fields(`${'['.repeat(50_000)}1${']'.repeat(50_000)}`);

    expect(isWhole).toBe(false);
  });
});
