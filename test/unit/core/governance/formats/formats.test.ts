import { describe, expect, test } from '@jest/globals';
import { csvDelimiter } from '../../../../../core/governance/formats/csv.ts';
import { compileGovernance } from '../../../../../core/governance/index.ts';

const governor = compileGovernance({ maxItems: 5 });
const govern = (text: string, type: string) => governor.governBytes(Buffer.from(text), type);

describe('CSV', () => {
  test('takes header names as field names and keeps the rest as it was', () => {
    // Act
    const governed = govern(
      'id,Full Name,E-Mail,Order No.,note\r\n1,"Lee, Ann",ann@example.org,"4155552671","say ""hi"""\r\n\r\n2,,,"5" tall,x\r\n',
      'text/csv; charset=utf-8',
    );

    // Assess
    expect(governed.text).toBe(
      'id,Full Name,E-Mail,Order No.,note\r\n1,[REDACTED:name],[REDACTED:email],"4155552671","say ""hi"""\r\n\r\n2,,,"5" tall,x\r\n',
    );
    expect(governed.redactions.byType).toEqual({ name: 1, email: 1 });
  });

  test('knows semicolons, tabs and bars, and cuts rows', () => {
    // Prepare
    const rows = Array.from({ length: 9 }, (_, index) => `${index};0171 234${index}000`).join('\n');

    // Act
    const governed = govern(`nr;telefon\n${rows}\n`, 'text/csv');

    // Assess
    expect(governed.text.trimEnd().split('\n')).toHaveLength(6);
    expect(governed.text).toContain('0;[REDACTED:phone]');
    expect(governed.truncations).toEqual([{ pointer: '', total: 9, kept: 5 }]);
    expect(govern('a\temail\n1\tann@example.org', 'text/tab-separated-values').text).toBe(
      'a\temail\n1\t[REDACTED:email]',
    );
  });
});

describe('a table that nobody calls one', () => {
  test.each([
    ['names of programs', 'plan_name,plan_code,member_id\nBlue Shield PPO,BS-20,XEA55561862\n'],
    ['cells of several lines', 'kind,streetAddress,locality\nwork,"Drottninggatan 71 B\nGöteborg",Göteborg\n'],
    ['marks in its script', 'क्रमांक,नाम,फ़ोन\nA-1009,सुनीता शर्मा,098765 43210\n'],
    ['names of its system', '_class,@odata.etag,fullName\nx,1,Marie Schulz\n'],
    [
      'a wide head',
      `${Array.from({ length: 900 }, (_, at) => `column_${at}`).join()},email\n${','.repeat(900)}a@b.example\n`,
    ],
  ])('is read as one with %s', (_what, text) => {
    const governed = govern(text, 'text/plain');

    expect(governed.text).toBe(govern(text, 'text/csv').text);
    expect(governed.redactions.count).toBeGreaterThan(0);
  });

  test.each(['Dear Ann,\nsee you, Bob\n', 'yes,no\nmaybe,never\n', 'one, two and three\nfour, five and six\n'])(
    'and no words with commas: %j',
    (text) => {
      expect(csvDelimiter(text)).toBeUndefined();
    },
  );
});

