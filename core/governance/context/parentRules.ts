/** Kinds that a field gets from its parent: `number` of a phone, `line1` of an address, `holder` of a card. */

import { defineRules } from '../../model/governance/rule.ts';
import { Evidence } from '../catalog/evidence.ts';
import { ALL_FIELD_KINDS, FIELD_KINDS, type FieldKind, kindsWith } from '../catalog/index.ts';
import { keyTest } from '../fieldName/keyTest.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { isNamedThing } from '../fieldName/roles.ts';
import { defineRulings, type Ruling, rulingsBy } from '../fieldName/ruling.ts';
import { BY_LABEL } from './labelledValue.ts';
import { describesFields, isLocalityAlone, isPersonalAddress, isUseOnly, type Scope } from './scope.ts';

/** What a field gets from its parent and its siblings. */
export const PARENT_RULES = defineRulings({
  'parent.name-wrapped': ['name', 'The name of a person is wrapped in an object.', "user: {name: {value: 'Ann Lee'}}"],
  'parent.birth-date': [
    'birthDate',
    'The object is a birth, and the field is its date.',
    "birth: {date: '1985-03-04'}",
  ],
  'parent.birth-place': ['birthPlace', 'The object is a birth, and the field is its place.', "birth: {place: 'Leeds'}"],
  'parent.name-part': ['name', 'The field is a part of a name in the object of a person.', "author: {first: 'Ann'}"],
  'parent.given-name': [
    'name',
    'The field is a given name or a surname in an object that may be a person.',
    "agent: {surname: 'Lee'}",
  ],
  'parent.party-account': ['bank', 'The account of a party of a payment.', "payee: {account: '12345678'}"],
  'parent.insurance-id': ['healthRecord', 'The id of a member in an insurance.', "insurance: {member_id: 'W123'}"],
  'parent.wireless-key': ['secret', 'The key of a wireless network.', "wifi: {key: '…'}"],
  'parent.snmp-community': ['secret', 'The community of SNMP is its password.', "snmp: {community: '…'}"],
  'parent.login-password': ['secret', 'The password of a login or a database.', "smtp: {pass: '…'}"],
  'parent.driver-license': [
    'driverLicense',
    'The number of a licence in the object of a driver.',
    "driver: {license_number: '…'}",
  ],
  'parent.security-answer': ['secret', 'The answer to a security question.', "security_question: {answer: '…'}"],
  'parent.api-keys': ['token', 'A key in a list of keys.', "keys: [{id: 1, key: '…'}]"],
  'parent.private-key': ['secret', 'The private half of a pair of keys.', "key_pair: {private: '…'}"],
  'parent.token-part': ['token', 'The value in the object of a token or a credential.', "token: {access: '…'}"],
  'parent.session-cookie': [
    'token',
    'A cookie whose name says that it keeps somebody signed in.',
    "cookies: {sid: '…'}",
  ],
  'parent.card-group': ['cardGroup', 'A group of digits in the object of a card.', "card: {number1: '4111'}"],
  'parent.card-holder': ['name', 'The holder of a payment card.', "card: {last4, holder: 'Ann Lee'}"],
  'parent.bank-number': [
    'bank',
    'A number in the object of a bank account, or of one that money goes to or comes from.',
    "bank: {routing: '…'}",
  ],
  'parent.name-part-beside': ['name', 'A part of a name beside data that only people have.', "{first: 'Ann', email}"],
  'parent.turkish-name': [
    'name',
    'The Turkish word for name in the object of a person.',
    "musteri: {ad: 'Ayşe', email}",
  ],
  'parent.key-beside-secret': ['token', 'A key beside a secret.', "{key: '…', secret: '…'}"],
  'parent.number-beside-area-code': ['phone', 'A number beside an area code.', "{area_code: '415', number: '5550123'}"],
  'parent.insured-id': [
    'healthRecord',
    'The id of an insured person beside a payer, a group or a plan.',
    "{member_id: 'W123', plan_id}",
  ],
  'parent.address-line': [
    'address',
    'A line of an address beside a postal code or a person.',
    "{line1: '12 Mill Road', zip}",
  ],
  'parent.document-short': [
    'nationalId',
    'The number of a document in the object of a person.',
    "guest: {doc_no: '…'}",
  ],
  'parent.document-number': [
    'nationalId',
    'The number of an identity document beside a person.',
    "{document_number: '…', email}",
  ],
  'parent.address-part-wrapped': [
    'addressPart',
    'A part of an address is wrapped in an object.',
    "address: {state: {code: 'TX'}}",
  ],
  'parent.postal-short': ['postalCode', 'A short name of the postal code beside a street.', "{via: '…', cap: '20121'}"],
  'parent.unit-number': ['houseNumber', 'The number of a flat or a house beside a street.', "{street, apt_no: '4'}"],
  'parent.province-short': ['addressPart', 'The Turkish word for province beside a street.', "{sokak, il: 'Ankara'}"],
  'parent.house-number': ['houseNumber', 'A number beside a street and a postal code.', "{rua, cep, numero: '12'}"],
  'parent.street-short': ['address', 'A street in short beside a postal code.', "{CUST_STR: '…', CUST_PLZ}"],
  'parent.postal-in-address': [
    'postalCode',
    'A short name of the postal code in an address.',
    "address: {plz: '10115'}",
  ],
  'parent.number-in-address': ['houseNumber', 'A number in an address.', "address: {number: '12'}"],
  'parent.part-in-address': [
    'addressPart',
    'A part of an address in an address with a street, a postal code or a person.',
    "address: {street, city: 'Leeds'}",
  ],
});

