/**
 * What a field's name says about the other fields of its object (its siblings). The bits of all fields of an object are
 * combined by OR.
 */

/** The bits. */
export const Evidence = {
  person: 1,
  /** Only people have it (an e-mail address, a passport), so a name beside it is personal. */
  contact: 2,
  organisation: 4,
  thing: 8,
  place: 16,
  street: 32,
  card: 64,
  cardNumber: 128,
  bank: 256,
  /** A postal code. */
  postal: 512,
  /** Coordinates. An object with coordinates and a plain name (`named`) is a place. */
  geo: 1024,
  named: 2048,
  /** The object's own type field says that it is a person. */
  typed: 4096,
  /** Plants and animals. */
  species: 8192,
  /** A secret. A field `key` beside it is a secret as well. */
  secret: 16_384,
  /** Insurance data. Member ids beside it are health records. */
  insured: 32_768,
  /** At least two fields that only companies have. */
  firm: 65_536,
  /** A tax number; people and companies have one. */
  tax: 131_072,
  /** A login: the object is an account of a person, a company or a program. */
  account: 262_144,
  /** A name with a value: the name may be the value's label. */
  pair: 524_288,
  /** An area code. A `number` beside it is a telephone number. */
  areaCode: 1_048_576,
  /** A `displayName` beside the `name`, which may then be a login. */
  displayed: 2_097_152,
  /** A rate, a zone or a time zone, as regions have them. */
  region: 4_194_304,
  /** The month or the year in which a card expires. */
  expiring: 8_388_608,
  /** A package or a plugin. */
  software: 16_777_216,
  /** Contact data of somebody who did something with the object: `created_by_name`, `owner_email`. */
  actor: 33_554_432,
  /** Two halves of a name: `{first, last}`. */
  nameHalves: 67_108_864,
  /** Goods, dishes and coins. */
  goods: 134_217_728,
} as const;
