/** What a byte of JSON outside of strings means. */

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const Byte = {
  other: 0,
  quote: 1,
  openObject: 2,
  openArray: 3,
  closeObject: 4,
  closeArray: 5,
  comma: 6,
  colon: 7,
  number: 8,
} as const;
export const CLASS = new Uint8Array(256);
CLASS[QUOTE] = Byte.quote;
CLASS[0x7b] = Byte.openObject;
CLASS[0x5b] = Byte.openArray;
CLASS[0x7d] = Byte.closeObject;
CLASS[0x5d] = Byte.closeArray;
CLASS[0x2c] = Byte.comma;
CLASS[0x3a] = Byte.colon;
CLASS[0x2d] = Byte.number;
for (let digit = 0x30; digit <= 0x39; digit++) CLASS[digit] = Byte.number;
