/** Where a string of JSON ends, found a word of bytes at a time. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Position of the quote that closes a string whose content goes on at `start`; `length` when the chunk ends inside it,
 * `length + 1` when it ends right behind a backslash. Four bytes at a time: a word holds a wanted byte when the borrow of
 * `x - 01010101` reaches a byte's top bit, and the lowest such byte is exact.
 */
export function stringClose(chunk: Uint8Array, view: DataView, start: number, length: number): number {
  const safe = length - 4;
  let index = start;
  for (;;) {
    while (index <= safe) {
      const word = view.getInt32(index, true);
      const quotes = word ^ 0x22222222;
      const slashes = word ^ 0x5c5c5c5c;
      const hit = (((quotes - 0x01010101) & ~quotes) | ((slashes - 0x01010101) & ~slashes)) & 0x80808080;
      if (hit !== 0) {
        index += (31 - Math.clz32(hit & -hit)) >> 3;
        break;
      }
      index += 4;
    }
    while (index < length) {
      const byte = chunk[index]!;
      if (byte === QUOTE) return index;
      if (byte === BACKSLASH) {
        index += 2;
        if (index > length) return index;
        break;
      }
      index++;
    }
    if (index >= length) return length;
  }
}
