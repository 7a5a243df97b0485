/**
 * The response that a successful call gets by the description, and the schema of its JSON. Only references within the document are followed,
 * and nothing here warns: a broken response breaks no request.
 */
import { isObject } from '../../json/value.ts';
import { bareType, isJsonType } from '../../request/mediaType.ts';
import { Location, type Target } from '../document/location.ts';
import { objectMember, stringMember } from '../document/read.ts';
import { childOf } from '../document/references.ts';
import type { Context, Operation } from '../model/operation.ts';

/** The response of a success. */
export interface SuccessResponse {
  readonly response: Target;
  /** Of its JSON; undefined when it has none. */
  readonly schema: Target | undefined;
}

/** The first response of a 2xx status. */
export function successResponseOf({ target }: Operation, context: Context): SuccessResponse | undefined {
  const responses = below(target, 'responses', context);
  if (!responses || !isObject(responses.value)) return undefined;
  const [status] = Object.keys(responses.value).filter(isSuccess).sort();
  const response = status === undefined ? undefined : below(responses, status, context);
  return response && { response, schema: jsonSchemaOf(response, context) };
}

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

/** The schema of a 3.x response's JSON content, or of a 2.0 response. */
function jsonSchemaOf(response: Target, context: Context): Target | undefined {
  const content = below(response, 'content', context);
  const type =
    content &&
    Object.keys(objectMember(response.value, 'content')).find((name) => isJsonType(bareType(name)) || name === '*/*');
  const media = type === undefined ? response : below(content as Target, type, context);
  return media && below(media, 'schema', context);
}
