/**
 * Reads an event stream as it arrives (WHATWG HTML, section 9.2.6): names and data of its events. Fields of no use here, comments and a
 * last event without its empty line are left out. Its caller limits the bytes of the whole.
 */

/** One event. */
export interface StreamEvent {
  /** `message` where the stream names none. */
  readonly event: string;
  readonly data: string;
  /** The last id so far, by which the stream can be read on. */
  readonly id?: string;
}

/** Characters of one event; a longer one is given as an event `too_large` without data. */
const MAX_EVENT = 10 * 1024 * 1024;

/** A reader: give it the bytes in their order, it returns the events that they end. */
export function eventReader(): (chunk: Uint8Array) => StreamEvent[] {
  const utf8 = new TextDecoder();
  let pending: string[] = [];
  let pendingLength = 0;
  let event = '';
  let id: string | undefined;
  let data: string[] = [];
  let size = 0;
  return (chunk) => {
    const events: StreamEvent[] = [];
    const text = utf8.decode(chunk, { stream: true });
    const parts = text.split(/\r\n|\n|\r/);
    const rest = parts.pop() ?? '';
    for (const part of parts) {
      const line = pending.length === 0 ? part : pending.join('') + part;
      pending = [];
      pendingLength = 0;
      size += line.length;
      if (line === '') {
        if (size > MAX_EVENT) events.push({ event: 'too_large', data: '' });
        else if (data.length > 0) {
          events.push({ event: event || 'message', data: data.join('\n'), ...(id !== undefined && { id }) });
        }
        event = '';
        data = [];
        size = 0;
      } else if (size <= MAX_EVENT) {
        const colon = line.indexOf(':');
        const name = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
        if (name === 'data') data.push(value);
        else if (name === 'event') event = value;
        else if (name === 'id' && /^[\u0020-\u007e]{0,512}$/.test(value)) id = value;
      }
    }
    pendingLength += rest.length;
    if (rest !== '' && pendingLength <= MAX_EVENT) pending.push(rest);
    return events;
  };
}
