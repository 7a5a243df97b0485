/**
 * Captured-looking answers of well-known services and short texts by further authors. Each knew the published rules, neither
 * had seen the detectors nor the other parts. Every set was scored once before anything was mended for it (design/redaction-figures.md);
 * since then it is for tuning.
 */
import { type Labelled, label, type Tagged } from '../label.ts';
import type { LabelledText } from '../text/index.ts';
import * as a from './a/index.ts';
import * as b from './b/index.ts';
import * as c from './c/index.ts';
import * as d from './d/index.ts';

const SETS = { a, b, c, d } as const;
export const FRESH_SETS = Object.keys(SETS) as (keyof typeof SETS)[];

export function freshAnswers(): Labelled[] {
  return FRESH_SETS.flatMap((set) =>
    Object.entries(SETS[set].SHAPES).map(([name, draft]) => undecided(label(`${set}: ${name}`, draft()))),
  );
}

export function freshTexts(): LabelledText[] {
  return FRESH_SETS.flatMap((set) => SETS[set].TEXTS.map(labelled));
}

/** Names and addresses in free text need a model: the rules leave them alone, whoever finds one all the same is not wrong. */
const OPEN_IN_TEXT: ReadonlySet<string> = new Set(['name', 'address']);

function undecided(answer: Labelled): Labelled {
  const leaves = answer.leaves.map((leaf) =>
    leaf.parts
      ? { ...leaf, parts: leaf.parts.map((part) => (OPEN_IN_TEXT.has(part.type) ? { ...part, type: 'open' } : part)) }
      : leaf,
  );
  return { ...answer, leaves };
}

/** The tagged parts of a text, and the words of the rest. */
function labelled(draft: Tagged): LabelledText {
  const text = String(draft.value);
  const parts = (draft.parts ?? []).map((part) => ({ type: part.type, value: part.text }));
  const personal = parts.filter(({ type }) => !OPEN_IN_TEXT.has(type));
  let rest = text;
  for (const { value } of parts) rest = rest.replace(value, '\u0000');
  return { text, personal, words: rest.split(/[\s\u0000]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)) };
}
