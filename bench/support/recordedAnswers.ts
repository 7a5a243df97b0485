/**
 * Scores redaction on recorded answers that are kept outside of the repository: a folder with `raw.jsonl`
 * (`{"id", "text", "type"}`, an answer a line, JSON or XML by its content type, without one JSON) and `labels.jsonl` (`RecordedLabels` a line). What must go, what must stay
 * and what is counted in no total is in the labels; who wrote them, and when, is in bench/redaction.md.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import type { compileGovernance } from '../../core/governance/index.ts';
import type { JsonValue } from '../../core/lib/json/value.ts';
import { describedOf } from '../../core/tools/answerSubject.ts';

/**
 * The labels of an answer. Leaves are named by JSON Pointer (RFC 6901), in XML by elements with their number among their namesakes (`/order/0/name/0`),
 * `@attribute`, and `+` for the text behind an element.
 */
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
  /** Content type. */
  readonly type: string;
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
  const raw = lines<{ id: string; text: string; type?: string }>('raw.jsonl');
  const texts = new Map(raw.map(({ id, text, type = 'application/json' }) => [id, { text, type }]));
  const answers = lines<RecordedLabels>('labels.jsonl').flatMap((labels) => {
    const given = texts.get(labels.id);
    return given === undefined ? [] : [{ ...labels, ...given }];
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

/** An answer as a tool with its path gets it. */
export function governed(
  governor: ReturnType<typeof compileGovernance>,
  { text, type, operation }: RecordedAnswer,
): string {
  const tool = { described: describedOf({ path: operation, tags: [] }) };
  return governor.governBytes(Buffer.from(text), type, { tool }).text;
}

/**
 * What a redactor did to the labelled values and to all other leaves that are scored.
 *
 * @param redact gives the redacted text; undefined where it cannot read the answer, which is not scored then
 */
export function outcomesOf(
  { answers }: RecordedSet,
  redact: (answer: RecordedAnswer) => string | undefined,
): Outcome[] {
  return answers.flatMap((answer) => {
    const text = redact(answer);
    if (text === undefined) return [];
    const after = new Map(leavesIn(text, answer));
    const unscored = new Set([...answer.opt, ...Object.keys(answer.kinds)]);
    return leavesIn(answer.text, answer).flatMap(([pointer, value]): Outcome[] => {
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

export type Scalar = string | number | boolean | null;

export const isXml = ({ type }: RecordedAnswer): boolean => type.includes('xml');
export const leavesIn = (text: string, answer: RecordedAnswer): [string, Scalar][] =>
  isXml(answer)
    ? leavesOfElement(new DOMParser().parseFromString(text, 'text/xml').documentElement)
    : leavesOf(JSON.parse(text) as JsonValue);

/** The texts and attributes of an XML element by their pointers, in order. */
function leavesOfElement(element: Element, pointer = ''): [string, Scalar][] {
  const leaves: [string, Scalar][] = Array.from(element.attributes)
    .filter(({ name }) => !/^xmlns(?::|$)/.test(name))
    .map(({ name, value }) => [`${pointer}/@${localOf(name)}`, value]);
  const times = new Map<string, number>();
  let behind: string | undefined;
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === 1) {
      const name = localOf(node.nodeName);
      const at = times.get(name) ?? 0;
      times.set(name, at + 1);
      behind = `${pointer}/${name}/${at}`;
      leaves.push(...leavesOfElement(node as Element, behind));
    } else if ((node.nodeType === 3 || node.nodeType === 4) && node.nodeValue?.trim())
      leaves.push([behind === undefined ? pointer || '/' : `${behind}/+`, node.nodeValue]);
  }
  return leaves;
}
const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The leaves of a value by their pointers, in order. */
export function leavesOf(value: JsonValue, pointer = ''): [string, Scalar][] {
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
