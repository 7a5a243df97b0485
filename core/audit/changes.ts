/**
 * One record of the audit table's stream as one line of the archive. Every record has a line, whatever was written into
 * the table: an archiver that fails on one would stop for all. Entries are archived as plain JSON; an item that plain
 * JSON cannot hold without loss (bytes, sets, numbers beyond a double) as `{"dynamodb": …}`, which no entry of ours
 * looks like.
 */
import { canonicalJson, sha256 } from '../json/canonical.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';

/** `INSERT` is an entry; the table is append-only, so the others are overwrites and deletions: somebody got around the rules. */
export const CHANGES = ['INSERT', 'MODIFY', 'REMOVE'] as const;
/** Kind of a change of the table. */
export type ChangeKind = (typeof CHANGES)[number];

/** An item as DynamoDB writes it: `{name: {S: 'text'}}`. */
export type Image = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A record of the stream, as far as it matters here. */
export interface StreamRecord {
  readonly eventName?: string | undefined;
  readonly dynamodb?:
    | {
        readonly ApproximateCreationDateTime?: number | undefined;
        readonly Keys?: Image | undefined;
        readonly NewImage?: Image | undefined;
        readonly OldImage?: Image | undefined;
      }
    | undefined;
}

/** One line of an object: which entry, what happened to it, and what it is since then (null: gone). */
export interface Change {
  readonly change: ChangeKind;
  readonly serverDay: string;
  readonly entryId: string;
  readonly entry: JsonValue;
  /** What was overwritten or deleted, where the stream tells it (several regions). */
  readonly before?: JsonValue;
}

/** The change that a stream record reports. */
export function changeOf({ eventName, dynamodb = {} }: StreamRecord): Change {
  const { Keys = {}, NewImage, OldImage } = dynamodb;
  const change = CHANGES.find((each) => each === eventName) ?? 'MODIFY';
  return {
    change,
    serverDay: String(Keys['serverDay']?.['S'] ?? ''),
    entryId: String(Keys['entryId']?.['S'] ?? ''),
    entry: NewImage ? entryOf(NewImage) : null,
    ...(OldImage && change !== 'INSERT' && { before: entryOf(OldImage) }),
  };
}

/** An item of the table as the archive has it. */
export function entryOf(image: Image): JsonValue {
  try {
    return plainMap(image);
  } catch (error) {
    if (!(error instanceof NotPlain)) throw error;
    return { dynamodb: image as unknown as JsonObject };
  }
}

/** What names an entry's content: SHA-256 of its canonical JSON, lower-case hex. */
export const entryDigest = (entry: JsonValue): string => sha256(canonicalJson(entry));

/** Which entry: no two have the same name. */
export const entryName = ({ serverDay, entryId }: Pick<Change, 'serverDay' | 'entryId'>): string =>
  JSON.stringify([serverDay, entryId]);

class NotPlain extends Error {}

const plainMap = (image: Image): JsonObject =>
  Object.fromEntries(Object.entries(image).map(([name, value]) => [name, plain(value)]));

function plain(value: Readonly<Record<string, unknown>>): JsonValue {
  const [type, content] = Object.entries(value)[0] ?? [];
  switch (type) {
    case 'S':
      return content as string;
    case 'N': {
      const number = Number(content);
      if (String(number) !== content) throw new NotPlain();
      return number;
    }
    case 'BOOL':
      return content as boolean;
    case 'NULL':
      return null;
    case 'L':
      return (content as Readonly<Record<string, unknown>>[]).map(plain);
    case 'M':
      return plainMap(content as Image);
    default:
      throw new NotPlain();
  }
}
