/**
 * Converts a record of the audit table's stream to a line of the archive. Any record can be converted, whatever was
 * written into the table, because one failing record would stop the archiver. Entries are archived as plain JSON; an item
 * that plain JSON cannot represent (bytes, sets, numbers beyond a double) as `{"dynamodb": …}`.
 */
import { canonicalJson, sha256 } from '../lib/json/canonical.ts';
import type { JsonObject, JsonValue } from '../lib/json/value.ts';

/** The event names of DynamoDB streams. The table is append-only, so MODIFY and REMOVE mean that somebody tampered with it. */
export const CHANGES = ['INSERT', 'MODIFY', 'REMOVE'] as const;
/** Kind of a change to the table. */
export type ChangeKind = (typeof CHANGES)[number];

/** An item in DynamoDB JSON: `{name: {S: 'text'}}`. */
export type Image = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The members of a stream record that are used here. */
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

/** One line of an object: the kind of change, the key of the entry, and the entry after it (null: deleted). */
export interface Change {
  readonly change: ChangeKind;
  readonly serverDay: string;
  readonly entryId: string;
  readonly entry: JsonValue;
  /** The overwritten or deleted entry, if the stream has old images (with several regions). */
  readonly before?: JsonValue;
}

/** The change of a stream record. */
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

/** An item of the table in the form of the archive. */
export function entryOf(image: Image): JsonValue {
  try {
    return plainMap(image);
  } catch (error) {
    if (!(error instanceof NotPlain)) throw error;
    return { dynamodb: image as unknown as JsonObject };
  }
}

/** SHA-256 of an entry's canonical JSON, lower-case hex. */
export const entryDigest = (entry: JsonValue): string => sha256(canonicalJson(entry));

/** A unique key of an entry, for maps. */
export const entryName = ({ serverDay, entryId }: Pick<Change, 'serverDay' | 'entryId'>): string =>
  JSON.stringify([serverDay, entryId]);

class NotPlain extends Error {}

const plainMap = (image: Image): JsonObject =>
  Object.fromEntries(Object.entries(image).map(([name, value]) => [name, plain(value)]));

function plain(value: Readonly<Record<string, unknown>>): JsonValue {
  let type: string | undefined;
  for (type in value) break;
  const content = type === undefined ? undefined : value[type];
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
