/**
 * Circles among definitions, and from the leaves up what depends on them: which definitions are recursive, how large each is
 * when everything finite is written in its place, and whether a warning hides below it.
 */
import type { Definition, Definitions } from './definitions.ts';
import { cutInPlaceCircles } from './inPlace.ts';

/**
 * Finds the circles among freshly converted definitions (Tarjan, without recursion). Definitions of earlier rounds are
 * complete and never lead into new ones.
 */
export function settleCircles(definitions: Definitions, fresh: readonly Definition[]): void {
  const index = new Map<Definition, number>();
  const low = new Map<Definition, number>();
  const isNew = new Set(fresh);
  const stack: Definition[] = [];
  const onStack = new Set<Definition>();
  for (const start of fresh) {
    if (index.has(start)) continue;
    if (start.references.length === 0) {
      index.set(start, index.size);
      settle([start], false);
      continue;
    }
    const frames: Array<{ node: Definition; next: number }> = [];
    const enter = (node: Definition) => {
      index.set(node, index.size);
      low.set(node, index.size - 1);
      stack.push(node);
      onStack.add(node);
      frames.push({ node, next: 0 });
    };
    enter(start);
    while (frames.length > 0) {
      const frame = frames.at(-1)!;
      const child = frame.node.references[frame.next++];
      if (child !== undefined) {
        if (!isNew.has(child)) continue;
        if (!index.has(child)) enter(child);
        else if (onStack.has(child)) low.set(frame.node, Math.min(low.get(frame.node)!, index.get(child)!));
        continue;
      }
      frames.pop();
      const parent = frames.at(-1)?.node;
      if (parent) low.set(parent, Math.min(low.get(parent)!, low.get(frame.node)!));
      if (low.get(frame.node) !== index.get(frame.node)) continue;
      const circle: Definition[] = [];
      for (let node = stack.pop()!; ; node = stack.pop()!) {
        onStack.delete(node);
        circle.push(node);
        if (node === frame.node) break;
      }
      const isRecursive = circle.length > 1 || frame.node.references.includes(frame.node);
      if (isRecursive) cutInPlaceCircles(circle, (reference) => definitions.ofReference(reference));
      settle(circle, isRecursive);
    }
  }
}

function settle(circle: readonly Definition[], isRecursive: boolean): void {
  const isTainted = circle.some((one) => one.warnings.length > 0 || one.references.some((child) => child.isTainted));
  const members = new Set(circle);
  for (const one of circle) {
    one.isRecursive = isRecursive;
    one.isTainted = isTainted;
    let bytes = one.bytes;
    for (const child of one.references) bytes += members.has(child) || child.isRecursive ? 0 : child.inlined;
    one.inlined = Math.min(bytes, 1e9);
  }
}
