/** What is nearly JSON, and lines that give a value to a name. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';

const governor = compileGovernance();
const governed = (text: string, type = 'application/json'): string =>
  governor.governBytes(Buffer.from(text), type).text;

describe('what is nearly JSON', () => {
  test.each([
    ['{"first_name":"Zebulon","n":1,}', '{"first_name":"[REDACTED:name]","n":1,}'],
    [
      "{'first_name': 'Zebulon', 'age': None, 'ok': True}",
      "{'first_name': '[REDACTED:name]', 'age': None, 'ok': True}",
    ],
    ["{'last_name': 'O'Brien', 'ok': 1}", "{'last_name': '[REDACTED:name]', 'ok': 1}"],
    ['{first_name: "Zebulon", n: NaN}', '{first_name: "[REDACTED:name]", n: NaN}'],
    ['{first_name=Zebulon, n=1}', '{first_name=[REDACTED:name], n=1}'],
    ['{:first_name => "Zebulon"}', '{:first_name => "[REDACTED:name]"}'],
    ['// all users\n{"first_name": /* sic */ "Zebulon"}', '// all users\n{"first_name": /* sic */ "[REDACTED:name]"}'],
    ['{"first_name":"Ze\nbulon","a":"\\x41"}', '{"first_name":"[REDACTED:name]","a":"\\x41"}'],
    ['{"phone": 07911123456, "ssn": 219099999,}', '{"phone": [REDACTED:phone], "ssn": "[REDACTED:ssn]",}'],
    ['{"user":{"name":"Zebulon Quack","login":"zq"', '{"user":{"name":"[REDACTED:name]","login":"zq"'],
    ['{"id":1,"password":"Xk9tulip7', '{"id":1,"password":"[REDACTED:secret]'],
    ['[{"id":1,"first_name":"Zeb', '[{"id":1,"first_name":"[REDACTED:name]'],
    ['data: {"first_name":"Zebulon"', 'data: {"first_name":"[REDACTED:name]"'],
    ['{"call 415-555-2671": 1,}', '{"call [REDACTED:phone]": 1,}'],
    ['{"first_name":"A","first_name":"Bob",}', '{"first_name":"[REDACTED:name]","first_name":"[REDACTED:name]",}'],
  ])('is read by its names: %j', (given, wanted) => {
    // Act
    const once = governed(given);

    // Assess
    expect(once).toBe(wanted);
    expect(governed(once)).toBe(once);
  });

  test('loses nothing wherever it is cut', () => {
    // Prepare
    const whole =
      '{"user": {"first_name": "Zebulon", "password": "Xk9tulip77q"}, "address": {"street": "12 Elm Street"}}';

    // Act
    const texts = Array.from({ length: whole.length - 1 }, (_, end) => governed(whole.slice(0, end + 1)));

    // Assess
    for (const text of texts) expect(text).not.toMatch(/Zebu|Xk9tul|12 Elm/);
  });

  test.each([
    'function (a) { return a ? { first: b.first, name: user.name, token: getToken() } : [1]; }',
    '.person { color: red; content: "x"; } .address { margin: 0 }',
    'Use {name} and [1] as {place} does',
    '[[[[[[ {{{{{{ ((((',
  ])('but a program or a text is none: %s', (text) => {
    expect(governed(text, 'text/plain')).toBe(text);
  });

  test.each(['[{"a":', '{"a":{"b":[', "{'a': '", '{a: ', '{"a" /* '])('is read in linear time: %j', (seed) => {
    // Prepare
    const text = seed.repeat(60_000);

    // Act & Assess
    expect(governed(text).length).toBe(text.length);
  });
});

describe('lines with names', () => {
  test.each([
    [
      'YAML',
      'user:\n  name: Zebulon Quack # chief\n  password: "Xk9tulip77q"\n  phones:\n    - 781 5991\nitems:\n  - first_name: Ottoline\n    sku: A1\n',
      'user:\n  name: [REDACTED:name] # chief\n  password: "[REDACTED:secret]"\n  phones:\n    - [REDACTED:phone]\nitems:\n  - first_name: [REDACTED:name]\n    sku: A1\n',
    ],
    ['INI', '[db]\nhost = db1\npassword = Xk9tulip77q\n', '[db]\nhost = db1\npassword = [REDACTED:secret]\n'],
    [
      'a ticket',
      'Name: Zebulon Quack\nPhone: 781 5991\nAddress: 12 Elm Street, Leeds\nStatus: open',
      'Name: [REDACTED:name]\nPhone: [REDACTED:phone]\nAddress: [REDACTED:address]\nStatus: open',
    ],
    [
      'headers',
      'Cookie: sid=abc123def456; theme=dark\r\nSet-Cookie: s=xyz789abc123; Path=/\r\nHost: a.example\r\n',
      'Cookie: [REDACTED:secret]\r\nSet-Cookie: [REDACTED:secret]\r\nHost: a.example\r\n',
    ],
    [
      'a table of Markdown',
      '| Id | First name | Password |\n|---|---|---|\n| 7 | Zebulon | Xk9tulip77q |\n\nDone.',
      '| Id | First name | Password |\n|---|---|---|\n| 7 | [REDACTED:name] | [REDACTED:secret] |\n\nDone.',
    ],
    [
      'a vCard',
      'BEGIN:VCARD\nVERSION:3.0\nFN:Zebulon Quack\nN:Quack;Zebulon;;;\nADR;TYPE=home:;;12 Elm St;Leeds;;LS1 1AA;UK\nBDAY:19710314\nORG:Acme\nEND:VCARD',
      'BEGIN:VCARD\nVERSION:3.0\nFN:[REDACTED:name]\nN:[REDACTED:name]\nADR;TYPE=home:[REDACTED:address]\nBDAY:[REDACTED:birth-date]\nORG:Acme\nEND:VCARD',
    ],
    [
      'a calendar',
      'BEGIN:VEVENT\nATTENDEE;CN="Zebulon Quack":mailto:zq@corp-mail.org\nSUMMARY:Review\nEND:VEVENT',
      'BEGIN:VEVENT\nATTENDEE;CN="[REDACTED:name]":mailto:[REDACTED:email]\nSUMMARY:Review\nEND:VEVENT',
    ],
  ])('of %s are read as fields', (_name, given, wanted) => {
    // Act
    const once = governed(given, 'text/plain');

    // Assess
    expect(once).toBe(wanted);
    expect(governed(once, 'text/plain')).toBe(once);
  });

  test.each([
    'Address: please use the entrance on the left.\nPassword: must have 12 characters.\nName: the name of the file',
    'const token = getToken();\nlet address = new Address(a, b);\nif (password === other.password) {}',
    'interface User {\n  firstName: string;\n  address: Address;\n}',
    'Note: it is late\nTime: 12:30:45\nversion: 1.2.3.4',
  ])('that are sentences or programs stay: %j', (text) => {
    expect(governed(text, 'text/plain')).toBe(text);
  });
});