/** The same for rules that give the kind of the parent or of the field. */
export const INHERITED_RULES = defineRules({
  'parent.by-use': ['The key only says which one of several values of its parent it is.', "phones: {home: '…'}"],
  'parent.wrapper': ['The object wraps the value of its parent.', "email: {value: 'ann@example.org'}"],
  'parent.value-part': ['The field holds the value of its parent.', "passport: {number: '…'}"],
  'parent.in-address': [
    'The field is one of an address with a street, a postal code or a person.',
    "address: {street: '12 Mill Road'}",
  ],
});
const byUse = rulingsBy(INHERITED_RULES['parent.by-use']);
const byWrapper = rulingsBy(INHERITED_RULES['parent.wrapper']);
const byPart = rulingsBy(INHERITED_RULES['parent.value-part']);
const inAddress = rulingsBy(INHERITED_RULES['parent.in-address']);

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Names of the parts of a postal address inside an address. */
const ADDRESS_PARTS =
  words(`streetadditional l1 l2 l3 l4 l5 l6 l7 lastline primaryline secondaryline streetsuffix zipcodeplus4 data st st1 st2 ad1 ad2 addr1 addr2 addrline zone prov house road avenue additional additionaldetails additionalinfo additionalline extra supplement complement complemento adresszusatz zusatz landmark crossstreet subpremise pobox postbox postfach apartado bp deliverypoint dependentlocality doubledependentlocality thoroughfare route streetno streetnr hnr unitno flat apt aptno buildingname tower wing plot houseno po taluk tehsil mandal barangay purok sitio subdivision townland pontoreferencia puntoreferencia referencia rt rw dusun kampung banjar soi moo pontodereferencia blk lines line line1 line2 line3 line4 firstline secondline thirdline text formatted full value display street streetline streetname streetnumber housenumber housenumberorname number buildingnumber buildingname buildingno flatnumber flatno apartmentno subbuilding substreet posttown premises premise unit apt building floor city state region province district suburb county zip postcode postalcode
  neighbourhood neighborhood town village road quarter plz ort strasse hausnummer ville rue ciudad calle cidade rua citta cap via stad straat huisnummer huisnr toevoeging huisletter kapino daire kat apartman blok posten miasto ulica uf kanton canton landkreis oblast powiat gmina wijk barrio delegacion alcaldia departamento piso puerta escalera etage batiment lieudit poblacion localidad urbanizacion comuna mailbox careof attention attn entrance stair level room countrysubdivision countrysubdivisioncode countrysubentity countrysubentitycode municipality locality prefecture suite aptsuite aptunit unitnumber flat door block subdistrict ward county
  katu kunta postitoimipaikka il ilce mahalle semt sokak kelurahan kecamatan kota kabupaten provinsi phuong quan huyen tinh thanhpho sestiere frazione lokalita obec okres kommun kraj gemeinde ortsteil`);

/** Short names that mean a postal code only inside an address. */
const POSTAL_PARTS = words('postal cap cp plz npa zip postcode pcode kod kodpocztowy psc irsz');
const NUMBER_IN_ADDRESS = words('altura unitnumber number numero nr no num nro');

const NAME_PARTS = words('first last given family middle surname forename');
const LOGIN_PARENT = /auth|login|credential|smtp|imap|ftp|^db$|database|mysql|postgres|redis|mongo|connection/;
const WIRELESS_PARENT = /wifi|wlan|wireless|hotspot|ssid|^(?:tls|ssl|x509)$/;

