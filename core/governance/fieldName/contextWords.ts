/**
 * The meaning of a number by the words around it. Detectors ask for the nearest known word before a candidate, or
 * directly after it: `call me at 781 5991` is a telephone number, `order 555-123-4567` is not.
 */
import { type PersonalTopic, TOPIC_WORDS } from '../catalog/index.ts';
import { fold } from '../vocabulary/words.ts';

/** What a number can be: a topic of the catalogue, a version, or the number of an order or a thing. */
export type Topic = PersonalTopic | 'version' | 'order';

const WORDS: Readonly<Record<Topic, string>> = {
  ...TOPIC_WORDS,
  version: `
bump bumps bumped patch patched version versions ver v release releases build firmware oid chrome safari firefox edge mozilla webkit applewebkit upgraded upgrade
    kernel sdk runtime section sections rev revision clause paragraph appendix annex subsection versao versie wersja versio surum versiunea verze verzio versija versiya версия версии 版本 バージョン 버전
    abschnitt absatz kapitel ziffer paragraaf hoofdstuk chapitre alinea seccion capitulo apartado clausula secao sezione capitolo rozdzial ustep avsnitt kapittel
`,
  order: `
order orders invoice ticket tracking ref reference case sku part serial item batch lot po confirmation booking model isbn ean upc gtin barcode parcel shipment transaction txn receipt rma quote policy flight
    auftrag bestellung bestellnummer rechnung rechnungsnummer sendung sendungsnummer vorgang commande facture colis suivi pedido factura envio encomenda fatura ordine fattura spedizione bestelling factuur zamowienie faktura
    article artikel product issue pr commit page chapter room track pakbon lieferschein lieferscheinnummer albaran ddt bolla konnossement frachtbrief vrachtbrief fraktsedel folgeseddel ricambio ricambi ersatzteil ersatzteile ersatzteilnummer reservedel reservdel repuesto repuestos onderdeel onderdeelnummer onderdelen czesc zamienna 問い合わせ番号 問合せ番号 お問い合わせ番号 受注番号 案件番号 整理番号 荷物 荷物番号 伝票 伝票番号 受付番号 予約番号 会員番号 顧客番号 契約番号 管理番号 追跡番号 商品番号 编号 流水号 会员号 客户号 合同号 송장번호 예약번호 회원번호 접수번호 订单 单号 快递 注文 追跡 주문 заказ tracknummer zending numer_zamowienia uuid guid hash sha id ids badge membership device asset meter locker seat slot job task request entry record row line docket permit certificate voucher coupon dossier zaak zaaknummer aktenzeichen protocolo expediente caso fascicolo sprawa claim
`,
};

const TOPIC_OF = new Map<string, Topic>();
for (const [topic, list] of Object.entries(WORDS) as [Topic, string][]) {
  for (const word of list.trim().split(/\s+/)) TOPIC_OF.set(fold(word), topic);
}

/** The topic of a field name: that of its last known word. */
export function topicOfWords(words: readonly string[]): Topic | undefined {
  for (let index = words.length - 1; index >= 0; index--) {
    const topic = TOPIC_OF.get(words[index] ?? '');
    if (topic) return topic;
  }
  return undefined;
}

/** Characters before a number that are searched for words. */
export const MAX_LOOK_BACK = 60;
const MAX_LOOK_AHEAD = 20;

/** What the words before a number say. */
export interface Topics {
  /** Topic of the nearest known word after the previous number. */
  readonly near: Topic | undefined;
  /** Topic of the nearest known word, also before the previous number. */
  readonly far: Topic | undefined;
  /** Number of words between the previous number and this one. */
  readonly between: number;
  /** One of the words means a payment card. */
  readonly card: boolean;
  /** A word after the previous number means a social security number. */
  readonly ssn: boolean;
  /** A word after the previous number means a national id. */
  readonly id: boolean;
}

const POSSESSIVE =
  /^(?:my|your|his|her|our|their|new|old|meine|deine|seine|ihre|unsere|mi|su|mon|son|votre|ma|meu|minha|mijn|zijn|mein|neue|nuevo|nouveau|min|moj|mio|mitt|mit|min|moje|muj|benim|minun|my|nasz|vas|dein|euer|ton|tu|tuo|мой|мои|твой|твои|ваш)$/;
const NUMBER_WORD = /^(?:number|nummer|numero|numeros|numer|nr|no|cislo|numeron?i?|numaram?|номер)$/;

/** For a number without words before it. */
export const NO_TOPICS: Topics = { near: undefined, far: undefined, between: 0, card: false, ssn: false, id: false };

