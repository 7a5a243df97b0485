/**
 * Words before a phrase of the catalogue that change or cancel its kind: a `wallet_address` is not a postal address, a
 * `next_page_token` is not a secret, a `bank_account_number` is a bank account. Reads field names only, no values.
 */

import type { FieldKind } from '../catalog/index.ts';
import { ATTRIBUTE_WORDS } from '../vocabulary/composition.ts';
import { IP_OWNERS } from '../vocabulary/machines.ts';
import * as qualifiers from '../vocabulary/modifiers.ts';
import { phraseSet } from '../vocabulary/words.ts';
import type { Composition, Lookup } from './composedName.ts';
import { isPersonRole, type Role, roleOf } from './roles.ts';

const NOT_SECRET = phraseSet(qualifiers.NOT_SECRET);
const TECHNICAL_ADDRESS = phraseSet(qualifiers.TECHNICAL_ADDRESS);
const NETWORK_ADDRESS = phraseSet(qualifiers.NETWORK_ADDRESS);
const NAME_OWNERS = phraseSet(qualifiers.NAME_OWNERS);
const NAME_STYLES = phraseSet(qualifiers.NAME_STYLES);
const ADDRESS_USES = phraseSet(qualifiers.ADDRESS_USES);
const ATTRIBUTES = phraseSet(ATTRIBUTE_WORDS);
const ACCOUNT_OWNERS = phraseSet(qualifiers.ACCOUNT_OWNERS);
const ID_USES = phraseSet(qualifiers.ID_USES);
/** Ids of a person, unless a company or a thing precedes them. */
const GENERIC_ID = /^(?:identification|id|identity)(?:num|number|no|nr)\d?$/;
/** Owners of a name that may be a person or settings, a person or a company, a person or a program. */
const AMBIGUOUS_OWNER = /^(?:profile|courier|by|sub)$/;

/** Owners of a postal code that are not people: `LPOZip` belongs to a licensed post office. */
const FACILITY = /^(?:lpo|facility|depot|warehouse|hub|station|terminal|sortcenter|carrier)$/;
/** Owners of a `full_name` that are not people: `state_full_name`. */
const NAMED_THING =
  /^(?:state|country|region|province|city|county|language|timezone|currency|department|course|product)$/;
/** What is shown in another form on small screens: `memo_mobile`, `banner_mobile`. */
const SHOWN =
  /^(?:memo|note|html|content|description|title|caption|image|photo|picture|banner|logo|icon|layout|theme|template)$/;
/** Owners of an IP address that are machines in a cluster or a cloud. */
const MACHINE = new RegExp(`^(?:${IP_OWNERS})$`);
/** Goods. Their tax code is a tax rate: `product_tax_code`. */
const GOODS = /^(?:product|item|line|sku|service|shipping|category|goods|default|sales|purchase)$/;

interface Found {
  /** The words before the phrase. */
  readonly head: readonly string[];
  /** The last word of `head`; empty when there is none. */
  readonly before: string;
  /** The words of the phrase. */
  readonly phrase: readonly string[];
  /** The words before the phrase name a person. */
  readonly owned: boolean;
  readonly kindOf: Lookup;
}

type Exception = (found: Found) => FieldKind | undefined;

