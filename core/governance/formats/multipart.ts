/**
 * Multipart bodies: multipart/form-data (RFC 7578) and mails (RFC 2046). Fields without a content type are one object;
 * other parts are governed by their own type. Parts in base64 or quoted-printable (RFC 2045) are decoded before and
 * encoded again after. Heads, boundaries and what is behind the last one are texts.
 */
import type { Truncation } from '../../model/governance/report.ts';
import { cutText } from './plainText.ts';
import { applyEdits, type Edit, editsOf, type Members } from './positions.ts';
import type { Governed, Run } from './run.ts';

const BOUNDARY = /^\s{0,8}(--[^\r\n]{1,200}?)[ \t]*\r?\n/;

/** Whether a body begins like a multipart body. */
export function isMultipart(text: string): boolean {
  return BOUNDARY.test(text.slice(0, 256)) && /^\s*--[^\r\n]*\r?\ncontent-[\w-]+:/i.test(text.slice(0, 512));
}

/** Governs the body of a part by the part's content type. */
export type GovernPart = (text: string, contentType: string) => Pick<Governed, 'text' | 'truncations'>;

/** Governs a multipart body. Pointers of cuts begin with the number of the part. */
export function governMultipart(text: string, run: Run, governPart: GovernPart): Governed {
  const boundary = BOUNDARY.exec(text.slice(0, 256))?.[1];
  if (boundary === undefined) return fitted(governPart(text, 'text/plain').text, run);
  const edits: Edit[] = [];
  const members: Members['members'] = [];
  const truncations: Truncation[] = [];
  let part = 0;
  let at = text.indexOf(boundary) + boundary.length;
  const shown = governPart(boundary, 'text/plain').text;
  if (shown !== boundary) edits.push({ start: at - boundary.length, end: at, text: shown });
  while (at < text.length && !text.startsWith('--', at)) {
    const next = text.indexOf(`\n${boundary}`, at);
    const end = next < 0 ? text.length : text[next - 1] === '\r' ? next - 1 : next;
    readPart(at, end);
    part++;
    at = next < 0 ? text.length : next + 1 + boundary.length;
    if (next >= 0 && shown !== boundary) edits.push({ start: next + 1, end: at, text: shown });
  }
  if (at < text.length) readText(at + 2, text.length);
  edits.push(...editsOf({ members }, (value) => run.walker().walk(value, run.tally)));
  const whole = applyEdits(
    text,
    edits.sort((a, b) => a.start - b.start),
  );
  return { ...fitted(whole, run), truncations };

  function readText(start: number, end: number): void {
    const given = text.slice(start, end);
    const governed = given.trim() === '' ? given : governPart(given, 'text/plain').text;
    if (governed !== given) edits.push({ start, end, text: governed });
  }

  function readPart(start: number, end: number): void {
    const blank = /\r?\n[ \t]*\r?\n/.exec(text.slice(start, Math.min(end, start + 4_096)));
    const head = text.slice(start, blank ? start + blank.index : start);
    const from = blank ? start + blank.index + blank[0].length : start;
    // A head names people, too: `From:`, `filename="…"`.
    readText(start, start + head.length);
    const header = (name: string): string =>
      new RegExp(`^${name}:[ \\t]*([^\\r\\n]{0,400})`, 'im').exec(head)?.[1]?.trim() ?? '';
    const disposition = header('content-disposition');
    const name = /(?:^|[;\s])name="([^"\r\n]{1,100})"/i.exec(disposition)?.[1];
    const type = header('content-type');
    const body = text.slice(from, end);
    const coding = CODINGS[header('content-transfer-encoding').toLowerCase()];
    if (name !== undefined && type === '' && coding === undefined && body.length < 10_000) {
      members.push({
        key: name,
        range: undefined,
        node: { value: body, range: { start: from, end, open: '', close: '' } },
      });
      return;
    }
    const plain = coding ? coding.decode(body) : body;
    const result = governPart(plain, type === '' ? 'text/plain' : type);
    for (const cut of result.truncations) truncations.push({ ...cut, pointer: `/${part}${cut.pointer}` });
    const governed = plain === '' ? plain : result.text;
    if (governed !== plain) edits.push({ start: from, end, text: coding ? coding.encode(governed) : governed });
  }
}

interface Coding {
  decode(text: string): string;
  encode(text: string): string;
}

const CODINGS: Readonly<Record<string, Coding | undefined>> = {
  base64: {
    decode: (text) => Buffer.from(text, 'base64').toString('utf8'),
    encode: (text) =>
      Buffer.from(text)
        .toString('base64')
        .replace(/(.{76})(?=.)/g, '$1\r\n'),
  },
  'quoted-printable': { decode: decodeQuoted, encode: encodeQuoted },
};

/** Decodes quoted-printable (RFC 2045, section 6.7) as UTF-8. */
export function decodeQuoted(text: string): string {
  const joined = text.replace(/=[ \t]*\r?\n/g, '');
  return joined.replace(/(?:=[0-9A-Fa-f]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'));
}

function encodeQuoted(text: string): string {
  const encoded = text.replace(/[^\t\r\n\x20-\x3c\x3e-\x7e]+/g, (run) =>
    Buffer.from(run).toString('hex').toUpperCase().replace(/../g, '=$&'),
  );
  return encoded.replace(/([^\r\n]{72}(?:=?[0-9A-F]{0,2}))(?=[^\r\n])/g, (line) =>
    /=[0-9A-F]?$/.test(line) ? line : `${line}=\r\n`,
  );
}

function fitted(text: string, run: Run): Governed {
  const cut = cutText(text, run.maxBytes);
  return { text: cut.text, json: false, truncations: [], capped: cut.cut };
}
