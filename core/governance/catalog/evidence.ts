/** What a field tells of the fields beside it. */

/** Bits of what a sibling tells. */
export const Evidence = {
  person: 1,
  /** Says who a person is so plainly that a name beside it is personal. */
  contact: 2,
  organisation: 4,
  thing: 8,
  place: 16,
  street: 32,
  card: 64,
  cardNumber: 128,
  bank: 256,
  /** A postal code: an address, whose of it is open. */
  postal: 512,
  /** Coordinates, and a plain name: together a place. */
  geo: 1024,
  named: 2048,
  /** Its own type field says person. */
  typed: 4096,
  /** Plants and animals. */
  species: 8192,
  /** A secret, of which a key may be the other half. */
  secret: 16_384,
  /** Somebody is insured. */
  insured: 32_768,
  /** More than one field that only companies have. */
  firm: 65_536,
  /** A tax number, which people and companies have. */
  tax: 131_072,
} as const;
