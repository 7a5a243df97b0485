/** Bodies of several parts, bodies that are not what their type says, tables without a type. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';

const governor = compileGovernance();
const governed = (text: string, type: string): string => governor.governBytes(Buffer.from(text), type).text;
const part = (headers: readonly string[], body: string): string => `--X7\r\n${headers.join('\r\n')}\r\n\r\n${body}\r\n`;
const field = (name: string, body: string): string => part([`Content-Disposition: form-data; name="${name}"`], body);

describe('multipart bodies', () => {
  test('are read as one form, and files by their own types', () => {
    // Prepare
    const form = (name: string, password: string, file: string): string =>
      `${field('name', name)}${field('password', password)}${field('id', '7')}${field('phone', '[REDACTED:phone]')}${part(
        ['Content-Disposition: form-data; name="file"; filename="a.json"', 'Content-Type: application/json'],
        file,
      )}--X7--\r\n`;
    const given = form('Zebulon Quack', 'Xk9tulip77q', '{"first_name":"Zebulon","list":[1,2,3]}');

    // Act
    const once = governed(given, 'multipart/form-data; boundary=X7');

    // Assess
    expect(once).toBe(form('[REDACTED:name]', '[REDACTED:secret]', '{"first_name":"[REDACTED:name]","list":[1,2,3]}'));
    expect(governed(given, 'text/plain')).toBe(once);
    expect(governed(once, 'multipart/form-data')).toBe(once);
  });

  test('of a mail are decoded and encoded again', () => {
    // Prepare
    const mail = (base64: string, quoted: string): string =>
      `${part(['Content-Type: text/plain', 'Content-Transfer-Encoding: base64'], Buffer.from(base64).toString('base64'))}${part(
        ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'],
        quoted,
      )}--X7--`;
    const given = mail('mail ann.lee@corp-mail.org', '<p>Gr=C3=BC=C3=9Fe, ann.lee=40corp-=\r\nmail.org</p>');

    // Act & Assess
    expect(governed(given, 'multipart/alternative; boundary="X7"')).toBe(
      mail('mail [REDACTED:email]', '<p>Gr=C3=BC=C3=9Fe, [REDACTED:email]</p>'),
    );
  });

  test.each([
    ['behind the last boundary', `${field('id', '7')}--X7--\r\nask ann.lee@corp-mail.org`],
    ['on the line of the last boundary', `${field('id', '7')}--X7--ann.lee@corp-mail.org`],
    ['in parts behind the end', `${field('id', '7')}--X7--\r\n${field('first_name', 'ann.lee@corp-mail.org')}`],
    [
      'behind the end of inner parts',
      `${part(['Content-Type: multipart/mixed; boundary=y'], '--y\r\nContent-Type: text/plain\r\n\r\nhi\r\n--y--\r\nann.lee@corp-mail.org')}--X7--`,
    ],
    [
      'in the head of a field',
      `${part(['Content-Disposition: form-data; name="a"; filename="ann.lee@corp-mail.org"'], '7')}--X7--`,
    ],
    [
      'in the boundary',
      `${field('id', '7')}${field('b', '8')}--X7--\r\n`.replaceAll('--X7', '--ann.lee@corp-mail.org'),
    ],
  ])('are read %s', (_, given) => {
    for (const type of ['multipart/mixed; boundary=X7', 'text/plain', '']) {
      const once = governed(given, type);

      expect(once).not.toContain('ann.lee');
      expect(once).toContain('Content-');
      expect(governed(once, type)).toBe(once);
    }
  });

  test('without an end or a head are read to where they go', () => {
    expect(governed(`${field('first_name', 'Zebulon').trimEnd()}`, 'multipart/form-data')).not.toContain('Zebulon');
    expect(governed('no parts, ann.lee@corp-mail.org', 'multipart/form-data')).toBe('no parts, [REDACTED:email]');
  });
});

describe('what a body plainly is outweighs its type', () => {
  test.each(['application/x-www-form-urlencoded', 'text/csv', 'application/xml', 'text/html', 'text/plain', ''])(
    'JSON sent as %j',
    (type) => {
      expect(governor.governBytes(Buffer.from('{"first_name":"Zebulon","n":1}'), type)).toMatchObject({
        json: true,
        text: '{"first_name":"[REDACTED:name]","n":1}',
      });
    },
  );

  test.each(['application/json', 'text/plain', 'text/csv', ''])('XML and HTML sent as %j', (type) => {
    expect(governed('<user><first_name>Zebulon</first_name></user>', type)).toBe(
      '<user><first_name>[REDACTED:name]</first_name></user>',
    );
    expect(governed('<div><input name="last_name" value="Quack"></div>', type)).toBe(
      '<div><input name="last_name" value="[REDACTED:name]"></div>',
    );
  });

  test.each([',', ';', '\t', '|'])('a table with %j and a telling header', (by) => {
    const table = (name: string, password: string): string =>
      [
        ['id', 'first name', 'password'],
        ['1', name, password],
        ['2', name, password],
      ]
        .map((row) => row.join(by))
        .join('\n');

    expect(governed(table('Zebulon', 'Xk9tulip77q'), 'application/octet-stream')).toBe(
      table('[REDACTED:name]', '[REDACTED:secret]'),
    );
  });

  test.each(['Dear all, thanks\nRegards, us', 'Name, address\nare asked for in the form', 'a, b\n1, 2'])(
    'but %j is a text',
    (text) => {
      expect(governed(text, 'text/plain')).toBe(text);
    },
  );
});

describe('quoted-printable', () => {
  test('addresses are found in a text that does not say so', () => {
    expect(governed('To: ann=2Elee=40corp-mail.org; a=40 b', 'text/plain')).toBe('To: [REDACTED:email]; a=40 b');
  });
});

describe('forms', () => {
  test('stay forms: what is kept of a value is encoded again', () => {
    expect(governed('note=mail+ann.lee%40corp-mail.org+%26+Bob%3D1&x=a%26b', 'application/x-www-form-urlencoded')).toBe(
      'note=mail+[REDACTED:email]+%26+Bob%3D1&x=a%26b',
    );
  });

  test('are one object: a name beside a phone is a person', () => {
    expect(governed('name=Zebulon+Quack&phone=781+5991&page=2&q', 'application/x-www-form-urlencoded')).toBe(
      'name=[REDACTED:name]&phone=[REDACTED:phone]&page=2&q',
    );
  });
});
