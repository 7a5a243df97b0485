/**
 * Parses a YAML text except its deferred parts (deferredParts.ts), which are found by indentation alone. Works for block
 * style only; a stream of several documents and a text with lines that are no members are not deferred. Parts with
 * anchors or aliases are not deferred either, because an alias may refer to an anchor in another part.
 */
import type { JsonValue } from '../../lib/json/value.ts';
import {
  createReveal,
  type DeferredDocument,
  indexOf,
  MIN_LENGTH,
  placeholderOf,
  ROOT_RULE,
  type Rule,
} from './deferredParts.ts';
import { mayHaveAliases, mayHaveAnchors, parseYaml, repeatedYamlKeys } from './yaml.ts';

/** Longer lines are not matched against {@link MEMBER}. */
const MAX_LINE = 2_000;
/** A member of a mapping: its key, and the rest of the line. */
const MEMBER = /^(?:"([^"\\]*)"|'([^']*)'|([^\s"'#&*!|>%@`[\]{},?-](?:[^:#]|:(?=\S)|(?<=\S)#)*)) *:(?: +(.*))?$/;

/**
 * Parses the document with placeholders for its deferred parts.
 * @returns undefined when nothing can be deferred or the text is not YAML; the caller then parses it as a whole
 */
export function deferYamlParts(text: string): DeferredDocument | undefined {
  if (text.includes('\n---')) return undefined;
  const scan = new Scan(text, mayHaveAnchors(text));
  if (!scan.run()) return undefined;
  const { spans } = scan;
  let marked = '';
  let at = 0;
  for (let index = 0; index < spans.length; index += 2) {
    marked += `${text.slice(at, spans[index])} ${placeholderOf(index / 2)}\n`;
    at = spans[index + 1] ?? text.length;
  }
  let hasRepeats = false;
  const onRepeat = (): void => {
    hasRepeats = true;
  };
  try {
    const value = parseYaml(marked + text.slice(at), onRepeat);
    const partAt = (index: number): string => text.slice(spans[2 * index], spans[2 * index + 1]);
    const reveal = createReveal((index) => parsed(partAt(index), onRepeat));
    const find: DeferredDocument['find'] = (mark, _name, word) => {
      const index = indexOf(mark);
      return index === undefined || partAt(index).includes(word) ? undefined : [];
    };
    const hasReadOnly = text.includes('readOnly') || /\\[xuU]0*[4-7]/.test(text);
    return { value, reveal, find, hasReadOnly, repeatedKeys: () => (hasRepeats ? repeatedYamlKeys(text) : []) };
  } catch {
    return undefined;
  }
}

function parsed(text: string, onRepeat: () => void): JsonValue | undefined {
  try {
    return parseYaml(text, onRepeat);
  } catch {
    return undefined;
  }
}

/** One pass over the lines. The current line lies between `start` and `end`; its indentation ends at `content`. */
class Scan {
  /** Start, end, start, end, … of the deferred parts. */
  readonly spans: number[] = [];
  private readonly text: string;
  private readonly hasAnchors: boolean;
  private start = 0;
  private content = 0;
  private end = -1;

  constructor(text: string, hasAnchors: boolean) {
    this.text = text;
    this.hasAnchors = hasAnchors;
  }

  run(): boolean {
    this.next();
    if (this.text.startsWith('---', this.start)) this.next();
    return this.indent === 0 && this.members(ROOT_RULE, -1) && this.spans.length > 0;
  }

  private get isOver(): boolean {
    return this.start >= this.text.length;
  }

  private get indent(): number {
    return this.content - this.start;
  }

  /** Moves to the next line that is neither empty nor a comment. */
  private next(): void {
    const { text } = this;
    for (this.start = this.end + 1; this.start < text.length; this.start = this.end + 1) {
      const end = text.indexOf('\n', this.start);
      this.end = end < 0 ? text.length : end;
      this.content = this.start;
      while (text.charCodeAt(this.content) === 0x20) this.content++;
      const first = text.charCodeAt(this.content);
      if (this.content < this.end && first !== 0x23 && first !== 0x0d) return;
    }
    this.content = this.start;
  }

  /**
   * Visits the members of a mapping indented deeper than `outer`.
   * @returns false when a line is not a member
   */
  private members(rule: Rule, outer: number): boolean {
    const { indent } = this;
    if (indent <= outer) return true;
    while (!this.isOver && this.indent >= indent) {
      if (this.indent > indent || this.isItem()) {
        this.next();
        continue;
      }
      const line = this.end - this.content > MAX_LINE ? '' : this.text.slice(this.content, this.end).trimEnd();
      const member = MEMBER.exec(line);
      if (!member) return false;
      const [, double, single, plain = '', rest = ''] = member;
      const next = rule.of(double ?? single ?? plain);
      const isBlock = rest === '' || rest.startsWith('#');
      const keyEnd = this.content + line.length;
      this.next();
      if (typeof next !== 'object' && next !== 'later') continue;
      if (!isBlock) continue;
      if (next === 'later') this.defer(keyEnd, indent, rest === '');
      else if (!this.members(next, indent)) return false;
    }
    return this.isOver || this.indent <= outer;
  }

  /** True for an item of a sequence, which may have the same indentation as the key of its sequence. */
  private isItem(): boolean {
    const { text, content, end } = this;
    return text.charCodeAt(content) === 0x2d && (content + 1 === end || /\s/.test(text.charAt(content + 1)));
  }

  private defer(start: number, indent: number, isBare: boolean): void {
    while (!this.isOver && (this.indent > indent || (this.indent === indent && this.isItem()))) this.next();
    if (!isBare || this.start - start < MIN_LENGTH) return;
    if (this.hasAnchors && this.hasAnchorOrAlias(this.text.slice(start, this.start))) return;
    this.spans.push(start, this.start);
  }

  private hasAnchorOrAlias(part: string): boolean {
    return mayHaveAnchors(part) || mayHaveAliases(part);
  }
}