/** By kind of the parent: names of the members that hold its value. */
const VALUE_PARTS = new Map<FieldKind, ReadonlySet<string>>(
  ALL_FIELD_KINDS.flatMap((kind) => {
    const { parts } = FIELD_KINDS[kind];
    return parts === undefined ? [] : [[kind, words(parts)] as const];
  }),
);

/** Whether a name is that of a payment card. */
export const isCard = keyTest(/card|karte|tarjeta|cartao|carta$|cartebancaire|kaart/);
const PAYMENT_PARENT =
  /^(?:beneficiary|payee|payer|debtor|creditor|remitter|recipient|begunstigde|empfanger|beneficiario|beneficiaire)$/;
/** Whether a name is that of a bank account. */
export const isBank = keyTest(
  /bank|konto|^ach$|^eft$|^bacs$|^pad$|achdebit|sepa|directdebit|wire|payoutmethod|deposit|mortgage|loan|iban|compte|cuenta|rekening|mandate|mandat/,
);
const BANK_NUMBER =
  /^(?:number|account|accountnumber|sort|sortcode|code|branch|routing|transit|transitnumber|institution|institutionnumber|acc?t?(?:no|num|number))$/;
/** Accounts between which money goes. Accounts of a ledger have a code. */
const TRANSFER_ACCOUNT =
  /^(?:origin|source|destination|payout|settlement|withdrawal|beneficiary|counterparty|debtor|creditor)account$/;

/**
 * Typed values add one more object: `{email: {S: 'ann@x.org'}}`, `{email: {stringValue: …}}`, `{email: {'#text': …}}`.
 */
const WRAPPERS =
  words(`s n ss ns stringvalue integervalue text value values content t v cdata raw plaintext richtext string
  numberlong datevalue valuestring valuedate valuedatetime formattedvalue effectivevalue original formal normalized normalised from to old new before after previous oldvalue newvalue currentvalue`);
/** Whether a field only wraps the value of its parent: `{email: {value: …}}`. */
export function isWrapper(info: KeyInfo): boolean {
  return WRAPPERS.has(info.joined);
}

const BIRTH_PARENT =
  /^(?:birth|birt|born|naissance|nacimiento|geburt|nascimento|nascita|geboorte|urodzenie|narozeni|рождение|fodsel|fodelse)$/;
const DATES = words('date data datum fecha dato dag day data дата year month on at');
const PLACES = words(
  'place plac location city luogo ort lieu lugar local plaats miejsce misto место town comune ville ciudad cidade sted',
);
const TOKEN_PARENT = /token|credential|secret|^api$|apikey|oauth|^auth$/;
const TOKEN_PARTS = words('access refresh bearer session live key secret value');

/** Names of cookies that keep somebody signed in. */
const SESSION_COOKIE = /sess(?:ion)?(?:id|key|token)?$|sid$|token$|auth|csrf|xsrf|remember|jwt/;