/** The topics of the words before `start`, back to the last marker. */
export function topicsBefore(text: string, start: number): Topics {
  const window = text.slice(Math.max(0, start - MAX_LOOK_BACK), start);
  const slice = window.slice(window.lastIndexOf(']') + 1);
  const words = wordsIn(slice);
  const barrier = lastNumberEnd(slice);
  let near: Topic | undefined;
  let far: Topic | undefined;
  let card = false;
  let ssn = false;
  let id = false;
  let between = 0;
  const banking = words.some(({ folded }) => TOPIC_OF.get(folded) === 'bank');
  for (let index = words.length - 1; index >= 0; index--) {
    const word = words[index];
    if (word === undefined) continue;
    if (word.index >= barrier) between++;
    // In `tax ID` and `Emirates ID` the word before `ID` decides.
    if (word.folded === 'id' && index > 0 && isIdOwner(words[index - 1])) continue;
    const topic =
      (isPhoneLine(words, index) ? 'phone' : undefined) ??
      (isIdNumber(words, index) ? 'id' : undefined) ??
      topicOf(word.folded) ??
      (isOwnNumber(words, index) ? 'phone' : undefined) ??
      (isAccount(words, index, banking) ? 'bank' : undefined);
    if (!topic) continue;
    if (topic === 'card') card = true;
    if (word.index >= barrier) {
      near ??= topic;
      ssn ||= topic === 'ssn';
      id ||= topic === 'id';
    }
    far ??= topic;
  }
  return { near, far, between, card, ssn, id };
}

const ID_OWNERS: ReadonlySet<Topic | undefined> = new Set<Topic>(['tax', 'id', 'ssn', 'passport', 'licence']);

function isIdOwner(word: Word | undefined): boolean {
  return word !== undefined && ID_OWNERS.has(topicOf(word.folded));
}

interface Word {
  readonly index: number;
  readonly folded: string;
}

function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  for (const hit of text.matchAll(/\p{L}+/gu)) words.push({ index: hit.index, folded: fold(hit[0]) });
  return words;
}

function foldedAt(words: readonly Word[], index: number): string {
  return words[index]?.folded ?? '';
}

/** Whether "number" means a telephone number: `my number`, `meine Nummer`. */
function isOwnNumber(words: readonly Word[], index: number): boolean {
  return index > 0 && NUMBER_WORD.test(foldedAt(words, index)) && POSSESSIVE.test(foldedAt(words, index - 1));
}

/** Whether `line` is a telephone line (`office line`) and not a line of an order. */
function isPhoneLine(words: readonly Word[], index: number): boolean {
  return index > 0 && /^lines?$/.test(foldedAt(words, index)) && PHONE_LINE.test(foldedAt(words, index - 1));
}
const PHONE_LINE = /^(?:direct|office|phone|home|mobile|land|hot|help|private)$/;

/** Whether `id` is a person's (`her ID number`) and not, for example, an order's. */
function isIdNumber(words: readonly Word[], index: number): boolean {
  return (
    foldedAt(words, index) === 'id' &&
    NUMBER_WORD.test(foldedAt(words, index + 1)) &&
    index > 0 &&
    /^(?:his|her|my|your|their|personal|citizen|photo|government)$/.test(foldedAt(words, index - 1))
  );
}

/**
 * Whether `account` is a bank account: `account number`, or after the name of a bank. Other accounts belong to
 * customers and clouds.
 */
function isAccount(words: readonly Word[], index: number, banking: boolean): boolean {
  const folded = foldedAt(words, index);
  if (folded !== 'account' && folded !== 'acct') return false;
  return banking || NUMBER_WORD.test(foldedAt(words, index + 1));
}

function lastNumberEnd(slice: string): number {
  let end = 0;
  for (const run of slice.matchAll(/\d{3,}|\d{2}[ .-]\d{2}/g)) end = run.index + run[0].length;
  return end;
}

/** The topic of the words directly after `end`: `555 1234 (mobile)`. */
export function topicAfter(text: string, end: number): Topic | undefined {
  let slice = text.slice(end, end + MAX_LOOK_AHEAD);
  const stop = slice.search(/[.,;\n[]/);
  if (stop >= 0) slice = slice.slice(0, stop);
  for (const word of slice.match(/[\p{L}]+/gu) ?? []) {
    const topic = topicOf(fold(word));
    if (topic) return topic === 'order' || topic === 'version' ? undefined : topic;
  }
  return undefined;
}

/** Stems that have a topic with any ending. */
const STEMS: readonly (readonly [RegExp, Topic])[] = [
  [
    /^(?:order|bestell|pedid|command|zamow|przesyl|заказ|посылк|ordin|spediz|sendung|liefer|envio|encomend|faktur|factur|fattur|fatur|rechnung|paket|packag|pacch|pakk|colis|parcel|shipm|shipp|invoic|artik|serien|zending|forsend|leveran|objedn|tilaus|siparis)/,
    'order',
  ],
  [
    /^(?:telefon|telephon|teleph|kontakt|contact|conta[ct]|chiam|zadzwon|anruf|appel|llam|handynr|rufnr|rappel|puhel|звон|телеф)/,
    'phone',
  ],
];

function topicOf(folded: string): Topic | undefined {
  const topic = TOPIC_OF.get(folded);
  if (topic) return topic;
  if (folded.length > 4) for (const [stem, value] of STEMS) if (stem.test(folded)) return value;
  // In scripts without spaces the word may be inside a longer one.
  if (/[\u3040-\u9fff\uac00-\ud7af]/.test(folded)) {
    for (const [known, value] of TOPIC_OF)
      if (known.length > 1 && known.charCodeAt(0) > 0x3000 && folded.includes(known)) return value;
  }
  return undefined;
}
