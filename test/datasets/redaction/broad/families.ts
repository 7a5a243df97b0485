/**
 * Families of field names: every owner of a datum before every name of it, in every spelling; and beside them what is only
 * about such a datum, or names a thing.
 */
import { type Draft, p, trap } from '../label.ts';
import type { Template } from '../structured/tuning.ts';
import type { Values } from '../values.ts';

const OWNERS =
  `customer client guest patient employee user member contact recipient sender owner applicant borrower tenant student
  parent guardian emergency_contact primary_contact secondary_contact spouse beneficiary payer payee cardholder account_holder driver
  passenger traveler buyer agent attendee subscriber donor candidate insured policyholder claimant witness next_of_kin supervisor
  co_applicant lead_guest main_contact account_owner site_manager requester consignee dependent partner child employee_manager
  legal_representative authorized_signer trustee nominee lessee landlord referee prescriber referring_provider caller registrant`.split(
    /\s+/,
  );
const USES =
  'billing shipping home work mailing primary secondary old new previous current alternate permanent temporary legal residential delivery invoice business personal other'.split(
    ' ',
  );

type Make = (v: Values) => string | number;
const OF_PEOPLE: Readonly<Record<string, readonly [string, Make]>> = {
  first_name: ['name', (v) => v.person().first],
  last_name: ['name', (v) => v.person().last],
  full_name: ['name', (v) => v.person().full],
  surname: ['name', (v) => v.person().last],
  given_names: ['name', (v) => v.person().first],
  email: ['email', (v) => v.person().email],
  email_address: ['email', (v) => v.person().email],
  phone: ['phone', (v) => v.phone()],
  phone_number: ['phone', (v) => v.phone()],
  mobile: ['phone', (v) => v.phone()],
  mobile_number: ['phone', (v) => v.phone()],
  tel: ['phone', (v) => v.phone()],
  telephone_no: ['phone', (v) => v.phone()],
  dob: ['birth-date', (v) => v.person().birth],
  date_of_birth: ['birth-date', (v) => v.person().birth],
  birth_date: ['birth-date', (v) => v.person().birth],
  address: ['address', (v) => v.person().street],
  address_line_1: ['address', (v) => v.person().street],
  street: ['address', (v) => v.person().street],
  zip: ['address', (v) => v.person().zip],
  postal_code: ['address', (v) => v.person().zip],
  city: ['address', (v) => v.person().city],
  ssn: ['ssn', (v) => v.ssn()],
  national_id: ['national-id', (v) => v.pesel()],
  id_number: ['national-id', (v) => v.bsn()],
  passport_number: ['passport', (v) => `C${v.digits(8)}`],
  passport_no: ['passport', (v) => `K${v.digits(8)}`],
  tax_id: ['tax-id', (v) => v.digits(11)],
  nationality: ['nationality', (v) => v.pick(['German', 'FR', 'Brazilian', 'ITA', 'polska'])],
  drivers_license_number: ['driver-license', (v) => `D${v.digits(8)}`],
  iban: ['iban', (v) => v.iban()],
  ip_address: ['ip', (v) => v.ip()],
};
const OF_USES: Readonly<Record<string, readonly [string, Make]>> = {
  email: ['email', (v) => v.person().email],
  phone: ['phone', (v) => v.phone()],
  phone_number: ['phone', (v) => v.phone()],
  mobile: ['phone', (v) => v.phone()],
  fax: ['phone', (v) => v.phone()],
  address: ['address', (v) => v.person().street],
  address1: ['address', (v) => v.person().street],
  address_line2: ['address', (v) => v.person().street],
  street: ['address', (v) => v.person().street],
  street_2: ['address', (v) => v.person().street],
  zip_code: ['address', (v) => v.person().zip],
  postcode: ['address', (v) => v.person().zip],
  first_name: ['name', (v) => v.person().first],
  last_name: ['name', (v) => v.person().last],
};
/** What is about a datum, or points to it. */
const ABOUT: Readonly<Record<string, Make>> = {
  id: (v) => v.digits(8),
  uuid: (v) => v.uuid(),
  type: (v) => v.pick(['retail', 'home', 'Primary Contact']),
  status: (v) => v.pick(['active', 'verified', 'Pending Review']),
  count: (v) => v.int(1, 40),
  number_of_orders: (v) => v.int(1, 40),
  created_at: (v) => v.iso(),
  language: (v) => v.pick(['de', 'en-GB', 'Portuguese']),
  segment: (v) => v.pick(['High Value', 'dormant']),
  group_name: (v) => v.pick(['Gold Members', 'North Region']),
  tier: (v) => v.pick(['Gold', 'silver']),
  email_status: (v) => v.pick(['delivered', 'bounced']),
  email_template: (v) => v.pick(['welcome_v2', 'Order Confirmation']),
  email_domain: () => 'example.org',
  email_verified_at: (v) => v.iso(),
  email_frequency: () => 'weekly',
  phone_type: (v) => v.pick(['mobile', 'Land Line']),
  phone_country_code: (v) => v.pick(['+49', '44', 'US']),
  phone_verified: () => 'yes',
  phone_model: (v) => v.pick(['Pixel 8 Pro', 'iPhone 15']),
  address_type: (v) => v.pick(['residential', 'Post Office Box']),
  address_id: (v) => v.digits(9),
  address_format: () => '{line1}\\n{city}',
  name_format: (v) => v.pick(['First Last', 'LAST, First']),
  name_language: () => 'ja',
  birth_country: (v) => v.pick(['DE', 'PT']),
  ssn_provided: () => 'true',
  passport_expiry_date: (v) => v.day(),
  passport_country: () => 'FRA',
  tax_id_type: (v) => v.pick(['eu_vat', 'us_ein']),
  tax_rate: (v) => v.int(1, 25),
  id_type: (v) => v.pick(['passport', 'Driving Licence']),
  score: (v) => v.int(1, 900),
  since: (v) => v.day(),
  order_number: (v) => v.fill('###-#######'),
  reference: (v) => v.fill('RF-########'),
  url: (v) => `https://api.example/v1/${v.hex(8)}`,
};
/** Names of things. */
const THINGS =
  'file product event plan role branch host domain table package team project bank company school hotel brand song country currency job service device server class icon group list category model template campaign course policy store department tag bucket queue topic region game station venue band album ship species recipe vendor merchant carrier airline airport institution organization workspace channel playlist field column metric rule step stage pipeline workflow bot app feature segment variant collection theme warehouse location zone unit form report dashboard folder repo cluster namespace function method widget agency insurer program sport league tournament'.split(
    ' ',
  );
