/** Escapes of each character that an upstream may write a credential with, in a text and in JSON. */
import { expect, test } from '@jest/globals';
import { secretMasker } from '../../../../../core/response/secrets/mask.ts';
import { SPELLINGS } from '../../../../attack/reflections.ts';

const TOKEN = 'tk_4f7Q-x9vB2_mZ81kRt';

test.each(SPELLINGS)('%s', (_, spell) => {
  const spelled = spell(TOKEN);
  const masker = secretMasker({ type: 'bearer', token: TOKEN });

  const [text, json] = [`got ${spelled} here`, JSON.stringify({ got: spelled })];
  const masked = [masker.text(text), masker.text(json, { isJson: true })];

  expect(masked).not.toContain(text);
  expect(masked).not.toContain(json);
  expect(masker.hits).toBeGreaterThanOrEqual(2);
});
