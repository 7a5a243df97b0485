/** What a field tells of the fields beside it (its siblings), as bits that are combined over all fields of an object. */

/** Bits of evidence. */
export const Evidence = {
  person: 1,
  /** Belongs to a person alone, so that a name beside it is personal: an e-mail address, a passport. */
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
  /** Coordinates; with a plain name (`named`) the object is a place. */
  geo: 1024,
  named: 2048,
  /** The object's own type field says that it is a person. */
  typed: 4096,
  /** Plants and animals. */
  species: 8192,
  /** A secret; a field `key` beside it is one as well. */
  secret: 16_384,
  /** Fields of an insurance, whose member ids are health records. */
  insured: 32_768,
  /** At least two fields that only companies have. */
  firm: 65_536,
  /** A tax number, which people and companies have. */
  tax: 131_072,
  /** A login, so that the object is somebody's account: a person's, a company's or a program's. */
  account: 262_144,
} as const;