describe('JSON lines', () => {
  test('governs each line, cuts lines and lists in them', () => {
    // Prepare
    const lines = Array.from({ length: 7 }, (_, id) =>
      JSON.stringify({ id, email: 'ann@example.org', list: [1, 2, 3, 4, 5, 6] }),
    ).join('\n');

    // Act
    const governed = govern(lines, 'application/x-ndjson');

    // Assess
    expect(governed.text.split('\n')[0]).toBe('{"id":0,"email":"[REDACTED:email]","list":[1,2,3,4,5]}');
    expect(governed.truncations).toContainEqual({ pointer: '', total: 7, kept: 5 });
    expect(governed.truncations).toContainEqual({ pointer: '/0/list', total: 6, kept: 5 });
  });

  test('redacts a line that is no JSON as text', () => {
    expect(govern('{"a":1}\noops ann@example.org', 'application/x-ndjson').text).toBe('{"a":1}\noops [REDACTED:email]');
  });

  test.each([
    ['application/x-ndjson', '{"id":9007199254740993,"price":1.50}\n[-0,1e400]\n'],
    ['application/jsonl', '{"id":9007199254740993,"price":1.50}\r\n[-0,1e400]'],
    ['application/json-seq', '\u001e{"id":9007199254740993,\n"price":1.50}\n\u001e[-0,1e400]\n'],
    ['application/geo+json-seq', '\u001e{"id":9007199254740993,"price":1.50}\n\u001e[-0,1e400]\n'],
  ])('keep the text of their numbers as %s', (type, body) => {
    expect(govern(body, type).text).toBe('{"id":9007199254740993,"price":1.50}\n[-0,1e400]');
  });

  test('may be JSON texts of several lines behind record separators', () => {
    const governed = govern(
      '\u001e{\n  "first_name": "Ann",\n  "list": [1, 2, 3, 4, 5, 6]\n}\n\u001e{"phone": "781 5991"}\n',
      'application/json-seq',
    );

    expect(governed.text).toBe('{"first_name":"[REDACTED:name]","list":[1,2,3,4,5]}\n{"phone":"[REDACTED:phone]"}');
    expect(governed.truncations).toEqual([{ pointer: '/0/list', total: 6, kept: 5 }]);
  });

  test('cut at the read cap end with the last complete element', () => {
    const governed = compileGovernance().governBytes(
      Buffer.from('{"a":1}\n{"list":[{"id":1},{"id":9007199254740993},{"id":'),
      'application/x-ndjson',
      { truncatedInput: true },
    );
    expect(governed.text).toBe('{"a":1}\n{"list":[{"id":1},{"id":9007199254740993},{}]}');
  });
});

describe('XML', () => {
  test('takes element and attribute names as field names', () => {
    // Act
    const governed = govern(
      '<?xml version="1.0"?><c:customers xmlns:c="urn:x"><c:customer id="4155552671" phone="781 5991"><firstName>Ann</firstName><note>mail ann@example.org &amp; wait</note><sku>415-555-2671</sku></c:customer></c:customers>',
      'application/xml',
    );

    // Assess
    expect(governed.text).toBe(
      '<?xml version="1.0"?><c:customers xmlns:c="urn:x"><c:customer id="4155552671" phone="[REDACTED:phone]"><firstName>[REDACTED:name]</firstName><note>mail [REDACTED:email] &amp; wait</note><sku>415-555-2671</sku></c:customer></c:customers>',
    );
  });

  test('looks into CDATA and encoded characters', () => {
    expect(govern('<a><email><![CDATA[ann@example.org]]></email><b>ann&#64;example.org</b></a>', 'text/xml').text).toBe(
      '<a><email><![CDATA[[REDACTED:email]]]></email><b>[REDACTED:email]</b></a>',
    );
  });
});

describe('HTML', () => {
  test('redacts text, links and form values, and leaves the markup', () => {
    // Act
    const governed = govern(
      '<!doctype html><html><body class="x"><p>Call <a href="tel:+14155552671">+1 415 555 2671</a></p><input name="email" value="ann@example.org"><img src="/i/4155552671@2x.png"></body></html>',
      'text/html',
    );

    // Assess
    expect(governed.text).toBe(
      '<!doctype html><html><body class="x"><p>Call <a href="tel:[REDACTED:phone]">[REDACTED:phone]</a></p><input name="email" value="[REDACTED:email]"><img src="/i/4155552671@2x.png"></body></html>',
    );
  });
});

