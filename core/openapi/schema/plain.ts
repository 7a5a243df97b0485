/**
 * Schemas that are what a tool may carry as they stand. Most schemas of a document are such leaves; they are taken over as
 * the objects that they are, which tools may share because nothing that was converted is ever changed.
 */
import type { JsonObject, JsonSchema, JsonValue } from '../../json.ts';
import { cleanText, PROPERTY_LENGTH, TITLE_LENGTH } from '../text.ts';
import { isFitting } from './keywords.ts';

const FEW = 16;

/** For one scalar type with keywords that are right, and with no others: the schema with its texts cleaned; else undefined. */
export function plain(raw: JsonObject): JsonSchema | undefined {
  const { type } = raw;
  if (type !== 'string' && type !== 'boolean' && type !== 'integer' && type !== 'number') return undefined;
  let description: string | undefined;
  for (const key in raw) {
    const value = raw[key]!;
    switch (key) {
      case 'type':
        break;
      case 'description': {
        const text = cleanText(value, PROPERTY_LENGTH);
        if (text === '') return undefined;
        if (text !== value) description = text;
        break;
      }
      case 'title':
        if (value === '' || cleanText(value, TITLE_LENGTH) !== value) return undefined;
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
        if (typeof value !== 'number') return undefined;
        break;
      case 'enum':
        if (type !== 'string' || !areDistinctTexts(value)) return undefined;
        break;
      case 'default':
        if (value === null || !isFitting(value, raw)) return undefined;
        break;
      default:
        return undefined;
    }
  }
  return description === undefined ? raw : { ...raw, description };
}

function areDistinctTexts(values: JsonValue): boolean {
  if (!Array.isArray(values) || values.length === 0) return false;
  if (values.length > FEW) return values.every(isText) && new Set(values).size === values.length;
  for (let at = 0; at < values.length; at++) {
    if (typeof values[at] !== 'string' || values.indexOf(values[at]!) < at) return false;
  }
  return true;
}

const isText = (value: JsonValue): boolean => typeof value === 'string';
