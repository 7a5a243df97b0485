/**
 * What a field name says: its kind, the role of what it holds, and the evidence that it gives. A name is split into
 * words, and a phrase of the catalogue must be the whole name or its end (`verified_phone`, `billingEmailAddress`),
 * never a substring. The last words decide, so `email_verified`, `token_type` and `address_id` have no kind.
 */

import type { NamePart } from '../../model/governance/report.ts';
import type { FieldKind } from '../catalog/index.ts';
import { markersIn } from '../catalog/marker.ts';
import { COMMON_FIELD_NAMES } from '../vocabulary/commonFieldNames.ts';
import { IP_OWNERS } from '../vocabulary/machines.ts';
import * as qualifiers from '../vocabulary/modifiers.ts';
import { phraseSet, setHas, wordsOf } from '../vocabulary/words.ts';
import { agentScore, namesThing } from './agentEndings.ts';
import { type Topic, topicOfWords } from './contextWords.ts';
import { evidenceOf, isEmailId } from './evidence.ts';
import { isKindWord, kindOf } from './matching.ts';
import { mayBePersonString, type Role, roleOf } from './roles.ts';
import type { Ruling } from './ruling.ts';

/** What a field name says. */
export interface KeyInfo {
  /** Its normalized words. */
  readonly words: readonly string[];
  /** The words without separators. */
  readonly joined: string;
  readonly kind: FieldKind | undefined;
  /** The kind with the rule that gives it, as far as the name decides. */
  readonly ruling: Ruling;
  readonly role: Role;
  /** A plain string in this field may be a person's name. */
  readonly holdsPersonName: boolean;
  /** Bits of `Evidence`. */
  readonly evidence: number;
  /** The field holds an identifier: digits in it are not a card, a telephone or an id number. */
  readonly identifier: boolean;
  /** What the name says that digits in the value are. */
  readonly topic: Topic | undefined;
  /** The value may show that the object is a person: a mailbox address, a typed reference. */
  readonly mayIdentifyPerson: boolean;
  /** The field holds a Message-ID (RFC 5322), which looks like an e-mail address. */
  readonly messageId: boolean;
  /** The field holds a cursor, an image or a signature, so base64 in it is not decoded. */
  readonly opaque: boolean;
  /** The value describes other fields (labels, patterns) and is not data. */
  readonly describesFields: boolean;
  /** The sum of evidence from which a value is a person's name, where the field's name says nothing of what it holds; otherwise infinite. */
  readonly nameFrom: number;
  /** How much such a name reads like a word for a person, from -3 to 3 (agentEndings.ts); 0 where the name says something. */
  readonly agent: number;
  /** Such a name is a word for a thing. */
  readonly isThing: boolean;
  /** The name ends in `name`, after an owner that may be a person or a thing. */
  readonly hasAmbiguousOwner: boolean;
  /** Which part of a person's name the field holds, where another one may hold the rest. */
  readonly namePart: NamePart | undefined;
  /** The field holds addresses of machines, as clouds and clusters list them. */
  readonly isMachineAddress: boolean;
  /** The word before the matched phrase (`wallet` of `wallet_address`); '' when there is none. */
  readonly qualifier: string;
  /** Values that the API description lists for the field; read in the mode `closed` only. */
  readonly listed?: ReadonlySet<string>;
  /** In the mode `closed`, the owner lets pass what nothing is found in. */
  readonly isSearched?: boolean;
  /** Results of the tests in keyTest.ts, by a bit of each. They depend on `joined` only. */
  readonly tests: { asked: number; passed: number };
}

const IDENTIFIER_WORDS = phraseSet(qualifiers.IDENTIFIER_WORDS);
const IDENTIFIER_QUALIFIERS = phraseSet(qualifiers.IDENTIFIER_QUALIFIERS);

const NUMBER_LAST = phraseSet('number no nr num code key nummer');
const NUMBER_FIRST = phraseSet('numero num nro numer cislo nummer codice codigo code kod kode');

function isIdentifier(words: readonly string[], joined: string): boolean {
  if (IDENTIFIER_WORDS.has(joined)) return true;
  const last = words.at(-1);
  if (last === undefined) return false;
  if (setHas(IDENTIFIER_WORDS, last)) return true;
  if (words.length < 2) return false;
  // `order_number`, `codice_prenotazione`
  if (NUMBER_LAST.has(last) && words.slice(0, -1).some((word) => IDENTIFIER_QUALIFIERS.has(word))) return true;
  return NUMBER_FIRST.has(words[0] ?? '') && words.slice(1).some((word) => IDENTIFIER_QUALIFIERS.has(word));
}

