/**
 * Reads the labelled set of redaction: JSON answers (`answers/*.jsonl`) and texts (`texts/*.jsonl`), one a line, each with what
 * must go and what must stay. Who wrote which part, and what it may be used for, is in bench/redaction.md.
 *
 * A line of `answers` is a `Line` below. Leaves are named by JSON Pointer (RFC 6901); one that no label names must stay.
 * A line of `texts` is a JSON string with marks: `[[ssn 219-09-9999]]` must go, `[[open Ann Lee]]` is not scored, every other
 * word must stay.
 *
 * A label that names no leaf is an error, so that a slip cannot take a value out of the score.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '../../../core/lib/json/value.ts';

export const PARTS = ['tuning', 'broad', 'fresh', 'trades', 'holdout', 'blind', 'associations'] as const;
export type Part = (typeof PARTS)[number];

/** A part of a text leaf: what must go and its type; type `open` is not scored. */
type ProsePart = readonly [type: string, text: string];

interface Line {
  readonly name: string;
  readonly answer: JsonValue;
  /** By type: leaves that must go. */
  readonly personal?: Readonly<Record<string, readonly string[]>>;
  /** By kind: leaves that look personal and must stay. */
  readonly traps?: Readonly<Record<string, readonly string[]>>;
  /** Leaves of which only these parts must go, in their order. */
  readonly prose?: Readonly<Record<string, readonly ProsePart[]>>;
  /** Leaves of which the rules say neither that they must go nor that they must stay: not scored. */
  readonly open?: readonly string[];
  /** Field names that are personal data themselves and must appear nowhere. */
  readonly fieldNames?: readonly ProsePart[];
}

export interface Leaf {
  readonly pointer: string;
  readonly value: string | number | boolean | null;
  readonly personal?: string;
  readonly trap?: string;
  readonly parts?: readonly { readonly type: string; readonly text: string }[];
}

/** An answer with its scored leaves, in the order of the document. */
export interface Labelled {
  readonly name: string;
  readonly document: JsonValue;
  readonly leaves: readonly Leaf[];
  /** Field names that must not appear anywhere in the answer. */
  readonly absent: readonly { readonly type: string; readonly text: string }[];
}

export interface LabelledText {
  readonly text: string;
  readonly personal: readonly { readonly type: string; readonly value: string }[];
  /** Everything else, cut into words. */
  readonly words: readonly string[];
}

/** The answers of a part. */
export function structuredSet(part: Part): Labelled[] {
  return linesOf(`answers/${part}.jsonl`).map((line) => labelledAnswer(line as Line));
}

/** The texts of a part. */
export function textSet(part: Part): LabelledText[] {
  return textsOf(part);
}

/** Numbers behind their labels in eight languages, and numbers with dots and colons that only look like addresses. */
export function numberTexts(): LabelledText[] {
  return textsOf('numbers');
}

/** Sentences without anything personal, full of what looks like it: all of every sentence must stay. */
export function ordinaryTexts(): string[] {
  return linesOf('texts/ordinary.jsonl') as string[];
}

/** Languages of the sentences below. */
export const SENTENCE_LANGUAGES = ['en', 'de', 'es', 'fr'] as const;

/**
 * Sentences of tickets, mails and notes, of which a half has names that nothing announces. The first two parts are what the weights are fitted on; the third
 * is scored only. Each was written and labelled before anything was run on it, by the author of the rules.
 */
export function sentenceSet(
  language: (typeof SENTENCE_LANGUAGES)[number],
  part: 'first' | 'second' | 'third',
): LabelledText[] {
  return textsOf(`sentences/${part}-${language}`);
}

/** Languages of the sentences by another author; the rules have words of the first four. */
export const LANGUAGES_OF_OTHERS = [...SENTENCE_LANGUAGES, 'nl', 'it', 'pl', 'tr'] as const;

/** Sentences of the same kinds by an author who had not seen the rules nor the sentences above; scored only. */
export function sentencesOfOthers(language: (typeof LANGUAGES_OF_OTHERS)[number]): LabelledText[] {
  return textsOf(`sentences/others-${language}`);
}

/** All labelled texts of all parts. */
export const allTexts = (): LabelledText[] => [
  ...PARTS.flatMap(textSet),
  ...numberTexts(),
  ...SENTENCE_LANGUAGES.flatMap((language) =>
    (['first', 'second', 'third'] as const).flatMap((part) => sentenceSet(language, part)),
  ),
  ...LANGUAGES_OF_OTHERS.flatMap(sentencesOfOthers),
];

/** Applies the labels of a line to the leaves of its answer. Throws if a label names no leaf. */
export function labelledAnswer({
  name,
  answer,
  personal = {},
  traps = {},
  prose = {},
  open = [],
  fieldNames = [],
}: Line): Labelled {
  const labels = new Map<string, Omit<Leaf, 'pointer' | 'value'> | 'open'>();
  for (const [type, pointers] of Object.entries(personal))
    for (const at of pointers) labels.set(at, { personal: type });
  for (const [kind, pointers] of Object.entries(traps)) for (const at of pointers) labels.set(at, { trap: kind });
  for (const [at, parts] of Object.entries(prose)) labels.set(at, { personal: 'prose', parts: parts.map(typeAndText) });
  for (const at of open) labels.set(at, 'open');
  const leaves: Leaf[] = [];
  const visit = (node: JsonValue, pointer: string): void => {
    if (typeof node === 'object' && node !== null) {
      for (const [key, child] of Object.entries(node)) {
        visit(child, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
      }
      return;
    }
    const label = labels.get(pointer);
    labels.delete(pointer);
    if (label !== 'open') leaves.push({ pointer, value: node, ...label });
  };
  visit(answer, '');
  if (labels.size > 0) throw new Error(`${name}: labels without a leaf: ${[...labels.keys()].join(', ')}`);
  return { name, document: answer, leaves, absent: fieldNames.map(typeAndText) };
}

const MARK = /\[\[([a-z0-9-]+) (.*?)\]\]/gs;

/** Splits a marked text into what is read, what must go and what must stay. */
export function labelledText(marked: string): LabelledText {
  const personal = [...marked.matchAll(MARK)].flatMap(([, type = '', value = '']) =>
    type === 'open' ? [] : [{ type, value }],
  );
  const words = marked.replace(MARK, ' ').split(/\s+/);
  return {
    text: marked.replace(MARK, '$2'),
    personal,
    words: words.filter((word) => /[\p{L}\p{N}]/u.test(word)),
  };
}

const typeAndText = ([type, text]: ProsePart): { type: string; text: string } => ({ type, text });

const textsOf = (name: string): LabelledText[] =>
  linesOf(`texts/${name}.jsonl`).map((line) => labelledText(line as string));

/** The lines of a file; none where a part has no texts. */
function linesOf(path: string): unknown[] {
  const file = join(import.meta.dirname, path);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown);
}
