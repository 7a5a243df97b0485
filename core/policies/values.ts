/**
 * Arguments as values of Cedar. What cannot be compared exactly is no value: a call whose policies would compare something else than what is
 * sent is not made.
 */
import type { CedarValueJson } from '@cedar-policy/cedar-wasm';
import { isSourceNumber } from '../lib/json/lossless.ts';
import { isObject, type JsonValue } from '../lib/json/value.ts';
import type { Comparison } from './compared.ts';
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
  readonly isPlaceholder: (text: string) => boolean;
}

/** What of the arguments is handed over. */
export interface Wanted {
  readonly comparisons: readonly Comparison[];
  /** Whether a text is sent as what it stands for. */
  readonly isPlaceholder: (text: string) => boolean;
}

/**
 * The arguments that policies compare.
 * @throws Undecidable naming the argument
 */
export function inputOf(
  args: Readonly<Record<string, JsonValue>>,
  type: CedarRecord,
  { comparisons, isPlaceholder }: Wanted,
): Record<string, CedarValueJson> {
  const room = { values: MAX_VALUES, characters: MAX_CHARACTERS, isPlaceholder };
  const names = new Set(comparisons.map(({ path: [name] }) => name));
  const isWhole = comparisons.some(({ path, isValue }) => isValue && path.length === 0);
  const input: Record<string, CedarValueJson> = {};
  for (const [name, inner] of Object.entries(type.attributes)) {
    if (!(isWhole || names.has(name)) || !Object.hasOwn(args, name)) continue;
    const value = cedarValue(args[name] as JsonValue, inner, name, room);
    if (value !== undefined) input[name] = value;
  }
  for (const { path, isValue } of comparisons) checkTyped(args, type, { path, isValue, at: '' });
  return input;
}

/** Throws Undecidable for something that is given where policies compare and that no type tells: to them it would not be there. */
function checkTyped(value: JsonValue, type: CedarType, place: Comparison & { readonly at: string }): void {
  const { path, isValue, at } = place;
  const [name, ...rest] = path;
  if (type.type === 'Set' && name === undefined && isValue && Array.isArray(value)) {
    for (const item of value) checkTyped(item, type.element, place);
    return;
  }
  if (type.type !== 'Record' || !isObject(value)) return;
  for (const own of name === undefined ? (isValue ? Object.keys(value) : []) : [name]) {
    const inner = Object.hasOwn(value, own) ? value[own] : undefined;
    if (inner === undefined || inner === null) continue;
    const within = at === '' ? own : `${at}/${own}`;
    const told = Object.hasOwn(type.attributes, own) ? type.attributes[own] : undefined;
    if (!told) throw new Undecidable(`${within} has no type in the schema of the tool that policies can compare.`);
    checkTyped(inner, told, { path: rest, isValue, at: within });
  }
}

function cedarValue(value: JsonValue, type: CedarType, at: string, room: Room): CedarValueJson | undefined {
  if (value === null) return undefined;
  take(room, value, at);
  if (isSourceNumber(value)) return cedarValue(plainNumber(value.rawJSON, at), type, at, room);
  switch (type.type) {
    case 'String':
      if (typeof value !== 'string') return mistaken(at);
      if (room.isPlaceholder(value))
        throw new Undecidable(`${at} is a placeholder, and policies do not see what it stands for.`);
      return value.toWellFormed();
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

/** The number, if JavaScript has exactly that one. */
function plainNumber(text: string, at: string): number {
  const value = Number(text);
  if (digitsOf(text) !== digitsOf(String(value))) throw new Undecidable(`${at} has more digits than policies compare.`);
  return value;
}

/** Equal for texts of the same number: its digits without zeros around them, and the power of ten of the last one. */
function digitsOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  if (all === '') return '0';
  let end = all.length;
  while (all[end - 1] === '0') end--;
  return `${sign}${all.slice(0, end)}e${Number(power) - fraction.length + all.length - end}`;
}

/** Cedar's decimals have one to four digits after the point. */
function decimalOf(value: number, at: string): CedarValueJson {
  const text = Number.isInteger(value) ? `${value}.0` : String(value);
  if (!/^-?\d{1,15}\.\d{1,4}$/.test(text) || Math.abs(value) > 922_337_203_685_477)
    throw new Undecidable(`${at} is no decimal number of at most four digits after the point.`);
  return { __extn: { fn: 'decimal', arg: text } };
}
