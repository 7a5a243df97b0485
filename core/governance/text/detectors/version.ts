/**
 * Distinguishes versions of four numbers from IPv4 addresses. The field's name and the nearest known word decide.
 * Numbers that are common in versions need weaker words, but are never a version when the clause is only about
 * networks.
 */

import { topicOfWords, topicsBefore } from '../../fieldName/contextWords.ts';
import { fold } from '../../vocabulary/words.ts';
import type { TextContext } from './detector.ts';

/** Stems of words for network traffic and for releases, in several languages. */
const TRAFFIC_STEM =
  /^(?:ip|ips|ipv4|tcp|udp|ssh|dns|nat|lan|wan|addr|adress|adres|direcci|enderec|indirizz|адрес|host|login|log|logged|logs|logging|sign|signin|anmeld|angemeld|einlog|eingelog|connex|connec|conect|connes|verbind|verbond|accede|acceso|acesso|accesso|acces|access|zugriff|zugang|toegang|request|anfrag|requet|solicit|richiest|verzoek|block|gesperr|sperr|bloqu|blocc|geblok|zablok|ban|banned|ping|trace|port|subnet|netz|network|netwerk|resea|rede|reti|siec|сет|attac|angriff|ataque|attaqu|scan|traffic|visit|besuch|session|sitzung|sesi|sess|peer|remot|source|origin|listen|bind|resolv|whitelist|allowlist|denylist|blacklist|geoloc|locat|unknown|suspic|verdacht|sospech|suspeit|failed|attempt|versuch|tentativ|intent|probe|brute|spam)/;
/** Things that have an address and also run software. */
const MACHINE_STEM =
  /^(?:serv|client|klient|gateway|rout|node|proxy|device|gerat|machine|maschin|endpoint|nameserv|webhook|vm|instance|pod|container|cluster|bot|crawler|mirror|firewall|vpn)/;
const RELEASE_STEM =
  /^(?:outdat|veralt|backport|test|roll|requires|image|plugin|modul|packag|librar|bibliothe|bundle|fix|bug|bugs|crash|hotfix|beta|alpha|rc|stable|stabil|changelog|instal|download|deprecat|requir|introduc|rollback|rolled|downgrad|upgrad|updat|bump|compat|kompatib|migrat|regress|releas|version|relea|hinweis|behob|fehler|corrig|correg|arregl|risol|opgelost|napraw|исправ|установ|обнов|aktuali|actuali|atuali|aggiorn|bijwerk|veroffent|publi|ship|feature|funkti|fonction|funcion|funzion|support|since|runs|running|lauft|laufen|tourne|ejecut|execut|esegu|draait|dziala|newer|older|latest|nightly|edition|milestone)/;

/** Short words that, directly before a number, say that it is theirs. */
const SOFTWARE =
  /^(?:app|apps|apk|sdk|cli|gui|api|jdk|jre|php|gcc|npm|ios|os|fw|sw|ui|lib\w{1,8}|\w{0,6}sql|java|python|ruby|perl|nginx|apache|tomcat|redis|kafka|docker|kubernetes|openss[lh]|android|windows|macos|linux|ubuntu|debian|fedora|office|outlook|excel|word|acrobat|photoshop|ffmpeg|curl|wget|git)$/;
/** Parts of documents with dotted numbers. */
const NUMBERED_PART =
  /^(?:item|step|figure|fig|table|tab|rule|requirement|chapter|article|art|example|exercise|task|part|position|pos|punkt|point|punto|punt|ponto|pkt|nummer|ziffer|zeile|tabelle|abbildung|abb|bild|schritt|anforderung|regel|etape|regle|exigence|tableau|figura|tabla|tabela|tabella|regla|regra|regola|paso|passo|stap|regel|krok|etap|tablica|rysunek|wymaganie|пункт|рис|табл)s?$/;

/** Long words that say nothing about the number after them. */
const CONNECTIVES = new Set(
  `from with over into than upon that this against towards under unter uber nach durch gegen desde para sobre contra hacia depuis
  avec vers chez sous verso sulla dalla naar vanaf tegen`.split(/\s+/),
);
const FROM = /(?:^|\s)(?:from|von|aus|desde|depuis|de|da|dal|van|vanaf|od|z|fran|fra|от|с|by|via|at|@)\s$/i;

