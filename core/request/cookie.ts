/**
 * Serializes cookie parameters; the results are joined to one Cookie header. Style `form` percent-encodes as in URIs;
 * the OpenAPI 3.2 style `cookie` does not encode, so a value with a semicolon is refused.
 */
import type { JsonValue } from '../lib/json/value.ts';
import { PLAIN } from '../lib/url/percentEncoding.ts';
import type { WireParameter } from '../model/tool.ts';
import { argumentInvalid } from './errors.ts';
import { checkedHeader } from './header.ts';
import { pairsOf } from './query.ts';

/**
 * The `name=value` pairs of one parameter, to be joined with `; `.
 * @throws `argument_invalid`
 */
export function cookieTexts(parameter: WireParameter, value: JsonValue | undefined): string[] {
  const { argument, name, explode } = parameter;
  if (parameter.style === 'cookie') {
    const texts = pairsOf({ name, style: 'form', explode }, value, argument, PLAIN).map(
      ([key, text]) => `${key}=${text}`,
    );
    for (const text of texts) {
      checkedHeader(text, argument);
      if (text.includes(';')) throw argumentInvalid(argument, 'cookie_value', 'may not hold a semicolon');
    }
    return texts;
  }
  const pairs = pairsOf(parameter, value, argument);
  // The style table of OpenAPI refers to RFC 6570 form expansion, which has `&` between exploded members.
  return pairs.length === 0 ? [] : [pairs.map(([key, text]) => `${key}=${text}`).join('&')];
}
