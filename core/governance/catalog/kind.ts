/** The interface of the catalogue: one object says all that is known of one kind of personal data. */
import type { Traits } from '../value/facts/traits.ts';

/** A kind of personal data, which an owner switches on or off as a whole. */
export interface PersonalData {
  /** The type in the marker, and the key in `GovernanceSettings.detectors`. */
  readonly id: string;
  readonly title: string;
  readonly group: 'contact' | 'identity' | 'money' | 'credentials' | 'network' | 'health' | 'optional';
  /** A value that was redacted in one field is redacted wherever else it stands in the same answer. */
  readonly everywhere?: true;
  /** Whether it is redacted by default. */
  readonly on: boolean;
  readonly finds: string;
  readonly leaves: string;
  /** Kinds of fields that hold it; more than one where values are judged in different ways. */
  readonly fields?: Readonly<Record<string, FieldKindRule>>;
  /** Words beside a number in a text that say what it is, by topic. */
  readonly topics?: Readonly<Record<string, string>>;
}

/** A kind of field. Lists are words with blanks between, folded as catalog/vocabulary/fold.ts does it. */
export interface FieldKindRule {
  /** What such fields are called, as joined words: `first_name`, `firstName` and `First Name` all read `firstname`. */
  readonly names: string;
  /**
   * Whether a value under such a field is data of this kind at all: `phone: "mobile"` says nothing personal.
   *
   * @param traits of the value; valid during the call only
   * @param name of the field, its words joined
   */
  accepts(value: string, traits: Readonly<Traits>, name: string): boolean;
  /** The same of a number in JSON, by the digits of a whole one; 0 for a fraction. None is accepted where it is missing. */
  acceptsNumber?(digits: number): boolean;
  /** Bits of `Evidence` for the fields beside it. */
  readonly evidence?: number;
  /** Names of fields below such a field that hold the value: `number` below `passport`. */
  readonly parts?: string;
  /** Words about such a field that may stand in it instead of a value, as `first_name: "Vorname"` (value/captions.ts). */
  readonly captions?: CaptionSort;
  /** HL7 v2 table 0203: identifier types that mean it. */
  readonly hl7?: readonly string[];
  /** The value is a number, so a word for a number beside the name changes nothing: `passport_num`. */
  readonly isNumber?: true;
  /** Its values have a form of their own, so any word may stand behind the name. */
  readonly hasForm?: true;
  /** A text may name it before its number: `Ausweisnummer AB4115769`. */
  readonly namedInText?: true;
  /** A label beside a value, or a wrapper around it, may give the value this kind. */
  readonly byLabel?: true;
  /** Fields below it may be named by their use: `phones: {home: …, work: …}`. */
  readonly byUse?: true;
  /** A value may be the id of a record instead of data: `card: "card_1Mvxyz123"`. */
  readonly mayRefer?: true;
  /** A value may be a mask (`(99) 99999-9999`), which is no data. */
  readonly mayBeMasked?: true;
}

/** The sort of captions that may stand in a field; in a `bareName` also what somebody is: `name: "Admin"`. */
export type CaptionSort = 'name' | 'bareName' | 'address' | 'other';

/** Gives the object back with the names of its fields and topics in the type, from which `FieldKind` is derived. */
export const personalData = <const D extends PersonalData>(data: D): D => data;

/** Ids of records with a prefix, as Stripe writes them. */
export const REFERENCE = /^[a-z]{2,16}_(?:[a-z]{2,12}_)?[A-Za-z0-9]+$/;
/** Permanent account numbers of India: tax numbers with the name of card numbers (PAN). */
export const INDIAN_PAN = /^[A-Z]{5}\d{4}[A-Z]$/;
/** Names of fields below an official document that hold its number. */
export const NUMBER_PARTS = 'number value no id';
