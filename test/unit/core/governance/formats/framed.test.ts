/** Data that something else stands around: objects in strings, values parted by tags, lists in parts of a body. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';

const { redact, governBytes } = compileGovernance();
const html = (body: string): string => governBytes(Buffer.from(body), 'text/html').text;

describe('objects in strings', () => {
  test.each([
    ['payload={"first_name":"Zebulon","n":1}', 'payload={"first_name":"[REDACTED:name]","n":1}'],
    [`)]}',\n{"first_name":"Zebulon"}`, `)]}',\n{"first_name":"[REDACTED:name]"}`],
    ['callback({"first_name":"Zebulon"});', 'callback({"first_name":"[REDACTED:name]"});'],
    ['failed: {user: {first_name: "Zebulon"}} at 12', 'failed: {user: {first_name: "[REDACTED:name]"}} at 12'],
    [
      'a={"first_name":"Zebulon"}&password=Xk9tulip77q',
      'a={"first_name":"[REDACTED:name]"}&password=[REDACTED:secret]',
    ],
    [
      '{"first_name":"Zebulon"} {"first_name":"Quack"}',
      '{"first_name":"[REDACTED:name]"} {"first_name":"[REDACTED:name]"}',
    ],
  ])('are read behind, in and between other text: %s', (message, expected) => {
    expect(redact({ message })).toEqual({ message: expected });
  });

  test.each(['use {name: string} for {first_name}', 'Set {a: 1}, then {b: 2}', 'see {{user.name}} and {"n": 1}'])(
    'stay when nothing is in them: %s',
    (message) => {
      expect(redact({ message })).toEqual({ message });
    },
  );
});

describe('values that inline tags part', () => {
  test.each([
    ['<p>card 4556<b>7375</b>8689<i>9855</i> ok</p>', '<p>card [REDACTED:card]<b></b><i></i> ok</p>'],
    ['<p>4556 <b>7375</b> 8689 <b>9855</b></p>', '<p>[REDACTED:card]<b></b><b></b></p>'],
    ['<p>mail ann<b class="x">.lee@</b>corp.org x</p>', '<p>mail [REDACTED:email]<b class="x"></b> x</p>'],
    ['<p>SSN <b>219</b>-<b>09</b>-<b>9999</b></p>', '<p>SSN <b>[REDACTED:ssn]</b><b></b><b></b></p>'],
  ])('are found, and the tags stay: %s', (body, expected) => {
    expect(html(body)).toBe(expected);
    expect(html(expected)).toBe(expected);
  });

  test.each([
    '<p><a href="?p=1">1</a> <a href="?p=2">2</a> <a href="?p=3">3</a> of 4</p>',
    '<p>version <b>1</b>.<b>22</b>.<i>333</i></p>',
    '<tr><td>4556</td><td>7375</td><td>8689</td><td>9855</td></tr>',
  ])('are not made of what only stands side by side: %s', (body) => {
    expect(html(body)).toBe(body);
  });

  test('are counted once', () => {
    const { redactions } = governBytes(Buffer.from('<p>4556<b>7375</b>8689<b>9855</b></p>'), 'text/html');
    expect(redactions.byType).toEqual({ card: 1 });
  });
});

test('long lists in the parts of a body are cut, and reported under the number of the part', () => {
  const list = JSON.stringify({ data: Array.from({ length: 200 }, (_, id) => ({ id })), total: 200 });
  const part = (name: string, body: string) =>
    `--X\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: application/json\r\n\r\n${body}\r\n`;
  const body = `${part('meta', '{"ok":true}')}${part('list', list)}--X--\r\n`;

  const { text, truncations } = governBytes(Buffer.from(body), 'multipart/form-data; boundary=X');

  expect(truncations).toEqual([{ pointer: '/1/data', total: 200, kept: 50 }]);
  expect(text).toContain('{"id":49}],"total":200}');
});

describe('the number of a card in its groups', () => {
  test.each(['customer_id', 'id', 'account_id'])('goes under %s', (field) => {
    expect(redact({ [field]: '4556-7375-8689-9855' })).toEqual({ [field]: '[REDACTED:card]' });
  });
  test.each(['order_id', 'reference', 'serial_number', 'sku', 'license_id'])('stays under %s', (field) => {
    expect(redact({ [field]: '4556-7375-8689-9855' })).toEqual({ [field]: '4556-7375-8689-9855' });
  });
  test('stays where it is no card: a wrong check digit, no groups', () => {
    const value = { customer_id: '4556-7375-8689-9856', user_id: '4556737586899855' };
    expect(redact(value)).toEqual(value);
  });
});

describe('a second redaction finds nothing', () => {
  const nested = (depth: number, inner: string): string => '{"a":'.repeat(depth) + inner + '}'.repeat(depth);
  test.each([
    [
      'in members whose keys held something',
      '{"address":{"1.2.3.4phoneDE89 3704 0044 0532 0130 00FN:=.":"12 Elm Street"}}',
    ],
    ['in what was decoded', JSON.stringify({ ssn: '--X%40DE89 3704 0044 0532 0130 00ann.lee@corp-mail.org' })],
    ['beside what was decoded', '{"address":"84.12.33.9%40","name":["Zebulon"]}'],
    [
      'in lists under a row that held something',
      JSON.stringify([['name', '{"email":"ann@corp-mail.org"}', 'x'], ['Ann']]),
    ],
    ['in documents in strings at any depth', nested(510, JSON.stringify(['{"email":"ann@corp-mail.org"}']))],
  ])('%s', (_name, body) => {
    const once = governBytes(Buffer.from(body), 'application/json').text;

    expect(governBytes(Buffer.from(once), 'application/json').text).toBe(once);
    expect(JSON.stringify(redact(JSON.parse(body)))).toBe(once);
    expect(once).not.toContain('ann');
  });
});
