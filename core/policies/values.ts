/**
 * Arguments as values of Cedar. What cannot be compared exactly is no value: a call whose policies would compare something else than what is
 * sent is not made.
 */
import type { CedarValueJson } from '@cedar-policy/cedar-wasm';
import type { JsonValue } from '../lib/json/value.ts';
import type { CedarRecord, CedarType } from './types.ts';

/** Why policies cannot decide about a call. */
export class Undecidable extends Error {
  override name = 'Undecidable';
}

/** Values of one call. A megabyte takes the engine 150 ms. */
const MAX_VALUES = 20_000;
const MAX_CHARACTERS = 200_000;

interface Room {
  values: number;
  characters: number;
}

/**
 * The arguments that policies compare.
 * @param isCompared by name of the argument
 * @throws Undecidable naming the argument
 */
export function inputOf(
  args: Readonly<Record<string, JsonValue>>,
  { attributes }: CedarRecord,
  isCompared: (name: string) => boolean,
): Record<string, CedarValueJson> {
  const room = { values: MAX_VALUES, characters: MAX_CHARACTERS };
  const input: Record<string, CedarValueJson> = {};
  for (const [name, type] of Object.entries(attributes)) {
    if (!isCompared(name) || !Object.hasOwn(args, name)) continue;
    const value = cedarValue(args[name] as JsonValue, type, name, room);
    if (value !== undefined) input[name] = value;
  }
  return input;
}

function cedarValue(value: JsonValue, type: CedarType, at: string, room: Room): CedarValueJson | undefined {
  if (value === null) return undefined;
  take(room, value, at);
  switch (type.type) {
    case 'String':
      return typeof value === 'string' ? value.toWellFormed() : mistaken(at);
    case 'Boolean':
      return typeof value === 'boolean' ? value : mistaken(at);
    case 'Long':
      if (typeof value !== 'number' || !Number.isInteger(value)) return mistaken(at);
      if (!Number.isSafeInteger(value)) throw new Undecidable(`${at} is an integer above 2^53.`);
      return value;
    case 'Extension':
      return typeof value === 'number' ? decimalOf(value, at) : mistaken(at);
    case 'Set':
      if (!Array.isArray(value)) return mistaken(at);
      return value.flatMap((item, index) => cedarValue(item, type.element, `${at}/${index}`, room) ?? []);
    case 'Record': {
      if (typeof value !== 'object' || Array.isArray(value)) return mistaken(at);
      const members: Record<string, CedarValueJson> = {};
      for (const [name, inner] of Object.entries(type.attributes)) {
        if (!Object.hasOwn(value, name)) continue;
        const member = cedarValue(value[name] as JsonValue, inner, `${at}/${name}`, room);
        if (member !== undefined) members[name] = member;
      }
      return members;
    }
  }
}

function take(room: Room, value: JsonValue, at: string): void {
  room.values--;
  if (typeof value === 'string') room.characters -= value.length;
  if (room.values < 0 || room.characters < 0) throw new Undecidable(`${at} is longer than policies compare.`);
}

const mistaken = (at: string): never => {
  throw new Undecidable(`${at} is not of the type that its schema says.`);
};

/** Cedar's decimals have one to four digits after the point. */
function decimalOf(value: number, at: string): CedarValueJson {
  const text = Number.isInteger(value) ? `${value}.0` : String(value);
  if (!/^-?\d{1,15}\.\d{1,4}$/.test(text) || Math.abs(value) > 922_337_203_685_477)
    throw new Undecidable(`${at} is no decimal number of at most four digits after the point.`);
  return { __extn: { fn: 'decimal', arg: text } };
}
