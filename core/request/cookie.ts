/**
 * Cookie parameters: the texts that the one Cookie header is joined from. `form` percent-encodes by URI rules, the
 * OpenAPI 3.2 style `cookie` sends values as they are and so refuses what would end them.
 */
import type { JsonValue } from '../json/value.ts';
import type { WireParameter } from '../tools/model.ts';
import { PLAIN } from '../url/percentEncoding.ts';
import { ArgumentInvalid } from './errors.ts';
import { checkedHeader } from './header.ts';
import { pairsOf } from './query.ts';

/**
 * Cookie texts of one parameter, to be joined to those of others with `; `.
 * @throws ArgumentInvalid
 */
export function cookieTexts(parameter: WireParameter, value: JsonValue | undefined): string[] {
  const { argument, name, explode } = parameter;
  if (parameter.style === 'cookie') {
    const texts = pairsOf({ name, style: 'form', explode }, value, argument, PLAIN).map(
      ([key, text]) => `${key}=${text}`,
    );
    for (const text of texts) {
      checkedHeader(text, argument);
      if (text.includes(';')) throw new ArgumentInvalid(argument, 'cookie_value', 'may not hold a semicolon');
    }
    return texts;
  }
  const pairs = pairsOf(parameter, value, argument);
  // RFC 6570 form expansion, as the style table has it: `&` between exploded members.
  return pairs.length === 0 ? [] : [pairs.map(([key, text]) => `${key}=${text}`).join('&')];
}
