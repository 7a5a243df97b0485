/**
 * The old and new values of changed fields of the configuration, for audit entries. Callers must leave out credentials
 * (they are only `replaced`). Size and work are limited by LIMITS.auditChange, whatever the values.
 */
import { createTwoFilesPatch, OMIT_HEADERS } from 'diff';
import { isSameJson, sha256 } from '../lib/json/canonical.ts';
import type { JsonObject } from '../lib/json/value.ts';
import { LIMITS } from '../lib/limits.ts';
import { effectiveGovernance, type GovernanceOverrides } from '../model/governance/settings.ts';

/** A value that is recorded itself. No nested values, because DynamoDB limits the depth of an item. */
export type PlainValue = string | number | boolean | null | readonly string[];

/** A value that is too long to be recorded: its length in characters and the SHA-256 of its text (lower-case hex). */
export interface ValueDigest {
  readonly characters: number;
  readonly sha256: string;
}

/** One changed field. `field` is its path with dots: `name`, `governance.pii`, `annotations.readOnlyHint`. */
export type FieldChange =
  /** null is a value that is not set; `inherited` is the value that applied instead at that time. */
  | { readonly field: string; readonly old: PlainValue; readonly new: PlainValue; readonly inherited?: PlainValue }
  /**
   * For long values: the hunks of a unified diff, if it is short enough; of texts, or of the indented JSON of other values.
   * A value that is not set counts as the inherited value, or as an empty text.
   */
  | { readonly field: string; readonly diff?: string; readonly from: ValueDigest; readonly to: ValueDigest }
  | { readonly field: string; readonly replaced: true };

type Fields = Readonly<Record<string, unknown>>;

/** The change of a credential, which is recorded without values. */
export const replaced = (field: string): FieldChange => ({ field, replaced: true });

/** The changes of the named fields; fields with equal JSON are left out. */
export const fieldChanges = (before: object, after: object, fields: readonly string[]): FieldChange[] =>
  fields.flatMap((field) => changeOf(field, (before as Fields)[field], (after as Fields)[field]));

/** The changed members of an object, each as a field `<field>.<name>`. */
export function memberChanges(field: string, before: Fields = {}, after: Fields = {}): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  // A name may be one that every object inherits, such as `constructor`.
  const ownIn = (fields: Fields, name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  return names.flatMap((name) => changeOf(`${field}.${name}`, ownIn(before, name), ownIn(after, name)));
}

/**
 * The changed governance settings.
 * @param inherited the settings that apply where `before` or `after` has none
 */
export function governanceChanges(
  before: GovernanceOverrides,
  after: GovernanceOverrides,
  inherited: GovernanceOverrides = {},
): FieldChange[] {
  const followed = effectiveGovernance(inherited);
  const keys = Object.keys(followed) as (keyof GovernanceOverrides)[];
  return keys.flatMap((key) => {
    const [old, now] = [before[key], after[key]];
    const field = `governance.${key}`;
    if (key === 'detectors' || key === 'actions')
      return memberChanges(field, (old ?? followed[key]) as Fields, (now ?? followed[key]) as Fields);
    // The words are names of customers and staff.
    if (key === 'wordLists' || key === 'keptWords')
      return isSameJson(old ?? null, now ?? null) ? [] : [replaced(field)];
    const isFollowed = old === undefined || now === undefined;
    return changeOf(field, old, now, isFollowed ? followed[key] : undefined);
  });
}

/** The changes for `detail.changes` of an entry. Diffs beyond the size limit are left out; their digests stay. */
export function bounded(changes: readonly FieldChange[]): { changes: JsonObject[] } {
  const parts = changes.map((change) => {
    const { diff, ...rest } = change as FieldChange & { readonly diff?: string };
    return { change, rest, more: JSON.stringify(change).length - JSON.stringify(rest).length };
  });
  let room = LIMITS.auditChange.all - JSON.stringify(parts.map(({ rest }) => rest)).length;
  const kept = parts.map(({ change, rest, more }) => {
    if (more > room) return rest;
    room -= more;
    return change;
  });
  return { changes: kept as unknown as JsonObject[] };
}

function changeOf(field: string, before: unknown, after: unknown, inherited?: unknown): FieldChange[] {
  if (isSameJson(before, after)) return [];
  const [old, now] = [before ?? null, after ?? null];
  const plain = [old, now, inherited ?? null].every(isPlain);
  const length = JSON.stringify([old, now, inherited]).length;
  if (plain && length <= LIMITS.auditChange.values) {
    const change = { field, old: old as PlainValue, new: now as PlainValue };
    return [inherited === undefined ? change : { ...change, inherited: inherited as PlainValue }];
  }
  return [longChange(field, textOf(before ?? inherited), textOf(after ?? inherited))];
}

const isPlain = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'));

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

function longChange(field: string, old: string, now: string): FieldChange {
  const { edits, diff: longest } = LIMITS.auditChange;
  const patch = createTwoFilesPatch('', '', old, now, undefined, undefined, {
    context: 1,
    maxEditLength: edits,
    headerOptions: OMIT_HEADERS,
  });
  const isShort = patch !== undefined && patch.length <= longest;
  return { field, ...(isShort && { diff: patch.trimEnd() }), from: digestOf(old), to: digestOf(now) };
}

const digestOf = (text: string): ValueDigest => ({ characters: text.length, sha256: sha256(text) });
