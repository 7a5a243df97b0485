/**
 * The success response of an operation: a text for operations without a description of their own, and a line with the
 * fields of its JSON for every tool. Follows references within the document only and reads only the first level of the
 * schema. Adds no warnings, because tools work without a description of their response.
 */
import { isObject, type JsonValue } from '../../lib/json/value.ts';
import type { Target } from '../document/location.ts';
import { arrayMember, objectMember, stringMember } from '../document/read.ts';
import type { Context } from '../model/operation.ts';
import { cleanText } from '../model/text.ts';
import { below, type Success } from './successResponse.ts';

const MAX_FIELDS = 12;
const MAX_LENGTH = 160;
/** How many schemas are read, with those inside `allOf`. */
const MAX_PARTS = 8;
/** Descriptions that say no more than the status code. */
const EMPTY =
  /^(?:\d{3}[\s:,-]*)?(?:an? )?(?:ok|succe\w*|default|normal|valid|null|created|accepted|no content)?[\s.:,-]*(?:success\w*|operation|response|request|result|output|status)?[\s.!]*$/i;

/** One or two sentences about the success response; '' when it has no description and no known fields. */
export function successTextOf({ response, schema }: Success, context: Context): string {
  const description = cleanText(stringMember(response?.value, 'description'), 300).replace(/\.$/, '');
  const text = EMPTY.test(description) ? '' : `${description}.`;
  const { names, isListed } = schema ? fieldsOf(schema, context) : NOTHING;
  const fields = names && `${isListed ? 'a list of ' : ''}${names}`;
  return [text, fields && `Returns ${fields}.`].filter(Boolean).join(' ');
}

/** The fields of JSON responses. One object per import, because many operations share a schema. */
export class ResponseFields {
  private readonly context: Context;
  /** By schema, which is the same object wherever it is referred to. */
  private readonly known = new Map<JsonValue, string>();

  constructor(context: Context) {
    this.context = context;
  }

  /** `{id, name, items[]}`, or `[{id, name}]` for an array; undefined when the schema has no properties. */
  of(schema: Target): string | undefined {
    let line = this.known.get(schema.value);
    if (line === undefined) {
      const { names, isListed } = fieldsOf(schema, this.context);
      line = isListed && names !== '' ? `[${names}]` : names;
      this.known.set(schema.value, line);
    }
    return line === '' ? undefined : line;
  }
}

interface Fields {
  /** `{id, name, items[]}`; '' when the schema has no properties. */
  readonly names: string;
  /** True when they are the fields of an array's items. */
  readonly isListed: boolean;
}

const NOTHING: Fields = { names: '', isListed: false };

function fieldsOf(schema: Target, context: Context): Fields {
  const items = below(schema, 'items', context);
  const names = new Map<string, string>();
  collect(items ?? schema, names, context, { parts: MAX_PARTS });
  const listed: string[] = [];
  let length = 0;
  for (const name of names.values()) {
    length += name.length + 2;
    if (listed.length === MAX_FIELDS || length > MAX_LENGTH) break;
    listed.push(name);
  }
  if (listed.length === 0) return NOTHING;
  const rest = listed.length < names.size ? ', …' : '';
  return { names: `{${listed.join(', ')}${rest}}`, isListed: items !== undefined };
}

function collect(schema: Target, names: Map<string, string>, context: Context, left: { parts: number }): void {
  if (left.parts-- <= 0) return;
  for (const index of arrayMember(schema.value, 'allOf').keys()) {
    const list = below(schema, 'allOf', context);
    const part = list && below(list, String(index), context);
    if (part) collect(part, names, context, left);
  }
  for (const [name, property] of Object.entries(objectMember(schema.value, 'properties'))) {
    // Names with other characters could carry instructions to the AI client.
    if (/^[\p{L}\p{N}_.$@-]{1,60}$/u.test(name)) names.set(name, isList(property) ? `${name}[]` : name);
  }
}

const isList = (property: JsonValue): boolean => isObject(property) && property['type'] === 'array';
