/** Kinds that a field gets from its parent: `number` of a phone, `line1` of an address, `holder` of a card. */

import { Evidence } from '../catalog/evidence.ts';
import { ALL_FIELD_KINDS, FIELD_KINDS, type FieldKind, kindsWith } from '../catalog/index.ts';
import { keyTest } from '../fieldName/keyTest.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { isNamedThing } from '../fieldName/roles.ts';
import { BY_LABEL } from './labelledValue.ts';
import { describesFields, isLocalityAlone, isPersonalAddress, isUseOnly, type Scope } from './scope.ts';

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
function kindInParent(scope: Scope, parent: KeyInfo, child: KeyInfo, siblings: number): FieldKind | undefined {
  // `name: {value: 'AccountUsage', localizedValue}`: the owner of the name decides.
  if (parent.kind === 'bareName' && /^(?:name|display\w*)$/.test(parent.joined) && isWrapper(child))
    return scope.role === 'person' || scope.role === 'weak' ? 'name' : undefined;
  if (BIRTH_PARENT.test(parent.joined)) {
    if (DATES.has(child.joined)) return 'birthDate';
    if (PLACES.has(child.joined)) return 'birthPlace';
  }
  if (parent.role === 'person' && NAME_PARTS.has(child.joined)) return 'name';
  if (parent.role === 'weak' && /^(?:given|forename|surname)s?$/.test(child.joined)) return 'name';
  if (PAYMENT_PARENT.test(parent.joined) && /^acc(?:oun)?t(?:no|num|number)?$/.test(child.joined)) return 'bank';
  if (
    /insurance|coverage|healthplan|benefit|medical|dental/.test(parent.joined) &&
    /^(?:member|subscriber)(?:id|number)$/.test(child.joined)
  )
    return 'healthRecord';
  if (WIRELESS_PARENT.test(parent.joined) && /^(?:key|pass|password|psk|passphrase)$/.test(child.joined))
    return 'secret';
  if (/^snmp/.test(parent.joined) && child.joined === 'community') return 'secret';
  if (LOGIN_PARENT.test(parent.joined) && /^(?:pass|pw|pwd)$/.test(child.joined)) return 'secret';
  if (
    /driver|fahrer|conduct|motorista|chauffeur/.test(parent.joined) &&
    /^licen[cs]e(?:number|no)?$/.test(child.joined)
  )
    return 'driverLicense';
  if (/(?:recovery|security|secret)question/.test(parent.joined) && child.joined === 'answer') return 'secret';
  // `keys: [{id: 1, key: '4f9a8d7c…'}]`
  if (/^(?:api|access)?keys$/.test(parent.joined) && child.joined === 'key') return 'token';
  if (/key(?:s|pair)?$/.test(parent.joined) && child.joined === 'private') return 'secret';
  if (TOKEN_PARENT.test(parent.joined) && TOKEN_PARTS.has(child.joined)) return 'token';
  // `cookies: {sid: '4f3e…', theme: 'dark'}`
  if (parent.joined === 'cookies' && SESSION_COOKIE.test(child.joined)) return 'token';
  // The address of a place stays in every form.
  const wrapped = parent.kind === 'address' && scope.role === 'place' ? undefined : parent.kind;
  if (wrapped !== undefined && BY_USE.has(wrapped) && child.kind === undefined && isUseOnly(child.words))
    return wrapped;
  if (wrapped && BY_LABEL.has(wrapped) && (WRAPPERS.has(child.joined) || child.joined === '')) return wrapped;
  // `identifications: [{id, taxon_id}]` are of plants and animals.
  if (parent.kind && VALUE_PARTS.get(parent.kind)?.has(child.joined) && (siblings & Evidence.species) === 0)
    return parent.kind === 'bareName' ? 'name' : parent.kind;
  if (isCard(parent) && parent.kind !== 'cardCode') {
    if (['number', 'pan', 'no'].includes(child.joined)) return 'card';
    if (/^(?:number|no|num|pan|part|group|block)[1-4]$/.test(child.joined)) return 'cardGroup';
    // Cards on a board have a name too, so the object must be a payment card.
    const payment = (siblings & (Evidence.card | Evidence.cardNumber)) !== 0;
    if (['name', 'holder', 'owner', 'cardholdername'].includes(child.joined) && payment) return 'name';
  }
  if (
    isBank(parent) &&
    /^(?:number|account|accountnumber|sort|sortcode|code|branch|routing|transit|transitnumber|institution|institutionnumber|acc?t?(?:no|num|number))$/.test(
      child.joined,
    )
  )
    return 'bank';
  return TRANSFER_ACCOUNT.test(parent.joined) && /^(?:account)?n(?:umber|um|o|r)$/.test(child.joined)
    ? 'bank'
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
 * The kind that a field gets from its parent and its siblings, which its own name cannot override; undefined when they
 * decide nothing.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a list of rules, the first that holds decides
export function kindByParent(info: KeyInfo, scope: Scope, siblings: number): FieldKind | undefined {
  if (describesFields(scope)) return undefined;
  if (
    ((siblings & Evidence.contact) !== 0 || (scope.role === 'person' && scope.parent === undefined)) &&
    info.kind === undefined &&
    NAME_PART.has(info.joined) &&
    !(scope.parent && isNamedThing(scope.parent))
  )
    return 'name';
  // Turkish for "name"; in English an advertisement.
  if (info.joined === 'ad' && scope.role === 'person' && (siblings & Evidence.contact) !== 0) return 'name';
  if ((siblings & Evidence.secret) !== 0 && info.joined === 'key') return 'token';
  if ((siblings & Evidence.areaCode) !== 0 && /^(?:local|line|subscriber)?(?:number|no|nr)$/.test(info.joined))
    return 'phone';
  if ((siblings & Evidence.insured) !== 0 && INSURED_ID.test(info.joined)) return 'healthRecord';
  // An address only beside a postal code or a person.
  if (
    (siblings & (Evidence.contact | Evidence.postal)) !== 0 &&
    scope.role !== 'place' &&
    /^(?:line[1-4]|(?:first|second|third)line)$/.test(info.joined)
  )
    return 'address';
  if (scope.role === 'person' && DOC_NUMBER.test(info.joined)) return 'nationalId';
  if (
    (scope.role === 'person' || (siblings & (Evidence.contact | Evidence.person)) !== 0) &&
    DOCUMENT_NUMBER.test(info.joined)
  )
    return 'nationalId';
  if (
    scope.address &&
    scope.parent?.kind === 'addressPart' &&
    (/^(?:name|label|shortname|longname|code|abbr|abbreviation|iso)$/.test(info.joined) || WRAPPERS.has(info.joined))
  )
    return 'addressPart';
  if ((siblings & Evidence.street) !== 0 && isPersonalAddress(scope, siblings)) {
    if (/^(?:cap|cp|npa|pc|zp)$/.test(info.joined)) return 'postalCode';
    if (/^(?:unit|suite|apt|flat)(?:number|no|nr)$/.test(info.joined)) return 'houseNumber';
    // `customer_address_number` beside `customer_address`
    if (/addressn(?:umber|umero|o|r)$/.test(info.joined)) return 'houseNumber';
    if (info.joined === 'il' && scope.role === 'person') return 'addressPart';
    if ((siblings & Evidence.postal) !== 0 && /^(?:numero|nro|nummer|numer)$/.test(info.joined)) return 'houseNumber';
  }
  // `CUST_STR` beside `CUST_PLZ` is a street; elsewhere it is a string.
  if ((siblings & Evidence.postal) !== 0 && info.words.length < 4 && info.words.at(-1) === 'str') return 'address';
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
  if (info.kind === 'postalCode' || info.kind === 'address' || info.kind === 'houseNumber') return info.kind;
  if (POSTAL_PARTS.has(joined)) return 'postalCode';
  if (NUMBER_IN_ADDRESS.has(joined)) return 'houseNumber';
  // A town alone is not personal.
  if (isLocalityAlone(info, scope, siblings)) return undefined;
  return part ||
    info.kind === 'addressPart' ||
    /^(?:administrative|admin|state(?:or)?|political)(?:area|county|district|province|division|region)/.test(joined)
    ? 'addressPart'
    : undefined;
}
