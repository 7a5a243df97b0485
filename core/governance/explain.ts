/**
 * Collects why the values of an answer went or stayed, from what the rules say while it is governed. Holds pointers and rules, no values, of at most
 * MAX_LEAVES values, or as many as its user asks for, with pointers of at most MAX_POINTER characters. An answer that is explained is walked as parsed values (json/treeWalker.ts), since many of its values are passed over on
 * its bytes; both walkers share plans, decisions and the redactor.
 */
import type { JsonValue } from '../lib/json/value.ts';
import type { Explanation, Found, LeafReason, Spoken } from '../model/governance/explanation.ts';
import { pointerOf, segmentsOf } from '../model/governance/report.ts';
import type { Finding, Reason, Rule } from '../model/governance/rule.ts';
import type { Evidence, Place, Trace } from '../model/governance/trace.ts';
import { isMarker } from './catalog/marker.ts';
import { TABLE_RULES } from './context/tables.ts';
import { FIELD_NAME_RULES } from './fieldName/matching.ts';
import { CLOSED_RULES, CLOSED_STAYS } from './value/closedRules.ts';
import { isGeneralized } from './value/keptParts.ts';
import { VALUE_RULES } from './value/plausible.ts';
import { TEXT_STAYS_RULES } from './value/prose.ts';

export const MAX_LEAVES = 2_000;
/** Characters of a pointer; a value below longer names is not told of, since each would repeat all of them. */
const MAX_POINTER = 2_000;
/** Different finds that are told of one value; a long text may have many. */
const MAX_FOUND = 20;
/** Finds that are counted of one value. */
const MAX_KEPT = 200;

const UNKNOWN_NAME = FIELD_NAME_RULES['name.unknown'];
const HEADER = TABLE_RULES['table.header'];
const HARMLESS = CLOSED_STAYS['closed.harmless'];

interface Leaf {
  readonly pointer: string;
  outcome: LeafReason['outcome'];
  decider: Rule;
  readonly found: Finding[];
  readonly spoke: Rule[];
  readonly evidence: Evidence | undefined;
}

/** What is being said of the current value. */
interface Current {
  readonly ruling: Reason | undefined;
  readonly evidence: Evidence | undefined;
  readonly found: Finding[];
  /** Rules that let it stay, before what it holds inside was read. */
  readonly stays: Rule[];
  readonly spoke: Set<Rule>;
}

/** Why one value went or stayed. */
export interface ToldReason {
  readonly rule: Rule;
  readonly evidence: Evidence | undefined;
}

export class Explainer implements Trace {
  readonly #most: number;
  readonly #leaves = new Map<string, Leaf>();
  #isCut = false;
  #current: Current | undefined;

  /** @param most values that are told of */
  constructor(most = MAX_LEAVES) {
    this.#most = most;
  }

  /** @param pointer in the answer as it was walked, before other occurrences of what was redacted were taken out of names */
  reasonAt(pointer: string): ToldReason | undefined {
    const leaf = this.#leaves.get(pointer);
    return leaf && { rule: leaf.decider, evidence: leaf.evidence };
  }

  begin(ruling: Reason | undefined, evidence?: Evidence): void {
    this.#current = { ruling, evidence, found: [], stays: [], spoke: new Set() };
  }

  end({ path, leaf }: Place, before: JsonValue, after: JsonValue): void {
    const current = this.#current;
    this.#current = undefined;
    if (current === undefined) return;
    const pointer = this.#pointerAt(path, leaf);
    if (pointer === undefined) return;
    const known = this.#leaves.get(pointer);
    if (known !== undefined) {
      // It is governed again.
      if (after !== before) replace(known, current.found, outcomeOf(after));
      return;
    }
    const { ruling, evidence, found, stays, spoke } = current;
    const outcome = after === before ? 'kept' : outcomeOf(after);
    const decider =
      after === before
        ? staying(before, ruling?.rule, ruling?.type !== undefined, stays)
        : (decisive(found, outcome) ?? UNKNOWN_NAME);
    const others = [...(ruling === undefined ? [] : [ruling.rule]), ...stays, ...spoke];
    this.#add({ pointer, outcome, decider, found: found.slice(0, MAX_KEPT), spoke: others, evidence });
  }

  stays(rule: Rule): void {
    const current = this.#current;
    if (current !== undefined && current.spoke.size === 0) current.stays.push(rule);
  }

  speaks(rule: Rule): void {
    this.#current?.spoke.add(rule);
  }

  hit(finding: Finding, path: readonly (string | number)[], leaf: string | number | undefined): void {
    if (this.#current !== undefined) {
      this.#current.found.push(finding);
      return;
    }
    const pointer = this.#pointerAt(path, leaf);
    if (pointer === undefined) return;
    const known = this.#leaves.get(pointer);
    if (known === undefined)
      this.#add({ pointer, outcome: 'part', decider: finding.rule, found: [finding], spoke: [], evidence: undefined });
    else {
      replace(known, [finding], known.outcome === 'kept' ? 'part' : known.outcome);
    }
  }

