/** A credential that comes back percent-encoded twice, as the libraries of several languages do it, is masked. */
import { expect, test } from '@jest/globals';
import { secretMasker } from '../../../../../core/response/secrets/mask.ts';

const strict = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

test.each(['Abc:12345!xyzQ', "pa'ss(planted)7f31*", 'key/7f31+planted!', 'a%41b!c&planted'])('%s', (token) => {
  const masker = secretMasker({ type: 'bearer', token });
  const spelled = [encodeURIComponent, strict].flatMap((encode) => [
    encode(encode(token)),
    encode(encode(encode(token))),
  ]);

  const masked = spelled.map((text) => masker.text(`{"next":"https://x.example/?u=${text}"}`, { isJson: true }));

  expect(masked.map((text, at) => text.includes(spelled[at] ?? ''))).toEqual(spelled.map(() => false));
});
