/** Places in documents: what references resolve to and warnings point at. */
import type { JsonObject, JsonValue } from '../../json/value.ts';

/** One parsed document; `url` is the base of its relative references, absolute and without a fragment. */
export interface Source {
  readonly url: string;
  readonly root: JsonValue;
  /** What stands before `#` in a warning's pointer: '' for the root document. */
  readonly label: string;
  /** The value itself where a mark for one that is read later stands (parts.ts); absent when the document was read whole. */
  readonly reveal?: (value: JsonValue) => JsonValue | undefined;
  /** Members of what such a mark stands for, found without reading it (parts.ts). */
  readonly find?: (value: JsonValue, name: string, word: string) => JsonValue[] | undefined;
  /** Where `root` stands, for a schema with an `$id`, which is a document of its own within another one. */
  readonly within?: Target;
}

/** A place in a document. */
export interface Target {
  readonly value: JsonValue;
  readonly source: Source;
  /** With its `#`, without the document. */
  readonly pointer: string;
}

/** A place where an object stands. */
export interface ObjectTarget extends Target {
  readonly value: JsonObject;
}

/** A place below another; its pointer is only written out when a warning or a name asks for it. */
export class Location<Value extends JsonValue = JsonValue> implements Target {
  readonly value: Value;
  readonly source: Source;
  private readonly parent: Target;
  private readonly key: string;

  constructor(parent: Target, key: string, value: Value) {
    this.value = value;
    this.source = parent.source;
    this.parent = parent;
    this.key = key;
  }

  get pointer(): string {
    return `${this.parent.pointer}/${escapePointer(this.key)}`;
  }
}

export const absolutePointer = ({ source, pointer }: Pick<Target, 'source' | 'pointer'>): string =>
  `${source.label}${pointer}`;

export const escapePointer = (key: string): string =>
  key.includes('/') || key.includes('~') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;

export const unescapePointer = (step: string): string =>
  step.includes('~') ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step;
