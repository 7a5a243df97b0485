/** Forms of an MCP server behind ours as a person is shown them, and what of the answers goes back to it (MCP 2026-07-28, elicitation). Pure. */
import { isObject, type JsonObject } from '../lib/json/value.ts';
import { fieldOf, MAX_FIELDS, SECRET } from './elicitation.ts';
import type { Json } from './protocol.ts';

/**
 * A form of an MCP server behind ours; undefined where a field is no primitive value, or nothing that a form may ask for.
 * @param who asks, so that the person knows that it is not us
 */
export function passedForm(who: string, { message, requestedSchema }: JsonObject): Json | undefined {
  const { properties, required } = isObject(requestedSchema) ? requestedSchema : {};
  const names = isObject(properties) ? Object.keys(properties) : [];
  if (!isObject(properties) || names.length === 0 || names.length > MAX_FIELDS) return undefined;
  const fields: Record<string, Json> = {};
  for (const name of names) {
    const field = SECRET.test(name) ? undefined : fieldOf(properties[name]);
    if (!field || SECRET.test(String(field['title'] ?? ''))) return undefined;
    fields[name] = field;
  }
  const wanted = (Array.isArray(required) ? required : []).filter((name) => names.includes(name as string));
  return {
    mode: 'form',
    message: `${who} asks: ${message}`,
    requestedSchema: { type: 'object', properties: fields, ...(wanted.length > 0 && { required: wanted }) },
  };
}

/** What a person has answered to such questions: of a key without an answer, that they left it. Contents are primitive values. */
export const passedAnswers = (responses: Json, keys: readonly string[]): JsonObject =>
  Object.fromEntries(
    keys.map((key) => {
      const given = Object.hasOwn(responses, key) ? responses[key] : undefined;
      const { action, content } = isObject(given) ? given : ({} as Json);
      if (action !== 'accept') return [key, { action: action === 'decline' ? 'decline' : 'cancel' }];
      const values = Object.entries(isObject(content) ? content : {}).filter(([, value]) =>
        ['string', 'number', 'boolean'].includes(typeof value),
      );
      return [key, { action, content: Object.fromEntries(values) as JsonObject }];
    }),
  );
