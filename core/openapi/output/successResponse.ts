/**
 * The response that a successful call gets by the description, the schema of its JSON, and the Accept header that asks for it. Only references
 * within the document are followed, and nothing here warns: a broken response breaks no request.
 */
import { isObject, type JsonValue } from '../../json/value.ts';
import { bareType, isJsonType } from '../../request/mediaType.ts';
import { Location, type Target } from '../document/location.ts';
import { member, objectMember, stringMember } from '../document/read.ts';
import { childOf } from '../document/references.ts';
import type { Context, Operation } from '../model/operation.ts';
import { acceptOf, inOrder } from './accept.ts';

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

/** The Accept header of the operation; undefined where the one of every request does. */
export function acceptedBy(operation: Operation, context: Context): string | undefined {
  const { raw, target } = operation;
  // The list of Swagger 2.0 is that of all its responses.
  const produced =
    context.root['swagger'] === undefined ? undefined : (member(raw, 'produces') ?? context.root['produces']);
  if (produced !== undefined) return acceptOf(textsOf(produced));
  const responses = below(target, 'responses', context);
  if (!responses || !isObject(responses.value)) return undefined;
  const types: string[] = [];
  for (const status of Object.keys(responses.value).filter(isSuccess).sort()) {
    const response = below(responses, status, context);
    const content = response && below(response, 'content', context);
    if (isObject(content?.value)) types.push(...Object.keys(content.value));
  }
  return acceptOf(types);
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

/** The schema of a 3.x response's JSON content, or of a 2.0 response. */
function jsonSchemaOf(response: Target, context: Context): Target | undefined {
  const content = below(response, 'content', context);
  const types = content && inOrder(Object.keys(objectMember(response.value, 'content')));
  const type = types?.find((name) => isJsonType(bareType(name)) || name === '*/*');
  const media = type === undefined ? response : below(content as Target, type, context);
  return media && below(media, 'schema', context);
}
