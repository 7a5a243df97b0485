/**
 * The cost of governance: ratios to JSON.parse + JSON.stringify of the same bytes, at 0.5, 5 and 50 MB, with arrays cut and with everything
 * redacted; other formats against splitting and joining them; and two other libraries on the same records. Small answers of many shapes
 * are in smallAnswers.bench.ts.
 */

import { compileGovernance, type Governor } from '../core/governance/index.ts';
import { defined } from '../test/support/defined.ts';
import { saveResult, table } from './support/report.ts';
import { loadRivals } from './support/rivals.ts';

interface Row {
  readonly size: string;
  readonly bareMs: number;
  readonly cut: number;
  readonly all: number;
}

/** Records of a customer API; half of the fields are personal. */
export function records(bytes: number): Buffer {
  const rows: string[] = [];
  let size = 0;
  for (let index = 0; size < bytes; index++) {
    const row = JSON.stringify({
      id: `cus_${(index * 7919).toString(36).padStart(10, '0')}`,
      created: 1_700_000_000 + index,
      name: `Ann Lee ${'ABCDEFGH'[index % 8]}.`,
      email: `ann.lee${index}@mail.example.org`,
      phone: `+1415555${String(index % 10_000).padStart(4, '0')}`,
      address: { line1: `${index} Evergreen Terrace`, city: 'Springfield', postal_code: '62704', country: 'US' },
      balance: (index * 37) % 10_000,
      currency: 'usd',
      status: index % 3 === 0 ? 'active' : 'paused',
      tracking: `1Z999AA1${String(index).padStart(10, '0')}`,
      updated_at: '2024-03-11T10:22:31.123Z',
      note: 'Prefers delivery before noon, second floor, please ring twice and wait a little while.',
      tags: ['retail', 'newsletter', 'eu'],
    });
    rows.push(row);
    size += row.length + 1;
  }
  return Buffer.from(`{"object":"list","data":[${rows.join(',')}],"has_more":true,"total_count":${rows.length}}`);
}

/** Names and texts in other languages, with as many non-ASCII characters as real answers have. */
const ELSEWHERE = [
  {
    name: 'Jürgen Großmann',
    city: 'Göttingen',
    street: 'Höhenstraße',
    status: 'bestätigt',
    note: 'Bitte vor zwölf Uhr liefern, zweiter Stock, am besten zweimal läuten und kurz warten, für Rückfragen.',
    tags: ['Geschäft', 'Büro', 'Köln'],
  },
  {
    name: 'Łukasz Wójcik',
    city: 'Wrocław',
    street: 'ulica Świętej Jadwigi',
    status: 'wysyłka',
    note: 'Proszę dostarczyć przed południem, drugie piętro, zadzwonić dwa razy i chwilę zaczekać pod drzwiami.',
    tags: ['detaliczny', 'zamówienie', 'UE'],
  },
  {
    name: '鈴木 健太',
    city: '横浜市',
    street: '中区山下町',
    status: '発送済み',
    note: '午前中にお届けください。二階ですので、チャイムを二度鳴らして少しお待ちください。よろしくお願いします。',
    tags: ['小売', 'メールマガジン', '日本'],
  },
  {
    name: 'Анна Кузнецова',
    city: 'Новосибирск',
    street: 'улица Ленина',
    status: 'активен',
    note: 'Пожалуйста, доставьте до обеда, второй этаж, позвоните два раза и немного подождите.',
    tags: ['розница', 'рассылка', 'ЕАЭС'],
  },
] as const;

/** The same records in German, Polish, Japanese and Russian in turn. */
export function mixedRecords(bytes: number): Buffer {
  const { data } = JSON.parse(records(bytes).toString()) as { data: Record<string, unknown>[] };
  const rows = data.map((row, index) => {
    const { name, city, street, status, note, tags } = defined(ELSEWHERE[index % ELSEWHERE.length]);
    const address = { ...(row['address'] as object), line1: `${street} ${index}`, city };
    return { ...row, name, address, status, note, tags };
  });
  return Buffer.from(JSON.stringify({ object: 'list', data: rows, has_more: true, total_count: rows.length }));
}

interface Format {
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;
  /** The minimum cost of reading and writing the format: splitting into pieces and joining them. */
  readonly floor: (text: string) => string;
}

