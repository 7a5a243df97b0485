/** What the trail alone tells of two calls of one tool: sizes, cuts, and redactions by kind and field, without values. */
import { pathOfPointer } from './redaction.ts';

/** What an entry has of it; entries of earlier versions have no kinds. */
interface CallEntry {
  readonly bytesOut?: number;
  readonly redactedFields?: number;
  readonly redactedPointers?: readonly string[];
  readonly redactedBy?: readonly { readonly type: string; readonly count: number }[];
  readonly truncations?: readonly unknown[];
}

export interface Compared {
  readonly kind: string;
  readonly before: number;
  readonly now: number;
}

export interface EntryChanges {
  readonly kinds: readonly Compared[];
  /** Fields with a redacted value in one of the answers only. An entry names the first hundred places. */
  readonly added: readonly string[];
  readonly gone: readonly string[];
  /** Whether both entries name all of their places, so that nothing is missing above. */
  readonly isWhole: boolean;
}

export function compareEntries(before: CallEntry, now: CallEntry): EntryChanges {
  const [old, later] = [kindsOf(before), kindsOf(now)];
  const [oldFields, fields] = [fieldsOf(before), fieldsOf(now)];
  return {
    kinds: [...new Set([...later.keys(), ...old.keys()])].map((kind) => ({
      kind,
      before: old.get(kind) ?? 0,
      now: later.get(kind) ?? 0,
    })),
    added: [...fields].filter((field) => !oldFields.has(field)),
    gone: [...oldFields].filter((field) => !fields.has(field)),
    isWhole: [before, now].every(
      ({ redactedFields = 0, redactedPointers = [] }) => redactedPointers.length >= redactedFields,
    ),
  };
}

function kindsOf({ redactedBy = [] }: CallEntry): Map<string, number> {
  const kinds = new Map<string, number>();
  for (const { type, count } of redactedBy) kinds.set(type, (kinds.get(type) ?? 0) + count);
  return kinds;
}

const fieldsOf = ({ redactedPointers = [] }: CallEntry): Set<string> => new Set(redactedPointers.map(pathOfPointer));