  withdraw(count: number): void {
    if (this.#current !== undefined && count > 0) this.#current.found.splice(-count);
  }

  skip(rule: Rule, { path, leaf }: Place, value: JsonValue): void {
    const waiting: [(string | number)[], JsonValue][] = [[leaf === undefined ? [...path] : [...path, leaf], value]];
    for (let next = waiting.pop(); next !== undefined && !this.#isFull; next = waiting.pop()) {
      const [at, node] = next;
      const pointer = this.#pointerAt(at, undefined);
      if (pointer === undefined) continue;
      if (typeof node !== 'object' || node === null)
        this.#add({ pointer, outcome: 'kept', decider: rule, found: [], spoke: [], evidence: undefined });
      else
        for (const [key, member] of Object.entries(node).slice(0, this.#most).reverse())
          waiting.push([[...at, key], member]);
    }
  }

  get #isFull(): boolean {
    return this.#isCut && this.#leaves.size >= this.#most;
  }

  /** The pointer of a value; undefined when it is too long, which is noted. */
  #pointerAt(path: readonly (string | number)[], leaf: string | number | undefined): string | undefined {
    let length = leaf === undefined ? 0 : String(leaf).length;
    for (let at = 0; at < path.length && length <= MAX_POINTER; at++) length += String(path[at]).length + 1;
    if (length <= MAX_POINTER) return pointerOf(leaf === undefined ? path : [...path, leaf]);
    this.#isCut = true;
    return undefined;
  }

  #add(leaf: Leaf): void {
    if (this.#leaves.has(leaf.pointer)) return;
    if (this.#leaves.size >= this.#most) this.#isCut = true;
    else this.#leaves.set(leaf.pointer, leaf);
  }

  /**
   * @param value of the governed answer, if it is JSON
   * @param redactPointer takes personal data out of a pointer
   */
  finish(value: JsonValue | undefined, redactPointer: (pointer: string) => string): Explanation {
    const rules: Record<string, { says: string; example: string }> = {};
    const idOf = ({ id, says, example }: Rule): string => {
      rules[id] ??= { says, example };
      return id;
    };
    const leaves = [...this.#leaves.values()].map((leaf): LeafReason => {
      const pointer = redactPointer(leaf.pointer);
      const written = value === undefined ? undefined : valueAt(value, pointer);
      const { found, evidence } = leaf;
      // The name of a column, in the mode `closed`.
      const isHeldBack = leaf.decider === HEADER && typeof written === 'string' && isMarker(written);
      const decider = isHeldBack ? CLOSED_RULES['closed.name'].rule : leaf.decider;
      const isChanged = leaf.outcome !== 'kept' || isHeldBack;
      const spoke: Spoken[] = [
        ...[...new Set(leaf.spoke)].filter((rule) => rule !== decider).map((rule) => ({ rule: idOf(rule) })),
        ...(evidence?.terms ?? []).map(({ rule, weight }) => ({ rule: idOf(rule), weight: rounded(weight) })),
      ];
      return {
        pointer,
        outcome: isChanged && typeof written === 'string' ? outcomeOf(written) : leaf.outcome,
        rule: idOf(decider),
        found: counted(found, idOf),
        spoke,
        ...(evidence && { sum: { reached: rounded(evidence.sum), needed: evidence.needed } }),
      };
    });
    return { leaves, isCut: this.#isCut, rules };
  }
}

/** The rule by which a value stays. */
function staying(value: JsonValue, named: Rule | undefined, hasKind: boolean, stays: readonly Rule[]): Rule {
  if (typeof value === 'boolean' || value === null) return VALUE_RULES['value.literal'];
  if (stays.includes(HARMLESS)) return HARMLESS;
  const last = stays.at(-1) ?? TEXT_STAYS_RULES['text.nothing-found'];
  // What the field holds was turned down by the value; otherwise its name or its object has the word, unless they say nothing.
  if (hasKind) return stays[0] ?? last;
  return named === undefined || named === UNKNOWN_NAME ? last : named;
}

/** The find by which a value was replaced. */
const decisive = (found: readonly Finding[], outcome: LeafReason['outcome']): Rule | undefined =>
  (outcome === 'whole' ? found.at(-1) : found[0])?.rule;

const outcomeOf = (after: JsonValue): LeafReason['outcome'] =>
  typeof after === 'string' && !isMarker(after) && !isGeneralized(after) ? 'part' : 'whole';

/** More was found in a value that was explained before. */
function replace(leaf: Leaf, found: readonly Finding[], outcome: LeafReason['outcome']): void {
  const decider = decisive(found, outcome);
  if (leaf.outcome === 'kept' && decider !== undefined) {
    leaf.spoke.unshift(leaf.decider);
    leaf.decider = decider;
  }
  leaf.outcome = outcome;
  leaf.found.push(...found.slice(0, Math.max(0, MAX_KEPT - leaf.found.length)));
}

function counted(found: readonly Finding[], idOf: (rule: Rule) => string): Found[] {
  const counts = new Map<Finding, number>();
  for (const finding of found) counts.set(finding, (counts.get(finding) ?? 0) + 1);
  return [...counts].slice(0, MAX_FOUND).map(([{ type, rule }, count]) => ({ type, rule: idOf(rule), count }));
}

const rounded = (weight: number): number => Math.round(weight * 100) / 100;

function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let node: JsonValue | undefined = value;
  for (const segment of segmentsOf(pointer)) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, segment)) return undefined;
    node = (node as { [key: string]: JsonValue })[segment];
  }
  return node;
}
