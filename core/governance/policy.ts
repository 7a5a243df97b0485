/**
 * The detectors as an owner sees them: what each finds, what it leaves alone, whether it is on when nothing is set.
 * The ids are the marker types and the keys of `GovernanceSettings.detectors`.
 */

export interface DetectorPolicy {
  readonly id: string;
  readonly title: string;
  readonly group: 'contact' | 'identity' | 'money' | 'credentials' | 'network' | 'health' | 'optional';
  readonly on: boolean;
  readonly finds: string;
  readonly leaves: string;
}

export const DETECTORS: readonly DetectorPolicy[] = [
  {
    id: 'email',
    title: 'E-mail addresses',
    group: 'contact',
    on: true,
    finds: 'addresses anywhere, by field and in text',
    leaves: 'git@host:repo, @scope/pkg@1.2.3, service accounts',
  },
  {
    id: 'phone',
    title: 'Phone numbers',
    group: 'contact',
    on: true,
    finds: 'phone fields; international and national forms in text with their context',
    leaves: 'order, invoice and tracking numbers, short codes, extensions',
  },
  {
    id: 'name',
    title: 'Names of people',
    group: 'contact',
    on: true,
    finds: 'name fields of people',
    leaves: 'names of companies, products, places; names in free text',
  },
  {
    id: 'address',
    title: 'Postal addresses',
    group: 'contact',
    on: true,
    finds: 'address fields with city and postal code',
    leaves: 'places of business, coordinates, countries',
  },
  {
    id: 'birth-date',
    title: 'Dates of birth',
    group: 'identity',
    on: true,
    finds: 'birth fields; dates behind a word of birth in text',
    leaves: 'every other date',
  },
  {
    id: 'birth-place',
    title: 'Places of birth',
    group: 'identity',
    on: true,
    finds: 'place of birth fields',
    leaves: 'cities',
  },
  {
    id: 'nationality',
    title: 'Nationality',
    group: 'identity',
    on: true,
    finds: 'nationality and citizenship fields of people',
    leaves: 'countries of residence, products and companies',
  },
  {
    id: 'ssn',
    title: 'US social security numbers',
    group: 'identity',
    on: true,
    finds: 'ssn fields; ddd-dd-dddd with valid parts',
    leaves: 'nine digits without context',
  },
  {
    id: 'national-id',
    title: 'National id numbers',
    group: 'identity',
    on: true,
    finds: 'ids of more than 30 countries, with check digits',
    leaves: 'numbers without check digits or context',
  },
  {
    id: 'passport',
    title: 'Passport numbers',
    group: 'identity',
    on: true,
    finds: 'passport fields; numbers behind the word',
    leaves: 'other document numbers',
  },
  {
    id: 'driver-license',
    title: 'Driver licence numbers',
    group: 'identity',
    on: true,
    finds: 'driver licence fields',
    leaves: 'software licences',
  },
  {
    id: 'tax-id',
    title: 'Tax numbers',
    group: 'identity',
    on: true,
    finds: 'tax number fields; VAT numbers of people',
    leaves: 'VAT numbers of companies',
  },
  {
    id: 'health-record',
    title: 'Medical record numbers',
    group: 'health',
    on: true,
    finds: 'record and health insurance numbers by field',
    leaves: 'ids of encounters and orders',
  },
  {
    id: 'card',
    title: 'Payment cards',
    group: 'money',
    on: true,
    finds: 'numbers with issuer prefix, length and Luhn; security code and expiry inside a card',
    leaves: 'last four digits, tracking numbers',
  },
  {
    id: 'iban',
    title: 'IBAN',
    group: 'money',
    on: true,
    finds: 'valid IBANs in any spelling',
    leaves: 'codes that fail mod 97',
  },
  {
    id: 'bank-account',
    title: 'Bank accounts',
    group: 'money',
    on: true,
    finds: 'account, routing, sort code and BIC fields in a bank context',
    leaves: 'customer and ledger accounts',
  },
  {
    id: 'secret',
    title: 'Passwords and secrets',
    group: 'credentials',
    on: true,
    finds: 'password, secret, token, cookie and key fields; password=… in text',
    leaves: 'cursors, token counts, policies',
  },
  {
    id: 'api-key',
    title: 'API keys',
    group: 'credentials',
    on: true,
    finds: 'keys of well-known shapes',
    leaves: 'hashes, ids',
  },
  {
    id: 'jwt',
    title: 'JSON web tokens',
    group: 'credentials',
    on: true,
    finds: 'signed and encrypted tokens',
    leaves: 'other base64',
  },
  {
    id: 'private-key',
    title: 'Private keys',
    group: 'credentials',
    on: true,
    finds: 'PEM private keys',
    leaves: 'public keys, certificates',
  },
  {
    id: 'url-credentials',
    title: 'Credentials in URLs',
    group: 'credentials',
    on: true,
    finds: 'user:password@ in a URL',
    leaves: 'the rest of the URL',
  },
  {
    id: 'ip',
    title: 'IP addresses',
    group: 'network',
    on: true,
    finds: 'IPv4 and IPv6 addresses',
    leaves: 'versions, OIDs, CIDR blocks, loopback',
  },
  {
    id: 'mac',
    title: 'MAC addresses',
    group: 'network',
    on: true,
    finds: 'six hex pairs',
    leaves: 'times, fingerprints',
  },
  {
    id: 'imei',
    title: 'Device numbers',
    group: 'network',
    on: true,
    finds: 'IMEI, IMSI and ICCID fields',
    leaves: 'device ids',
  },
  {
    id: 'username',
    title: 'User names',
    group: 'optional',
    on: false,
    finds: 'login and handle fields',
    leaves: 'ids',
  },
  { id: 'age', title: 'Age', group: 'optional', on: false, finds: 'age fields', leaves: 'durations' },
  {
    id: 'gender',
    title: 'Gender, race and religion',
    group: 'optional',
    on: false,
    finds: 'gender, marital status, ethnicity, race, religion',
    leaves: '',
  },
  {
    id: 'health',
    title: 'Health data',
    group: 'optional',
    on: false,
    finds: 'diagnosis, medication and allergy fields',
    leaves: '',
  },
  { id: 'vehicle', title: 'Vehicles', group: 'optional', on: false, finds: 'number plates and VINs', leaves: '' },
];

export const DETECTOR_IDS: ReadonlySet<string> = new Set(DETECTORS.map((detector) => detector.id));
const DEFAULTS: ReadonlyMap<string, boolean> = new Map(DETECTORS.map((detector) => [detector.id, detector.on]));

/** Whether a type is redacted under the settings; unknown types (custom patterns) are. */
export function isEnabled(type: string, switches: Readonly<Record<string, boolean>>): boolean {
  if (Object.hasOwn(switches, type)) return switches[type] === true;
  return DEFAULTS.get(type) ?? true;
}
