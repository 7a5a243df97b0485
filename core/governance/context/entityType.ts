/** What an object's own values say it is: its type, a mailbox address, a reference to a person. */
import type { JsonValue } from '../../json/value.ts';
import { EntityType, type ObjectPlan } from './objectPlan.ts';

const ORGANISATION_TYPE =
  /^(?:organi[sz]ation|company|business|team|bot|app|application|group|repository|project|product|location|device|medication|corporate|enterprise|merchant|financial[ _-]?institution|bank|vendor|supplier|marketplace|payment[ _-]?app|payment[ _-]?terminal|employer|airline|insurer|hospital|clinic|school|university|agency|charity|brand|system|service|account|place|store|role|permission|file|folder)$/i;
/** Of a party named beside it. */
const FIRM_TYPE =
  /^(?:merchant|business|company|corporate|corporation|organi[sz]ation|institution|firm|legal[_ -]?(?:entity|person)|vendor|supplier|b2b)$/i;
const GROUP_TYPE = /^(?:team|group|bot|queue|squad|mailbox)$/i;
const PERSON_TYPE =
  /^(?:user|person|people|contact|customer|individual|human|patient|practitioner|relatedperson|employee|member|guest|lead|natural[_ -]?person|private|driver|student|teacher|author|candidate|applicant)s?(?:[_ -]?ref(?:erence)?)?$/i;

/** `member` gives the value of the object's field at a position of the plan's keys. */
export function entityTypeOf(plan: ObjectPlan, member: (index: number) => JsonValue | undefined): number {
  let entityType: number = EntityType.none;
  for (const index of plan.typeKeys) {
    const type = member(index);
    if (typeof type !== 'string') continue;
    if (GROUP_TYPE.test(type)) entityType = EntityType.organisation | EntityType.group;
    else if (ORGANISATION_TYPE.test(type)) entityType = EntityType.organisation;
    else if (PERSON_TYPE.test(type)) entityType = EntityType.person;
    else continue;
    break;
  }
  if (plan.partyKey >= 0) {
    const party = member(plan.partyKey);
    if (typeof party === 'string' && FIRM_TYPE.test(party)) entityType |= EntityType.firm;
  }
  for (const index of plan.personKeys) if (identifiesPerson(member(index))) return entityType | EntityType.contact;
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
