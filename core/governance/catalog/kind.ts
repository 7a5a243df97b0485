/** What the catalogue says of one kind of personal data. */
import type { Traits } from '../value/facts/traits.ts';

/** What an owner switches on or off. */
export interface PersonalData {
  /** The type in the marker, and the key in `GovernanceSettings.detectors`. */
  readonly id: string;
  readonly title: string;
  readonly group: 'contact' | 'identity' | 'money' | 'credentials' | 'network' | 'health' | 'optional';
  /** A value that was redacted in one field goes wherever else it stands in the same answer. */
  readonly everywhere?: true;
  /** Whether it is redacted where nothing is set. */
  readonly on: boolean;
  readonly finds: string;
  readonly leaves: string;
  /** Kinds of fields that hold it, apart where they are judged in different ways. */
  readonly fields?: Readonly<Record<string, FieldKindRule>>;
  /** By topic: words beside a number in a text that say what it is. */
  readonly topics?: Readonly<Record<string, string>>;
}

/** A kind of field. Lists are words with blanks between, folded as catalog/vocabulary/fold.ts does it. */
export interface FieldKindRule {
  /** What such fields are called, as glued words: `first_name`, `firstName` and `First Name` all read `firstname`. */
  readonly names: string;
  /**
   * Whether a value under such a field is data of this kind at all: `phone: "mobile"` says nothing personal.
   *
   * @param traits of the value; valid during the call only
   * @param name of the field, its words glued
   */
  accepts(value: string, traits: Readonly<Traits>, name: string): boolean;
  /** The same of a number in JSON, by the digits of a whole one; 0 for a fraction. None is accepted where it is missing. */
  acceptsNumber?(digits: number): boolean;
  /** Bits of `Signal` for the fields beside it. */
  readonly evidence?: number;
  /** Names of fields below such a one that hold its value: `number` below `passport`. */
  readonly parts?: string;
  /** Words about such a field that may stand in it instead of a value, as `first_name: "Vorname"` (value/captions.ts). */
  readonly captions?: CaptionSort;
  /** HL7 v2 table 0203: identifier types that mean it. */
  readonly hl7?: readonly string[];
  /** It has a number, so that a word for one beside its name says nothing new: `passport_num`. */
  readonly isNumber?: true;
  /** Its values have a form of their own, so that any word may stand behind its name. */
  readonly hasForm?: true;
  /** A text may name it before its number: `Ausweisnummer AB4115769`. */
  readonly namedInText?: true;
  /** A label beside a value, or a wrapper around it, may give it this kind; others need more than that. */
  readonly byLabel?: true;
  /** Its fields may be kept by use: `phones: {home: …, work: …}`. */
  readonly byUse?: true;
  /** A value with a prefix points to a record of it: `card: "card_1Mvxyz123"`. */
  readonly mayRefer?: true;
  /** A masked value is none: `*** ** 1234`. */
  readonly mayBeMasked?: true;
}

/** Of a `bareName` the word for what somebody is stands for a name, too: `name: "Admin"`. */
export type CaptionSort = 'name' | 'bareName' | 'address' | 'other';

/** Keeps the names of its fields and topics in the type, from which `FieldKind` is derived. */
export const personalData = <const D extends PersonalData>(data: D): D => data;

/** Ids of records with a prefix, as Stripe writes them. */
export const REFERENCE = /^[a-z]{2,16}_(?:[a-z]{2,12}_)?[A-Za-z0-9]+$/;
/** Permanent account numbers of India: for taxes, but called as those of cards are. */
export const INDIAN_PAN = /^[A-Z]{5}\d{4}[A-Z]$/;
/** Below an official document. */
export const NUMBER_PARTS = 'number value no id';
