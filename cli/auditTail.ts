/** `portcullis audit tail`: the newest entries of the audit trail, of one server or of all, through the management API. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sentenceOf } from '../core/audit/sentence.ts';
import { COMMON_OPTIONS, type Surroundings } from './command.ts';
import { UsageError } from './errors.ts';
import { parsedOptions } from './options.ts';
import { apiClient, requestBy, stackOf } from './stack.ts';
import { jsonOf, linesText } from './table.ts';

const OPTIONS = {
  ...COMMON_OPTIONS,
  server: { type: 'string' },
  lines: { type: 'string' },
  find: { type: 'string' },
  follow: { type: 'boolean', short: 'f' },
} as const;

/** The most that one request of the API gives. */
const MOST = 200;
const POLL_MS = 2_000;

interface Entry {
  readonly entryId: string;
  readonly at: string;
  readonly serverId: string;
  readonly kind: string;
  readonly action?: string;
  readonly tool?: string;
  readonly method?: string;
  readonly outcome?: string;
  readonly errorCode?: string;
  readonly status?: number;
  readonly durationMs?: number;
  readonly tokenLabel?: string;
}

/**
 * Prints entries, the oldest first, and with `--follow` those that come later, until it is ended.
 * @param isNext waits for the next look; false to make none
 * @throws UsageError
 * @throws CliError with the error of the API
 */
export async function tailAudit(
  args: readonly string[],
  out: NodeJS.WritableStream,
  { environment = process.env }: Surroundings = {},
  isNext: () => Promise<boolean> = () => sleep(POLL_MS, true),
): Promise<number> {
  const { values } = parsedOptions(args, OPTIONS);
  const { server, lines = '20', find, follow, json } = values;
  if (!/^\d{1,3}$/.test(lines) || Number(lines) < 1 || Number(lines) > MOST) {
    throw new UsageError(`--lines is a number from 1 to ${MOST}.`);
  }
  const request = requestBy(apiClient(await stackOf(values, environment)));
  const path = server === undefined ? '/v1/audit/all' : `/v1/servers/${encodeURIComponent(server)}/audit`;
  const newest = async (limit: number) => {
    const query = new URLSearchParams({ limit: String(limit), ...(find !== undefined && { text: find }) });
    return (await request<{ items: Entry[] }>('GET', `${path}?${query}`)).items.reverse();
  };
  const print = (entries: readonly Entry[]) => {
    for (const entry of entries) out.write(json ? jsonOf(entry, { isLine: true }) : linesText([lineOf(entry)]));
  };
  const known = new Set<string>();
  for (let entries = await newest(Number(lines)); ; entries = await newest(MOST)) {
    print(entries.filter(({ entryId }) => !known.has(entryId)));
    for (const { entryId } of entries) known.add(entryId);
    if (!follow || !(await isNext())) return 0;
  }
}

function lineOf({ action, ...entry }: Entry): string {
  const { at, kind, serverId, tool, method, outcome, errorCode, status, durationMs, tokenLabel } = entry;
  if (action !== undefined) return `${at}  ${sentenceOf({ ...entry, action })}`;
  const end = kind === 'call-started' ? 'started' : (errorCode ?? status ?? outcome ?? '');
  return `${at}  ${serverId}  ${tool ?? method ?? kind}  ${end}${durationMs === undefined ? '' : `  ${durationMs} ms`}${tokenLabel ? `  ${tokenLabel}` : ''}`;
}
