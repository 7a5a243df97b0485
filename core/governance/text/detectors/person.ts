/**
 * Names of people in sentences, where a word beside them says so: behind a title (`Mrs Chen`), in a salutation (`Hi Laura,`), below a
 * closing (`Kind regards,\nLaura Chen`). Titles need no known name; salutations and closings need a given name of the vocabulary, since
 * teams and products are greeted as well. Refuses names that nothing announces: they are words, towns and brands as often.
 */
import { lazy } from '../../../lib/lazy.ts';
import { defineFindings } from '../../../model/governance/rule.ts';
import { type Span, spanOf } from '../../../model/governance/span.ts';
import { isGivenName } from '../../facts/givenName.ts';
import { isParticle, isTitle } from '../../facts/nameShape.ts';
import { looksLikeOrganisation, looksLikeThing } from '../../facts/personName.ts';
import { fold, phraseSet } from '../../vocabulary/words.ts';
import { hitsOf, spendWork, type TextContext } from './detector.ts';

/** What is found, by rule. */
export const PERSON_RULES = defineFindings({
  'text.titled-name': ['name', 'Capitalized words directly behind a title.', 'Mrs Chen called'],
  'text.greeted-name': ['name', 'A given name, with what follows it, in a salutation or below a closing.', 'Hi Laura,'],
});

const PARTICLE = '(?:van|von|de|der|den|del|della|di|da|do|dos|la|le|el|al|bin|ibn|ter|ten|zu|zur|af|av)';
const WORD = "\\p{Lu}[\\p{L}\\p{M}'’-]*[\\p{Ll}\\p{M}\\u3040-\\u9fff]|\\p{Lu}\\.|\\p{Lu}{2,}(?![\\p{L}])";
/** One to four capitalized words with particles and initials. */
const NAME = `((?:${PARTICLE} ){0,3}(?:${WORD})(?: (?:${PARTICLE} ){0,3}(?:${WORD})){0,3})`;
const TITLES =
  '(?:Mr|Mrs|Ms|Mx|Dr|Prof)\\.?|MRS?\\.?|Herrn?|Frau|Mme|Mlle|[Mm]onsieur|[Mm]adame|[Ss]eñora?|Sra\\.|[Ss]ignora?|Dott\\.(?:ssa)?|Dottoressa|[Mm]evrouw|[Mm]eneer|[Dd]hr\\.|[Mm]evr\\.|Pani?(?= \\p{Lu}\\p{Ll}+sk[ia]\\b)';
const TITLED = lazy(
  () => new RegExp(`(?<![\\p{L}\\p{N}&])(?:${TITLES}) (?:(?:Dr|Prof|Ing)\\.? (?:med\\. )?){0,2}${NAME}`, 'gu'),
);

const GREETING =
  'Dear|Hi|Hello|Hey|Hallo|Hej|Hei|Hola|Ciao|Liebe[r]?|Cher|Chère|Bonjour|Car[oa]|Querid[oa]|Estimad[oa]|Prezad[oa]|Gentile|Beste|Kære|Kära|Olá|Witaj|Cześć|Moin|Servus|Grüezi';
const CLOSING =
  'regards|wishes|sincerely|truly|cheers|thanks|thank you|best|yours|grüßen|grüße|gruß|gruss|cordialement|bien à vous|saludos|atentamente|saluti|groeten|groet|hilsen|hälsningar|pozdrawiam|abraços|atenciosamente';
const GREETED = lazy(() => new RegExp(`(?<=^|[\\n.!?>"“:]\\s{0,4})(?:${GREETING}) ${NAME}(?=[\\s,!.:;?-]|$)`, 'gu'));
const CLOSED = lazy(
  () =>
    new RegExp(`(?<![\\p{L}])(?:${CLOSING})[,.!]?[ \\t]*(?:\\r?\\n[ \\t]*){1,3}${NAME}(?=\\s*(?:[\\n,|]|$))`, 'giu'),
);

/** `Dr. Quade & Kollegen` */
const FIRM_AFTER = /^(?: [&+] | (?:und|and|et|y|e|en) (?:Kolleg|Partner|Sons|Co\b|Söhne|Associ|Soci))/u;
const STREET_BEFORE = lazy(() => /\d\p{L}?\s(?:\p{L}+\.?\s){1,3}$/u);

/** Offices that are addressed by their title, and brands that have one. */
const NO_NAMES = phraseSet(
  'president chairman chairwoman chair speaker secretary minister mayor director doctor doktor professor prasident praesident presidente presidenta direktor kanzler richter judge justice editor postman wrong right perfect nobody pepper martens oetker scholl scholls clean coffee muscle robot bean doubtfire and und or oder',
);
const MONTHS_AND_DAYS = phraseSet(
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar marz mai juni juli oktober dezember',
);

/** Finds names behind titles, in salutations and below closings. */
export function findPersons(context: TextContext, spans: Span[]): void {
  if (context.identifier) return;
  const { text } = context;
  for (const hit of hitsOf(TITLED(), text)) {
    if (!spendWork(context, 1, hit.index)) return;
    // `12 Oak Dr Springfield`
    if (hit[0].startsWith('Dr') && STREET_BEFORE().test(text.slice(Math.max(0, hit.index - 40), hit.index))) continue;
    const name = personIn(hit[1] ?? '');
    if (name !== '' && !FIRM_AFTER.test(text.slice(hit.index + hit[0].length, hit.index + hit[0].length + 16)))
      add(spans, hit, name, PERSON_RULES['text.titled-name']);
  }
  for (const pattern of [GREETED(), CLOSED()])
    for (const hit of hitsOf(pattern, text)) {
      if (!spendWork(context, 1, hit.index)) return;
      const name = personIn(hit[1] ?? '');
      if (isGivenName(name.split(' ', 1)[0] ?? '') && !looksLikeOrganisation(name))
        add(spans, hit, name, PERSON_RULES['text.greeted-name']);
    }
}

function add(
  spans: Span[],
  hit: RegExpExecArray,
  name: string,
  rule: (typeof PERSON_RULES)[keyof typeof PERSON_RULES],
): void {
  const start = hit.index + hit[0].lastIndexOf(hit[1] ?? '');
  spans.push(spanOf(start, start + name.length, rule));
}

/** The words of a name up to the first that is none; '' where the first is an office, a brand, a thing or one letter. */
function personIn(text: string): string {
  const words = text.split(' ');
  const end = words.findIndex((word) => {
    const folded = fold(word);
    return (
      isTitle(word) ||
      NO_NAMES.has(folded) ||
      MONTHS_AND_DAYS.has(folded) ||
      (!isParticle(word) && looksLikeThing(word))
    );
  });
  const kept = end < 0 ? words : words.slice(0, end);
  while (kept.length > 0 && isParticle(kept.at(-1) ?? '')) kept.pop();
  return kept.some((word) => word.replace('.', '').length > 1 && /^\p{Lu}/u.test(word)) ? kept.join(' ') : '';
}
