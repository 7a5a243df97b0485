/** Formats whose names of fields have letters outside ASCII, and marks that combine with letters. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';

const governor = compileGovernance();
const governed = (text: string, type: string) => governor.governBytes(Buffer.from(text), type).text;
const [NAME, PHONE, ADDRESS] = ['[REDACTED:name]', '[REDACTED:phone]', '[REDACTED:address]'];

describe('XML', () => {
  test.each([
    [
      '<r><氏名>山田 花子</氏名><電話番号>090-1234-5678</電話番号></r>',
      `<r><氏名>${NAME}</氏名><電話番号>${PHONE}</電話番号></r>`,
    ],
    [
      '<kunde><Straße>Hauptstraße 5</Straße><PLZ>10115</PLZ><prénom>Loïc</prénom></kunde>',
      `<kunde><Straße>${ADDRESS}</Straße><PLZ>${ADDRESS}</PLZ><prénom>${NAME}</prénom></kunde>`,
    ],
    ['<r><данные имя="Иван" фамилия="Иванов"/></r>', `<r><данные имя="${NAME}" фамилия="${NAME}"/></r>`],
    ['<r><поле name="имя">Иван</поле></r>', `<r><поле name="имя">${NAME}</поле></r>`],
    ['<r><Möbel>Stuhl</Möbel><größe>12</größe></r>', '<r><Möbel>Stuhl</Möbel><größe>12</größe></r>'],
  ])('%s', (text, wanted) => {
    expect(governed(text, 'application/xml')).toBe(wanted);
    expect(governed(text, 'text/plain')).toBe(wanted);
    expect(governor.redact({ payload: text })).toEqual({ payload: wanted });
  });

  test('in a text that only looks like it keeps its form', () => {
    expect(governed('<p>a < б and é > 2</p>', 'text/html')).toBe('<p>a < б and é > 2</p>');
  });
});

describe('lines of names and values', () => {
  test.each([
    ['नाम: सुनीता शर्मा\nफ़ोन: 098765 43210\n', `नाम: ${NAME}\nफ़ोन: ${PHONE}\n`],
    ['ग्राहक:\n  नाम: सुनीता शर्मा\n  शहर: पुणे\n', `ग्राहक:\n  नाम: ${NAME}\n  शहर: पुणे\n`],
  ])('%j', (text, wanted) => {
    expect(governed(text, 'application/yaml')).toBe(wanted);
  });

  test('name a telephone with and without the dot below', () => {
    expect(governor.redact({ फ़ोन: '098765 43210', फोन: '098765 43210' })).toEqual({ फ़ोन: PHONE, फोन: PHONE });
  });
});