describe('forms and text', () => {
  test('reads a form by its names', () => {
    expect(
      govern('id=7&first_name=Ann+Lee&email=ann%40example.org&page=2', 'application/x-www-form-urlencoded').text,
    ).toBe('id=7&first_name=[REDACTED:name]&email=[REDACTED:email]&page=2');
  });

  test('takes JSON without a type for what it is, and broken JSON as text', () => {
    expect(govern('{"email":"ann@example.org"}', '').json).toBe(true);
    expect(govern('{"email":"ann@example.org"', 'application/json')).toMatchObject({
      json: false,
      text: '{"email":"[REDACTED:email]"',
    });
  });

  test('cuts long text at a line border', () => {
    // Prepare
    const small = compileGovernance({ maxBytes: 100 * 1024 });
    const line = `${'é'.repeat(50)}\n`;

    // Act
    const governed = small.governBytes(Buffer.from(line.repeat(3_000)), 'text/plain');

    // Assess
    expect(governed.capped).toBe(true);
    expect(governed.bytesOut).toBeLessThanOrEqual(100 * 1024);
    expect(governed.text.split('\n').every((piece) => piece === line.trim())).toBe(true);
  });
});

describe('data inside strings', () => {
  test.each([
    ['JSON', '{"user":{"first_name":"Ann"},"n":1.5}', '{"user":{"first_name":"[REDACTED:name]"},"n":1.5}'],
    [
      'a query',
      'https://x.example/cb?email=ann%40example.org&page=2',
      'https://x.example/cb?email=[REDACTED:email]&page=2',
    ],
    ['percent-encoding', 'to%3Aann%40example.org', 'to%3A[REDACTED:email]'],
    [
      'base64',
      Buffer.from('contact: ann@example.org').toString('base64'),
      Buffer.from('contact: [REDACTED:email]').toString('base64'),
    ],
    [
      'base64 of JSON',
      Buffer.from('{"email":"ann@example.org"}').toString('base64'),
      Buffer.from('{"email":"[REDACTED:email]"}').toString('base64'),
    ],
  ])('%s', (_name, value, expected) => {
    expect(governor.redact({ payload: value })).toEqual({ payload: expected });
  });

  test('leaves cursors, images and hashes alone', () => {
    const value = {
      cursor: Buffer.from('{"id":4155552671,"n":"x"}').toString('base64'),
      image: `data:image/png;base64,${'iVBORw0KGgo'.repeat(9)}`,
      sha: 'd41d8cd98f00b204e9800998ecf8427e',
    };
    expect(governor.redact(value)).toEqual(value);
  });
});

describe('markup', () => {
  const governed = (text: string, type: string) => compileGovernance().governBytes(Buffer.from(text), type).text;

  test.each([
    ['<a><password><v>hunter2tulip</v></password><next>ok</next></a>', 'hunter2tulip'],
    ['<a><first_name><value>Zebulon</value></first_name></a>', 'Zebulon'],
    ['<a><last_name>Quack<b>enbush</b>ery</last_name></a>', 'enbush'],
  ])('passes on what an element says to those in it that say nothing (%s)', (text, value) => {
    expect(governed(text, 'application/xml')).not.toContain(value);
  });

  test('an element that is closed says nothing any more', () => {
    const text = '<a><last_name>Quackenbush</last_name><status>shipped</status><note>ready</note></a>';

    expect(governed(text, 'application/xml')).toBe(
      '<a><last_name>[REDACTED:name]</last_name><status>shipped</status><note>ready</note></a>',
    );
  });

  test('names of references are read as the HTML standard has them', () => {
    const page =
      '<p>Mail ann&commat;example&period;org, SSN 219&hyphen;09&hyphen;9999, M&uuml;nchen &eacute; &madeup;</p>';

    expect(governed(page, 'text/html')).toBe(
      '<p>Mail [REDACTED:email], SSN [REDACTED:ssn], München é &amp;madeup;</p>',
    );
  });

  test('what only looks like a tag is text', () => {
    expect(governed('<p>Ask Ann <ann.lee@corp-mail.org> or <br/> <x 4111 1111 1111 1111></p>', 'text/html')).toBe(
      '<p>Ask Ann <[REDACTED:email]> or <br/> <x [REDACTED:card]></p>',
    );
  });

  test('a script stays a script', () => {
    const text = '<p>x</p><script>var u = {"mail": "ann.lee@corp-mail.org", "n": 1 && 2};</script><b>1 &amp; 2</b>';

    expect(governed(text, 'text/html')).toBe(
      '<p>x</p><script>var u = {"mail": "[REDACTED:email]", "n": 1 && 2};</script><b>1 &amp; 2</b>',
    );
  });
});

