/**
 * Recognizes schemas that need no conversion, as most schemas of scalar values. The result is the same object, which
 * tools can share because converted schemas are never changed.
 */
import type { JsonObject, JsonSchema } from '../../lib/json/value.ts';
import { cleanText, MAX_PROPERTY_LENGTH, MAX_TITLE_LENGTH } from '../model/text.ts';
import { areDistinctTexts, isFitting, isRounded } from './keywords.ts';

/** The schema with its texts cleaned, if it has one scalar type and only valid keywords; else undefined. */
export function unchangedSchema(raw: JsonObject): JsonSchema | undefined {
  const { type } = raw;
  if (type !== 'string' && type !== 'boolean' && type !== 'integer' && type !== 'number') return undefined;
  let description: string | undefined;
  for (const key in raw) {
    const value = raw[key] ?? null;
    switch (key) {
      case 'type':
        break;
      case 'description': {
        const text = cleanText(value, MAX_PROPERTY_LENGTH);
        if (text === '') return undefined;
        if (text !== value) description = text;
        break;
      }
      case 'title':
        if (value === '' || cleanText(value, MAX_TITLE_LENGTH) !== value) return undefined;
        break;
      case 'format':
        if (typeof value !== 'string' || value === '' || value === 'binary' || value === 'byte') return undefined;
        break;
      case 'minLength':
      case 'maxLength':
        if (typeof value !== 'number' || value < 0 || !Number.isInteger(value)) return undefined;
        break;
      case 'minimum':
      case 'maximum':
        if (!Number.isFinite(value)) return undefined;
        break;
      case 'enum':
        if (type !== 'string' || !areDistinctTexts(value)) return undefined;
        if (raw['minLength'] !== undefined || raw['maxLength'] !== undefined) return undefined;
        break;
      case 'default':
        if (value === null || !isFitting(value, raw) || isRounded(value)) return undefined;
        break;
      default:
        return undefined;
    }
  }
  return description === undefined ? raw : { ...raw, description };
}
