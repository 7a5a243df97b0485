/**
 * What is known about the fields of a tool's answers besides their names: by the API description
 * (core/openapi/output/answerMarks.ts, core/tools/answerSubject.ts) and by the tool's owner, who overrides it. Compiled
 * once to a tree along which the scopes of objects go, so it is read when a plan is made and costs a call nothing.
 */

import { stepsOf } from '../../model/fieldPaths.ts';
import { type Mark, type MarkedTool, SUBJECTS, type Subject } from '../../model/governance/marked.ts';
import { defineRules } from '../../model/governance/rule.ts';
import { ALL_FIELD_KINDS, FIELD_KINDS, type FieldKind, TYPE_OF } from '../catalog/index.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { leaving, rulingsBy } from '../fieldName/ruling.ts';
import type { FieldSelector } from './fieldSelector.ts';

/** What marks decide. */
export const MARK_RULES = defineRules({
  'mark.described': ['The API description says what the field holds.', 'format: email'],
  'mark.subject': [
    'The field, or what is around it, is marked as being about a company, a thing or a place.',
    'about: organisation',
  ],
});
const described = rulingsBy(MARK_RULES['mark.described']);
const OF_SUBJECT = leaving(MARK_RULES['mark.subject']);

/** A field in the tree of marks, or the root of an answer. */
export interface MarkNode {
  /** What its objects and names are about. */
  role: Subject | undefined;
  /** The described kind. */
  kind: FieldKind | undefined;
  /** The type of marker that replaces all strings and numbers inside. */
  forced: string | undefined;
  /** Nothing inside is redacted. */
  isKept: boolean;
  /** What nothing is found in passes; of use in the mode `closed`. */
  isSearched: boolean;
  /** All values that the description lists; only in the mode `closed`. */
  listed: ReadonlySet<string> | undefined;
  readonly children: Map<string, MarkNode>;
}

const ROLES: ReadonlySet<string> = new Set([...SUBJECTS, 'weak']);

/** The kind of field that stands for a detector; undefined for detectors that read texts only. */
function kindOf(type: string): FieldKind | undefined {
  const kinds = ALL_FIELD_KINDS.filter((kind) => TYPE_OF[kind] === type);
  const own = type.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return kinds.find((kind) => kind === own) ?? kinds.at(-1);
}

const nodeWithout = (): MarkNode => ({
  role: undefined,
  kind: undefined,
  forced: undefined,
  isKept: false,
  isSearched: false,
  listed: undefined,
  children: new Map(),
});

/**
 * The tree of a tool's marks; undefined when there are none. Invalid paths are ignored.
 *
 * @param options.isClosed with the values that the description lists
 */
export function compileMarks(
  { described, redaction }: MarkedTool,
  { isClosed = false }: { readonly isClosed?: boolean } = {},
): MarkNode | undefined {
  if (described === undefined && redaction === undefined) return undefined;
  const root = nodeWithout();
  for (const [path, mark] of Object.entries(described?.fields ?? {})) put(root, path, mark, { isOwners: false });
  for (const [path, mark] of Object.entries(redaction?.fields ?? {})) put(root, path, mark, { isOwners: true });
  if (isClosed)
    for (const [path, values] of Object.entries(described?.values ?? {})) {
      const node = nodeAt(root, path);
      if (node !== undefined) node.listed = new Set(values);
    }
  root.role = redaction?.about ?? described?.about;
  return root.role === undefined && root.children.size === 0 ? undefined : root;
}

/** The node of a path, made where there is none; undefined when the path is invalid. */
function nodeAt(root: MarkNode, path: string): MarkNode | undefined {
  const steps = stepsOf(path);
  if (steps === undefined) return undefined;
  let node = root;
  for (const step of steps) {
    let next = node.children.get(step);
    if (next === undefined) {
      next = nodeWithout();
      node.children.set(step, next);
    }
    node = next;
  }
  return node;
}

function put(root: MarkNode, path: string, mark: Mark, { isOwners }: { readonly isOwners: boolean }): void {
  const node = nodeAt(root, path);
  if (node === undefined) return;
  node.isSearched = isOwners && mark === 'found';
  // What the description says stays: it is what is found.
  if (node.isSearched) return;
  node.role = ROLES.has(mark) ? (mark as Subject) : undefined;
  node.kind = isOwners || node.role !== undefined ? undefined : kindOf(mark);
  node.isKept = isOwners && mark === 'keep';
  if (mark === 'redact') node.forced = 'field';
  else node.forced = isOwners && node.role === undefined && !node.isKept ? mark : undefined;
}

/** The node of a member. */
export const markedMember = (node: MarkNode | undefined, key: string): MarkNode | undefined =>
  node === undefined ? undefined : (node.children.get(key) ?? node.children.get('*'));

const PLACE_TYPES: ReadonlySet<string> = new Set(['name', 'address']);

/** What a field says by its name and its mark. */
export function withMark(given: KeyInfo, node: MarkNode | undefined): KeyInfo {
  if (node === undefined) return given;
  const { kind, role, listed, isSearched } = node;
  const info = listed || isSearched ? { ...given, ...(listed && { listed }), isSearched } : given;
  if (kind !== undefined)
    return {
      ...info,
      kind,
      ruling: described(kind),
      evidence: info.evidence | (FIELD_KINDS[kind].evidence ?? 0),
      identifier: false,
      topic: undefined,
    };
  if (role === undefined) return info;
  if (role === 'person' || role === 'weak') return { ...info, role, holdsPersonName: info.kind === undefined };
  const type = info.kind && TYPE_OF[info.kind];
  const isOfThing = type === 'name' || (role === 'place' && type !== undefined && PLACE_TYPES.has(type));
  return isOfThing
    ? { ...info, role, holdsPersonName: false, kind: undefined, ruling: OF_SUBJECT }
    : { ...info, role, holdsPersonName: false };
}

/** Selects the fields that an owner lets out, and what is inside them. */
export function keptFields(root: MarkNode | undefined): FieldSelector {
  const isEmpty = root === undefined || !hasKept(root);
  return {
    empty: isEmpty,
    matches(path) {
      let node: MarkNode | undefined = root;
      for (const step of path) {
        // Lists are passed through.
        if (typeof step === 'number') continue;
        node = markedMember(node, step);
        if (node === undefined) return false;
        if (node.isKept) return true;
      }
      return false;
    },
  };
}

/** Whether the owner opens a field to what is found in it. */
export const hasSearched = (node: MarkNode): boolean =>
  node.isSearched || [...node.children.values()].some(hasSearched);

function hasKept(node: MarkNode): boolean {
  return node.isKept || [...node.children.values()].some(hasKept);
}
