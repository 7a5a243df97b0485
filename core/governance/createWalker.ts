/**
 * A walker redacts values by one set of rules: parsed ones as a tree, JSON documents as text (json/byteWalker.ts), single
 * strings by the name they stand under. All of them judge by the same plans and leaves.
 */

import { createPlanner, mayHoldData } from './context/objectPlan.ts';
import { createKeyReader } from './fieldName/readName.ts';
import { createRewriter } from './json/byteWalker.ts';
import { sourceOf } from './json/source.ts';
import { createTree, type Selectors, type Tree } from './json/treeWalker.ts';
import { pointerOf, segmentsOf } from './pointer.ts';
import { Tally, Trail } from './tally.ts';
import { WORK } from './text/detectors/detector.ts';
import type { TextRules } from './text/prose.ts';
import { createLeaves } from './value/redactor.ts';
import type { Walker } from './walker.ts';

export type WalkRules = TextRules & Selectors;

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
    document(bytes, tally, unique) {
      begin(tally, undefined);
      return rewriter.rewrite(sourceOf(bytes), unique);
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
