/**
 * The wanted fields of a JSON answer, set by an owner for a tool or named by a call: `id`, `items.name`, or a JSON pointer (`/items/name`)
 * for names with dots. A path applies to each item of a list, and `*` is any name. There are no filters and no positions.
 */

/** A node of the tree of wanted fields. */
export interface FieldNode {
  /** Its path, as `items.name`. */
  readonly path: string;
  /** Everything below it is wanted. */
  isWhole: boolean;
  readonly children: Map<string, FieldNode>;
}

/** Maximum of paths, of marks (core/model/governance/marked.ts), of characters in a path and of its steps. */
export const FIELD_LIMITS = { count: 100, marks: 300, length: 200, depth: 20 } as const;

/** The message for an invalid path. */
export const FIELD_RULE =
  'must be a name, or names joined by dots, such as id or items.name (lists are passed through, * is any name); a JSON pointer, such as /items/name, for names with dots';

/** The steps of a path; undefined if it is not valid. */
export function stepsOf(path: string): string[] | undefined {
  if (path.length > FIELD_LIMITS.length) return undefined;
  const isPointer = path.startsWith('/');
  if (isPointer && /~(?![01])/.test(path)) return undefined;
  const written = isPointer ? path.split('/').slice(1) : path.split('.');
  const steps = written
    .map((step) => (isPointer ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step.replace(/\[\*?\]$/, '')))
    // `$.items` and `items[*].name` are JSONPath, which models write, too.
    .filter((step, at) => at > 0 || isPointer || step !== '$');
  return steps.length === 0 || steps.length > FIELD_LIMITS.depth || steps.includes('') ? undefined : steps;
}

/** The path of steps: as `items.name`; a JSON pointer for names with signs that mean something in a path. */
export function pathOfSteps(steps: readonly string[]): string {
  if (steps.every((step) => !/[./*$[\]]/.test(step))) return steps.join('.');
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The path of steps of which `*` stands for any name, as marks are written. */
export const pathOfMark = (steps: readonly string[]): string =>
  steps.every((step) => step === '*' || !/[./*$[\]]/.test(step)) ? steps.join('.') : pathOfSteps(steps);

/** The paths as a tree, without those that are not valid (see stepsOf). */
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

/** The node of a member; undefined if nothing of it is wanted. */
export const childOf = (node: FieldNode, name: string): FieldNode | undefined =>
  node.children.get(name) ?? node.children.get('*');

/**
 * The node for a JSON pointer, whose list indexes are skipped. Undefined if nothing there is wanted.
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
