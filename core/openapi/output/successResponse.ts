/**
 * The response that a successful call gets by the description, the schema of its JSON, and the Accept header that asks for it. Only references
 * within the document are followed, and nothing here warns: a broken response breaks no request.
 */
import { isObject, type JsonValue } from '../../lib/json/value.ts';
import { bareType, isJsonType } from '../../lib/mediaType.ts';
import { Location, type Target } from '../document/location.ts';
import { member, objectMember, stringMember } from '../document/read.ts';
import { childOf } from '../document/references.ts';
import type { Context, Operation } from '../model/operation.ts';
import { acceptOf, inOrder } from './accept.ts';

const JSON_TYPE = 'application/json';

/** What a description says of the success of an operation. */
export interface Success {
  /** The first response of a 2xx status. */
  readonly response: Target | undefined;
  /** Of its JSON; undefined when it has none. */
  readonly schema: Target | undefined;
  /** The Accept header that asks for it; undefined where the one of every request does. */
  readonly accept: string | undefined;
}

/** Reads the successes of one import. Most operations of a description answer the same media types. */
export class Successes {
  private readonly context: Context;
  private readonly accepted = new Map<string, string | undefined>();
  private readonly leading = new Map<string, string | undefined>();

  constructor(context: Context) {
    this.context = context;
  }

  of({ raw, target }: Operation): Success {
    const { root } = this.context;
    const responses = below(target, 'responses', this.context);
    // The list of Swagger 2.0 is that of all its responses.
    const produced = root['swagger'] === undefined ? undefined : (member(raw, 'produces') ?? root['produces']);
    const types = produced === undefined ? [] : textsOf(produced);
    let first: { readonly response: Target | undefined; readonly content: Target | undefined } | undefined;
    for (const status of isObject(responses?.value) ? Object.keys(responses.value).filter(isSuccess).sort() : []) {
      const response = below(responses as Target, status, this.context);
      const content = response && below(response, 'content', this.context);
      first ??= { response, content };
      if (produced !== undefined) break;
      if (isObject(content?.value)) types.push(...Object.keys(content.value));
    }
    return {
      response: first?.response,
      schema: first?.response && this.jsonSchemaOf(first.response, first.content),
      accept: this.acceptOf(types),
    };
  }

  private acceptOf(types: readonly string[]): string | undefined {
    const [only = JSON_TYPE, ...others] = types;
    if (only === JSON_TYPE && others.length === 0) return undefined;
    const key = types.join('\n');
    if (!this.accepted.has(key)) this.accepted.set(key, acceptOf(types));
    return this.accepted.get(key);
  }

  /** The schema of a 3.x response's JSON content, or of a 2.0 response. */
  private jsonSchemaOf(response: Target, content: Target | undefined): Target | undefined {
    const type = content && this.leadingJson(Object.keys(objectMember(response.value, 'content')));
    const media = type === undefined ? response : below(content as Target, type, this.context);
    return media && below(media, 'schema', this.context);
  }

  private leadingJson(types: readonly string[]): string | undefined {
    const key = types.join('\n');
    if (!this.leading.has(key)) {
      this.leading.set(
        key,
        inOrder(types).find((name) => isJsonType(bareType(name)) || name === '*/*'),
      );
    }
    return this.leading.get(key);
  }
}

const textsOf = (value: JsonValue): string[] =>
  (Array.isArray(value) ? value : [value]).filter((type): type is string => typeof type === 'string');

const isSuccess = (key: string): boolean => /^2(?:\d\d|xx)$/i.test(key);

/** A member of a location; a reference within the document is followed. */
export function below(parent: Target, key: string, context: Context): Target | undefined {
  const value = childOf(parent.value, key, parent.source);
  return value === undefined ? undefined : followed(new Location(parent, key, value), context);
}

function followed(target: Target, { documents }: Context): Target | undefined {
  const reference = stringMember(target.value, '$ref');
  if (reference === undefined) return target;
  return reference.startsWith('#') ? documents.follow(target) : undefined;
}
