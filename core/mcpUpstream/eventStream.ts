/**
 * Reads an event stream as it arrives (WHATWG HTML, section 9.2.6): names and data of its events. Fields of no use here, comments and a
 * last event without its empty line are left out. Its caller limits the bytes of the whole.
 */

/** One event. */
export interface StreamEvent {
  /** `message` where the stream names none; `too_large`, without data, for one that is longer than is read. */
  readonly event: string;
  readonly data: string;
  /** The last id so far, by which the stream can be read on. */
  readonly id?: string;
}

/** Characters of one event. */
const MAX_EVENT = 10 * 1024 * 1024;
/** An id that a header can have. */
const ID = /^[\u0020-\u007e]{0,512}$/;

/** A reader: give it the bytes in their order, it returns the events that they end. */
export function eventReader(): (chunk: Uint8Array) => StreamEvent[] {
  const lines = lineReader();
  let event = '';
  let id: string | undefined;
  let data: string[] = [];
  let size = 0;

  const ended = (): StreamEvent[] => {
    const made: StreamEvent = { event: event || 'message', data: data.join('\n'), ...(id !== undefined && { id }) };
    const events = size > MAX_EVENT ? [{ event: 'too_large', data: '' }] : data.length > 0 ? [made] : [];
    event = '';
    data = [];
    size = 0;
    return events;
  };
  const take = (line: string): void => {
    size += line.length;
    if (size > MAX_EVENT) {
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    else if (name === 'id' && ID.test(value)) id = value;
  };
  return (chunk) => {
    const events: StreamEvent[] = [];
    for (const line of lines(chunk)) {
      if (line === '') events.push(...ended());
      else take(line);
    }
    return events;
  };
}

/** The whole lines of a text that arrives in pieces. Of a line that is too long, its first characters. */
function lineReader(): (chunk: Uint8Array) => string[] {
  const utf8 = new TextDecoder();
  let pending: string[] = [];
  let length = 0;
  let endsWithReturn = false;
  return (chunk) => {
    let text = utf8.decode(chunk, { stream: true });
    // CR LF is one end of a line, also where it is in two pieces.
    if (endsWithReturn && text.startsWith('\n')) text = text.slice(1);
    if (text !== '') endsWithReturn = text.endsWith('\r');
    const parts = text.split(/\r\n|\n|\r/);
    const rest = parts.pop() ?? '';
    const lines = parts.map((part, at) => (at === 0 ? pending.join('') + part : part));
    if (lines.length > 0) {
      pending = [];
      length = 0;
    }
    length += rest.length;
    if (rest !== '' && length <= 2 * MAX_EVENT) pending.push(rest);
    return lines;
  };
}