describe('rows of CSV', () => {
  const governed = (text: string) => compileGovernance().governBytes(Buffer.from(text), 'text/csv').text;

  test('are read by their header also when they are longer or shorter than it', () => {
    const text = 'id,first_name,city\n1,Zebulon\n2,Ottoline,Leeds,extra\n3,Casimir,York';

    expect(governed(text)).toBe(
      'id,first_name,city\n1,[REDACTED:name]\n2,[REDACTED:name],Leeds,extra\n3,[REDACTED:name],York',
    );
  });

  test('begin with the first one where there is no header', () => {
    expect(governed('ann.lee@corp-mail.org,12\nbob.ray@corp-mail.org,13')).toBe(
      '[REDACTED:email],12\n[REDACTED:email],13',
    );
    expect(governed('ann.lee@corp-mail.org,12')).toBe('[REDACTED:email],12');
  });
});

describe('text with JSON in it', () => {
  const governed = (text: string, type = 'application/json') =>
    compileGovernance().governBytes(Buffer.from(text), type).text;
  const DOCUMENT = '{"first_name": "Zebulon", "id": 12345678901234567890}';
  const CLEAN = '{"first_name":"[REDACTED:name]","id":12345678901234567890}';

  test.each([
    [")]}',\n", ''],
    ['for(;;);', ''],
    ['callback(', ');'],
    ['Warning: deprecated in /var/www/x.php on line 3\n', ''],
    ['', '<!-- served by web-3 -->'],
    ['[note] ', ' and so on {'],
  ])('is governed as the document that it holds (%j … %j)', (before, after) => {
    expect(governed(`${before}${DOCUMENT}${after}`)).toBe(`${before}${CLEAN}${after}`);
  });

  test('is governed document by document', () => {
    const three = [DOCUMENT, DOCUMENT, DOCUMENT];

    expect(governed(three.join(''))).toBe(CLEAN.repeat(3));
    expect(governed(three.join(',\n'))).toBe([CLEAN, CLEAN, CLEAN].join(',\n'));
    expect(governed(three.map((each) => `event: x\ndata: ${each}\n\n`).join(''), 'text/event-stream')).toBe(
      `event: x\ndata: ${CLEAN}\n\n`.repeat(3),
    );
  });

  test('keeps its form where nothing is found in it', () => {
    const text = 'Send {\n  "size": [1, 2],\n  "color": "red"\n} to mail ann.lee@corp-mail.org';

    expect(governed(text, 'text/plain')).toBe(text.replace('ann.lee@corp-mail.org', '[REDACTED:email]'));
  });

  test('is text where it is no JSON', () => {
    const text = 'Use {name} and [1], write to {mail: ann.lee@corp-mail.org}.';

    expect(governed(text, 'text/plain')).toBe('Use {name} and [1], write to {mail: [REDACTED:email]}.');
  });

  test('is read a few times at most, however many brackets are left open', () => {
    const text = '["a":'.repeat(40_000);

    expect(governed(text)).toBe(text);
  });
});

