/** The mode `closed`: only what is known to be harmless passes, in every format and whatever an upstream sends. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Explainer } from '../../../../core/governance/explain.ts';
import { compileGovernance } from '../../../../core/governance/index.ts';
import type { JsonValue } from '../../../../core/lib/json/value.ts';
import type { MarkedTool } from '../../../../core/model/governance/marked.ts';
import { type Leaf, numberTexts, PARTS, structuredSet, textSet } from '../../../datasets/redaction/index.ts';
import { rounds } from '../../../support/attack.ts';

const HOSTS = ['api.shop.example'];
const governor = compileGovernance({ mode: 'closed', truncation: false, maxBytes: 4_000_000 }, undefined, {
  hosts: HOSTS,
});
const textIn = (text: string, type: string): string => governor.governBytes(Buffer.from(text), type).text;
const closed = (value: unknown, tool?: MarkedTool): unknown =>
  JSON.parse(
    governor.governBytes(Buffer.from(JSON.stringify(value)), 'application/json', tool && { tool }).text,
  ) as unknown;
const WITHHELD = '[REDACTED:withheld]';

describe('a value', () => {
  test.each([
    12.5,
    true,
    null,
    '',
    'true',
    '12.50',
    '1,299',
    '40 %',
    '2024-06-17',
    '2024-06-17T03:41:00.123+01:00',
    'Mon, 17 Jun 2024 03:41:00 GMT',
    '09:30',
    'P1DT2H',
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'd41d8cd98f00b204e9800998ecf8427e',
    'https://api.shop.example/v1/orders/4711?page=2&limit=50',
    '/v1/orders/4711',
    '<https://api.shop.example/v1/orders?page=2>; rel="next", <https://api.shop.example/v1/orders?page=9>; rel="last"',
  ])('that is known to be harmless passes: %j', (value) => {
    expect(closed({ value })).toEqual({ value });
  });

  test.each(['cus_9s6XKzkNRiz8i3', 'INV-2024-001', 'user:123', '883412345678', 'VXNlcjoxMjM='])(
    'in a field for identifiers passes when it is one: %s',
    (id) => {
      expect(closed({ order_id: id })).toEqual({ order_id: id });
    },
  );

  test.each(['ann', 'ann.lee42', 'lee-1', 'QW5uIExlZSA0Mg==', '416e6e204c656520656e', 'annmarie1980', 'Mueller-4711'])(
    'in a field for identifiers that may spell a name is withheld: %s',
    (id) => {
      expect(closed({ order_id: id })).toEqual({ order_id: WITHHELD });
    },
  );

  test.each([
    'open',
    'Ann Lee',
    'lee',
    '山田太郎',
    '4155550123',
    '219099999',
    'https://elsewhere.example/v1/orders/4711',
    'https://api.shop.example/v1/people/ann-lee',
    'https://api.shop.example/v1/orders?q=mueller',
    'https://api.shop.example/v1/orders#ann',
    'https://ann:lee@api.shop.example/v1/orders',
    '{"note":"Ann Lee"}',
    '2024-06-17 Ann',
    'Ann 2024-06-17',
    'P1DAnn',
  ])('that is not is withheld: %j', (value) => {
    expect(closed({ value })).toEqual({ value: WITHHELD });
  });

  test('has the marker of its kind where that is known, and numbers go as in strict', () => {
    const person = { email: 'ann@example.org', phone: 4155550123, ssn: 219099999, birth_year: 1961, total: 12 };

    expect(closed({ customer: person })).toEqual({
      customer: {
        email: '[REDACTED:email]',
        phone: '[REDACTED:phone]',
        ssn: '[REDACTED:ssn]',
        birth_year: '[REDACTED:birth-date]',
        total: 12,
      },
    });
  });

  test('that the description lists for the field passes, and no other', () => {
    const tool = { described: { values: { 'orders.status': ['open', 'paid'], 'orders.tags': ['gift'] } } };
    const value = {
      orders: [
        { status: 'open', tags: ['gift', 'for Ann'] },
        { status: 'Ann', note: 'open' },
      ],
    };

    expect(closed(value, tool)).toEqual({
      orders: [
        { status: 'open', tags: ['gift', WITHHELD] },
        { status: WITHHELD, note: WITHHELD },
      ],
    });
    expect(JSON.parse(compileGovernance().governBytes(Buffer.from(JSON.stringify(value)), '', { tool }).text)).toEqual(
      value,
    );
  });

  test('that the owner lets out passes, with its name', () => {
    const tool = { redaction: { fields: { 'orders.zyxname': 'keep' } } };
    const released = compileGovernance({ mode: 'closed', allowFields: ['qvtitle'] });

    expect(closed({ orders: { zyxname: 'Tea', note: 'Tea' } }, tool)).toEqual({
      orders: { zyxname: 'Tea', note: WITHHELD },
    });
    expect(released.redact({ qvtitle: 'Tea' })).toEqual({ qvtitle: 'Tea' });
  });

  test('in a field that the owner opens to what is found passes without what is found, in bytes and in values', () => {
    const tool: MarkedTool = {
      described: { fields: { 'items.contact': 'email' } },
      redaction: { fields: { 'items.note': 'found', 'items.tags': 'found', 'items.contact': 'found' } },
    };
    const answer = {
      items: [
        { note: 'on its way', tags: ['fragile', 'ann@example.org'], contact: 'ann@example.org', state: 'open' },
        { note: 'write to ann@example.org', tags: [], contact: 'by post', state: 'open' },
        { note: { text: 'on its way' }, tags: [], contact: '', state: 'open' },
      ],
    };
    const shown = {
      items: [
        { note: 'on its way', tags: ['fragile', '[REDACTED:email]'], contact: '[REDACTED:email]', state: WITHHELD },
        { note: 'write to [REDACTED:email]', tags: [], contact: 'by post', state: WITHHELD },
        { note: { text: WITHHELD }, tags: [], contact: '', state: WITHHELD },
      ],
    };

    expect(closed(answer, tool)).toEqual(shown);
    expect(
      JSON.parse(
        governor.governBytes(Buffer.from(JSON.stringify(answer)), 'application/json', {
          tool,
          trace: new Explainer(100),
        }).text,
      ),
    ).toEqual(shown);
  });

  test('in such a field goes where the answer says elsewhere that it is personal, also behind it', () => {
    const tool: MarkedTool = { redaction: { fields: { note: 'found' } } };
    const answer = { note: 'Ann Smith called', to: { name: 'Ann Smith', email: 'ann@example.org' } };

    expect(closed(answer, tool)).toEqual({
      note: '[REDACTED:name] called',
      to: { name: '[REDACTED:name]', email: '[REDACTED:email]' },
    });
  });

  test('in such a field goes where weighed evidence says that it is a name', () => {
    const tool: MarkedTool = { redaction: { fields: { 'watchlist.aliases': 'found' } } };

    expect(closed({ watchlist: [{ aliases: ['Rhiannon Thistlewood', 'on hold'] }] }, tool)).toEqual({
      watchlist: [{ aliases: ['[REDACTED:name]', 'on hold'] }],
    });
  });

  test('changes nothing when it is governed again', () => {
    const once = closed({ customer: { name: 'Ann Lee', id: 'cus_9s6XKzkNRiz8i3' }, 'Ann Lee': 1, 'Bo Lee': 2 });

    expect(closed(once)).toEqual(once);
  });
});

describe('the names of members', () => {
  test('that are withheld say of their values what they say', () => {
    const value = { Mueller_birth_date: '1961-03-14', Quorbizan_phone: 4155550123 };

    expect(JSON.stringify(closed(value))).not.toMatch(/1961|4155/);
    expect(governor.redactWithReport({ 'Ann Lee': { 'Bo Lee': 'x' } }).report.pointers).toEqual([
      `/${WITHHELD}`,
      `/${WITHHELD}/${WITHHELD}`,
    ]);
  });

  test('stay where they are field names, also ones that no list has', () => {
    const value = { id: 1, total_cents: 2, zorbCount: 3, lines: [{ sku: 1, quantity: 2, uneven: 3 }], x_flags: 4 };

    expect(closed(value)).toEqual(value);
  });

  test.each([
    [{ users: { 'Ann Lee': 1, 'Bo Karlsson': 2 } }, { users: { [WITHHELD]: 1, [`${WITHHELD} (2)`]: 2 } }],
    [
      { mueller: { total: 1 }, quorbizan: { total: 2 } },
      { [WITHHELD]: { total: 1 }, [`${WITHHELD} (2)`]: { total: 2 } },
    ],
    [
      { id: 1, total: 2, Mueller: 3 },
      { id: 1, total: 2, [WITHHELD]: 3 },
    ],
    [
      { id: 1, total: 2, ann: 3 },
      { id: 1, total: 2, [WITHHELD]: 3 },
    ],
    [
      { id: 1, 山田太郎: 2 },
      { id: 1, [WITHHELD]: 2 },
    ],
  ])('are withheld where they may be data: %j', (value, expected) => {
    expect(closed(value)).toEqual(expected);
  });

  test('of columns and pairs are judged, too', () => {
    expect(closed({ columns: ['id', 'email', 'Ann Lee'], rows: [[1, 'a@b.org', 'x']] })).toEqual({
      columns: ['id', 'email', WITHHELD],
      rows: [[1, '[REDACTED:email]', WITHHELD]],
    });
    expect(
      JSON.stringify(
        closed([
          ['email', 'Ann Lee'],
          ['bo@x.org', 'Bo Lee'],
        ]),
      ),
    ).not.toMatch(/Ann|Bo/);
    expect(
      JSON.stringify(
        closed([
          ['email', 'x'],
          ['Ann Lee', 'y'],
          ['phone', 'z'],
        ]),
      ),
    ).not.toContain('Ann');
  });

  test('in the pointer of a cut list are withheld, too', () => {
    const cutting = compileGovernance({ mode: 'closed', maxItems: 5 });
    const list = [1, 2, 3, 4, 5, 6];
    const { truncations } = cutting.governBytes(Buffer.from(JSON.stringify({ mueller: list, data: list })), '');

    expect(truncations.map(({ pointer }) => pointer)).toEqual([`/${WITHHELD}`, '/data']);
  });
});

describe('what only looks like an identifier or a name of a field', () => {
  test.each([
    Buffer.from('Müller 1961-03').toString('base64'),
    Buffer.from('山田太郎 77').toString('base64'),
    Buffer.from('\n\x07Ann Lee\x10\x05').toString('base64'),
    Buffer.from('\x01Quorbizan77').toString('hex'),
    Buffer.from('Quorbizan77', 'utf16le').toString('hex'),
    'JOE-7',
    'DOE-JOE-7',
  ])('is withheld as an id: %s', (id) => {
    expect(closed({ id })).toEqual({ id: WITHHELD });
  });

  test.each([
    '12 Baker Street',
    'Quorbizan address',
    'Müller E-Mail',
    'email (quorbizan)',
    'address/12 Quorbizan Street',
    'phone_4155550123',
    '447911123456',
    'x447911123456',
  ])('is withheld as a name: %s', (name) => {
    expect(closed({ [name]: true, id: 1 })).toEqual({ [WITHHELD]: true, id: 1 });
  });

  test('passes as a name where all of it is known', () => {
    const value = { 'customer full name': true, 'Postal Code': true, Straße: true, 'ns2:Surname': true, '4711': true };

    expect(closed(value)).toEqual(value);
  });

  test('is withheld as the first line of a table', () => {
    expect(textIn('447911123456,4155550123\n1,2\n', 'text/csv')).toBe(`${WITHHELD},${WITHHELD}\n1,2`);
  });

  test('is withheld in the query of a URL of the API', () => {
    const url = 'https://api.shop.example/v1/orders?ssn=219099999';

    expect(closed({ url, next: url.replace('ssn', 'page') })).toEqual({
      url: WITHHELD,
      next: url.replace('ssn', 'page'),
    });
  });
});

describe('a text', () => {
  test('in a table has its columns and what is harmless', () => {
    const csv = 'id,email,amount,Ann Lee\n1,ann@x.org,"12.50",x\n2,bo@x.org,7,"y\nz"\n';

    expect(textIn(csv, 'text/csv')).toBe(
      `id,email,amount,${WITHHELD}\n1,[REDACTED:email],12.50,${WITHHELD}\n2,[REDACTED:email],7,${WITHHELD}`,
    );
  });

  test('in XML keeps its elements, and loses comments and unknown names', () => {
    const xml =
      '<?xml version="1.0"?><!-- Ann Lee --><?note Ann?><order id="4711" note="for Ann"><total>12.50</total><Mueller/><to><![CDATA[Ann Lee]]></to></order>';

    expect(textIn(xml, 'application/xml')).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<order id="4711" note="${WITHHELD}"><total>12.50</total><withheld/><to>${WITHHELD}</to></order>`,
    );
  });

  test('in XML of any script is read by its names', () => {
    expect(textIn('<row müller="a b" schröder="c d"><id>1</id></row>', 'application/xml')).toContain(
      `<row withheld="${WITHHELD}" withheld-2="${WITHHELD}">`,
    );
    expect(textIn('<注文><氏名>山田</氏名><数量>12</数量></注文>', 'application/xml')).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<withheld><氏名>[REDACTED:name]</氏名><withheld>12</withheld></withheld>`,
    );
  });

  test('in a form or in lines of JSON is judged field by field', () => {
    expect(textIn('id=4711&email=ann%40x.org&Ann+Lee=1', 'application/x-www-form-urlencoded')).toBe(
      `id=4711&email=[REDACTED:email]&${WITHHELD}=1`,
    );
    expect(textIn('{"id":1,"to":"Ann"}\nfor Ann\n', 'application/x-ndjson')).toBe(
      `{"id":1,"to":"${WITHHELD}"}\n${WITHHELD}`,
    );
  });

  test.each([
    ['text/html', '<table><tr><td>12</td></tr></table>'],
    ['text/plain', 'Status: open'],
    ['application/json', "{'id': 12, // Ann\n}"],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n12\r\n--x--Ann'],
    ['message/rfc822', 'Subject: hi\r\n\r\nAnn'],
    ['text/event-stream', 'data: Ann\n\n'],
  ])('of another form is withheld as a whole: %s', (type, text) => {
    expect(textIn(text, type)).toBe(WITHHELD);
  });

  test('that is one harmless value passes', () => {
    expect(textIn(' 4711\n', 'text/plain')).toBe('4711');
  });
});

const leavesOf = (value: JsonValue): JsonValue[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];

/** The labelled values of a document, in the order of its leaves. */
const labelsOf = (leaves: readonly Leaf[]): Map<string, Leaf> => new Map(leaves.map((leaf) => [leaf.pointer, leaf]));

