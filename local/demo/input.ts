/** Reads the query and the body of a request to the demo API; throws a `Refusal` when they are not as described. */

import { isObject } from '../../core/lib/json/value.ts';

/** An error response with its status; the message is shown to the client. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** @param message names the parameter or field and what it must be */
export const bad = (message: string) => new Refusal(400, 'bad_request', message);

/** The members of a JSON body. */
export type Fields = Record<string, unknown>;

/** Whether a filter of the query accepts a value. */
export const is = (query: URLSearchParams, name: string, value: string | undefined): boolean =>
  !query.has(name) || query.get(name) === value;

/** The items that `offset` and `limit` of the query choose. */
export function paged<T>(all: readonly T[], query: URLSearchParams): readonly T[] {
  const whole = (name: string, usual: number, least: number) => {
    const number = query.has(name) ? Number(query.get(name)) : usual;
    if (!Number.isInteger(number) || number < least) throw bad(`${name}: must be a whole number of at least ${least}.`);
    return number;
  };
  const start = whole('offset', 0, 0);
  return all.slice(start, start + whole('limit', all.length || 1, 1));
}

/** The members of a body, which must be a JSON object. */
export function fieldsOf(body: unknown): Fields {
  if (!isObject(body)) throw bad('A JSON object is needed.');
  return body;
}

/** A field that must have a text that is not empty. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw bad(`${name}: must be a text.`);
  return value;
}

/** A field that must have a text, which may be empty. */
export function anyTextOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw bad(`${name}: must be a text.`);
  return value;
}
