/**
 * What a field name says: its kind by the catalogue, the role of what stands under it, and the evidence that it gives of its siblings. A name is
 * split into words and matched as a whole or by its end (`verified_phone`, `billingEmailAddress`), never by a substring: the last words decide,
 * so `email_verified`, `token_type` and `address_id` have no kind.
 */

import type { FieldKind } from '../catalog/index.ts';
import { markersIn } from '../catalog/marker.ts';
import * as qualifiers from '../catalog/vocabulary/modifiers.ts';
import { phraseSet, setHas, wordsOf } from '../catalog/vocabulary/words.ts';
import { type Topic, topicOfWords } from '../text/contextWords.ts';
import { evidenceOf } from './evidence.ts';
import { kindOf } from './matching.ts';
import { mayBePersonString, type Role, roleOf } from './roles.ts';

/** What a field name says. */
export interface KeyInfo {
  /** Its folded words. */
  readonly words: readonly string[];
  /** The same without separators. */
  readonly joined: string;
  readonly kind: FieldKind | undefined;
  readonly role: Role;
  /** A plain string under this key may be the person's name. */
  readonly holdsPersonName: boolean;
  /** Bits of `Evidence`. */
  readonly evidence: number;
  /** The key names an identifier: digits under it are not a card, a phone or an id number. */
  readonly identifier: boolean;
  /** What the name says that digits under it are. */
  readonly topic: Topic | undefined;
  /** The value may show that the object is a person's: a mailbox address, a typed reference. */
  readonly mayIdentifyPerson: boolean;
  /** The id of a mail, which looks like an address. */
  readonly messageId: boolean;
  /** Cursors, images and signatures: base64 under such a name is not decoded. */
  readonly opaque: boolean;
  /** What stands under it describes fields (labels, patterns) and is no data. */
  readonly describesFields: boolean;
  /** Ends in `name` behind an owner that may be a person or a thing. */
  readonly hasAmbiguousOwner: boolean;
  /** Its value is the address of a machine, as clouds and clusters list them. */
  readonly isMachineAddress: boolean;
  /** The word before the matched phrase (`wallet` of `wallet_address`); '' when there is none. */
  readonly qualifier: string;
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

const FIELD_DESCRIPTIONS =
  /^(?:form|field|ui|input)?(?:labels|translations?|i18n|l10n|placeholders?|tooltips|captions|hints|helptexts?|regex(?:es|ps?)?|patterns?|masks|validations?|validators|columntitles|fieldnames|privacy(?:settings)?|visibilit(?:y|ies))$/;

const MACHINE_ADDRESS = /^(?:pod|host|node|cluster|loadbalancer|gateway|nameserver|dnsserver|container|vm)ips?$/;

/** Names under which a version stands. */
const OF_VERSIONS =
  /^(?:fw|sw|hw|algorithms?|algo|models?|processors?|parsers?|codecs?|encoders?|schemas?|specs?|editions?|builds?|ecu|bios|uefi|bootloader|firmware|nuget|baseline|(?:un)?fixedin|affected|since|deprecatedsince|introducedin|removedin|rollbackto|upgradeto|downgradeto|(?:dev|peer|optional|transitive)?dependenc(?:y|ies)|devdeps|packages?versions?|engines?|compat(?:ibility)?|hotfix|upgrades?|bumps?|updates?|downgrades?|rollbacks?|changelogs?|releasenotes?|whatsnew|patchlevel|servicepack|softwares?|latest|wanted|minimum|maximum|supported|runtimes?|toolchains?|plugins?|modules?|drivers?versions?)$/;

function topicOfKey(words: readonly string[], joined: string): Topic | undefined {
  // These name a container of a text, and say nothing of digits in it.
  if (joined === 'text' || joined === 'call' || joined === 'contact') return undefined;
  if (
    joined.endsWith('contentversion') ||
    OF_VERSIONS.test(joined) ||
    (words.length > 1 && /^(?:fw|sw|bios|firmware)$/.test(words.at(-1) ?? ''))
  )
    return 'version';
  const topic = topicOfWords(words);
  return topic === 'id' && words.length > 1 && roleOf(words.slice(0, 1), words[0] ?? '') === 'organisation'
    ? undefined
    : topic;
}

/** A name without imitated markers; the content of such a marker when there is nothing else. */
function withoutImitations(key: string): string {
  const rest = key.replace(/\[REDACTED(?![\p{L}\p{N}])[^\]]*\]?/gu, ' ').trim();
  return rest === '' ? key.replaceAll('[REDACTED', ' ') : rest;
}

