/**
 * Limits of a request body, checked before the protocol handles it: nesting, which could overflow the stack of recursive
 * functions; the number of messages in a batch; and duplicate ids in a batch, whose answers could not be matched.
 */
import { isDeeper } from '../lib/json/depth.ts';
import { isObject } from '../lib/json/value.ts';
import { LIMITS } from '../lib/limits.ts';
import type { RefusalCode } from './errors.ts';

/**
 * The code of the limit that the body exceeds; undefined when it exceeds none.
 * @param parsed the body as JSON, or undefined when it is not JSON
 */
export function refusedShape(body: string, parsed: unknown): RefusalCode | undefined {
  if (isDeeper(body, LIMITS.mcpRequestDepth)) return 'body_too_deep';
  if (!Array.isArray(parsed)) return undefined;
  if (parsed.length > LIMITS.mcpBatchMessages) return 'batch_too_large';
  const ids = parsed.filter((message) => isObject(message) && 'method' in message && 'id' in message);
  return new Set(ids.map(({ id }) => id)).size < ids.length ? 'batch_ids_repeat' : undefined;
}
