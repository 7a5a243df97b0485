/**
 * Scores redaction on recorded answers that are kept outside of the repository: a folder with `raw.jsonl`
 * (`{"id", "text"}`, an answer in JSON a line) and `labels.jsonl` (`RecordedLabels` a line). What must go, what must stay
 * and what is counted in no total is in the labels; who wrote them, and when, is in bench/redaction.md.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { JsonValue } from '../../core/lib/json/value.ts';

/** The labels of an answer. Leaves are named by JSON Pointer (RFC 6901). */
interface RecordedLabels {
  readonly id: string;
  readonly api: string;
  /** Path of the operation that gave the answer. */
  readonly operation: string;
  /** By leaf: the kind of the personal value that it is. */
  readonly pii: Readonly<Record<string, string>>;
  /** Parts of leaves that must go: leaf, start, end, kind. */
  readonly spans: readonly (readonly [string, number, number, string])[];
  /** Leaves that are not scored, and leaves that are counted apart, by their sort. */
  readonly opt: readonly string[];
  readonly kinds: Readonly<Record<string, string>>;
}

export interface RecordedAnswer extends RecordedLabels {
  readonly text: string;
}

export interface RecordedSet {
  readonly name: string;
  readonly answers: readonly RecordedAnswer[];
}

/** Reads the set of a folder, without the answers that have no labels. */
export function readRecordedSet(folder: string): RecordedSet {
  const lines = <T>(file: string): T[] =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as T);
  const texts = new Map(lines<{ id: string; text: string }>('raw.jsonl').map(({ id, text }) => [id, text]));
  const answers = lines<RecordedLabels>('labels.jsonl').flatMap((labels) => {
    const text = texts.get(labels.id);
    return text === undefined ? [] : [{ ...labels, text }];
  });
  return { name: basename(folder), answers };
}

/** Where a value stands. */
export type Form = 'number' | 'link' | 'markup' | 'JSON' | 'text' | 'single value';

/** What became of one labelled value or of one leaf that must stay. */
export interface Outcome {
  readonly api: string;
  readonly form: Form;
  /** Kind of the label; undefined for a leaf that must stay. */
  readonly kind: string | undefined;
  readonly isRedacted: boolean;
  /** Type of the first marker in the leaf; undefined when there is none. */
  readonly marker: string | undefined;
}

/** What a redactor did to the labelled values and to all other leaves that are scored. */
export function outcomesOf({ answers }: RecordedSet, redact: (answer: RecordedAnswer) => JsonValue): Outcome[] {
  return answers.flatMap((answer) => {
    const after = new Map(leavesOf(redact(answer)));
    const unscored = new Set([...answer.opt, ...Object.keys(answer.kinds)]);
    return leavesOf(JSON.parse(answer.text) as JsonValue).flatMap(([pointer, value]): Outcome[] => {
      const now = after.get(pointer);
      const marker = typeof now === 'string' ? /\[REDACTED:([a-z-]+)/.exec(now)?.[1] : undefined;
      const common = { api: answer.api, form: formOf(value), marker };
      const spans = answer.spans.filter(([leaf]) => leaf === pointer);
      const kind = answer.pii[pointer];
      if (kind !== undefined) return [{ ...common, kind, isRedacted: !stands(value, now) }];
      if (spans.length > 0)
        return spans.map(([, start, end, type]) => ({
          ...common,
          kind: type,
          isRedacted: !String(now).includes(String(value).slice(start, end)),
        }));
      return unscored.has(pointer) ? [] : [{ ...common, kind: undefined, isRedacted: now !== value }];
    });
  });
}

type Scalar = string | number | boolean | null;

/** The leaves of a value by their pointers, in order. */
function leavesOf(value: JsonValue, pointer = ''): [string, Scalar][] {
  if (typeof value !== 'object' || value === null) return [[pointer, value]];
  return Object.entries(value).flatMap(([key, item]) =>
    leavesOf(item, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

/** Whether a personal value is still in its leaf, apart from separators and case. */
function stands(value: Scalar, now: Scalar | undefined): boolean {
  if (now === value) return true;
  const plain = (text: unknown): string =>
    String(text)
      .replaceAll(/[\s().-]/g, '')
      .toLowerCase();
  return typeof now === 'string' && String(value).length > 3 && plain(now).includes(plain(value));
}

function formOf(value: Scalar): Form {
  if (typeof value !== 'string') return 'number';
  if (/^\s*[{[]/.test(value)) return 'JSON';
  if (/<[a-z!/?]/i.test(value)) return 'markup';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return 'link';
  return /\n|\S+\s+\S+\s+\S+\s+\S+/.test(value) ? 'text' : 'single value';
}