const COMMON = phraseSet(COMMON_FIELD_NAMES);

/**
 * Whether a name says nothing: neither does a word of it have a kind, nor do descriptions of many vendors have it, nor does it tell what else
 * it holds. A role of people says nothing about a value that does not read like a name.
 */
const saysNothing = (info: KeyInfo): boolean =>
  info.holdsPersonName ||
  (info.role === 'none' &&
    info.kind === undefined &&
    info.evidence === 0 &&
    info.topic === undefined &&
    !info.identifier &&
    !info.describesFields &&
    !info.opaque &&
    !info.messageId &&
    !COMMON.has(info.joined) &&
    !info.words.some(isKindWord));

const FIELD_DESCRIPTIONS =
  /^(?:form|field|ui|input)?(?:labels|translations?|i18n|l10n|placeholders?|tooltips|captions|hints|helptexts?|regex(?:es|ps?)?|patterns?|masks|validations?|validators|columntitles|fieldnames|privacy(?:settings)?|visibilit(?:y|ies))$/;

const GIVEN_FIELD =
  /^(?:first|given)s?$|(?:first|given)names?$|name(?:first|given)$|^fname$|^forename$|^vorname$|^prenoms?$|^nombres?$|^voornaam$/;
const SURNAME_FIELD =
  /^(?:last|family)$|(?:last|family)name$|namelast$|^lname$|^surname$|^nachname$|^nomdefamille$|^apellidos?$|^achternaam$/;

const MACHINE_ADDRESS = new RegExp(`^(?:${IP_OWNERS})ips?$`);

/** Names of fields that hold a version. */
const VERSION_FIELD =
  /^(?:fw|sw|hw|algorithms?|algo|models?|processors?|parsers?|codecs?|encoders?|schemas?|specs?|editions?|builds?|ecu|bios|uefi|bootloader|firmware|nuget|baseline|(?:un)?fixedin|affected|since|deprecatedsince|introducedin|removedin|rollbackto|upgradeto|downgradeto|(?:dev|peer|optional|transitive)?dependenc(?:y|ies)|devdeps|packages?versions?|engines?|compat(?:ibility)?|hotfix|upgrades?|bumps?|updates?|downgrades?|rollbacks?|changelogs?|releasenotes?|whatsnew|patchlevel|servicepack|softwares?|latest|wanted|minimum|maximum|supported|runtimes?|toolchains?|plugins?|modules?|drivers?versions?)$/;

function topicOfKey(words: readonly string[], joined: string): Topic | undefined {
  // These name a container of a text and say nothing about digits in it.
  if (joined === 'text' || joined === 'call' || joined === 'contact') return undefined;
  if (
    joined.endsWith('contentversion') ||
    VERSION_FIELD.test(joined) ||
    (words.length > 1 && /^(?:fw|sw|bios|firmware)$/.test(words.at(-1) ?? ''))
  )
    return 'version';
  const topic = topicOfWords(words);
  return topic === 'id' && words.length > 1 && roleOf(words.slice(0, 1), words[0] ?? '') === 'organisation'
    ? undefined
    : topic;
}

/** A name without imitated markers, or the content of the marker when nothing else is left. */
function withoutImitations(key: string): string {
  const rest = key.replace(/\[REDACTED(?![\p{L}\p{N}])[^\]]*\]?/gu, ' ').trim();
  return rest === '' ? key.replaceAll('[REDACTED', ' ') : rest;
}

/**
 * The name without its namespace prefix (`cbc:Telephone`, `ns2:Town`). A prefix that has a meaning stays
 * (`btc:address`).
 */
function withoutNamespace(key: string): string {
  const colon = key.indexOf(':');
  if (colon < 1 || colon > 6 || colon !== key.lastIndexOf(':')) return key;
  const prefix = key.slice(0, colon);
  return /^[a-z][a-z0-9]*$/i.test(prefix) &&
    /^\p{L}/u.test(key.slice(colon + 1)) &&
    !MEANINGFUL_PREFIXES.has(prefix.toLowerCase())
    ? key.slice(colon + 1)
    : key;
}
const MEANINGFUL_PREFIXES = phraseSet(
  `${qualifiers.NETWORK_ADDRESS} ${qualifiers.TECHNICAL_ADDRESS} ${qualifiers.NOT_SECRET} mac type has is tag no num`,
);

