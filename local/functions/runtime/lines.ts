/**
 * Messages between the host and a child process: one JSON value per line, over a pipe of their own. The first message of a turn of the
 * event loop is written at once and sets the other side to work; the others of that turn are written together at its end. Imports types
 * only, because a child may read this folder only.
 */
import type { Socket } from 'node:net';

const NEWLINE = '\n';

/** Maximum characters of a message, well above the largest response. Without it a child could fill the host's memory. */
const LONGEST = 64 * 1024 * 1024;

/** An event that is JSON text already is written as it is; it has no line breaks. */
function lineOf(message: object): readonly (string | Uint8Array)[] {
  if (!('given' in message) || typeof message.given !== 'object' || !message.given || !('text' in message.given))
    return [JSON.stringify(message) + NEWLINE];
  const { given, ...head } = message as { readonly given: { readonly text: string | Uint8Array } };
  const { text } = given;
  const [before, after] = [`${JSON.stringify(head).slice(0, -1)},"given":{"event":`, `}}${NEWLINE}`];
  return typeof text === 'string' ? [before + text + after] : [before, text, after];
}

/** Returns a function that sends messages over `socket` to {@link readLines} on the other side. */
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

/** Calls back with each complete message. `broken` is called once, for a line that is not JSON or too long, and reading ends. */
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
