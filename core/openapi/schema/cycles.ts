/**
 * Finds the cycles among definitions and sets the fields that depend on them: which definitions are recursive (and so
 * stay in `$defs`), how large each is with its other references inlined, and whether it or a referenced one has a
 * warning.
 */

import type { Definition } from '../model/convertedSchema.ts';
import type { Definitions } from './definitions.ts';
import { cutInfiniteRecursion } from './infiniteRecursion.ts';

/**
 * Finds the cycles among newly converted definitions (Tarjan's algorithm for strongly connected components, iterative).
 * Definitions of earlier calls are settled and do not refer to new ones.
 */
export function settleCycles(definitions: Definitions, fresh: readonly Definition[]): void {
  let order = 0;
  const stack: Definition[] = [];
  const frames: Array<{ node: Definition; next: number }> = [];
  const enter = (node: Definition) => {
    order++;
    node.order = order;
    node.low = order;
    stack.push(node);
    frames.push({ node, next: 0 });
  };
  for (const start of fresh) {
    if (start.isSettled) continue;
    if (start.references.length === 0) {
      settle([start], { isRecursive: false });
      continue;
    }
    enter(start);
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const { node } = frame;
      const child = node.references[frame.next++];
      if (child !== undefined) {
        if (child.isSettled) continue;
        if (child.order === 0) enter(child);
        else if (child.order < node.low) node.low = child.order;
        continue;
      }
      frames.pop();
      const parent = frames.at(-1)?.node;
      if (parent && node.low < parent.low) parent.low = node.low;
      if (node.low !== node.order) continue;
      const cycle = stack.splice(stack.lastIndexOf(node)).reverse();
      const isRecursive = cycle.length > 1 || node.references.includes(node);
      if (isRecursive) cutInfiniteRecursion(cycle, (reference) => definitions.ofReference(reference));
      settle(cycle, { isRecursive });
    }
  }
}

function settle(cycle: readonly Definition[], { isRecursive }: { readonly isRecursive: boolean }): void {
  const reachesWarning = cycle.some(
    (one) => one.warnings.length > 0 || one.references.some((child) => child.reachesWarning),
  );
  for (const one of cycle) {
    one.isSettled = true;
    one.isRecursive = isRecursive;
    one.reachesWarning = reachesWarning;
  }
  for (const one of cycle) {
    let bytes = one.bytes;
    // References within the cycle are recursive and not inlined.
    for (const child of one.references) bytes += child.isRecursive ? 0 : child.inlined;
    one.inlined = Math.min(bytes, 1e9);
  }
}
