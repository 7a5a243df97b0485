/**
 * What a change of the configuration changed: the old and the new value of each field, for its entry in the trail. It relies on callers to leave
 * credentials out (they are 'replaced') and never takes more room or work than LIMITS.auditChange says, whatever the values are.
 */
import { createTwoFilesPatch, OMIT_HEADERS } from 'diff';
import { effectiveGovernance, type GovernanceOverrides } from '../governance/settings.ts';
import { isSameJson, sha256 } from '../json/canonical.ts';
import type { JsonObject } from '../json/value.ts';
import { LIMITS } from '../limits.ts';

/** What is written as it is: DynamoDB takes neither deep nor large values (and counts the levels around them). */
export type PlainValue = string | number | boolean | null | readonly string[];

/** Names a value that is too long to be told: its length in characters and the SHA-256 of its text (lower-case hex). */
export interface ValueDigest {
  readonly characters: number;
  readonly sha256: string;
}

/** `field` is the way to the value, with dots: `name`, `governance.pii`, `annotations.readOnlyHint`. */
export type FieldChange =
  /** null stands for a value that is not set; `inherited` is what held instead of it at that moment. */
  | { readonly field: string; readonly old: PlainValue; readonly new: PlainValue; readonly inherited?: PlainValue }
  /**
   * The hunks of a unified diff over lines, where there is room for it: of a text itself, of anything else its indented JSON. A value that
   * is not set counts as what it follows, or as an empty text.
   */
  | { readonly field: string; readonly diff?: string; readonly from: ValueDigest; readonly to: ValueDigest }
  | { readonly field: string; readonly replaced: true };

type Fields = Readonly<Record<string, unknown>>;

/** Of a credential only that it is another one. */
export const replaced = (field: string): FieldChange => ({ field, replaced: true });

/** The named fields that differ; those of the same JSON are left out. */
export const fieldChanges = (before: object, after: object, fields: readonly string[]): FieldChange[] =>
  fields.flatMap((field) => changeOf(field, (before as Fields)[field], (after as Fields)[field]));

/** The members of two records that differ, each as a field of its own. */
export function memberChanges(field: string, before: Fields = {}, after: Fields = {}): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => changeOf(`${field}.${name}`, before[name], after[name]));
}

/** Changed overrides of governance. `inherited` are the values that hold where nothing is overridden. */
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
    if (key === 'detectors')
      return memberChanges(field, (old ?? followed[key]) as Fields, (now ?? followed[key]) as Fields);
    const isFollowed = old === undefined || now === undefined;
    return changeOf(field, old, now, isFollowed ? followed[key] : undefined);
  });
}

/** As `detail.changes` of an entry: diffs that it has no room for are left out, their digests stay. */
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
    const plainChange = { field, old: old as PlainValue, new: now as PlainValue };
    return [inherited === undefined ? plainChange : { ...plainChange, inherited: inherited as PlainValue }];
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