/** Kinds whose members are named by use: `phones: {home: …, work: …}`. */
const BY_USE = kindsWith('byUse');

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a list of rules, the first that holds decides
function kindInParent(scope: Scope, parent: KeyInfo, child: KeyInfo, siblings: number): Ruling | undefined {
  // `name: {value: 'AccountUsage', localizedValue}`: the owner of the name decides.
  if (parent.kind === 'bareName' && /^(?:name|display\w*)$/.test(parent.joined) && isWrapper(child))
    return scope.role === 'person' || scope.role === 'weak' ? PARENT_RULES['parent.name-wrapped'] : undefined;
  if (BIRTH_PARENT.test(parent.joined)) {
    if (DATES.has(child.joined)) return PARENT_RULES['parent.birth-date'];
    if (PLACES.has(child.joined)) return PARENT_RULES['parent.birth-place'];
  }
  if (parent.role === 'person' && NAME_PARTS.has(child.joined)) return PARENT_RULES['parent.name-part'];
  if (parent.role === 'weak' && /^(?:given|forename|surname)s?$/.test(child.joined))
    return PARENT_RULES['parent.given-name'];
  if (PAYMENT_PARENT.test(parent.joined) && /^acc(?:oun)?t(?:no|num|number)?$/.test(child.joined))
    return PARENT_RULES['parent.party-account'];
  if (
    /insurance|coverage|healthplan|benefit|medical|dental/.test(parent.joined) &&
    /^(?:member|subscriber)(?:id|number)$/.test(child.joined)
  )
    return PARENT_RULES['parent.insurance-id'];
  if (WIRELESS_PARENT.test(parent.joined) && /^(?:key|pass|password|psk|passphrase)$/.test(child.joined))
    return PARENT_RULES['parent.wireless-key'];
  if (/^snmp/.test(parent.joined) && child.joined === 'community') return PARENT_RULES['parent.snmp-community'];
  if (LOGIN_PARENT.test(parent.joined) && /^(?:pass|pw|pwd)$/.test(child.joined))
    return PARENT_RULES['parent.login-password'];
  if (
    /driver|fahrer|conduct|motorista|chauffeur/.test(parent.joined) &&
    /^licen[cs]e(?:number|no)?$/.test(child.joined)
  )
    return PARENT_RULES['parent.driver-license'];
  if (/(?:recovery|security|secret)question/.test(parent.joined) && child.joined === 'answer')
    return PARENT_RULES['parent.security-answer'];
  // `keys: [{id: 1, key: '4f9a8d7c…'}]`
  if (/^(?:api|access)?keys$/.test(parent.joined) && child.joined === 'key') return PARENT_RULES['parent.api-keys'];
  if (/key(?:s|pair)?$/.test(parent.joined) && child.joined === 'private') return PARENT_RULES['parent.private-key'];
  if (TOKEN_PARENT.test(parent.joined) && TOKEN_PARTS.has(child.joined)) return PARENT_RULES['parent.token-part'];
  // `cookies: {sid: '4f3e…', theme: 'dark'}`
  if (parent.joined === 'cookies' && SESSION_COOKIE.test(child.joined)) return PARENT_RULES['parent.session-cookie'];
  // The address of a place stays in every form.
  const wrapped = parent.kind === 'address' && scope.role === 'place' ? undefined : parent.kind;
  if (wrapped !== undefined && BY_USE.has(wrapped) && child.kind === undefined && isUseOnly(child.words))
    return byUse(wrapped);
  if (wrapped && BY_LABEL.has(wrapped) && (WRAPPERS.has(child.joined) || child.joined === ''))
    return byWrapper(wrapped);
  // `identifications: [{id, taxon_id}]` are of plants and animals.
  if (parent.kind && VALUE_PARTS.get(parent.kind)?.has(child.joined) && (siblings & Evidence.species) === 0)
    return byPart(parent.kind === 'bareName' ? 'name' : parent.kind);
  if (isCard(parent) && parent.kind !== 'cardCode') {
    if (['number', 'pan', 'no'].includes(child.joined)) return byPart('card');
    if (/^(?:number|no|num|pan|part|group|block)[1-4]$/.test(child.joined)) return PARENT_RULES['parent.card-group'];
    // Cards on a board have a name too, so the object must be a payment card.
    const payment = (siblings & (Evidence.card | Evidence.cardNumber)) !== 0;
    if (['name', 'holder', 'owner', 'cardholdername'].includes(child.joined) && payment)
      return PARENT_RULES['parent.card-holder'];
  }
  return (isBank(parent) && BANK_NUMBER.test(child.joined)) ||
    (TRANSFER_ACCOUNT.test(parent.joined) && /^(?:account)?n(?:umber|um|o|r)$/.test(child.joined))
    ? PARENT_RULES['parent.bank-number']
    : undefined;
}

/** Numbers of an identity document. */
const DOCUMENT_NUMBER =
  /^(?:main|lead|primary)?(?:guest|passenger|travell?er|customer|holder|visitor|tenant|client|applicant|driver|user)?(?:id|travel|identity)?documentn(?:umber|um|o|r)$|^n(?:umero|um|ro|o|r|umer)(?:de)?documento$|^documento$/;

/** Ids of an insured person, beside a payer, a group or a plan. */
const INSURED_ID = /^(?:member|subscriber|insured|policyholder|enrollee)(?:s)?(?:id|number|no|identifier)$/;

/** Parts of a name, beside other personal data. */
const NAME_PART = words('first last middle given family forename fn ln mn');
const DOC_NUMBER = /^(?:id|travel|identity)?docn(?:umber|um|o|r)$/;

/** Parties of a delivery, which hold address fields directly. */
const MAIL_PARENT =
  /^(?:bill(?:ing|to)?|ship(?:ping|to|from)?|soldto|deliver(?:y|to)|mailing|remitto|recipient|consignee|sender|shipper|entrega|cobranca|livraison|facturation|lieferung|rechnung|envio|facturacion|faturamento|consegna|spedizione|fatturazione|bezorging|levering|facturering|dostawa|wysylka|leverans|leveranse)$/;

