/** A small PNG derived from a name: five by five blocks, mirrored. */
import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const CELLS = 5;
const CELL = 16;
const SIDE = CELLS * CELL;

/** The PNG for a name. */
export function picture(name: string): Buffer {
  const digest = createHash('sha256').update(name).digest();
  const colour = [digest[0], digest[1], digest[2]] as number[];
  const isOn = (row: number, column: number) =>
    ((digest[3 + row * 3 + Math.min(column, CELLS - 1 - column)] ?? 0) & 1) === 1;
  const rows: Buffer[] = [];
  for (let y = 0; y < SIDE; y++) {
    const row = Buffer.alloc(1 + SIDE * 3, 0xf2);
    row[0] = 0;
    for (let x = 0; x < SIDE; x++) {
      if (isOn(Math.floor(y / CELL), Math.floor(x / CELL))) row.set(colour, 1 + x * 3);
    }
    rows.push(row);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  // Eight bits per channel, RGB.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