const pointersOf = (value: JsonValue, at = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, child]) =>
        pointersOf(child, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
      )
    : [at];

const secretsOf = ({ value, parts }: Leaf): string[] => parts?.map(({ text }) => text) ?? [String(value)];

describe('of the labelled sets', () => {
  test.each(PARTS)('no personal value passes as JSON or as lines of JSON in the part %s', (part) => {
    // Prepare
    const documents = structuredSet(part);

    // Act
    const passed = documents.flatMap(({ document, leaves, name, absent }) => {
      const [line = ''] = textIn(`${JSON.stringify(document)}\n0\n`, 'application/x-ndjson').split('\n');
      const text = textIn(JSON.stringify(document), 'application/json');
      const shown = leavesOf(JSON.parse(text) as JsonValue);
      const labels = labelsOf(leaves);
      const values = pointersOf(document).flatMap((pointer, index) => {
        const leaf = labels.get(pointer);
        if (leaf?.personal === undefined) return [];
        const isShown = leaf.parts
          ? secretsOf(leaf).some((secret) => String(shown[index]).includes(secret))
          : shown[index] === leaf.value;
        return isShown ? [`${name}${pointer}`] : [];
      });
      const names = absent.filter((one) => text.includes(one.text)).map((one) => one.text);
      return [...values, ...names, ...(line === text ? [] : [`${name} as a line`])];
    });

    // Assess
    expect(passed).toEqual([]);
  });

  test('no personal value passes as text, HTML, YAML or in a body of several parts', () => {
    // Prepare
    const texts = [...PARTS.flatMap((part) => textSet(part)), ...numberTexts()];

    // Act
    const passed = texts.flatMap(({ text, personal }) => {
      const shown = [
        textIn(text, 'text/plain'),
        textIn(`<html><body><p title="${text}">${text}</p></body></html>`, 'text/html'),
        textIn(`note: ${text}\nid: 1\n`, 'application/yaml'),
        textIn(`--x\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--x--`, 'multipart/mixed; boundary=x'),
        JSON.stringify(closed({ note: text, list: [text] })),
      ].join('\n');
      return personal.filter(({ value }) => shown.includes(value));
    });

    // Assess
    expect(texts.length).toBeGreaterThan(900);
    expect(passed).toEqual([]);
  });

  test('tables and forms let nothing pass that JSON of the same rows does not', () => {
    // Prepare
    const isFlat = (row: JsonValue): row is { [key: string]: JsonValue } =>
      typeof row === 'object' &&
      row !== null &&
      !Array.isArray(row) &&
      Object.values(row).every((cell) => typeof cell !== 'object' || cell === null);
    const tablesIn = (value: JsonValue): { [key: string]: JsonValue }[][] => {
      if (Array.isArray(value) && value.length > 0 && value.every(isFlat)) return [value];
      return typeof value === 'object' && value !== null ? Object.values(value).flatMap(tablesIn) : [];
    };
    const quoted = (cell: JsonValue | undefined) => `"${String(cell ?? '').replaceAll('"', '""')}"`;
    // All of them in the long form.
    const answers = PARTS.flatMap((part) => structuredSet(part)).filter((_, at) => at % rounds(3, 1) === 0);
    const tables = answers.flatMap(({ document, leaves }) => {
      const personal = leaves.filter((leaf) => leaf.personal !== undefined).flatMap(secretsOf);
      const others = new Set(leaves.filter((leaf) => leaf.personal === undefined).map(({ value }) => String(value)));
      const secrets = personal.filter((secret) => secret.length > 3 && !others.has(secret));
      return tablesIn(document).map((rows) => ({ rows, secrets }));
    });

    // Act
    const passed = tables.flatMap(({ rows, secrets }) => {
      const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
      const csv = [columns.map(quoted), ...rows.map((row) => columns.map((column) => quoted(row[column])))];
      const forms = rows.map((row) => new URLSearchParams(Object.entries(row).map(([k, v]) => [k, String(v)])));
      const asJson = JSON.stringify(closed(rows));
      const shown = [
        textIn(csv.map((cells) => cells.join(',')).join('\n'), 'text/csv'),
        ...forms.map((form) =>
          decodeURIComponent(textIn(form.toString(), 'application/x-www-form-urlencoded').replaceAll('+', ' ')),
        ),
      ].join('\n');
      return secrets.filter((secret) => shown.includes(secret) && !asJson.includes(secret));
    });

    // Assess
    expect(tables.length).toBeGreaterThan(rounds(300, 900));
    expect(passed).toEqual([]);
  });
});

