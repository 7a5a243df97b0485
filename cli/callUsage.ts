/** `portcullis usage`: the calls of a server by tool, token, client or person, and the tools that nobody calls, through the management API. */
import type { CallGroups } from '../core/api/audit.ts';
import { GROUPINGS, type Grouping } from '../core/audit/callGroups.ts';
import { unusedTools } from '../core/audit/unusedTools.ts';
import type { ToolList, ToolSummary } from '../core/tools/schemas/tools.ts';
import { allTools } from '../core/tools/toolPages.ts';
import { COMMON_OPTIONS, type Surroundings } from './command.ts';
import { CliError, UsageError } from './errors.ts';
import { parsedOptions } from './options.ts';
import { type ApiRequest, apiClient, requestBy, stackOf } from './stack.ts';
import { jsonOf, linesText } from './table.ts';

const OPTIONS = {
  ...COMMON_OPTIONS,
  by: { type: 'string' },
  days: { type: 'string' },
  unused: { type: 'boolean' },
} as const;

const DAY_MS = 86_400_000;
const MOST_DAYS = 92;

/**
 * Runs `portcullis usage`.
 * @returns 0
 * @throws UsageError
 * @throws CliError with the error of the API; `usage_incomplete` where the calls of the time are not all known
 */
export async function callUsageCommand(
  args: readonly string[],
  out: NodeJS.WritableStream,
  { environment = process.env }: Surroundings = {},
): Promise<number> {
  const { values, positionals } = parsedOptions(args, OPTIONS);
  const { by = 'tool', days = '7', unused = false, json } = values;
  const [id] = positionals;
  if (id === undefined || positionals.length > 1) throw new UsageError('usage needs one server id.');
  if (!GROUPINGS.includes(by as Grouping)) throw new UsageError(`--by must be ${GROUPINGS.join(', ')}.`);
  if (unused && values.by !== undefined) throw new UsageError('--unused lists tools; leave out --by.');
  if (!/^\d{1,2}$/.test(days) || Number(days) < 1 || Number(days) > MOST_DAYS) {
    throw new UsageError(`--days is a number from 1 to ${MOST_DAYS}.`);
  }
  const request = requestBy(apiClient(await stackOf(values, environment)));
  const path = `/v1/servers/${encodeURIComponent(id)}`;
  const from = new Date(Date.now() - Number(days) * DAY_MS).toISOString();
  const calls = await request<CallGroups>('GET', `${path}/calls?${new URLSearchParams({ by, from })}`);
  const { body, lines } = unused ? await unusedOf(request, path, calls) : { body: calls, lines: linesOf(calls) };
  out.write(json ? jsonOf(body) : linesText(lines));
  return 0;
}

const NOBODY: Readonly<Record<Grouping, string>> = {
  tool: '',
  token: '',
  client: '(not named)',
  person: '(nobody signed in)',
};

const COLUMNS = ['calls', 'errors', 'p50', 'p95', 'tokens', 'cut', 'redacted'] as const;

function linesOf(calls: CallGroups): string[] {
  const { by, groups, totals, moreGroups } = calls;
  const names = groups.map(({ key, label }) =>
    by === 'token' ? `${key} (${label})` : key === '' ? NOBODY[by] : label,
  );
  const width = Math.max(by.length, 'total'.length, ...names.map((name) => name.length));
  const row = (name: string, cells: readonly (string | number)[]) =>
    `${name.padEnd(width)}  ${cells.map((cell) => String(cell).padStart(9)).join('')}`;
  const cellsOf = ({ p50Ms, p95Ms, ...each }: Omit<CallGroups['totals'], 'lastAt'>) => [
    each.calls,
    each.errors,
    `${p50Ms} ms`,
    `${p95Ms} ms`,
    each.tokens,
    each.truncations,
    each.redactions,
  ];
  return [
    row(by, COLUMNS),
    ...groups.map((group, at) => row(names[at] ?? '', cellsOf(group))),
    row('total', cellsOf(totals)),
    ...totals.errorCodes.map(({ code, calls: hits }) => `  errors: ${hits} ${code || 'without a code'}`),
    ...totals.redacted.map(({ kind, count }) => `  redacted: ${count} ${kind}`),
    ...(moreGroups > 0 ? [`  ${moreGroups} more are not listed.`] : []),
    ...reachOf(calls),
  ];
}

/** Where there were more calls than one answer reads. */
const reachOf = ({ isComplete, since }: CallGroups): string[] =>
  isComplete ? [] : [`  There are too many calls to read at once: the figures begin at ${since}. Ask again for more.`];

/** What is listed may be switched off by a script, so a list that names tools which were called is not given. */
async function unusedOf(request: ApiRequest, path: string, calls: CallGroups) {
  if (calls.moreGroups > 0 || !calls.isComplete) {
    throw new CliError(
      'usage_incomplete',
      `Which tools were not called is not known: there are more calls or tools than one answer holds, and the figures begin at ${calls.since}. Send it again, which reads on, or ask for fewer --days.`,
    );
  }
  const { items } = await allTools(path, (at) => request<ToolList>('GET', at));
  const called = calls.groups.map(({ key }) => key);
  const { unused, young } = unusedTools(items, called, calls.since);
  const shown = ({ id, name, createdAt }: ToolSummary) => ({ id, name, createdAt });
  return {
    body: { since: calls.since, unused: unused.map(shown), young: young.map(shown) },
    lines: [
      `${unused.length} enabled tools without a call since ${calls.since}`,
      ...unused.map(({ name }) => `  ${name}`),
      ...(young.length > 0 ? [`  and ${young.length} that were added since`] : []),
    ],
  };
}
