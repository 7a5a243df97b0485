/**
 * Recognizes counts and measures beside a word for "telephone": `call count 1200345`, `text length 1234567890`, `lasted
 * 1234567 ms`. Applies to numbers without separators; a number in groups is not a count.
 */

import { lazy } from '../../../lib/lazy.ts';
import { type Topic, topicOfWords } from '../../fieldName/contextWords.ts';
import { fold } from '../../vocabulary/words.ts';

/** Units after a number. */
const UNIT = lazy(
  () =>
    /^\s?(?:%|(?:ms|µs|ns|sec|secs|seconds?|mins?|minutes?|hours?|days?|bytes?|[kmgt]i?b|bits?|bps|[kmg]?hz|rpm|k?wh|kg|km|mm|cm|px|times|rows?|records?|entries|items?|users?|people|customers?|subscribers?|visitors?|hits|requests?|calls|messages|units?|pcs|pieces|copies|points|steps|tokens?|characters?|words|lines?|percent|usd|eur|gbp|idr|jpy|krw|inr|vnd|sek|nok|dkk|pln|czk|huf|chf|dollars?|euros?|won|yen|rupees?|st[üu]ck|nutzer|eintr[äa]ge|zeilen|sekunden|minuten|stunden|octets|utilisateurs|lignes|secondes|usuarios|filas|segundos|utenti|righe|secondi|linhas|gebruikers|regels|seconden|anv[äa]ndare|rader)(?![\p{L}\p{N}]))/iu,
);

/** Properties of calls, texts or contacts that are counted or measured. */
const MEASURE = lazy(
  () =>
    /(?<!\p{L})(?:counts?|counters?|length|size|duration|lasted|volume|limit|offset|bill|submissions?|quota|timeout|exceeds?|exceeded|seed|balance|amount|costs?|usage|buffer|pool|throughput|latency|elapsed|capacity|anzahl|dauer|l[äa]nge|gr[öo](?:ß|ss)e|dur[ée]e|taille|duraci[óo]n|tama[ñn]o|cantidad|durata|dimensione|dura[çc][ãa]o|tamanho|quantidade|aantal|duur|lengte|liczba|d[łl]ugo[śs][ćc]|antal|l[äa]ngd|varighet)(?!\p{L})/giu,
);

const PLAIN = /^[1-9]\d{6,}$/;
/** Thousands separators (`1.234.567`); telephone numbers have longer first groups. */
const THOUSANDS = /^\d{1,2}([.,])\d{3}(?:\1\d{3})+$/;

/** Whether the number `raw` at `start` is an amount, in spite of a word of `topic` before it. */
export function isCounted(text: string, start: number, end: number, raw: string, topic: Topic): boolean {
  if (THOUSANDS.test(raw)) return true;
  if (!PLAIN.test(raw)) return false;
  if (raw.endsWith('00000') || UNIT().test(text.slice(end, end + 16))) return true;
  const before = text.slice(Math.max(0, start - 48), start);
  // `submission #12345678`: the word before the sign says what is numbered.
  if (before.endsWith('#')) return !isCalled(/(\p{L}+)\P{L}{0,2}#$/u.exec(before)?.[1] ?? '', topic);
  let last = -1;
  for (const hit of before.matchAll(MEASURE())) last = hit.index + hit[0].length;
  const between = last < 0 ? [] : before.slice(last).split(/[^\p{L}]+/u);
  return last >= 0 && !between.some((word) => isCalled(word, topic));
}

/** Whether digits are a date without separators and are not called a number. */
export function isCompactDate(text: string, start: number, raw: string): boolean {
  if (!/^(?:199|20[0-3])\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(raw)) return false;
  const word = /(\p{L}+)\P{L}{0,3}$/u.exec(text.slice(Math.max(0, start - 24), start))?.[1];
  return word === undefined || !NUMBER_NOUN.test(fold(word));
}
const NUMBER_NOUN = /^(?:acc|acct|account|konto|compte|cuenta|conta|conto|rekening)$|n(?:o|r|umber|ummer|umero)$/;

function isCalled(word: string, topic: Topic): boolean {
  const folded = fold(word);
  return /^(?:no|nr|num|number|nummer|numero|account|acct)$/.test(folded) || topicOfWords([folded]) === topic;
}