/** The name behind its namespace prefix (`cbc:Telephone`, `ns2:Town`); words that mean something stay (`btc:address`). */
function local(key: string): string {
  const colon = key.indexOf(':');
  if (colon < 1 || colon > 6 || colon !== key.lastIndexOf(':')) return key;
  const prefix = key.slice(0, colon);
  return /^[a-z][a-z0-9]*$/i.test(prefix) && /^\p{L}/u.test(key.slice(colon + 1)) && !MEANS.has(prefix.toLowerCase())
    ? key.slice(colon + 1)
    : key;
}
const MEANS = phraseSet(
  `${qualifiers.NETWORK_ADDRESS} ${qualifiers.TECHNICAL_ADDRESS} ${qualifiers.NOT_SECRET} mac type has is tag no num`,
);

/** Full-width forms. */
const WIDE = /[\uff01-\uff5e]/;

/** Reads a name. @param custom marker types of an owner's patterns */
export function readKey(key: string, custom?: ReadonlySet<string>): KeyInfo {
  // A key that is data itself (an address, or a marker) says nothing about what it holds.
  const isData = (key.indexOf('@') > 0 && /@[\w.-]+\.\p{L}{2}/u.test(key)) || markersIn(key, custom).length > 0;
  const words = isData
    ? []
    : wordsOf(key.includes('[REDACTED') ? withoutImitations(key) : local(WIDE.test(key) ? key.normalize('NFKC') : key));
  const joined = words.join('');
  const { kind, qualifier, hasAmbiguousOwner } = kindOf(words);
  const own = roleOf(words, joined);
  // `org_id: {name}`: the object with that id.
  const owner = own === 'none' && words.length > 1 && /^ids?$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : [];
  const role = owner.length > 0 ? roleOf(owner, owner.join('')) : own;
  return {
    words,
    joined,
    kind,
    role: role === 'none' ? roleOfReference(words) : role,
    holdsPersonName: !kind && mayBePersonString(own, words, joined),
    evidence: evidenceOf(words, joined, kind),
    identifier: !kind && isIdentifier(words, joined),
    mayIdentifyPerson: joined === 'address' || joined === 'addr' || joined === 'reference' || kind === 'username',
    // The second line of a name is often a department's.
    hasAmbiguousOwner: hasAmbiguousOwner || /^name[234]$/.test(joined),
    describesFields: FIELD_DESCRIPTIONS.test(joined),
    opaque:
      /cursor|nextpage|pagetoken|nexttoken|continuation|thumbnail|image|avatar|icon|signature|hash|checksum|digest|etag|pagination/.test(
        joined,
      ),
    messageId: /(?:message|msg)id$|^inreplyto$|^references$|^threadid$|^ical?uid$/.test(joined),
    topic: topicOfKey(words, joined),
    isMachineAddress: MACHINE_ADDRESS.test(joined),
    qualifier,
  };
}

/** The role of a reference: `EmployeeRef: {value: '55', name}`. */
function roleOfReference(words: readonly string[]): Role {
  if (words.length < 2 || words.at(-1) !== 'ref') return 'none';
  const role = roleOf(words.slice(0, -1), words.slice(0, -1).join(''));
  return role === 'person' ? 'weak' : role;
}

/** Reads names and remembers what they say, up to `limit` of them. */
export function createKeyReader(custom?: ReadonlySet<string>, limit = 4_096): (key: string) => KeyInfo {
  const known = new Map<string, KeyInfo>();
  return (key) => {
    const info = known.get(key);
    if (info) return info;
    const fresh = readKey(key.length > 128 ? key.slice(0, 128) : key, custom);
    if (known.size < limit) known.set(key, fresh);
    return fresh;
  };
}
