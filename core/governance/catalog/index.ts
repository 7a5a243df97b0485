/**
 * The catalogue of personal data: one file for each kind, and the types, maps and sets that are derived from them. It
 * does not look at answers: context/ decides which kind a field of an object has, text/detectors/ finds values in text.
 */
import { address } from './address.ts';
import { age } from './age.ts';
import { apiKey } from './apiKey.ts';
import { bankAccount } from './bankAccount.ts';
import { birthDate } from './birthDate.ts';
import { birthPlace } from './birthPlace.ts';
import { card } from './card.ts';
import { driverLicense } from './driverLicense.ts';
import { email } from './email.ts';
import { gender } from './gender.ts';
import { health } from './health.ts';
import { healthRecord } from './healthRecord.ts';
import { iban } from './iban.ts';
import { imei } from './imei.ts';
import { ip } from './ip.ts';
import { jwt } from './jwt.ts';
import type { FieldKindRule, PersonalData } from './kind.ts';
import { location } from './location.ts';
import { mac } from './mac.ts';
import { name } from './name.ts';
import { nationalId } from './nationalId.ts';
import { nationality } from './nationality.ts';
import { onlineId } from './onlineId.ts';
import { passport } from './passport.ts';
import { pay } from './pay.ts';
import { phone } from './phone.ts';
import { privateKey } from './privateKey.ts';
import { secret } from './secret.ts';
import { special } from './special.ts';
import { ssn } from './ssn.ts';
import { taxId } from './taxId.ts';
import { urlCredentials } from './urlCredentials.ts';
import { username } from './username.ts';
import { vehicle } from './vehicle.ts';

/** All kinds of personal data, in the order in which the dashboard shows them. */
export const CATALOG = [
  email,
  phone,
  name,
  address,
  card,
  ssn,
  nationalId,
  iban,
  bankAccount,
  birthDate,
  birthPlace,
  nationality,
  passport,
  driverLicense,
  healthRecord,
  special,
  taxId,
  secret,
  apiKey,
  jwt,
  privateKey,
  urlCredentials,
  ip,
  mac,
  imei,
  username,
  age,
  gender,
  health,
  pay,
  onlineId,
  location,
  vehicle,
] as const;

type Entry = (typeof CATALOG)[number];
type FieldsOf<E> = E extends { readonly fields: infer F } ? keyof F : never;
type TopicsOf<E> = E extends { readonly topics: infer T } ? keyof T : never;

/** The kinds of fields. For some the field's name is enough, for others the object decides (context/kindRules.ts). */
export type FieldKind = FieldsOf<Entry>;
/** What the words around a number in a text can say that it is. */
export type PersonalTopic = TopicsOf<Entry>;

const entries: readonly PersonalData[] = CATALOG;

/** The rule of each kind of field. */
export const FIELD_KINDS = Object.assign({}, ...entries.map(({ fields }) => fields)) as Readonly<
  Record<FieldKind, FieldKindRule>
>;
/** All kinds of fields, in the order of the catalogue. */
export const ALL_FIELD_KINDS = Object.keys(FIELD_KINDS) as readonly FieldKind[];

/** The type in the marker, by kind of field. */
export const TYPE_OF = Object.fromEntries(
  entries.flatMap(({ id, fields = {} }) => Object.keys(fields).map((kind) => [kind, id])),
) as Readonly<Record<FieldKind, string>>;

/** Types whose values are redacted everywhere in an answer once one field had them. */
export const EVERYWHERE: ReadonlySet<string> = new Set(
  entries.flatMap(({ id, everywhere }) => (everywhere ? [id] : [])),
);

/** Types whose values tell people, accounts or places apart; of some only those without digits. */
export const DISTINCT: ReadonlySet<string> = new Set(entries.flatMap(({ id, distinct }) => (distinct ? [id] : [])));
export const DISTINCT_WORDS: ReadonlySet<string> = new Set(
  entries.flatMap(({ id, distinct }) => (distinct === 'words' ? [id] : [])),
);

/** Words in a text, by the topic that they stand for. */
export const TOPIC_WORDS = Object.assign({}, ...entries.map(({ topics }) => topics)) as Readonly<
  Record<PersonalTopic, string>
>;

/** The kinds of fields that have a flag. */
export function kindsWith(flag: 'isNumber' | 'hasForm' | 'namedInText' | 'byLabel' | 'byUse'): ReadonlySet<FieldKind> {
  return new Set(ALL_FIELD_KINDS.filter((kind) => FIELD_KINDS[kind][flag] === true));
}
