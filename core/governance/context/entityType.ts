/** What an object is according to its own values: the type it declares, a mailbox address, a reference to a person. */
import type { JsonValue } from '../../lib/json/value.ts';
import { SuffixFilter } from '../facts/suffixFilter.ts';

/** Bits that say what an object is. */
export const EntityType = {
  none: 0,
  organisation: 1,
  person: 2,
  /** Has a mailbox address or a reference to a person. */
  contact: 4,
  /** A team, a bot or a queue, which has no given name. */
  group: 8,
  /** A party of a payment that is declared to be a company. */
  firm: 16,
  /** The event of a birth: `{type: 'Birth', date, place}`. */
  birth: 32,
} as const;

/** Positions of the members whose values say what an object is. */
export interface IdentifyingFields {
  /** Type fields. The first one with a known type counts. */
  readonly typeKeys: readonly number[];
  /** The field that declares what a party is (`counterPartyType`), or -1. */
  readonly partyKey: number;
  /** Fields that may hold a mailbox address or a reference to a person. */
  readonly personKeys: readonly number[];
}

const words = (list: string): readonly string[] => list.split(' ');
/** A pattern of one of many words, whose parts may be separate: `financial_institution`. */
const anyOf = (list: readonly string[]): string => `(?:${list.join('|').replaceAll('-', '[ _-]?')})`;

const GROUPS = words('team group bot queue squad mailbox');
const ORGANISATIONS = words(
  'organization organisation company business team bot app application group repository project product location device medication corporate enterprise merchant financial-institution bank vendor supplier marketplace payment-app payment-terminal employer airline insurer hospital clinic school university agency charity brand system service account place store role permission file folder',
);
/** Types of a party that mean a company. */
const FIRMS = words(
  'merchant business company corporate corporation organization organisation institution firm legal-entity legal-person vendor supplier b2b',
);
const PERSONS = words(
  'user person people contact customer individual human patient practitioner relatedperson employee member guest lead natural-person private-person private-customer private-individual driver student teacher author candidate applicant',
);
const GROUP_TYPE = new RegExp(`^(?:\\w+[_ -])?${anyOf(GROUPS)}$`, 'i');
const ORGANISATION_TYPE = new RegExp(`^${anyOf(ORGANISATIONS)}$`, 'i');
const FIRM_TYPE = new RegExp(`^${anyOf(FIRMS)}$`, 'i');
const PERSON_TYPE = new RegExp(`^${anyOf(PERSONS)}s?(?:[_-]?ref(?:erence)?)?$`, 'i');
const BIRTHS = words('birth birt born');
const BIRTH_TYPE = new RegExp(`^${anyOf(BIRTHS)}$`, 'i');
/** Most types are none of these. */
const TYPE_FILTER = new SuffixFilter(
  [...GROUPS, ...ORGANISATIONS, ...PERSONS, ...BIRTHS].map((type) => type.slice(type.lastIndexOf('-') + 1)),
  PERSONS.map((type) => `${type.slice(type.lastIndexOf('-') + 1)}s`),
  ['ref', 'reference'],
);

/**
 * What an object is by its values.
 *
 * @param member returns the value of the object's member at a position
 * @returns bits of `EntityType`
 */
export function entityTypeOf(fields: IdentifyingFields, member: (index: number) => JsonValue | undefined): number {
  let entityType: number = EntityType.none;
  for (const index of fields.typeKeys) {
    const full = member(index);
    if (typeof full !== 'string' || !TYPE_FILTER.mayEndWith(full, full.length)) continue;
    // `https://schema.org/Person`, `admin#directory#user`
    const type = full.slice(Math.max(full.lastIndexOf('/'), full.lastIndexOf('#'), full.lastIndexOf(':')) + 1);
    if (GROUP_TYPE.test(type)) entityType = EntityType.organisation | EntityType.group;
    else if (ORGANISATION_TYPE.test(type)) entityType = EntityType.organisation;
    else if (PERSON_TYPE.test(type)) entityType = EntityType.person;
    else if (BIRTH_TYPE.test(type)) entityType = EntityType.birth;
    else continue;
    break;
  }
  if (fields.partyKey >= 0) {
    const party = member(fields.partyKey);
    if (typeof party === 'string' && FIRM_TYPE.test(party)) entityType |= EntityType.firm;
  }
  for (const index of fields.personKeys) if (identifiesPerson(member(index))) return entityType | EntityType.contact;
  return entityType;
}

function identifiesPerson(value: JsonValue | undefined): boolean {
  return (
    typeof value === 'string' &&
    value.length < 256 &&
    (value.includes('@') || value.includes('%40') || (value.includes('/') && PERSON_REFERENCE.test(value)))
  );
}

/** A reference to a person (FHIR): `Patient/7`. */
const PERSON_REFERENCE = /^(?:.*\/)?(?:Patient|Practitioner|RelatedPerson|Person|User|Contact)\//;
