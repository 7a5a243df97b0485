/**
 * Messages between the host and a child process: JSON, one a line, over a pipe of their own. The first of a turn of the event loop
 * leaves at once and sets the other side to work; what follows in that turn leaves in one write at its end. Imports nothing but
 * types, because a child may read this folder only.
 */
import type { Socket } from 'node:net';

const NEWLINE = '\n';

/** Characters that a message may have, well over the largest answer. A child that sends on and on would fill the host's memory. */
const LONGEST = 64 * 1024 * 1024;

/** An event of which the JSON is at hand goes as it is, as the object that it is to the other side; it has no line breaks. */
function lineOf(message: object): readonly (string | Uint8Array)[] {
  if (!('type' in message) || message.type !== 'invoke' || !('text' in message))
    return [JSON.stringify(message) + NEWLINE];
  const { text, ...head } = message as { readonly text: string | Uint8Array };
  const [before, after] = [`${JSON.stringify(head).slice(0, -1)},"event":`, `}${NEWLINE}`];
  return typeof text === 'string' ? [before + text + after] : [before, text, after];
}

/** Sends over `socket`; the other side has {@link readLines}. */
export function lineWriter(socket: Pick<Socket, 'write' | 'destroyed'>): (message: object) => void {
  let pending = '';
  let isGathering = false;
  const flush = () => {
    const text = pending;
    pending = '';
    if (text !== '' && !socket.destroyed) socket.write(text);
  };
  return (message) => {
    for (const piece of lineOf(message)) {
      if (typeof piece === 'string') pending += piece;
      else {
        flush();
        if (!socket.destroyed) socket.write(piece);
      }
    }
    if (isGathering) return;
    isGathering = true;
    flush();
    setImmediate(() => {
      isGathering = false;
      flush();
    });
  };
}

/** Hands over each message as it is complete; `broken` hears of a line that is no JSON or too long, once, and reading ends. */
export function readLines(
  socket: Socket,
  onMessage: (message: unknown) => void,
  broken: () => void,
  longest = LONGEST,
): void {
  let pending = '';
  const read = (text: string) => {
    let start = 0;
    for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, start)) {
      const line = pending + text.slice(start, end);
      pending = '';
      start = end + 1;
      let message: unknown;
      try {
        message = JSON.parse(line);
      } catch {
        socket.off('data', read);
        broken();
        return;
      }
      onMessage(message);
    }
    if (start < text.length) pending += text.slice(start);
    if (pending.length <= longest) return;
    pending = '';
    socket.off('data', read);
    socket.destroy();
    broken();
  };
  socket.setEncoding('utf8');
  socket.on('data', read);
}