/** Full-width characters (Unicode block Halfwidth and Fullwidth Forms). */
const FULL_WIDTH = /[\uff01-\uff5e]/;

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** How names are read. */
export interface NameReading {
  /** Marker types of the owner's patterns. */
  readonly custom?: ReadonlySet<string> | undefined;
  /** The sum of evidence from which a value is a name in a field whose name says nothing (context/unlistedNames.ts); without it none is. */
  readonly nameFrom?: number | undefined;
}

/** Reads a name. */
export function readKey(key: string, { custom, nameFrom = Number.POSITIVE_INFINITY }: NameReading = {}): KeyInfo {
  const words = wordsOfName(key, custom);
  const joined = words.join('');
  const { kind, ruling, qualifier, hasAmbiguousOwner } = kindOf(words);
  const own = roleOf(words, joined);
  const info: Writable<KeyInfo> = {
    words,
    joined,
    kind,
    ruling,
    role: roleByOwner(own, words),
    holdsPersonName: !kind && mayBePersonString(own, words, joined),
    evidence: evidenceOf(words, joined, kind),
    identifier: !kind && isIdentifier(words, joined),
    mayIdentifyPerson:
      joined === 'address' || joined === 'addr' || joined === 'reference' || isEmailId(joined) || kind === 'username',
    // A second name line is often a department.
    hasAmbiguousOwner: hasAmbiguousOwner || /^name[234]$/.test(joined),
    describesFields: FIELD_DESCRIPTIONS.test(joined),
    opaque:
      /cursor|nextpage|pagetoken|nexttoken|continuation|thumbnail|image|avatar|icon|signature|hash|checksum|digest|etag|pagination/.test(
        joined,
      ),
    messageId: /(?:message|msg)id$|^inreplyto$|^references$|^threadid$|^ical?uid$/.test(joined),
    topic: topicOfKey(words, joined),
    namePart: GIVEN_FIELD.test(joined) ? 'given' : SURNAME_FIELD.test(joined) ? 'surname' : undefined,
    isMachineAddress: MACHINE_ADDRESS.test(joined),
    qualifier,
    nameFrom: Number.POSITIVE_INFINITY,
    agent: 0,
    isThing: false,
    tests: { asked: 0, passed: 0 },
  };
  if (nameFrom < Number.POSITIVE_INFINITY && saysNothing(info)) {
    info.nameFrom = nameFrom;
    info.agent = agentScore(words);
    info.isThing = namesThing(words);
  }
  return info;
}

/** Only the `kind` of {@link readKey}, in a third of its time. */
export const kindOfKey = (key: string): FieldKind | undefined => kindOf(wordsOfName(key)).kind;

/** Only the `role` of {@link readKey}. */
export function roleOfKey(key: string): Role {
  const words = wordsOfName(key);
  return roleByOwner(roleOf(words, words.join('')), words);
}

/** A name that is data itself (an e-mail address, a marker) says nothing about its value and has no words. */
function wordsOfName(key: string, custom?: ReadonlySet<string>): readonly string[] {
  if ((key.indexOf('@') > 0 && /@[\w.-]+\.\p{L}{2}/u.test(key)) || markersIn(key, custom).length > 0) return [];
  return wordsOf(
    key.includes('[REDACTED')
      ? withoutImitations(key)
      : withoutNamespace(FULL_WIDTH.test(key) ? key.normalize('NFKC') : key),
  );
}

/** `org_id: {name}`: the object is what the id refers to. */
function roleByOwner(own: Role, words: readonly string[]): Role {
  const owner = own === 'none' && words.length > 1 && /^ids?$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : [];
  const role = owner.length > 0 ? roleOf(owner, owner.join('')) : own;
  return role === 'none' ? roleOfReference(words) : role;
}

/** The role in the name of a reference: `EmployeeRef: {value: '55', name}`. */
function roleOfReference(words: readonly string[]): Role {
  if (words.length < 2 || words.at(-1) !== 'ref') return 'none';
  const role = roleOf(words.slice(0, -1), words.slice(0, -1).join(''));
  return role === 'person' ? 'weak' : role;
}