const THING_VALUES = [
  'Silver Lake',
  'Golden State',
  'North Star',
  'Blue Harbor Trading',
  'Summer Sale',
  'Deutsche Bank',
  'Grand Hotel Europa',
  'Air New Zealand',
  'Radio Head',
  'main',
  'api-gateway-prod',
  'Customer Support',
  'Santa Clara',
  'Jack Daniels',
  'Ben Nevis',
  'Robin Hood',
  'Marks Spencer',
  'Morgan Stanley',
];

const pascal = (word: string): string => (word ? word[0]!.toUpperCase() + word.slice(1) : word);
const SPELLINGS: readonly ((words: readonly string[]) => string)[] = [
  (words) => words.join('_'),
  (words) => words.map((word, index) => (index === 0 ? word : pascal(word))).join(''),
  (words) => words.map(pascal).join(''),
  (words) => words.join('-'),
  (words) => words.map(pascal).join(' '),
  (words) => words.join('_').toUpperCase(),
  (words) => words.join('.'),
  (words) => words.join(' '),
  (words) => `${words.map(pascal).join('_')}__c`,
];

function spelled(round: number, ...parts: string[]): string {
  return SPELLINGS[round % SPELLINGS.length]!(parts.join('_').split('_'));
}

export const FAMILIES: Readonly<Record<string, Template>> = {
  ownedData: (v) =>
    OWNERS.map((owner, index): Draft => {
      const round = index + v.int(0, 8);
      const fields = Object.entries(OF_PEOPLE).filter((_, at) => (at + index + v.int(0, 2)) % 3 === 0);
      return Object.fromEntries([
        ['id', trap('id', v.digits(6))],
        ...fields.map(([base, [type, make]]) => [spelled(round, owner, base), p(type, make(v))] as const),
        ...Object.entries(ABOUT)
          .filter((_, at) => (at + index) % 5 === 0)
          .map(([base, make]) => [spelled(round, owner, base), trap('about a datum', make(v))] as const),
      ]);
    }),
  ownedNames: (v) =>
    OWNERS.map((owner, index): Draft => {
      const round = index + v.int(0, 8);
      return {
        created: trap('iso time', v.iso()),
        [spelled(round, owner, 'name')]: p('name', v.person().full),
        amount: v.int(1, 900),
      };
    }),
  ownedStrings: (v) => ({
    tickets: OWNERS.filter((owner) => !/^(?:co_applicant|child|partner|dependent|agent)$/.test(owner)).map(
      (owner, index): Draft => ({
        key: trap('id', `TK-${v.digits(4)}`),
        [spelled(index, owner)]: p('name', v.person(v.pick(['us', 'uk', 'de', 'it'] as const)).full),
        state: 'open',
      }),
    ),
  }),
  usedData: (v) =>
    USES.map((use, index): Draft => {
      const round = index + v.int(0, 8);
      return Object.fromEntries([
        ['customer_no', trap('id', v.digits(8))],
        ...Object.entries(OF_USES).map(
          ([base, [type, make]]) => [spelled(round, use, base), p(type, make(v))] as const,
        ),
        [spelled(round, use, 'address_type'), trap('about a datum', 'residential')],
        [spelled(round, use, 'phone_extension'), trap('extension', v.digits(3))],
      ]);
    }),
  nestedData: (v) =>
    OWNERS.slice(0, 30).map((owner, index): Draft => {
      const a = v.person();
      return {
        [spelled(index, owner)]: {
          id: trap('id', v.digits(7)),
          name: index % 2 ? p('name', a.full) : { first: p('name', a.first), last: p('name', a.last) },
          email: p('email', a.email),
          address: { street: p('address', a.street), city: p('address', a.city), postalCode: p('address', a.zip) },
        },
        [spelled(index, owner, 'count')]: v.int(1, 9),
      };
    }),
  thingNames: (v) =>
    THINGS.flatMap((thing, index): Draft[] => [
      {
        id: trap('id', v.digits(5)),
        [spelled(index, thing, 'name')]: trap('name of a thing', v.pick(THING_VALUES)),
        [spelled(index, thing, 'code')]: trap('code', v.token(6).toUpperCase()),
        description: 'Nothing personal here.',
      },
      { [spelled(index, thing)]: { id: trap('id', v.digits(5)), name: trap('name of a thing', v.pick(THING_VALUES)) } },
    ]),
};
