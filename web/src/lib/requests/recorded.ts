/**
 * A request from a curl command, a Postman collection or a HAR file, before it becomes a tool. It contains names and values; nothing of
 * it is sent or stored, and recorded-tool.ts adopts names and types only.
 */
export interface RecordedRequest {
  readonly method: string;
  /** Absolute, or relative if the source has a variable for the host. `{name}` is a variable in the path. */
  readonly url: string;
  readonly query: readonly Named[];
  readonly headers: readonly Named[];
  readonly body?: RecordedBody;
  readonly name?: string;
  readonly description?: string;
  readonly tag?: string;
  /** Credentials that are in none of the above, in words. */
  readonly credentials: readonly string[];
  /** For people: parts that could not be read. */
  readonly notes?: readonly string[];
}

export interface Named {
  readonly name: string;
  readonly value: string;
  readonly description?: string;
  readonly isFile?: boolean;
}

/** Without text and fields, its content is not known. */
export interface RecordedBody {
  readonly contentType: string;
  readonly text?: string;
  readonly fields?: readonly Named[];
}

/** The pasted or uploaded text cannot be read; the message says why and what to do. */
export class UnreadableRequest extends Error {
  override readonly name = 'UnreadableRequest';
}

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The fields of `a=1&b=2`. */
export const formFields = (text: string): Named[] =>
  [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }));

/** A URL without its query, and the query. The fragment is dropped. */
export function splitUrl(text: string): { readonly url: string; readonly query: Named[] } {
  const [url = '', query = ''] = (text.split('#')[0] ?? '').split(/\?(.*)/s);
  return { url, query: formFields(query) };
}
