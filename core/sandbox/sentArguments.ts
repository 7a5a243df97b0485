/**
 * Looks for what a call should not take along: keys, tokens and private keys in a published form, and placeholders, which on a server without
 * them are somebody else's. Only where the owner asks for it (`checkArguments`), and before anything is sent. A model has such values from its
 * own context: a file that it read, an answer of another server. Runs in the sandbox, where governance has its deadline.
 */

import { findSecrets, findUrlCredentials } from '../governance/text/detectors/secrets.ts';
import { eachInnerText } from '../governance/value/innerTexts.ts';
import { PortcullisError } from '../lib/errors.ts';
import { isPlainObject } from '../lib/json/lossless.ts';
import type { JsonObject, JsonValue } from '../lib/json/value.ts';
import type { Span } from '../model/governance/span.ts';
import { holdsPlaceholder, wholePlaceholder } from '../response/placeholders/placeholder.ts';

/** What an argument holds. */
export type SentKind = 'api-key' | 'jwt' | 'private-key' | 'url-credentials' | 'placeholder';

/** Where an argument holds something of the kind; never the value. */
export interface SentFinding {
  /** JSON pointer into the arguments; of a member's name, that of its object. */
  readonly pointer: string;
  readonly kind: SentKind;
}

/** More are not told; one is enough to refuse. */
const MAX_FINDINGS = 20;
const MAX_POINTER = 200;
/** In place of a member's name that is one. */
const HELD = '…';

const NAMES: Readonly<Record<SentKind, string>> = {
  'api-key': 'an API key',
  jwt: 'a token (JWT)',
  'private-key': 'a private key',
  'url-credentials': 'an address with a password',
  placeholder: 'a placeholder that this server has not given',
};

/**
 * The findings, each place once for a kind.
 * @param hasPlaceholders the server gives placeholders, and judges those that come back itself (core/response/placeholders/restore.ts)
 */
export function findingsIn(args: JsonObject, hasPlaceholders: boolean): SentFinding[] {
  const found = new Map<string, SentFinding>();
  const kindsIn = (text: string): SentKind[] => {
    const spans: Span[] = [];
    findSecrets({ text, signs: 1 }, spans);
    findUrlCredentials({ text, ats: 1 }, spans);
    const kinds = spans.map(({ type }) => type as SentKind);
    if (!hasPlaceholders && (holdsPlaceholder(text) || wholePlaceholder(text))) kinds.push('placeholder');
    return kinds;
  };
  const look = (text: string, pointer: string): boolean => {
    const plain = kindsIn(text);
    const encoded = plain.length > 0 ? plain : encodedKinds(text, kindsIn);
    const kinds = encoded.length > 0 ? encoded : dataKinds(text);
    for (const kind of kinds) {
      const place = pointer.slice(0, MAX_POINTER).toWellFormed();
      if (found.size < MAX_FINDINGS) found.set(`${kind} ${pointer}`, { pointer: place, kind });
    }
    return kinds.length > 0;
  };
  const visit = (value: JsonValue, pointer: string): void => {
    if (found.size >= MAX_FINDINGS) return;
    if (typeof value === 'string') look(value, pointer);
    else if (Array.isArray(value)) for (const [at, item] of value.entries()) visit(item, `${pointer}/${at}`);
    else if (isPlainObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        const shown = look(name, pointer) ? HELD : name.replaceAll('~', '~0').replaceAll('/', '~1');
        visit(member, `${pointer}/${shown}`);
      }
    }
  };
  visit(args, '');
  return [...found.values()];
}

/** Data in base64, of one line or several, anywhere in a text; the shortest key takes as many characters. */
const DATA = /[A-Za-z0-9+/_-]{22,}(?:\r?\n[A-Za-z0-9+/_-]+)*/g;

/**
 * The secrets in the bytes of such data: an archive, a picture or a text of another charset has one as it is. Where the data begins in its run
 * is not known, because letters and slashes before it belong to the same alphabet, so each of the four places is tried. In 995 MB of files that are
 * no texts (25,981 of a Linux system) 40 were named; of the 29 that were read one held no key, line of a key or constant of that form. Keys that
 * stand in such data as they are, undecoded, stay unfound (`isInData` of governance): in 79 MB there were 18 by chance, so that the upload of a
 * picture would be refused now and then.
 */
function dataKinds(text: string): SentKind[] {
  for (const [run] of text.matchAll(DATA)) {
    const data = run.replace(/\s+/g, '');
    for (let from = 0; from < 4; from++) {
      const bytes = Buffer.from(from === 0 ? data : data.slice(from), 'base64').toString('latin1');
      for (const inner of WIDE.test(bytes) ? [bytes, bytes.replaceAll('\0', '')] : [bytes]) {
        const spans: Span[] = [];
        findSecrets({ text: inner, signs: 1 }, spans);
        const keys = spans.filter((span) => span.type !== 'private-key' || hasKeyData(inner, span));
        if (keys.length > 0) return keys.map(({ type }) => type as SentKind);
      }
    }
  }
  return [];
}

/** A text in UTF-16: every second byte is zero. */
const WIDE = /(?:[!-~]\0){16}/;

/** Programs that read keys have their first and last lines in them, with nothing between. */
const hasKeyData = (text: string, { start, end }: Span): boolean => /[A-Za-z0-9+/]{32}/.test(text.slice(start, end));

/** The kinds in what the text encodes. */
function encodedKinds(text: string, kindsIn: (text: string) => SentKind[]): SentKind[] {
  const kinds: SentKind[] = [];
  eachInnerText(text, (inner) => {
    kinds.push(...kindsIn(inner));
    return kinds.length === 0;
  });
  return kinds;
}

/** A line for each, with its place. */
const linesOf = (findings: readonly SentFinding[]): string =>
  findings.map(({ pointer, kind }) => `- ${pointer || 'arguments'}: holds ${NAMES[kind]}`).join('\n');

/** For the answer of a call that was made. */
export const sentNote = (findings: readonly SentFinding[]): string =>
  `The arguments of this call were sent with what looks secret or is not of this server:\n${linesOf(findings)}`;

/** Code `argument_secret`. The message names the arguments and contains no value. */
export const argumentSecret = (findings: readonly SentFinding[]): PortcullisError =>
  new PortcullisError(
    'argument_secret',
    `Nothing was sent, because the owner of this server lets no secrets into arguments:\n${linesOf(findings)}\nCall again without them. If the API needs one of them, the owner can allow it (setting checkArguments) or store it as the server's credential.`,
  );
