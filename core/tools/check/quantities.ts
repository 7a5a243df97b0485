/** Numbers that mean nothing without a unit, by the words of their names, and what counts as a unit. Pure. */
import { rawWords } from '../../search/words.ts';
import { type Argument, typesOf } from './arguments.ts';

const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Durations, amounts of money, sizes and other measures. Not counts: `limit`, `page`, `quantity`. */
const QUANTITIES =
  listed(`timeout duration interval delay ttl lifetime expiry expiration latency uptime elapsed cooldown retention
  amount price cost fee balance budget salary revenue fare
  size filesize width height weight distance radius altitude elevation diameter thickness speed velocity bandwidth throughput
  memory storage temperature pressure humidity angle voltage frequency timestamp`);
/** Before `size`, which is a number of things then. */
const COUNTED = listed('page batch chunk sample pool list result results fetch window step group team cluster');
/** Formats that say the unit. */
const FORMATS = listed('unix-time unixtime timestamp duration epoch percent percentage currency');

const UNIT = new RegExp(
  String.raw`%|°|\b(?:${`
    nano(?:second)?s? micro(?:second)?s? ms msecs? milli(?:second)?s? s secs? seconds? mins? minutes? h hrs? hours? days? weeks? months? years? unix epoch
    cents? pence currency currencies dollars? euros? pounds? usd eur gbp jpy minor smallest
    bytes? [kmgt]i?bs? [kmgt]b/s kilobytes? megabytes? gigabytes? terabytes? bits? [kmg]?bps
    pixels? px dpi points? pt em rem
    m mm cm km meters? metres? kilomet(?:er|re)s? miles? mi feet foot ft inch(?:es)? yards?
    kg kilos? grams? kilograms? g lbs? oz ounces? tons? tonnes?
    percent(?:age)? pct basis ratio fraction degrees? celsius fahrenheit kelvin radians?
    [kmg]?hz hertz volts? watts? kwh wh joules? rpm mph knots? bar pascals? hpa
    units? number count items? characters? chars? lines? rows? tokens? times iso cores? gb vcpus?`
    .trim()
    .split(/\s+/)
    .join('|')})\b`,
  'i',
);

/** Whether it is a number of some measure, and neither its name nor its description nor its format says of which. */
export function lacksUnit(argument: Argument): boolean {
  const types = typesOf(argument);
  if (!types.includes('integer') && !types.includes('number')) return false;
  if (Array.isArray(argument.meant['enum'])) return false;
  const words = rawWords(argument.name);
  const at = words.findLastIndex((word) => QUANTITIES.has(word));
  if (at < 0 || (words[at] === 'size' && COUNTED.has(words[at - 1] ?? ''))) return false;
  const { format } = argument.meant;
  return !(typeof format === 'string' && FORMATS.has(format)) && !hasUnit(`${words.join(' ')} ${argument.description}`);
}

/** Whether a text names a unit. */
export const hasUnit = (text: string): boolean => UNIT.test(text);
