/**
 * Labelled personal values that pass in the mode `closed`: of answers, of texts, and of recorded answers. Names of members may be others in what is governed,
 * so a value is looked for in its place by the order of the leaves, and everywhere where their number is another one.
 */
import type { compileGovernance } from '../../core/governance/index.ts';
import { allTexts, type Labelled, PARTS, structuredSet } from '../../test/datasets/redaction/index.ts';
import { scoreText } from '../../test/datasets/redaction/score.ts';
import { governed, leavesIn, leavesOf, readRecordedSet, type Scalar } from '../support/recordedAnswers.ts';

type Governor = ReturnType<typeof compileGovernance>;
type Leaves = readonly (readonly [pointer: string, value: Scalar])[];

/** A labelled value: all of a leaf, or a part of it. */
interface Personal {
  readonly pointer: string;
  readonly part?: string;
}

function passing(personal: readonly Personal[], before: Leaves, after: Leaves): string[] {
  const places = new Map(before.map(([pointer], at) => [pointer, at] as const));
  const isSame = before.length === after.length;
  return personal
    .filter(({ pointer, part }) => {
      const at = places.get(pointer) ?? -1;
      const value = String(before[at]?.[1]);
      const now = isSame ? [after[at]] : after;
      return now.some((leaf) => (part === undefined ? String(leaf?.[1]) === value : String(leaf?.[1]).includes(part)));
    })
    .map(({ pointer }) => pointer);
}

const personalOf = ({ leaves }: Labelled): Personal[] =>
  leaves.flatMap(({ pointer, personal, parts }): Personal[] => {
    if (personal === undefined) return [];
    if (parts === undefined) return [{ pointer }];
    return parts.filter(({ type }) => type !== 'open').map(({ text }) => ({ pointer, part: text }));
  });

/** How many values there are of which sort, and where those stand that pass. */
export function closedValues(governor: Governor, folders: readonly string[]) {
  const answers = PARTS.flatMap((part) => structuredSet(part).map((answer) => ({ part, answer })));
  let inAnswers = 0;
  const passed: string[] = [];
  for (const { part, answer } of answers) {
    const personal = personalOf(answer);
    const after = governor.redact(answer.document);
    inAnswers += personal.length + answer.absent.length;
    for (const pointer of passing(personal, leavesOf(answer.document), leavesOf(after)))
      passed.push(`${part} ${answer.name}${pointer}`);
    const written = JSON.stringify(after);
    for (const { text } of answer.absent) if (written.includes(text)) passed.push(`${part} ${answer.name}: a name`);
  }
  let recorded = 0;
  for (const folder of folders)
    for (const answer of readRecordedSet(folder).answers) {
      const before = leavesIn(answer.text, answer);
      const values = new Map(before);
      const personal: Personal[] = [
        ...Object.keys(answer.pii).map((pointer) => ({ pointer })),
        ...answer.spans.map(([pointer, start, end]) => ({
          pointer,
          part: String(values.get(pointer)).slice(start, end),
        })),
      ];
      recorded += personal.length;
      for (const pointer of passing(personal, before, leavesIn(governed(governor, answer), answer)))
        passed.push(`${answer.id}${pointer}`);
    }
  const texts = scoreText(allTexts(), (value) => governor.redact(value));
  const inTexts = Object.values(texts.byType).reduce((sum, { total }) => sum + total, 0);
  passed.push(...texts.misses.map((miss) => `text: ${miss}`));
  return { inAnswers, recorded, inTexts, passed };
}
