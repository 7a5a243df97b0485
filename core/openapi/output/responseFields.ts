/**
 * What an operation answers: the text of its first success response, which stands for an operation without a text of its own, and the
 * fields of its JSON in a line, which models are told of every operation. Only references within the document are followed, only the
 * first level is read, and nothing here warns: a broken response breaks no request.
 */
import { isObject, type JsonValue } from '../../json/value.ts';
import { bareType, isJsonType } from '../../request/mediaType.ts';
import { Location, type Target } from '../document/location.ts';
import { arrayMember, objectMember, stringMember } from '../document/read.ts';
import { childOf } from '../document/references.ts';
import type { Context, Operation } from '../model/operation.ts';
import { cleanText } from '../model/text.ts';

const MAX_FIELDS = 12;
const MAX_LENGTH = 160;
/** Parts of an allOf, and schemas inside them, that are looked at. */
const MAX_PARTS = 8;
/** Descriptions that say no more than the status. */
const EMPTY =
  /^(?:\d{3}[\s:,-]*)?(?:an? )?(?:ok|succe\w*|default|normal|valid|null|created|accepted|no content)?[\s.:,-]*(?:success\w*|operation|response|request|result|output|status)?[\s.!]*$/i;

/** A sentence or two; '' when the description says nothing about a success. */
export function answerOf({ target }: Operation, context: Context): string {
  const response = successOf(target, context);
  if (!response) return '';
  const told = cleanText(stringMember(response.value, 'description'), 300).replace(/\.$/, '');
  const text = EMPTY.test(told) ? '' : `${told}.`;
  const schema = jsonSchemaOf(response, context);
  const { names, isListed } = schema ? fieldsOf(schema, context) : NOTHING;
  const fields = names && `${isListed ? 'a list of ' : ''}${names}`;
  return [text, fields && `Returns ${fields}.`].filter(Boolean).join(' ');
}

/** The fields of JSON answers, of one import: most operations answer with the same few schemas. */
export class AnswerFields {
  private readonly context: Context;
  /** By the schema, which is one object wherever it is referred to. */
  private readonly known = new Map<JsonValue, string>();

  constructor(context: Context) {
    this.context = context;
  }

  /** `{id, name, items[]}`, or `[{id, name}]` for a list; undefined where the description names none. */
  of({ target }: Operation): string | undefined {
    const response = successOf(target, this.context);
    const schema = response && jsonSchemaOf(response, this.context);
    if (!schema) return undefined;
    let line = this.known.get(schema.value);
    if (line === undefined) {
      const { names, isListed } = fieldsOf(schema, this.context);
      line = isListed && names !== '' ? `[${names}]` : names;
      this.known.set(schema.value, line);
    }
    return line === '' ? undefined : line;
  }
}

/** The first response of a 2xx status. */
function successOf(target: Target, context: Context): Target | undefined {
  const responses = below(target, 'responses', context);
  if (!responses || !isObject(responses.value)) return undefined;
  const status = Object.keys(responses.value)
    .filter((key) => /^2(?:\d\d|xx)$/i.test(key))
    .sort()[0];
  return status === undefined ? undefined : below(responses, status, context);
}

/** A member of a location, references within the document followed. */
function below(parent: Target, key: string, context: Context): Target | undefined {
  const value = childOf(parent.value, key, parent.source);
  return value === undefined ? undefined : followed(new Location(parent, key, value), context);
}

function followed(target: Target, { documents }: Context): Target | undefined {
  const reference = stringMember(target.value, '$ref');
  if (reference === undefined) return target;
  return reference.startsWith('#') ? documents.follow(target) : undefined;
}

/** The schema of a 3.x response's JSON content, or of a 2.0 response. */
function jsonSchemaOf(response: Target, context: Context): Target | undefined {
  const content = below(response, 'content', context);
  const type =
    content &&
    Object.keys(objectMember(response.value, 'content')).find((name) => isJsonType(bareType(name)) || name === '*/*');
  const media = type === undefined ? response : below(content as Target, type, context);
  return media && below(media, 'schema', context);
}

interface Fields {
  /** `{id, name, items[]}`; '' for what has no named members. */
  readonly names: string;
  /** They are those of the items of a list. */
  readonly isListed: boolean;
}

const NOTHING: Fields = { names: '', isListed: false };

function fieldsOf(schema: Target, context: Context): Fields {
  const items = below(schema, 'items', context);
  const names = new Map<string, string>();
  collect(items ?? schema, names, context, { parts: MAX_PARTS });
  const shown: string[] = [];
  let length = 0;
  for (const name of names.values()) {
    length += name.length + 2;
    if (shown.length === MAX_FIELDS || length > MAX_LENGTH) break;
    shown.push(name);
  }
  if (shown.length === 0) return NOTHING;
  const rest = shown.length < names.size ? ', …' : '';
  return { names: `{${shown.join(', ')}${rest}}`, isListed: items !== undefined };
}

function collect(schema: Target, names: Map<string, string>, context: Context, left: { parts: number }): void {
  if (left.parts-- <= 0) return;
  for (const index of arrayMember(schema.value, 'allOf').keys()) {
    const list = below(schema, 'allOf', context);
    const part = list && below(list, String(index), context);
    if (part) collect(part, names, context, left);
  }
  for (const [name, property] of Object.entries(objectMember(schema.value, 'properties'))) {
    // What is no plain word is no field that a model could be told of.
    if (/^[\p{L}\p{N}_.$@-]{1,60}$/u.test(name)) names.set(name, isList(property) ? `${name}[]` : name);
  }
}

const isList = (property: JsonValue): boolean => isObject(property) && property['type'] === 'array';