/** Whether the numbers at `start` to `end` are a version. */
export function isVersion(context: TextContext, start: number, end: number): boolean {
  const { text, topic } = context;
  const named = topic === 'version' || (context.identifier && context.whole);
  const numbers = text.slice(start, end);
  const before = clauseBefore(text, start);
  // A line of an access log begins with the client's address.
  if (before === '' && /^ \S{1,64} \S{1,64} \[\d/.test(text.slice(end, end + 140))) return false;
  // The word directly before the number says what it is: `browser 121.0.3.2`.
  const owner = fold(/(?:^|[^\p{L}])(\p{L}{2,30})\.? $/u.exec(before)?.[1] ?? '');
  const isThing = owner !== '' && (SOFTWARE.test(owner) || NUMBERED_PART.test(owner) || RELEASE_STEM.test(owner));
  const likely = looksLikeVersion(numbers);
  if ((isThing && (likely || mayBeVersion(numbers))) || /§ ?$/.test(before)) return true;
  if (!likely) {
    const nearest = topicsBefore(text, start).far;
    if (nearest) return nearest === 'version';
    return named || (mayBeVersion(numbers) && !FROM.test(before.slice(-8)) && mentionsRelease(context, before, end));
  }
  const asMachineAddress = MACHINE_STEM.test(owner);
  if (owner.length > 3 && !asMachineAddress && !TRAFFIC_STEM.test(owner) && !CONNECTIVES.has(owner)) return true;
  // `from 92.118.3.4, client 4.12.0.7`: the clause has an address already.
  if (/^(?:client|klient|agent)/.test(owner) && mentionsAddress(text, start)) return true;

  let release = false;
  let traffic = asMachineAddress;
  const words = [...before.matchAll(/[\p{L}\d]+/gu)].reverse();
  for (const [word] of [...words, ...clauseAfter(text, end).matchAll(/[\p{L}\d]+/gu)]) {
    const folded = fold(word);
    if (/^ip(?:s|v[46])?$/.test(folded)) return false;
    if (topicOfWords([folded]) === 'version') return true;
    release ||= RELEASE_STEM.test(folded);
    traffic ||= TRAFFIC_STEM.test(folded);
  }
  // `Upgraded the server to 4.12.0.7`: the verb says more than its object.
  if (release || traffic) return release;
  if (named) return true;
  return topic === undefined && context.spaces > 0 && !FROM.test(before.slice(-8));
}

/** Whether versions may have these numbers; the private range 10.0.0.0/8 counts as unlikely. */
function mayBeVersion(numbers: string): boolean {
  const [major, minor] = numbers.split('.', 2).map(Number) as [number, number];
  return major <= 30 && minor <= 60;
}

/** Whether the text is about a release, a fix or a requirement and not about networks. */
function mentionsRelease(context: TextContext, before: string, end: number): boolean {
  let release = false;
  for (const [word] of `${before} ${clauseAfter(context.text, end)}`.matchAll(/[\p{L}\d]+/gu)) {
    const folded = fold(word);
    if (/^ip(?:s|v[46])?$/.test(folded) || TRAFFIC_STEM.test(folded) || MACHINE_STEM.test(folded)) return false;
    release ||= RELEASE_STEM.test(folded);
  }
  return release;
}

/** Whether an address precedes in the same clause. */
function mentionsAddress(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - MAX_CLAUSE), start);
  const other = /(?:\[REDACTED:ip\]|(?<![\d.])(\d{1,3}(?:\.\d{1,3}){3}))(?:[^.;!?\n\]]|\.(?!\s)){0,40}$/.exec(before);
  return other !== null && (other[1] === undefined || !looksLikeVersion(other[1]));
}

/**
 * Whether the numbers are usual for a version and not in a private range (RFC 1918). About one public address in twenty
 * is like this.
 */
function looksLikeVersion(numbers: string): boolean {
  const [major, minor] = numbers.split('.', 2).map(Number) as [number, number];
  return minor <= 20 && major <= 130 && major !== 10;
}

const MAX_CLAUSE = 60;

function clauseBefore(text: string, start: number): string {
  let from = start;
  while (from > 0 && start - from < MAX_CLAUSE && !endsClause(text, from - 1)) from--;
  return text.slice(from, start);
}

function clauseAfter(text: string, end: number): string {
  let to = end;
  while (to < text.length && to - end < MAX_CLAUSE && !endsClause(text, to)) to++;
  return text.slice(end, to);
}

/** Whether a sentence, a clause or a marker ends here. */
function endsClause(text: string, index: number): boolean {
  const char = text.charAt(index);
  if (char === ']' || char === '\n') return true;
  return '.;!?'.includes(char) && (index + 1 === text.length || /\s/.test(text.charAt(index + 1)));
}
