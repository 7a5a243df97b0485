/**
 * A walker redacts values by one set of rules: parsed ones as a tree, JSON documents as text (json/byteWalker.ts), single
 * strings by the name they stand under. All of them judge by the same plans and leaves.
 */

import { createPlanner, mayKeyHoldData } from './context/objectPlan.ts';
import { createKeyReader } from './fieldName/readName.ts';
import { createByteWalker } from './json/byteWalker.ts';
import { sourceOf } from './json/source.ts';
import { createTreeWalker, type Selectors, type TreeWalker } from './json/treeWalker.ts';
import { pointerOf, segmentsOf } from './pointer.ts';
import { Tally, Trail } from './tally.ts';
import { MAX_WORK } from './text/detectors/detector.ts';
import type { TextRules } from './text/prose.ts';
import { createRedactor } from './value/redactor.ts';
import type { Walker } from './walker.ts';

export type WalkRules = TextRules & Selectors;

/** Walks of one walker never overlap but by themselves. */
export function createWalker(rules: WalkRules): Walker {
  const infoOf = createKeyReader(rules.custom);
  const planner = createPlanner(infoOf);
  const { root } = planner;
  const trail = new Trail();
  const work = { left: MAX_WORK };
  let tree: TreeWalker | undefined;
  const redactor = createRedactor({
    rules: { ...rules, work },
    infoOf,
    root,
    trail,
    // Whether anything changed is told by identity, so the inner value is not walked as an own one.
    walkInner: (value) => tree!.visit(value, undefined, undefined, root, { owned: false, sentinel: -1 }),
  });
  tree = createTreeWalker({ selectors: rules, infoOf, planner, trail, redactor });
  const { visit } = tree;
  const begin = (tally: Tally, leaf: string | undefined): void => {
    // A tally belongs to one answer.
    if (tally !== trail.tally) work.left = MAX_WORK;
    trail.begin(tally, leaf);
  };
  const byteWalker = createByteWalker({ selectors: rules, infoOf, planner, trail, redactor, visit });

  return {
    walk(value, tally, { owned = false, sentinel = -1 } = {}) {
      begin(tally, undefined);
      return visit(value, undefined, undefined, root, { owned, sentinel });
    },
    document(bytes, tally, unique) {
      begin(tally, undefined);
      return byteWalker.rewrite(sourceOf(bytes), unique);
    },
    find(text, tally) {
      begin(tally, undefined);
      return redactor.spans(text);
    },
    pointer(pointer) {
      if (!mayKeyHoldData(pointer)) return pointer;
      trail.begin(new Tally(), undefined);
      // Where a segment stands is not known: digits alone may be a position or any id, with a letter they are judged as a person's.
      return pointerOf(
        segmentsOf(pointer).map((segment) =>
          redactor.key(segment, redactor.keySpans(segment, /^\p{L}|\p{L}$/u.test(segment))),
        ),
      );
    },
    field(name, value, tally) {
      begin(tally, name);
      return redactor.named(name, value);
    },
  };
}
