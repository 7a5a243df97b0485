/**
 * A walker redacts values by one set of rules: parsed ones as a tree, JSON documents as text (rewrite/rewrite.ts), single
 * strings by the name they stand under. All of them judge by the same plans and leaves.
 */
import type { JsonValue } from '../../json.ts';
import { type Span, WORK } from '../detectors/detector.ts';
import type { Written } from '../rewrite/output.ts';
import { createRewriter } from '../rewrite/rewrite.ts';
import type { Source } from '../rewrite/source.ts';
import { pointerOf, segmentsOf } from '../truncate/pointer.ts';
import { createKeyReader } from './keys.ts';
import { createLeaves } from './leaves.ts';
import { createPlanner, mayHoldData } from './plan.ts';
import { Tally, Trail } from './tally.ts';
import type { TextRules } from './text.ts';
import { createTree, type Selectors, type Tree } from './tree.ts';

export type WalkRules = TextRules & Selectors;

export interface WalkOptions {
  /** The value is the caller's own and may be changed in place. */
  readonly owned?: boolean;
  /** First character of strings that carry the text of a number (truncate/exactNumbers.ts). */
  readonly sentinel?: number;
}

export interface Walker {
  walk(value: JsonValue, tally: Tally, options?: WalkOptions): JsonValue;
  /** The document redacted as text, or undefined when it is none that is read so; then nothing is counted. */
  document(source: Source, tally: Tally, unique: boolean): Written | undefined;
  /** A single string with the field name it stands under. */
  field(name: string, value: string, tally: Tally): string;
  /** What is personal in a text by its content alone; the caller takes it out and counts it. */
  find(text: string, tally: Tally): readonly Span[];
  /** A pointer without personal data in its segments. */
  pointer(pointer: string): string;
}

/** Walks of one walker never overlap but by themselves. */
export function createWalker(rules: WalkRules): Walker {
  const infoOf = createKeyReader(rules.custom);
  const planner = createPlanner(infoOf);
  const { root } = planner;
  const trail = new Trail();
  const work = { left: WORK };
  let tree: Tree | undefined;
  const leaves = createLeaves({
    rules: { ...rules, work },
    infoOf,
    root,
    trail,
    // Whether anything changed is told by identity, so the inner value is not walked as an own one.
    walkInner: (value) => tree!.visit(value, undefined, undefined, root, { owned: false, sentinel: -1 }),
  });
  tree = createTree({ selectors: rules, infoOf, planner, trail, leaves });
  const { visit } = tree;
  const begin = (tally: Tally, leaf: string | undefined): void => {
    // A tally belongs to one answer.
    if (tally !== trail.tally) work.left = WORK;
    trail.begin(tally, leaf);
  };
  const rewriter = createRewriter({ selectors: rules, infoOf, planner, trail, leaves, visit });

  return {
    walk(value, tally, { owned = false, sentinel = -1 } = {}) {
      begin(tally, undefined);
      return visit(value, undefined, undefined, root, { owned, sentinel });
    },
    document(source, tally, unique) {
      begin(tally, undefined);
      return rewriter.rewrite(source, unique);
    },
    find(text, tally) {
      begin(tally, undefined);
      return leaves.spans(text);
    },
    pointer(pointer) {
      if (!mayHoldData(pointer)) return pointer;
      trail.begin(new Tally(), undefined);
      // Where a segment stands is not known: digits alone may be a position or any id, with a letter they are judged as a person's.
      return pointerOf(
        segmentsOf(pointer).map((segment) =>
          leaves.key(segment, leaves.keySpans(segment, /^\p{L}|\p{L}$/u.test(segment))),
        ),
      );
    },
    field(name, value, tally) {
      begin(tally, name);
      return leaves.named(name, value);
    },
  };
}