const EXCEPTIONS: { readonly [kind in FieldKind]?: Exception } = {
  bareName({ head, before, owned, kindOf }) {
    if (head.length === 0) return 'bareName';
    // `member_name`, `client_name`: a person's when the value reads like one (context/nameOwner.ts).
    if (NAME_OWNERS.has(before)) return 'bareName';
    // `device_profile_name`: not a person's profile.
    if (before === 'profile') return head.length > 1 && !endsInPerson(head.slice(0, -1)) ? undefined : 'bareName';
    // Couriers are mostly companies.
    if (before === 'courier') return 'bareName';
    // `recipient_sub_name`: a person at a company.
    if (before === 'sub' && endsInPerson(head.slice(0, -1))) return 'bareName';
    // `linked_by_name`; `created_by_name` is a person's.
    if (before === 'by' && roleOf(head, head.join('')) === 'weak') return 'bareName';
    if (owned) return before === 'user' || before === 'self' || before === 'text' ? 'username' : 'name';
    if (kindOf(before) === 'name' || before === 'your' || before === 'my') return 'name';
    // `group_short_name`, `companyLegalName`: not a person's.
    return NAME_STYLES.has(before) && !isOrganisation(head.at(-2)) ? 'bareName' : undefined;
  },

  token({ head, before, phrase }) {
    // `charge_bearer`: who pays a charge, not a bearer token.
    if (phrase[0] === 'bearer' && /^(?:charge|fee|cost|expense)s?$/.test(before)) return undefined;
    if (head.length === 0 && phrase.length === 1 && phrase[0] === 'tokens') return 'token';
    return head.some((word) => NOT_SECRET.has(word)) || phrase.at(-1) === 'tokens' ? undefined : 'token';
  },

  secret: ({ head }) => (head.some((word) => /^(?:public|publishable|has|is)$/.test(word)) ? undefined : 'secret'),

  address({ head, before, phrase, owned }) {
    if (!owned && head.some((word) => TECHNICAL_ADDRESS.has(word))) return undefined;
    // `email_address`, but `mail_street`.
    if ((before === 'email' || before === 'mail') && /^addr/.test(phrase[0] ?? '')) return 'email';
    if (before === 'mac' || before === 'hw' || before === 'bluetooth') return 'mac';
    return NETWORK_ADDRESS.has(before) && /^addr(?:ess(?:es)?|s)?$/.test(phrase[0] ?? '') ? 'ip' : 'address';
  },

  addressPart({ head, before, phrase, owned }) {
    if (head.length === 0 || ADDRESS_USES.has(before)) return 'addressPart';
    const isPersons = owned || NAME_OWNERS.has(before);
    return isPersons && !/state|region|province/.test(phrase.at(-1) ?? '') ? 'addressPart' : undefined;
  },

  accountNumber({ head, before, owned }) {
    if (before === 'bank') return 'bank';
    return head.length === 0 || owned || ACCOUNT_OWNERS.has(before) ? 'accountNumber' : undefined;
  },

  name: ({ before, phrase }) => (phrase.join('') === 'fullname' && NAMED_THING.test(before) ? undefined : 'name'),
  postalCode: ({ head }) => (head.some((word) => FACILITY.test(word)) ? undefined : 'postalCode'),
  phone: ({ before, phrase }) => (phrase.join('') === 'mobile' && SHOWN.test(before) ? undefined : 'phone'),
  ip: ({ before }) => (MACHINE.test(before) ? undefined : 'ip'),
  taxId: ({ before }) => (GOODS.test(before) ? undefined : 'taxId'),
  cardExpiry: (found) => (isPersonal(found) ? 'cardExpiry' : undefined),
  age: (found) => (isPersonal(found) ? 'age' : undefined),
  health: (found) => (isPersonal(found) ? 'health' : undefined),
  gender: (found) => (isPersonal(found) ? 'gender' : undefined),

  nationalId({ head, before, phrase, owned }) {
    if (head.length === 0) return 'nationalId';
    const joined = phrase.join('');
    // Companies, buildings, accounts and messages have an identification too.
    if (joined === 'identification') return owned || ID_USES.has(before) ? 'nationalId' : undefined;
    return GENERIC_ID.test(joined) && NOT_PEOPLE.has(roleOfWord(before)) ? undefined : 'nationalId';
  },
};

/** The kind of a phrase together with the words before it; undefined when they cancel it. */
export function applyModifiers(
  { kind, at }: Composition,
  words: readonly string[],
  kindOf: Lookup,
): FieldKind | undefined {
  // `tipo_direccion`, `type_adresse`: an attribute of an address.
  if (at > 0 && kind !== 'nationality' && ATTRIBUTES.has(words[0] ?? '')) return undefined;
  const exception = EXCEPTIONS[kind];
  if (!exception) return kind;
  const head = words.slice(0, at);
  return exception({
    head,
    before: head.at(-1) ?? '',
    phrase: words.slice(at),
    owned: at > 0 && endsInPerson(head),
    kindOf,
  });
}

/** Whether an owner of a name may be a person as well as a thing: `member_name`, `profile_name`. */
export const isAmbiguousOwner = (owner: string): boolean => NAME_OWNERS.has(owner) || AMBIGUOUS_OWNER.test(owner);

const isPersonal = ({ head, before, owned }: Found): boolean => head.length === 0 || owned || before === 'card';

const roleOfWord = (word: string | undefined): Role => (word === undefined ? 'none' : roleOf([word], word));
const isOrganisation = (word: string | undefined): boolean => roleOfWord(word) === 'organisation';
const NOT_PEOPLE: ReadonlySet<Role> = new Set(['organisation', 'place']);

/** Whether the last words name a person: `patient`, `next_of_kin`, `referring_provider`. */
function endsInPerson(words: readonly string[]): boolean {
  return (
    isPersonRole(words.at(-1) ?? '') ||
    (words.length > 1 && isPersonRole(words.slice(-2).join(''))) ||
    (words.length > 2 && isPersonRole(words.slice(-3).join('')))
  );
}
