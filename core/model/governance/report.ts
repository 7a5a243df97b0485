/** What governance did to one answer: counts, JSON pointers (RFC 6901) and cuts. Holds no values. */
import type { Explanation } from './explanation.ts';
import type { Finding } from './rule.ts';
import type { Trace } from './trace.ts';

/** An array that was cut. */
export interface Truncation {
  /** JSON pointer of the array ('' is the root). */
  readonly pointer: string;
  readonly total: number;
  readonly kept: number;
  /** Reading stopped at a cap, so `total` is a lower bound. */
  readonly atLeast?: boolean;
}

/** How many values one rule redacted. */
export interface RuleCount {
  /** Type of the markers. */
  readonly type: string;
  /** Id of the rule (core/governance/rules.ts). */
  readonly rule: string;
  readonly count: number;
}

/** What was redacted. */
export interface RedactionReport {
  readonly count: number;
  /** Hits by detector id. */
  readonly byType: Readonly<Record<string, number>>;
  /** JSON pointers of the first 100 redacted leaves. */
  readonly pointers: readonly string[];
  /** Hits by type and rule: the {@link MAX_RULES} most frequent. Absent when there are none. */
  readonly rules?: readonly RuleCount[];
  /** Hits by detector id that were only counted (actions.ts). */
  readonly wouldRedact?: Readonly<Record<string, number>>;
}

/** A governed answer. */
export interface GovernedBody {
  /** The governed text; valid JSON when `json` is true. */
  readonly text: string;
  readonly json: boolean;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly redactions: RedactionReport;
  readonly truncations: readonly Truncation[];
  /** The size cap cut something. */
  readonly capped: boolean;
  /** Why each value went or stayed, if that was asked for. */
  readonly explanation?: Explanation;
}

/** Keys and indexes from the root of a document. */
export type Path = (string | number)[];

/** The JSON pointer of a path. */
export function pointerOf(path: readonly (string | number)[]): string {
  let pointer = '';
  for (const segment of path) pointer += `/${escapeSegment(segment)}`;
  return pointer;
}

function escapeSegment(text: string | number): string | number {
  if (typeof text === 'number') return text;
  return text.includes('~') || text.includes('/') ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text;
}

/** The segments of a JSON pointer; '' is the root. */
export function segmentsOf(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A part of a person's name that a field of its own may hold. */
export type NamePart = 'given' | 'surname';

/** Receives the redacted values of one answer. */
export interface ValueMemory {
  /**
   * Called when the whole value of a field was redacted.
   *
   * @param type of its marker
   * @param value as the upstream sent it
   * @param options.part of a person's name that the field holds, where another one may hold the rest
   * @param options.guessed the field names things as often as people, and its object decided
   */
  note(type: string, value: string, options?: { readonly part?: NamePart; readonly guessed?: boolean }): void;
}

const MAX_POINTERS = 100;
/** Pairs of a type and a rule in a report, and in the entry of a call. */
export const MAX_RULES = 8;

/** The counts with the most hits. Few are left in their order, since a comparison of each would take longer than a small answer may. */
export const mostOf = (counts: RuleCount[]): RuleCount[] =>
  counts.length > MAX_RULES ? counts.sort((a, b) => b.count - a.count).slice(0, MAX_RULES) : counts;

/** Adds hits to those of their type. An owner may call a pattern or a list `constructor`. */
export function addHits(sums: Record<string, number>, type: string, hits: number): void {
  sums[type] = (Object.hasOwn(sums, type) ? (sums[type] ?? 0) : 0) + hits;
}

/** Counts hits by type and rule, and keeps the first pointers. */
export class Tally {
  count = 0;
  readonly pointers: string[] = [];
  /** Receives the redacted values, when they are to be removed from the rest of the answer. */
  readonly memory: ValueMemory | undefined;
  /** Hears why, where somebody asks. */
  readonly trace: Trace | undefined;
  readonly #counts = new Map<Finding, { hits: number }>();
  /** The last segment of the latest hit's pointer. */
  #last: string | number | undefined;
  /** The container of the latest hit, which often has the next one too, and its pointer. */
  #container: Path = [];
  #containerPointer = '';
  /** The pointer of the latest hit is the last of the pointers. */
  #isLastKept = false;

  constructor(memory?: ValueMemory, trace?: Trace) {
    this.memory = memory;
    this.trace = trace;
  }

  /** Hits by type, in the order of their first occurrence. */
  get byType(): Record<string, number> {
    const byType: Record<string, number> = {};
    for (const [{ type }, { hits }] of this.#counts) addHits(byType, type, hits);
    return byType;
  }

  /** Hits by type and rule: the {@link MAX_RULES} most frequent. */
  get byRule(): RuleCount[] {
    const counts: RuleCount[] = [];
    for (const [{ type, rule }, { hits }] of this.#counts) counts.push({ type, rule: rule.id, count: hits });
    return mostOf(counts);
  }

  /** Counts a hit at the field `leaf` of the container at `path`, or at `path` itself. */
  add(finding: Finding, path: readonly (string | number)[], leaf?: string | number): void {
    this.count++;
    const known = this.#counts.get(finding);
    if (known) known.hits++;
    else this.#counts.set(finding, { hits: 1 });
    this.trace?.hit(finding, path, leaf);
    if (this.pointers.length < MAX_POINTERS) {
      const last = leaf ?? path.at(-1);
      const depth = leaf === undefined ? Math.max(0, path.length - 1) : path.length;
      const isSameContainer = this.#isContainer(path, depth);
      if (!isSameContainer) {
        this.#container = path.slice(0, depth);
        this.#containerPointer = pointerOf(this.#container);
      }
      if (isSameContainer && last === this.#last && this.#isLastKept) return;
      const pointer = last === undefined ? '' : `${this.#containerPointer}/${escapeSegment(last)}`;
      if (this.#isLastKept || this.pointers.at(-1) !== pointer) this.pointers.push(pointer);
      this.#last = last;
      this.#isLastKept = true;
    }
  }

  #isContainer(path: readonly (string | number)[], depth: number): boolean {
    if (depth !== this.#container.length) return false;
    for (let at = depth - 1; at >= 0; at--) if (path[at] !== this.#container[at]) return false;
    return true;
  }

  /** Withdraws the latest hits, and the pointers after the first `pointers`. */
  withdraw(findings: readonly Finding[], pointers: number): void {
    for (const finding of findings) {
      this.count--;
      const known = this.#counts.get(finding);
      if (known && --known.hits === 0) this.#counts.delete(finding);
    }
    this.trace?.withdraw(findings.length);
    if (this.pointers.length <= pointers) return;
    this.pointers.length = pointers;
    this.#isLastKept = false;
  }
}

/** The current position of a walk, shared by the walkers and the redactor. */
export class Trail {
  tally = new Tally();
  path: Path = [];
  /** The current field of the container at `path`. */
  leaf: string | number | undefined;

  /** Starts at the root of a document, or at a single field. */
  begin(tally: Tally, leaf: string | number | undefined): void {
    this.tally = tally;
    this.path = [];
    this.leaf = leaf;
  }

  /** Enters the container at the leaf; returns what `leave` needs. */
  enter(): string | number | undefined {
    const name = this.leaf;
    if (name !== undefined) this.path.push(name);
    return name;
  }

  leave(name: string | number | undefined): void {
    if (name !== undefined) this.path.pop();
    this.leaf = name;
  }

  /** Counts a hit at the current leaf. */
  hit(finding: Finding): void {
    this.tally.add(finding, this.path, this.leaf);
  }
}
