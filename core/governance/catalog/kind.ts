/** The interface of the catalogue: one object describes one kind of personal data completely. */
import type { Traits } from '../facts/traits.ts';

/** A kind of personal data. Owners switch it on or off as a whole. */
export interface PersonalData {
  /** Type in the marker, and key in `GovernanceSettings.detectors`: lower-case words with dashes between them. */
  readonly id: string;
  readonly title: string;
  readonly group: 'contact' | 'identity' | 'money' | 'credentials' | 'network' | 'health' | 'optional';
  /** When one field has such a value, the value is redacted everywhere in the answer. */
  readonly everywhere?: true;
  /**
   * Its values tell people, accounts or places apart, so its markers may have pseudonyms (catalog/pseudonyms.ts); `words`: those of values without
   * digits, since the number of a house stands in arguments by chance.
   */
  readonly distinct?: true | 'words';
  /** Whether it is redacted by default. */
  readonly on: boolean;
  /** Whether it is redacted in the mode `minimal` too: it gives access or money, or is an official number. */
  readonly minimal?: true;
  /** What is redacted; a phrase that begins in lower case, like `leaves`. */
  readonly finds: string;
  /** What looks like it and stays. */
  readonly leaves: string;
  /** Kinds of fields that hold it; several where their values are checked in different ways. */
  readonly fields?: Readonly<Record<string, FieldKindRule>>;
  /** By topic: words that, beside a number in a text, say what the number is. */
  readonly topics?: Readonly<Record<string, string>>;
}

/** A kind of field. Lists are words separated by white space; `fold` (vocabulary/words.ts) normalizes them. */
export interface FieldKindRule {
  /** Names of such fields with their words joined: `first_name`, `firstName` and `First Name` are all `firstname`. */
  readonly names: string;
  /**
   * Whether a value can be of this kind: `phone: "mobile"` holds nothing personal.
   *
   * @param traits of the value; valid during the call only
   * @param name the field's name, its words joined
   */
  accepts(value: string, traits: Readonly<Traits>, name: string): boolean;
  /**
   * The same for a JSON number. `digits` counts those of a whole number and is 0 for a fraction. Without this method no
   * number is accepted.
   */
  acceptsNumber?(digits: number): boolean;
  /** Bits of `Evidence` that such a field gives to its siblings. */
  readonly evidence?: number;
  /** Names of members that hold the value when the field is an object: `number` in `passport`. */
  readonly parts?: string;
  /** Captions that may stand in the field instead of a value, as in `first_name: "Vorname"` (value/captions.ts). */
  readonly captions?: CaptionSort;
  /** Identifier types of HL7 v2 table 0203 for this kind. */
  readonly hl7?: readonly string[];
  /** The value is a number, so "number" in the field's name does not change its meaning: `passport_num`. */
  readonly isNumber?: true;
  /** Values have a form of their own, so any word may follow in the field's name. */
  readonly hasForm?: true;
  /** In a text the kind may be named before the number: `Ausweisnummer AB4115769`. This alone finds it there. */
  readonly namedInText?: true;
  /** A label beside a value, or an object that wraps the value, can give it this kind. */
  readonly byLabel?: true;
  /** Its members may be named by use: `phones: {home: …, work: …}`. */
  readonly byUse?: true;
  /** The value may be the id of a record instead of personal data: `card: "card_1Mvxyz123"`. */
  readonly mayRefer?: true;
  /** The value may be words with dots between them, which elsewhere are the path of a value: `ann.lee`. */
  readonly mayBeDotted?: true;
  /** The value may be `Test`, which elsewhere is a placeholder. */
  readonly mayBeTest?: true;
  /** The value may be an input mask (`(99) 99999-9999`), which is not personal. */
  readonly mayBeMasked?: true;
}

/** Which captions can stand in a field. In a `bareName` these include roles: `name: "Admin"`. */
export type CaptionSort = 'name' | 'bareName' | 'address' | 'other';

/** Returns the object. Its type keeps the names of the fields and topics, from which `FieldKind` is derived. */
export const personalData = <const D extends PersonalData>(data: D): D => data;

/** Record ids with a prefix, as Stripe writes them. */
export const REFERENCE = /^[a-z]{2,16}_(?:[a-z]{2,12}_)?[A-Za-z0-9]+$/;
/** Permanent account numbers (PAN) of India, which are tax numbers. */
export const INDIAN_PAN = /^[A-Z]{5}\d{4}[A-Z]$/;
/** Names of the members of an official document that hold its number. */
export const NUMBER_PARTS = 'number value no id';
