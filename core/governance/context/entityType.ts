/** What an object is according to its own values: the type it declares, a mailbox address, a reference to a person. */
import type { JsonValue } from '../../json/value.ts';

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

const ORGANISATION_TYPE =
  /^(?:organi[sz]ation|company|business|team|bot|app|application|group|repository|project|product|location|device|medication|corporate|enterprise|merchant|financial[ _-]?institution|bank|vendor|supplier|marketplace|payment[ _-]?app|payment[ _-]?terminal|employer|airline|insurer|hospital|clinic|school|university|agency|charity|brand|system|service|account|place|store|role|permission|file|folder)$/i;
/** Types of a party that mean a company. */
const FIRM_TYPE =
  /^(?:merchant|business|company|corporate|corporation|organi[sz]ation|institution|firm|legal[_ -]?(?:entity|person)|vendor|supplier|b2b)$/i;
const GROUP_TYPE = /^(?:\w+[_ -])?(?:team|group|bot|queue|squad|mailbox)$/i;
const PERSON_TYPE =
  /^(?:user|person|people|contact|customer|individual|human|patient|practitioner|relatedperson|employee|member|guest|lead|natural[_ -]?person|private[_ -](?:person|customer|individual)|driver|student|teacher|author|candidate|applicant)s?(?:[_ -]?ref(?:erence)?)?$/i;

/**
 * What an object is by its values.
 *
 * @param member returns the value of the object's member at a position
 * @returns bits of `EntityType`
 */
export function entityTypeOf(fields: IdentifyingFields, member: (index: number) => JsonValue | undefined): number {
  let entityType: number = EntityType.none;
  for (const index of fields.typeKeys) {
    const type = member(index);
    if (typeof type !== 'string') continue;
    if (GROUP_TYPE.test(type)) entityType = EntityType.organisation | EntityType.group;
    else if (ORGANISATION_TYPE.test(type)) entityType = EntityType.organisation;
    else if (PERSON_TYPE.test(type)) entityType = EntityType.person;
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
    (value.includes('@') ||
      value.includes('%40') ||
      /^(?:.*\/)?(?:Patient|Practitioner|RelatedPerson|Person|User|Contact)\//.test(value))
  );
}
