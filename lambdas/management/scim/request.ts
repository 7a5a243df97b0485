/** Requests of SCIM clients and what handlers answer (RFC 7644, sections 3.4 to 3.14). */

import { PortcullisError } from '../../../core/lib/errors.ts';
import type { JsonObject } from '../../../core/lib/json/value.ts';
import type { Person } from '../../../core/lib/person.ts';
import type { Right } from '../../../core/model/roles.ts';
import { shownOf } from '../../../core/scim/attributes.ts';
import { scimError } from '../../../core/scim/error.ts';
import { askedValue, type Filter, meets, parseFilter } from '../../../core/scim/filter.ts';
import { type Schema, scalarText, URN } from '../../../core/scim/schema.ts';
import { tagOf } from './views.ts';

/** The key of the identity provider, for entries and checks. */
export type ScimActor = Person & { readonly rights: readonly Right[] };

/** A request. */
export interface ScimRequest {
  readonly actor: ScimActor;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The parsed body; undefined where there is none. */
  readonly body: unknown;
}

/** What is answered. */
export interface ScimAnswer {
  readonly status: number;
  readonly body?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Resources that one answer has at most, and without `count`. */
export const PAGE = { most: 200, usual: 100 } as const;

/** What a client asks of a list, by query or by POST /.search. */
export interface Asked {
  readonly filter?: Filter;
  readonly startIndex: number;
  readonly count: number;
  readonly attributes: readonly string[];
  readonly excluded: readonly string[];
}

/** Which attributes of one resource a client wants. */
export const projectionOf = ({ query }: ScimRequest) => ({
  attributes: namesOf(query['attributes']),
  excluded: namesOf(query['excludedAttributes']),
});

/** Throws PortcullisError `scim_…`. */
export function askedOf(given: Readonly<Record<string, unknown>>): Asked {
  const { filter } = given;
  if (filter !== undefined && typeof filter !== 'string')
    throw scimError('scim_filter_invalid', 'It has to be a text.');
  return {
    ...(filter !== undefined && filter.trim() !== '' && { filter: parseFilter(filter) }),
    startIndex: Math.max(1, numberOf(given['startIndex'], 1)),
    count: Math.min(PAGE.most, Math.max(0, numberOf(given['count'], PAGE.usual))),
    attributes: namesOf(given['attributes']),
    excluded: namesOf(given['excludedAttributes']),
  };
}

function numberOf(text: unknown, usual: number): number {
  if (text === undefined || text === '') return usual;
  const value = Number(scalarText(text) || Number.NaN);
  if (!Number.isSafeInteger(value)) throw scimError('scim_value_invalid', 'startIndex and count are whole numbers.');
  return value;
}

/** Names that are asked for; bounded as a filter is. */
function namesOf(given: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given ?? ''];
  if (!list.every((each) => typeof each === 'string')) {
    throw scimError('scim_value_invalid', 'attributes and excludedAttributes are names.');
  }
  const text = list.join(',');
  if (text.length > 2_000) throw scimError('scim_value_invalid', 'attributes and excludedAttributes are too long.');
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** The one value of an attribute that the filter demands, so that not everything is read. */
export const demandedValue = (asked: Asked, schema: Schema, name: string): string | undefined =>
  askedValue(asked.filter, schema, name);

/** Resources of one kind. */
export interface Resources {
  readonly schema: Schema;
  readonly views: readonly JsonObject[];
}

/** A page of what meets the filter, one kind behind the other (RFC 7644, section 3.4.2.4). */
export function listAnswer(kinds: readonly Resources[], asked: Asked): ScimAnswer {
  const { filter, startIndex, count } = asked;
  const found = kinds.flatMap(({ schema, views }) =>
    (filter ? views.filter((each) => meets(filter, each, schema)) : views).map((view) => ({ view, schema })),
  );
  const page = found.slice(startIndex - 1, startIndex - 1 + count);
  return {
    status: 200,
    body: {
      schemas: [URN.list],
      totalResults: found.length,
      startIndex,
      itemsPerPage: page.length,
      Resources: page.map(({ view, schema }) => shownOf(view, schema, asked)),
    },
  };
}

/** One resource with its entity tag; 304 where the client has it (RFC 7644, section 3.14). */
export function oneAnswer(
  request: ScimRequest,
  row: { readonly version: number },
  view: JsonObject,
  schema: Schema,
  status: 200 | 201 = 200,
): ScimAnswer {
  const etag = tagOf(row);
  if (status === 200 && request.body === undefined && namesTag(request.headers['if-none-match'], etag)) {
    return { status: 304, headers: { etag } };
  }
  const location = (view['meta'] as JsonObject)['location'] as string;
  return {
    status,
    headers: { etag, ...(status === 201 && { location }) },
    body: shownOf(view, schema, projectionOf(request)),
  };
}

const namesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((each) => each.trim() === etag));

/** Throws PortcullisError `scim_changed` where the client wants to change another version. */
export function checkTag({ headers }: ScimRequest, row: { readonly version: number }): void {
  const wanted = headers['if-match'];
  if (wanted === undefined || namesTag(wanted, tagOf(row))) return;
  throw new PortcullisError('scim_changed', 'The resource has changed since that version. Read it again.');
}