/**
 * What a field gets from its parent and its siblings, which its own name cannot override; undefined when they
 * decide nothing.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a list of rules, the first that holds decides
export function rulingByParent(info: KeyInfo, scope: Scope, siblings: number): Ruling | undefined {
  if (describesFields(scope)) return undefined;
  if (
    ((siblings & Evidence.contact) !== 0 || (scope.role === 'person' && scope.parent === undefined)) &&
    info.kind === undefined &&
    NAME_PART.has(info.joined) &&
    !(scope.parent && isNamedThing(scope.parent))
  )
    return PARENT_RULES['parent.name-part-beside'];
  // Turkish for "name"; in English an advertisement.
  if (info.joined === 'ad' && scope.role === 'person' && (siblings & Evidence.contact) !== 0)
    return PARENT_RULES['parent.turkish-name'];
  if ((siblings & Evidence.secret) !== 0 && info.joined === 'key') return PARENT_RULES['parent.key-beside-secret'];
  if ((siblings & Evidence.areaCode) !== 0 && /^(?:local|line|subscriber)?(?:number|no|nr)$/.test(info.joined))
    return PARENT_RULES['parent.number-beside-area-code'];
  if ((siblings & Evidence.insured) !== 0 && INSURED_ID.test(info.joined)) return PARENT_RULES['parent.insured-id'];
  // An address only beside a postal code or a person.
  if (
    (siblings & (Evidence.contact | Evidence.postal)) !== 0 &&
    scope.role !== 'place' &&
    /^(?:line[1-4]|(?:first|second|third)line)$/.test(info.joined)
  )
    return PARENT_RULES['parent.address-line'];
  if (scope.role === 'person' && DOC_NUMBER.test(info.joined)) return PARENT_RULES['parent.document-short'];
  if (
    (scope.role === 'person' || (siblings & (Evidence.contact | Evidence.person)) !== 0) &&
    DOCUMENT_NUMBER.test(info.joined)
  )
    return PARENT_RULES['parent.document-number'];
  if (
    scope.address &&
    scope.parent?.kind === 'addressPart' &&
    (/^(?:name|label|shortname|longname|code|abbr|abbreviation|iso)$/.test(info.joined) || WRAPPERS.has(info.joined))
  )
    return PARENT_RULES['parent.address-part-wrapped'];
  if ((siblings & Evidence.street) !== 0 && isPersonalAddress(scope, siblings)) {
    if (/^(?:cap|cp|npa|pc|zp)$/.test(info.joined)) return PARENT_RULES['parent.postal-short'];
    // `apt_no`, and `customer_address_number` beside `customer_address`
    if (/^(?:unit|suite|apt|flat)(?:number|no|nr)$|addressn(?:umber|umero|o|r)$/.test(info.joined))
      return PARENT_RULES['parent.unit-number'];
    if (info.joined === 'il' && scope.role === 'person') return PARENT_RULES['parent.province-short'];
    if ((siblings & Evidence.postal) !== 0 && /^(?:numero|nro|nummer|numer)$/.test(info.joined))
      return PARENT_RULES['parent.house-number'];
  }
  // `CUST_STR` beside `CUST_PLZ` is a street; elsewhere it is a string.
  if ((siblings & Evidence.postal) !== 0 && info.words.length < 4 && info.words.at(-1) === 'str')
    return PARENT_RULES['parent.street-short'];
  const child = scope.parent && kindInParent(scope, scope.parent, info, siblings);
  if (child) return child;
  const inside =
    scope.address ||
    (scope.parent !== undefined &&
      MAIL_PARENT.test(scope.parent.joined) &&
      (siblings & (Evidence.street | Evidence.postal)) !== 0);
  if (!inside || !isPersonalAddress(scope, siblings)) return undefined;
  const { joined } = info;
  const part = ADDRESS_PARTS.has(joined) || ADDRESS_PARTS.has(joined.replace(/(?<=\w{3})(?:name|code|text)$/, ''));
  if (info.kind === 'postalCode' || info.kind === 'address' || info.kind === 'houseNumber') return inAddress(info.kind);
  if (POSTAL_PARTS.has(joined)) return PARENT_RULES['parent.postal-in-address'];
  if (NUMBER_IN_ADDRESS.has(joined)) return PARENT_RULES['parent.number-in-address'];
  // A town alone is not personal.
  if (isLocalityAlone(info, scope, siblings)) return undefined;
  return part ||
    info.kind === 'addressPart' ||
    /^(?:administrative|admin|state(?:or)?|political)(?:area|county|district|province|division|region)/.test(joined)
    ? PARENT_RULES['parent.part-in-address']
    : undefined;
}
