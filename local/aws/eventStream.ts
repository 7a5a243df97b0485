/** Responses in the AWS event stream encoding (application/vnd.amazon.eventstream). */
import { crc32 } from 'node:zlib';
import { EventStreamCodec } from '@smithy/core/event-streams';

const codec = new EventStreamCodec(
  (input) => (typeof input === 'string' ? input : Buffer.from(input).toString()),
  (input) => new Uint8Array(Buffer.from(input)),
);

/** Length of the prelude: two lengths and their checksum. */
const PRELUDE = 12;
const CHECKSUM = 4;

/** Encodes events of one type. Their headers are always the same bytes, so the codec encodes them once. */
export function framesOf(type: string, contentType: string): (body: Uint8Array) => Uint8Array {
  const model = codec.encode({
    headers: {
      ':message-type': { type: 'string', value: 'event' },
      ':event-type': { type: 'string', value: type },
      ':content-type': { type: 'string', value: contentType },
    },
    body: new Uint8Array(),
  });
  const headers = model.subarray(PRELUDE, -CHECKSUM);
  return (body) => {
    const frame = Buffer.allocUnsafe(model.length + body.length);
    frame.writeUInt32BE(frame.length, 0);
    frame.writeUInt32BE(headers.length, 4);
    frame.writeUInt32BE(crc32(frame.subarray(0, 8)), 8);
    frame.set(headers, PRELUDE);
    frame.set(body, PRELUDE + headers.length);
    frame.writeUInt32BE(crc32(frame.subarray(0, -CHECKSUM)), frame.length - CHECKSUM);
    return frame;
  };
}