/** The same records in other formats. */
function formats(bytes: number): Format[] {
  const { data } = JSON.parse(records(bytes).toString()) as { data: Record<string, unknown>[] };
  const flat = data.map(({ address, tags: _tags, ...row }) => ({ ...row, ...(address as object) }));
  const keys = Object.keys(defined(flat[0])) as (keyof (typeof flat)[number])[];
  const rows = flat.map((row) => keys.map((key) => String(row[key])));
  const lines = (list: readonly string[]): Buffer => Buffer.from(list.join('\n'));
  const pieces = (pattern: RegExp) => (text: string) => text.replace(pattern, (piece) => piece);
  const cell = (value: string): string => (value.includes(',') ? `"${value}"` : value);
  return [
    {
      name: 'JSON, indented',
      type: 'application/json',
      body: Buffer.from(JSON.stringify({ data }, null, 2)),
      floor: (text) => JSON.stringify(JSON.parse(text)),
    },
    {
      name: 'JSON, not ASCII',
      type: 'application/json',
      body: Buffer.from(JSON.stringify({ data }).replaceAll('Springfield', 'Gr\u00fcnfeld\u2013S\u00fcd')),
      floor: (text) => JSON.stringify(JSON.parse(text)),
    },
    {
      name: 'JSON, four languages',
      type: 'application/json',
      body: mixedRecords(bytes),
      floor: (text) => JSON.stringify(JSON.parse(text)),
    },
    {
      name: 'JSON lines',
      type: 'application/x-ndjson',
      body: lines(data.map((row) => JSON.stringify(row))),
      floor: (text) =>
        text
          .split('\n')
          .map((line) => JSON.stringify(JSON.parse(line)))
          .join('\n'),
    },
    {
      name: 'CSV',
      type: 'text/csv',
      body: lines([keys.join(','), ...rows.map((row) => row.map(cell).join(','))]),
      floor: (text) =>
        text
          .split('\n')
          .map((line) => line.split(',').join(','))
          .join('\n'),
    },
    {
      name: 'XML',
      type: 'application/xml',
      body: lines([
        '<?xml version="1.0"?><rows>',
        ...rows.map((row) => `<row>${row.map((value, at) => `<${keys[at]}>${value}</${keys[at]}>`).join('')}</row>`),
        '</rows>',
      ]),
      floor: pieces(/<[^>]*>|[^<]+/g),
    },
    {
      name: 'HTML',
      type: 'text/html',
      body: lines([
        '<!doctype html><html><body><table>',
        ...rows.map((row) => `<tr>${row.map((value, at) => `<td class="${keys[at]}">${value}</td>`).join('')}</tr>`),
        '</table></body></html>',
      ]),
      floor: pieces(/<[^>]*>|[^<]+/g),
    },
    {
      name: 'text',
      type: 'text/plain',
      body: lines(
        data.map(
          (row) =>
            `${String(row['name'])} wrote on ${String(row['updated_at'])} from ${String(row['email'])}: call ${String(row['phone'])} about ${String(row['tracking'])}. ${String(row['note'])}`,
        ),
      ),
      floor: pieces(/\S+/g),
    },
  ];
}

/** Nothing is cut. */
const WHOLE = { truncation: false, maxBytes: 1024 ** 3 };

function time(task: () => void): number {
  const start = performance.now();
  task();
  return performance.now() - start;
}

/** The best of interleaved runs, since other work on the machine can only add time. */
function compare(rounds: number, tasks: Readonly<Record<string, () => void>>): Record<string, number> {
  const times: Record<string, number[]> = {};
  // Warm-up, so that the figures are those of a process that has answered calls before.
  for (let warm = 0; warm < Math.min(rounds, 25); warm++) for (const task of Object.values(tasks)) task();
  for (let round = 0; round < rounds; round++) {
    for (const [name, task] of Object.entries(tasks)) {
      times[name] ??= [];
      times[name].push(time(task));
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, Math.min(...list)]));
}

export async function run(): Promise<void> {
  const cutting = compileGovernance();
  const whole = compileGovernance(WHOLE);
  const rows: Row[] = [];
  for (const [size, bytes, rounds] of [
    ['0.5 MB', 500_000, 41],
    ['5 MB', 5_000_000, 15],
    ['50 MB', 50_000_000, 6],
  ] as const) {
    const body = records(bytes);
    const govern = (governor: Governor) => () => void governor.governBytes(body, 'application/json');
    const ms = compare(rounds, {
      bare: () => void JSON.stringify(JSON.parse(body.toString('utf8'))),
      cut: govern(cutting),
      all: govern(whole),
    });
    rows.push({
      size,
      bareMs: defined(ms['bare']),
      cut: defined(ms['cut']) / defined(ms['bare']),
      all: defined(ms['all']) / defined(ms['bare']),
    });
  }
  console.log(
    table(
      ['body', 'parse + stringify, ms', 'cut to 50, ratio', 'all redacted, ratio'],
      rows.map((row) => [row.size, row.bareMs.toFixed(1), row.cut.toFixed(2), row.all.toFixed(2)]),
    ),
  );

  const others = formats(500_000).map(({ name, type, body, floor }) => {
    const ms = compare(11, {
      floor: () => void Buffer.from(floor(body.toString('utf8'))),
      all: () => void whole.governBytes(body, type),
    });
    return {
      name,
      bytes: body.length,
      ratio: defined(ms['all']) / defined(ms['floor']),
      msPerMB: defined(ms['all']) / (body.length / 1e6),
    };
  });
  console.log(
    table(
      ['nothing cut', 'kB', 'ratio to taking apart and joining', 'ms a MB'],
      others.map((entry) => [
        entry.name,
        (entry.bytes / 1e3).toFixed(0),
        entry.ratio.toFixed(1),
        entry.msPerMB.toFixed(1),
      ]),
    ),
  );

  const rivals = await loadRivals();
  const body = records(500_000);
  const tasks: Record<string, () => void> = {
    bare: () => void JSON.stringify(JSON.parse(body.toString('utf8'))),
    portcullis: () => void whole.governBytes(body, 'application/json'),
  };
  for (const rival of rivals)
    tasks[rival.name] = () => void JSON.stringify(rival.redactJson(JSON.parse(body.toString('utf8'))));
  const ms = compare(25, tasks);
  const against = Object.keys(tasks).map((name) => ({ name, ratio: defined(ms[name]) / defined(ms['bare']) }));
  console.log(
    table(
      ['0.5 MB, nothing cut', 'ratio'],
      against.map((entry) => [entry.name, entry.ratio.toFixed(2)]),
    ),
  );
  if (rivals.length === 0) console.log('The rivals are not installed: npm ci --prefix bench/rivals');
  saveResult('governance', { rows, formats: others, against });
}