describe('XML as an object', () => {
  const governed = (text: string) => compileGovernance().governBytes(Buffer.from(text), 'application/xml');

  test.each([
    [
      '<p><name>Zebulon Quack</name><phone>781 5991</phone></p>',
      '<p><name>[REDACTED:name]</name><phone>[REDACTED:phone]</phone></p>',
    ],
    [
      '<p name="Zebulon Quack" phone="781 5991" n=\'a\'/>',
      '<p name="[REDACTED:name]" phone="[REDACTED:phone]" n=\'a\'/>',
    ],
    [
      '<plist><dict><key>password</key><string>Xk9tulip77q</string><key>size</key><integer>3</integer></dict></plist>',
      '<plist><dict><key>password</key><string>[REDACTED:secret]</string><key>size</key><integer>3</integer></dict></plist>',
    ],
    [
      '<m><entry><key>first_name</key><value>Zebulon</value></entry><p name="password">Xk9tulip77q</p></m>',
      '<m><entry><key>first_name</key><value>[REDACTED:name]</value></entry><p name="password">[REDACTED:secret]</p></m>',
    ],
    ['<a><user><first_name>Zeb', '<a><user><first_name>[REDACTED:name]'],
  ])('%s', (given, wanted) => {
    // Act
    const once = governed(given);

    // Assess
    expect(once.text).toBe(wanted);
    expect(governed(once.text).text).toBe(wanted);
    expect(once.redactions.count).toBe(wanted.split('[REDACTED:').length - 1);
  });

  test('that repeats an element is a list, however long', () => {
    // Prepare
    const rows = (name: string): string =>
      `<rows>${`<row><name>${name}</name><mail>[REDACTED:email]</mail></row>`.repeat(20_000)}</rows>`;

    // Act & Assess
    expect(
      compileGovernance({ maxBytes: 4 * 1024 * 1024 }).governBytes(Buffer.from(rows('Ann Lee')), 'text/xml').text,
    ).toBe(rows('[REDACTED:name]'));
  });
});

describe('what a page gives a name to', () => {
  const governed = (text: string) => compileGovernance().governBytes(Buffer.from(text), 'text/html');

  test.each([
    [
      'a table with heads',
      (name: string, secret: string) =>
        `<table><tr><th>Id</th><th>First name</th><th>Password</th></tr><tr><td>7</td><td>${name}</td><td><b>${secret}</b></td></tr></table>`,
    ],
    [
      'rows of a head and a value',
      (name: string, secret: string) =>
        `<table><tr><th>First name</th><td>${name}</td></tr><tr><th>Password</th><td>${secret}</td></tr></table>`,
    ],
    [
      'a list of definitions',
      (name: string, secret: string) =>
        `<dl><dt>First name</dt><dd>${name}</dd><dt>Password:</dt><dd>${secret}</dd><dt>Status</dt><dd>open</dd></dl>`,
    ],
    [
      'labels, inputs and text areas',
      (name: string, secret: string) =>
        `<label for="f1">First name</label><input id="f1" value="${name}"><input id="last_name" value="${name}"><textarea name="password">${secret}</textarea>`,
    ],
    [
      'bold words and lines',
      (name: string, secret: string) =>
        `<p><b>Password:</b> ${secret}</p><ul><li>First name: ${name}</li><li>Status: open</li></ul><span itemprop="givenName">${name}</span>`,
    ],
    [
      'objects in a script',
      (name: string, secret: string) => `<script>var u = {"first_name":"${name}", password: '${secret}'};</script>`,
    ],
  ])('%s', (_name, page) => {
    // Act
    const once = governed(page('Zebulon', 'Xk9tulip77q'));

    // Assess
    expect(once.text).toBe(page('[REDACTED:name]', '[REDACTED:secret]'));
    expect(governed(once.text).text).toBe(once.text);
    expect(once.redactions.count).toBe(once.text.split('[REDACTED:').length - 1);
  });

  test('is left where it is a remark', () => {
    const page =
      '<table><tr><th>Field</th><th>Remark</th></tr><tr><td>password</td><td>must have 12 characters</td></tr></table><p>Address: please use the entrance on the left.</p>';

    expect(governed(page).text).toBe(page);
  });

  test.each([
    '<td>',
    '<tr><td>a',
    '<dt>a',
    '<dl><dt>a</dt><dd>b</dd>',
    '<b>a:</b> ',
    '</a>',
    '<label for=x>',
    '<table>',
  ])('is read in linear time: %s', (seed) => {
    const page = seed.repeat(40_000);

    expect(compileGovernance({ maxBytes: 4 * 1024 * 1024 }).governBytes(Buffer.from(page), 'text/html').text).toBe(
      page,
    );
  });
});
