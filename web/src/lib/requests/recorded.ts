/**
 * A request as a curl command, a Postman collection or a HAR file tells it, before it becomes a tool. Readers of these formats keep
 * names and values here; nothing of it is sent or stored: recorded-tool.ts takes names and types over, and no value.
 */
export interface RecordedRequest {
  readonly method: string;
  /** Absolute, or relative where the source has a variable for the host. `{name}` stands for variables in the path. */
  readonly url: string;
  readonly query: readonly Named[];
  readonly headers: readonly Named[];
  readonly body?: RecordedBody;
  readonly name?: string;
  readonly description?: string;
  readonly tag?: string;
  /** Credentials that stand in none of the above, in words. */
  readonly credentials: readonly string[];
}

export interface Named {
  readonly name: string;
  readonly value: string;
  readonly description?: string;
  readonly isFile?: boolean;
}

export interface RecordedBody {
  readonly contentType: string;
  readonly text?: string;
  readonly fields?: readonly Named[];
}

/** What was pasted or uploaded cannot be read; the message says why and what to do. */
export class UnreadableRequest extends Error {
  override readonly name = 'UnreadableRequest';
}

/** The value when it is an object, else one without members. */
export const objectIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The fields of `a=1&b=2`. */
export const formFields = (text: string): Named[] =>
  [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }));

/** An address without its query, and the query. A fragment and what is no address at all stay out. */
export function splitUrl(text: string): { readonly url: string; readonly query: Named[] } {
  const [url = '', query = ''] = (text.split('#')[0] ?? '').split(/\?(.*)/s);
  return { url, query: formFields(query) };
}
