/**
 * The fields of a JSON answer that are wanted, as an owner sets them for a tool or a call names them: `id`, `items.name`, or a JSON pointer
 * (`/items/name`) for names with dots. Lists are passed through, `*` stands for any name. Nothing else: no filters, no positions.
 */

/** A place among the wanted ones. */
export interface FieldNode {
  /** The path as it was written. */
  readonly path: string;
  /** All below it is wanted. */
  isWhole: boolean;
  readonly children: Map<string, FieldNode>;
}

/** The most that one answer is asked for. */
export const FIELD_LIMITS = { count: 100, length: 200, depth: 20 } as const;

/** What every refusal says. */
export const FIELD_RULE =
  'must be a name, or names joined by dots, such as id or items.name (lists are passed through, * is any name); a JSON pointer, such as /items/name, for names with dots';

/** The steps of a path; undefined for what is none. */
export function stepsOf(path: string): string[] | undefined {
  if (path.length > FIELD_LIMITS.length) return undefined;
  const isPointer = path.startsWith('/');
  if (isPointer && /~(?![01])/.test(path)) return undefined;
  const written = isPointer ? path.split('/').slice(1) : path.split('.');
  const steps = written
    .map((step) => (isPointer ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step.replace(/\[\*?\]$/, '')))
    // `items.*.name` and `$.items` are written by those who know other notations.
    .filter((step, at) => at > 0 || isPointer || step !== '$');
  return steps.length === 0 || steps.length > FIELD_LIMITS.depth || steps.includes('') ? undefined : steps;
}

/** The paths as one tree; those that are none are left out (stepsOf says which). */
export function fieldsOf(paths: readonly string[]): FieldNode {
  const root: FieldNode = { path: '', isWhole: false, children: new Map() };
  for (const path of paths.slice(0, FIELD_LIMITS.count)) {
    let node = root;
    const steps = stepsOf(path);
    if (!steps) continue;
    for (const [at, step] of steps.entries()) {
      let next = node.children.get(step);
      if (!next) {
        next = { path: steps.slice(0, at + 1).join('.'), isWhole: false, children: new Map() };
        node.children.set(step, next);
      }
      node = next;
    }
    node.isWhole = true;
  }
  return root;
}

/** The node for a member, if anything of it is wanted. */
export const childOf = (node: FieldNode, name: string): FieldNode | undefined =>
  node.children.get(name) ?? node.children.get('*');

/**
 * The node that a JSON pointer's place is at: positions in lists are no steps. Undefined where nothing there is wanted.
 * @param segments of the pointer, unescaped
 */
export function nodeAt(root: FieldNode, segments: readonly string[]): FieldNode | undefined {
  let node = root;
  for (const segment of segments) {
    if (node.isWhole) return node;
    const next = childOf(node, segment);
    if (next) node = next;
    else if (!/^\d+(?:-\d*)?$/.test(segment)) return undefined;
  }
  return node;
}
