/** The fields of recorded answers as the page shows them: which are shown, in what order, and what a mark would change. Pure. */
import type { FieldRow as Row } from '../../../core/model/answerFields.ts';
import { isUnknownAlone, keyOf } from '../../../core/model/answerFields.ts';
import type { ToolsChange } from '../api/types.ts';
import type { Mark } from './redaction.ts';

export type FieldRow = Row;
export type FieldMarks = NonNullable<ToolsChange['marks']>;
export { keyOf };

/** What the list shows. */
export const SHOWN = {
  all: { label: 'All fields', is: () => true },
  unsure: { label: 'Not sure', is: ({ sure }: FieldRow) => sure !== 'certain' },
  withheld: { label: 'Withheld as unknown', is: ({ withheld }: FieldRow) => withheld > 0 },
  harmless: {
    label: 'Withheld, nothing found',
    is: isUnknownAlone,
  },
  redacted: { label: 'Redacted', is: ({ redacted }: FieldRow) => redacted > 0 },
  kept: { label: 'Kept', is: ({ kept }: FieldRow) => kept > 0 },
  marked: { label: 'Marked by you', is: ({ mark }: FieldRow) => mark !== undefined },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly is: (row: FieldRow) => boolean }>>;
export type Shown = keyof typeof SHOWN;

/** The rows that are shown: those of a tool together, its least sure ones first, the tool with the least sure row first. */
export function shownRows(
  rows: readonly FieldRow[],
  {
    shown,
    needle,
    nameOf,
  }: { readonly shown: Shown; readonly needle: string; readonly nameOf: (id: string) => string },
): FieldRow[] {
  const words = needle.trim().toLowerCase();
  const byTool = new Map<string, FieldRow[]>();
  for (const row of rows) {
    if (!SHOWN[shown].is(row)) continue;
    if (words !== '' && !`${nameOf(row.toolId)} ${row.path}`.toLowerCase().includes(words)) continue;
    const own = byTool.get(row.toolId) ?? [];
    byTool.set(row.toolId, own);
    own.push(row);
  }
  return [...byTool.values()].flat();
}

/** The marks of a change; null takes a mark back. */
export function marksFor(rows: readonly FieldRow[], mark: Mark | null): FieldMarks {
  const marks: Record<string, { fields: Record<string, Mark | null> }> = {};
  for (const { toolId, path } of rows) {
    marks[toolId] ??= { fields: {} };
    (marks[toolId] as { fields: Record<string, Mark | null> }).fields[path] = mark;
  }
  return marks;
}

/** What 'Never redact' would let through of these fields. */
export function letThrough(rows: readonly FieldRow[]) {
  const sum = (of: (row: FieldRow) => number) => rows.reduce((all, row) => all + of(row), 0);
  return {
    values: sum(({ redacted, withheld }) => redacted + withheld),
    /** Those in which something was found. */
    found: rows.filter(({ inMode, redacted }) => redacted > 0 || inMode.strict > 0),
  };
}
