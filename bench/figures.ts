/**
 * The figures of the page of results (bench/results/README.md): what each says in a sentence, and where it stands in the stored result of
 * its benchmark. Nothing is measured here.
 */
import { defined } from '../test/support/defined.ts';
import { median } from './support/report.ts';

export interface Figure {
  readonly bench: string;
  readonly what: string;
  /** What the figure tells somebody who has not read the benchmark. */
  readonly meaning: string;
  /** @returns the figure, and what the same run had beside it: rivals, a floor or an aim. */
  readonly read: (result: never) => readonly [figure: string, beside: string];
}

interface Spread {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

interface McpRow {
  readonly server: string;
  readonly request: string;
  readonly connections: number;
  readonly perSecond: number;
  readonly rounds: readonly number[];
  readonly latencyMs: Spread;
}

interface ImportCosts {
  readonly warmMs: number;
}

interface RedactionPart {
  readonly documents: number;
  readonly personal: number;
  readonly found: number;
  readonly survivors: number;
  readonly destroyed: number;
  readonly recall: number;
  readonly precision: number;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const times = (ratio: number): string => `${ratio.toFixed(2)} times`;
const range = (values: readonly number[]): string => `${whole(Math.min(...values))} to ${whole(Math.max(...values))}`;

const mcp = (request: string, connections: number, meaning: string): Figure => ({
  bench: 'mcp',
  what: `${request} a second, ${connections === 1 ? 'one connection' : `${connections} connections`}`,
  meaning,
  read: ({ rows }: { rows: readonly McpRow[] }) => {
    const asked = rows.filter((row) => row.request === request && row.connections === connections);
    const ours = defined(asked.find(({ server }) => server === 'Portcullis'));
    const rivals = asked.filter((row) => row !== ours).sort((a, b) => b.perSecond - a.perSecond);
    return [
      `${whole(ours.perSecond)} (${range(ours.rounds)}), p99 ${ours.latencyMs.p99} ms`,
      rivals.map((row) => `${row.server} ${whole(row.perSecond)}, p99 ${row.latencyMs.p99} ms`).join('; '),
    ];
  },
});

const redaction = (part: 'fresh' | 'blind' | 'trades', what: string, meaning: string): Figure => ({
  bench: 'redaction',
  what: `Personal data found, ${what}`,
  meaning,
  read: (result: Record<string, RedactionPart>) => {
    const { documents, personal, recall, precision, survivors, destroyed } = defined(result[part]);
    return [
      `${percent(recall)} of ${whole(personal)} values in ${documents} answers`,
      `precision ${percent(precision)}; ${destroyed} of ${whole(survivors)} other values destroyed`,
    ];
  },
});

export const FIGURES: readonly Figure[] = [
  mcp(
    'tools/call',
    16,
    'How many calls the whole local stack passes on, with token check, sandbox, redaction and audit entry. The others only pass them on.',
  ),
  mcp('tools/call', 1, 'The same for one client that waits for each answer.'),
  mcp('tools/list', 16, 'How many lists of a hundred tools it answers.'),
  mcp('tools/list', 1, 'The same for one client.'),
  {
    bench: 'revocation',
    what: 'Time until a revoked token is refused',
    meaning: 'Counted from the answer of the revocation, with 500 streams open and tools changing.',
    read: (result: {
      refused: Spread;
      requestsNotRefused: number;
      tokens: number;
      endOfStream: Spread;
      messagesAfterRevocation: number;
    }) => [
      `${result.refused.p50} ms, p99 ${result.refused.p99} ms`,
      `${result.requestsNotRefused} requests of ${result.tokens} tokens passed; streams ended ${result.endOfStream.max} ms after at most, with ${result.messagesAfterRevocation} messages in between`,
    ],
  },
  {
    bench: 'directory',
    what: 'Public API descriptions imported',
    meaning: 'A silent loss is a part of a description that its tools lack without a warning.',
    read: (result: { documents: number; imported: number; tools: number; silentLosses: number; ms: Spread }) => [
      `${whole(result.imported)} of ${whole(result.documents)}`,
      `${whole(result.tools)} tools, ${result.silentLosses} silent losses, ${result.ms.p50} ms at the median, ${whole(result.ms.max)} at most`,
    ],
  },
  {
    bench: 'import',
    what: 'Time of an import, warm, as a multiple of parsing its text',
    meaning: 'Processor time for all tools of a description; the median of the descriptions.',
    read: ({ rows }: { rows: ReadonlyArray<Record<string, ImportCosts>> }) => {
      const ratios = (reader: string) =>
        rows.flatMap((row) => (row[reader]?.warmMs ? [row[reader].warmMs / defined(row['parse']).warmMs] : []));
      const rivals = ['openapi-mcp-generator', '@ivotoby/openapi-mcp-server'].filter((name) => ratios(name).length > 0);
      const ours = ratios('portcullis');
      return [
        `${times(median(ours))} (${Math.min(...ours).toFixed(1)} to ${Math.max(...ours).toFixed(1)}, ${ours.length} descriptions)`,
        rivals.map((name) => `${name} ${times(median(ratios(name)))} (${ratios(name).length})`).join('; '),
      ];
    },
  },
  {
    bench: 'recorded',
    what: 'Recorded requests of real clients that are built the same',
    meaning:
      'Requests of clients of ten public APIs, written by their makers, rebuilt from arguments and compared byte by byte.',
    read: ({ now, first }: Record<'now' | 'first', { all: { covered: number; share: number } }>) => [
      `${now.all.share.toFixed(1)} % of ${whole(now.all.covered)}`,
      `${first.all.share.toFixed(1)} % at the first run`,
    ],
  },
  redaction('fresh', 'answers of APIs that had been read before', 'What to expect of APIs of a common kind.'),
  redaction('blind', 'answers that nobody had read', 'What to expect at first sight of a common API.'),
  redaction(
    'trades',
    'invented trades with field names that nobody had read',
    'The worst that we know of: look at a trial of your own API.',
  ),
  {
    bench: 'governance',
    what: 'Governing an answer of 5 MB, as a multiple of parsing and writing it',
    meaning: 'Everything is redacted and nothing cut; with long lists cut it is cheaper than parsing.',
    read: (result: {
      rows: ReadonlyArray<{ size: string; all: number; cut: number }>;
      against: ReadonlyArray<{ name: string; ratio: number }>;
    }) => {
      const { all, cut } = defined(result.rows.find(({ size }) => size === '5 MB'));
      const rivals = result.against.filter(({ name }) => name !== 'bare' && name !== 'portcullis');
      return [
        `${times(all)}, with lists cut ${times(cut)}`,
        `on the same records: ${rivals.map(({ name, ratio }) => `${name} ${times(ratio)}`).join('; ')}`,
      ];
    },
  },
  {
    bench: 'smallAnswers',
    what: 'Governing a small answer, as a multiple of parsing and writing it',
    meaning: 'Answers of 14 sorts of APIs with other values in every call.',
    read: ({ apis }: { apis: { median: number; worst: number } }) => [
      times(apis.median),
      `at worst ${times(apis.worst)}`,
    ],
  },
  {
    bench: 'tokens',
    what: "Tokens of a list of EC2's tools",
    meaning: 'What a model pays before its first call, listed one by one or to be searched.',
    read: (result: Record<string, { tools: number; flat: number; search: number; withOneSearch: number }>) => {
      const { tools, flat, search, withOneSearch } = defined(result['amazonaws.com/ec2']);
      return [
        `${whole(search)}, ${whole(withOneSearch)} with one search`,
        `one by one: ${whole(flat)} for ${whole(tools)} tools`,
      ];
    },
  },
  {
    bench: 'search',
    what: 'The tool that a task needs is among the first five found',
    meaning: 'Tasks in the words that a model searches with.',
    read: (result: { recall: { search: readonly number[] }; recallOfFourth: { search: readonly number[] } }) => [
      `${result.recallOfFourth.search[1]} %`,
      `first: ${result.recallOfFourth.search[0]} %; tasks by which settings were chosen: ${result.recall.search[1]} and ${result.recall.search[0]} %`,
    ],
  },
  {
    bench: 'vendors',
    what: 'Places in listed tools that a vendor or client refuses',
    meaning:
      'Each tool of the public directory by the rules of OpenAI, Anthropic, VS Code and Cursor, as listed by default, and by those of Gemini and of the strict mode of OpenAI, as listed for these.',
    read: (result: { listed: { flat: number }; brokenPlaces: Record<string, Record<string, { flat: number }>> }) => {
      const broken = (profile: string, rules: string) => defined(result.brokenPlaces[profile]?.[rules]).flat;
      const byDefault = ['openai', 'anthropic', 'vscode', 'cursor'].map((rules) => broken('default', rules));
      const own = broken('gemini', 'geminiParameters') + broken('openai-strict', 'openaiStrict');
      const sum = byDefault.reduce((all, one) => all + one, own);
      return [
        `${whole(sum)} of ${whole(result.listed.flat)} tools`,
        `by the rules of the other two, as listed by default: ${whole(broken('default', 'geminiParameters'))} and ${whole(broken('default', 'openaiStrict'))}`,
      ];
    },
  },
  {
    bench: 'auth',
    what: 'Secured operations of the public directory that can be called for as long as the credential is good',
    meaning: 'Counted on descriptions, by the kinds of credentials that Portcullis stores and renews.',
    read: (result: { servedDurably: string; securedOperations: number; servedByOneTokenOrHeader: string }) => [
      result.servedDurably.replace(/^\d+ \((.*)\)$/, '$1'),
      `of ${whole(result.securedOperations)}; with a fixed token or header alone ${result.servedByOneTokenOrHeader.replace(/^\d+ \((.*)\)$/, '$1')}`,
    ],
  },
  {
    bench: 'neighbour',
    what: 'Waiting beside a noisy neighbour',
    meaning:
      'How much longer the slowest hundredth of somebody else’s calls takes beside sixteen kinds of harmful work.',
    read: ({
      rows,
      target,
    }: {
      rows: ReadonlyArray<{ kind: string; requests: Record<string, { ratio: number; failures: number }> }>;
      target: number;
    }) => {
      const calls = rows.map(({ kind, requests }) => ({ kind, ratio: defined(requests['call']).ratio }));
      const worst = calls.reduce((a, b) => (b.ratio > a.ratio ? b : a));
      const failures = rows
        .flatMap(({ requests }) => Object.values(requests))
        .reduce((sum, one) => sum + one.failures, 0);
      return [
        `${times(median(calls.map(({ ratio }) => ratio)))}, at worst ${times(worst.ratio)} (${worst.kind})`,
        `aim: ${target} times; ${failures} failures`,
      ];
    },
  },
  {
    bench: 'scale',
    what: 'A call in a stack of 500 servers, beside one with a single server',
    meaning: 'Processor time; deployments likewise. What grows with servers is in design/operations.md.',
    read: ({ processorMs }: { processorMs: ReadonlyArray<{ name: string; ratio: number }> }) => {
      const ratio = (name: string) => defined(processorMs.find((row) => row.name.startsWith(name))).ratio;
      return [
        times(ratio('MCP call')),
        `lists ${times(ratio('MCP tools/list'))}, deployments ${times(ratio('deploy'))}`,
      ];
    },
  },
  {
    bench: 'largeServer',
    what: 'The longest request about a server of 20,000 tools, ms',
    meaning: 'The gateway gives 29 s. What each route costs that knows tools is in design/budgets.md.',
    read: ({
      tools,
      rows,
    }: {
      tools: number;
      rows: ReadonlyArray<{ name: string; longestMs: number; load: number }>;
    }) => {
      const longest = rows.reduce((most, row) => (row.longestMs > most.longestMs ? row : most));
      const loads = rows.map(({ load }) => load);
      return [
        `${whole(longest.longestMs)} (${longest.name})`,
        `${whole(tools)} tools; load of the machine ${range(loads)}`,
      ];
    },
  },
  {
    bench: 'soak',
    what: 'Calls lost in half an hour with 200 open streams, two kills and restarts',
    meaning: 'Each call is answered or fails with a clear error, and has one entry in the audit log.',
    read: ({
      lives,
    }: {
      lives: ReadonlyArray<{ callsLost: number; callsInAuditTrail: number; memoryMb: { most: number } }>;
    }) => {
      const sum = (of: (life: (typeof lives)[number]) => number) => lives.reduce((all, life) => all + of(life), 0);
      return [
        `${sum(({ callsLost }) => callsLost)} of ${whole(sum(({ callsInAuditTrail }) => callsInAuditTrail))}`,
        `at most ${whole(Math.max(...lives.map(({ memoryMb }) => memoryMb.most)))} MB`,
      ];
    },
  },
  {
    bench: 'dashboard',
    what: 'Time until the dashboard can be used',
    meaning: 'In a browser with an empty cache; then the seconds from there to an MCP URL of the demo.',
    read: (result: { interactiveMs: number; emptyPageMs: number; scriptKB: number; importSeconds: number }) => [
      `${whole(result.interactiveMs)} ms, ${result.scriptKB} KB of script`,
      `an empty page ${result.emptyPageMs} ms; demo imported in ${result.importSeconds} s`,
    ],
  },
  {
    bench: 'toolset',
    what: 'A call through a toolset of 20 servers with 5,000 tools',
    meaning:
      'Beside a single server with as many tools, in turns; calls that change the server with each take longer on two cores, where twenty processes are busy.',
    read: ({
      rows,
      aim,
    }: {
      rows: readonly { request: string; toolsetMs: number; singleMs: number; ratio: number }[];
      aim: number;
    }) => {
      const of = (request: string) => rows.find((row) => row.request === request);
      const call = of('call');
      return [
        `${call?.toolsetMs.toFixed(2)} ms (${call?.ratio.toFixed(2)} ×)`,
        `aim: ${aim} ×; list ${of('list')?.ratio.toFixed(2)} ×, search ${of('search')?.ratio.toFixed(2)} ×, all members in turn ${of('call, all members')?.ratio.toFixed(2)} ×`,
      ];
    },
  },
  {
    bench: 'longLists',
    what: 'The slowest step of a person on a page with 2,000 tools',
    meaning: 'Until the next frame, in a browser at a quarter of this machine’s speed.',
    read: ({ steps, limitMs }: { steps: Record<string, { paintMs: number }>; limitMs: number }) => {
      const [name, { paintMs }] = Object.entries(steps).reduce((a, b) => (b[1].paintMs > a[1].paintMs ? b : a));
      return [`${paintMs} ms (${name})`, `aim: ${limitMs} ms, of ${Object.keys(steps).length} steps`];
    },
  },
  {
    bench: 'cost',
    what: 'What AWS charges for a million calls',
    meaning:
      'Operations counted on the local stack times list prices, for an API that answers in 100 ms; the times of the functions are assumed.',
    read: ({
      perCall,
    }: {
      perCall: ReadonlyArray<{ name: string; parts: Record<string, number>; time: readonly number[] }>;
    }) => {
      const dollars = perCall.map(({ name, parts, time }) => {
        const fixed = Object.values(parts).reduce((sum, part) => sum + part, 0);
        return { name, sum: `$${(1e6 * (fixed + defined(time[0]))).toFixed(2)}` };
      });
      const [first, ...others] = dollars;
      return [defined(first).sum, others.map(({ name, sum }) => `${name} ${sum}`).join('; ')];
    },
  },
];
