/** Locations in documents, which references resolve to and warnings name. */
import type { JsonObject, JsonValue } from '../../lib/json/value.ts';
import type { DigitsOf } from './sourceText.ts';

/** A key that stands more than once in one object. */
export interface RepeatedKey {
  /** JSON pointer of the member, with its `#`. */
  readonly pointer: string;
  /** Where the key stands, from 1, in the order of the text; the last one counts. */
  readonly lines: readonly number[];
}

/** One parsed document. */
export interface Source {
  /** The base of its relative references: absolute, without a fragment. */
  readonly url: string;
  readonly root: JsonValue;
  /** The text before `#` in the pointers of warnings; '' for the root document. */
  readonly label: string;
  /** The value of a placeholder (deferredParts.ts); absent when no part of the document was deferred. */
  readonly reveal?: (value: JsonValue) => JsonValue | undefined;
  /** The keys that are repeated in the part of the document that was read. */
  readonly repeatedKeys: () => readonly RepeatedKey[];
  /** The digits of an integer of the document that was rounded. */
  readonly digitsOf: DigitsOf;
  /** False if the document surely has no characters that nobody sees. */
  readonly mayHide: () => boolean;
  /** False of a placeholder whose part surely has none; absent when that isn't known. */
  readonly mayHideIn?: (value: JsonValue) => boolean;
  /** Members of a deferred part, found without parsing it (deferredParts.ts). */
  readonly find?: (value: JsonValue, name: string, word: string) => JsonValue[] | undefined;
  /**
   * For a schema with an `$id`, which is a schema resource of its own: the location of `root` in the enclosing document.
   */
  readonly within?: Target;
}

/** A location in a document, with its value. */
export interface Target {
  readonly value: JsonValue;
  readonly source: Source;
  /** JSON pointer with its `#`, without the document. */
  readonly pointer: string;
}

/** A location whose value is an object. */
export interface ObjectTarget extends Target {
  readonly value: JsonObject;
}

/** A location below another one. Its pointer is built only when it is asked for. */
export class Location<Value extends JsonValue = JsonValue> implements Target {
  readonly value: Value;
  readonly source: Source;
  readonly parent: Target;
  readonly key: string;

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

/** The pointer of a location with the label of its document. */
export const absolutePointer = ({ source, pointer }: Pick<Target, 'source' | 'pointer'>): string =>
  `${source.label}${pointer}`;

/** A key as a reference token of a JSON pointer (RFC 6901). */
export const escapePointer = (key: string): string =>
  key.includes('/') || key.includes('~') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;

/** A reference token of a JSON pointer as a key (RFC 6901). */
export const unescapePointer = (step: string): string =>
  step.includes('~') ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step;
