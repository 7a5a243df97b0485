/** JSON text in place of an object or a list, which a check of the whole request sees as a text only. */
import { isDeeper } from '../../lib/json/depth.ts';
import { isPlainObject, parseLossless } from '../../lib/json/lossless.ts';
import { isObject, type JsonObject, type JsonValue } from '../../lib/json/value.ts';
import { LIMITS } from '../../lib/limits.ts';

/**
 * The object or list that a text holds as JSON, with exact numbers; undefined when it holds neither, or is nested deeper than
 * `levels`: the check of the request ignores what is in texts.
 */
export function jsonOf(text: string, levels: number = LIMITS.mcpRequestDepth): JsonObject | JsonValue[] | undefined {
  if (isDeeper(text, levels)) return undefined;
  try {
    const value = parseLossless(text);
    return Array.isArray(value) || isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An object that is given as such or as JSON text; undefined for everything else. */
export function objectOf(given: unknown): JsonObject | undefined {
  const read = typeof given === 'string' ? jsonOf(given) : given;
  return isObject(read) ? read : undefined;
}