describe('whatever an upstream sends', () => {
  /** No word of any list. */
  const canary = fc
    .array(fc.constantFrom('qz', 'vx', 'wk', 'jh', 'xo', 'zu', 'kv'), { minLength: 4, maxLength: 6 })
    .map((parts) => parts.join(''));
  const written = (name: string) =>
    fc.constantFrom(
      name,
      name.toUpperCase(),
      `${name[0]?.toUpperCase()}${name.slice(1)} Lee`,
      `for ${name}, please`,
      `${name}@mail.example`,
      `${name}-42`,
      `42-${name}`,
      `2024-01-01 ${name}`,
      `https://api.shop.example/orders/${name}`,
      `https://api.shop.example/orders?name=${name}`,
      `/orders/${name}`,
      `<https://api.shop.example/${name}>; rel="next"`,
      JSON.stringify({ [name]: name }),
      `<b>${name}</b>`,
      `id=1&name=${name}`,
      `[REDACTED:${name}]`,
      `[REDACTED:email] ${name}`,
    );
  const names = fc.constantFrom(
    'id',
    'name',
    'order_id',
    'url',
    'status',
    'created_at',
    'note',
    'columns',
    'rows',
    'href',
    'token',
  );

  test('no word of a value or of a key of data passes, in any format', () => {
    fc.assert(
      fc.property(
        canary.chain((name) => fc.tuple(fc.constant(name), written(name), names, names)),
        ([name, value, key, other]) => {
          const documents: JsonValue[] = [
            { [key]: value, [other]: [value, { [key]: [value] }] },
            { [value]: 1 },
            { [key]: { [value]: { id: 1 }, [`${value}x`]: { id: 2 } } },
            [
              [key, other],
              [value, value],
            ],
            { columns: [key, value], rows: [[value, 1]] },
            [{ [key]: value }, { [key]: 7 }],
            [['tel', {}, value, value]],
          ];
          const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
          const texts: [string, string][] = [
            ...documents.map((document): [string, string] => [JSON.stringify(document), 'application/json']),
            [`${key},${other}\n${quote(value)},1\n1,${quote(value)}`, 'text/csv'],
            [`${quote(value)},${key}\n1,${quote(value)}`, 'text/csv'],
            [`${key}\t${other}\n${value}\t1`, 'text/tab-separated-values'],
            [`${key}=${encodeURIComponent(value)}&${encodeURIComponent(value)}=1`, 'application/x-www-form-urlencoded'],
            [
              `<a ${key}="1"><!--${value}--><?x ${value}?><${key}><![CDATA[${value}]]></${key}>${value}</a>`,
              'text/xml',
            ],
            [`<p>${value}</p>`, 'text/html'],
            [value, 'text/plain'],
            [value, ''],
            [`${JSON.stringify({ [key]: value })}\n${value}`, 'application/x-ndjson'],
            [`--x\r\n\r\n${value}\r\n--x--${value}`, 'multipart/mixed; boundary=x'],
            [`while(1);${JSON.stringify({ [key]: value })}`, 'application/json'],
          ];
          for (const [text, type] of texts) {
            const { text: shown, truncations } = governor.governBytes(Buffer.from(text), type);
            const all = `${shown}\n${JSON.stringify(truncations)}`.toLowerCase();
            if (all.includes(name)) throw new Error(`${type}: ${text} gave ${all}`);
          }
          const audited = JSON.stringify(governor.redact({ [key]: value, nested: { [value]: value } })).toLowerCase();
          expect(audited).not.toContain(name);
        },
      ),
      { numRuns: rounds(300, 3_000) },
    );
  });
});

test('a number whose name says what it is goes also where its object would let it out, in bytes and in values', () => {
  const value = { lat: 52.1, orders: [{ postal_code: 10_115, total: 3 }] };
  const gone = { lat: '[REDACTED:location]', orders: [{ postal_code: '[REDACTED:address]', total: 3 }] };

  expect(JSON.parse(governor.governBytes(Buffer.from(JSON.stringify(value)), 'application/json').text)).toEqual(gone);
  expect(closed(value)).toEqual(gone);
});
