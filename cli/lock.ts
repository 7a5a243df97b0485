/**
 * `portcullis lock check`: checks whether the API descriptions of live servers still give the surface in their lockfiles,
 * for a nightly job or the pipeline of the API. The management API compares them as a deployment would. Changes nothing.
 */
import type { StillReading } from '../core/api/reading.ts';
import type { AnswerOf } from '../core/api/routes/index.ts';
import { UsageError } from './errors.ts';
import { parsedOptions } from './options.ts';
import { type ApiSend, apiClient, stackOf } from './stack.ts';
import { jsonOf, linesText } from './table.ts';

/** What a re-import would make of a server's tools. */
export type SurfacePreview = Pick<
  Exclude<AnswerOf<'previewReimport'>, StillReading>,
  'surface' | 'liveSurface' | 'readAnew' | 'changes' | 'about'
>;
type Change = SurfacePreview['changes'][number];
type Word = SurfacePreview['about'][number];

interface LockReport {
  readonly server: string;
  readonly name?: string;
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly message: string };
  readonly locked?: string;
  readonly surface?: string;
  /** The API has not changed: this version of Portcullis reads its description otherwise. */
  readonly readAnew?: boolean;
  readonly changes?: SurfacePreview['changes'];
  /** What differs in description of the API. */
  readonly about?: SurfacePreview['about'];
}

/**
 * Runs `portcullis lock check`.
 * @returns the exit code: 0 all as locked, 1 some differ, 2 some could not be checked
 * @throws UsageError
 */
export async function lockCommand(
  args: readonly string[],
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  const { values, positionals } = parsedOptions(args, OPTIONS);
  const [action, ...ids] = positionals;
  if (action !== 'check') throw new UsageError('lock needs an action: lock check.');
  const request = apiClient(await stackOf(values, environment), err);
  const servers = ids.length > 0 ? ids : await importedServers(request);
  const reports: LockReport[] = [];
  for (const server of servers) {
    const report = await check(server, request);
    reports.push(report);
    if (!values.json) out.write(textOf(report));
  }
  if (values.json) out.write(jsonOf(reports));
  else if (reports.length === 0) out.write('No server was imported.\n');
  if (reports.some(({ error }) => error)) return 2;
  return reports.every(({ ok }) => ok) ? 0 : 1;
}

/**
 * Reads the description of a server as a re-import would.
 * @param path of the server in the API
 */
export const reimportPreview = (request: ApiSend, path: string) =>
  request<SurfacePreview>('POST', `${path}/reimport/preview`);

/** What would change, in the words that a model reads, and the digest that approves it. */
export const surfaceLines = ({ surface, readAnew, changes, about }: SurfacePreview): string[] => [
  ...(readAnew ? ['  The description is the same; this version of Portcullis makes other tools of it.'] : []),
  ...aboutLines(about),
  ...changes.flatMap(linesOf),
  `  to approve: ${surface}`,
];

async function check(server: string, request: ApiSend): Promise<LockReport> {
  const path = `/v1/servers/${encodeURIComponent(server)}`;
  const seen = await request<{ name: string }>('GET', path);
  if ('error' in seen) return { server, ok: false, error: seen.error };
  const { name } = seen.body;
  const answer = await reimportPreview(request, path);
  if ('error' in answer) return { server, name, ok: false, error: answer.error };
  const { surface, liveSurface, readAnew = false, changes, about } = answer.body;
  if (liveSurface === undefined) {
    return { server, name, ok: false, error: { code: 'lockfile_not_found', message: 'The server was never live.' } };
  }
  return { server, name, ok: surface === liveSurface, locked: liveSurface, surface, readAnew, changes, about };
}

function textOf({
  server,
  name,
  ok,
  error,
  locked = '',
  surface,
  readAnew = false,
  changes = [],
  about = [],
}: LockReport): string {
  const title = name ? `${name} (${server})` : server;
  const lines = error
    ? [`! ${title}`, `  ${error.code}: ${error.message}`]
    : ok
      ? [`✓ ${title}: as locked, ${locked.slice(0, 12)}`]
      : [
          `✗ ${title}: differs from ${locked.slice(0, 12)}`,
          ...surfaceLines({ surface: surface ?? '', readAnew, changes, about }),
        ];
  return linesText(lines);
}

const linesOf = ({ severities, change, verb, path, name, reasons, words, moreWords = 0 }: Change): string[] => [
  `  ${severities.join(', ')}: ${change} ${verb} ${path} (${name})${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}`,
  ...words.flatMap(wordLines),
  ...(moreWords > 0 ? [`      ${moreWords} more texts, for which the answer had no room`] : []),
];

const aboutLines = (about: readonly Word[]): string[] =>
  about.length === 0 ? [] : ['  new_words: description of the API', ...about.flatMap(wordLines)];

const wordLines = ({ at, before, after, signs = [] }: Word): string[] => [
  `      ${at}${signs.map((sign) => `  ! ${sign.replace('_', ' ')}`).join('')}`,
  ...textLines('-', before),
  ...textLines('+', after),
];

const textLines = (mark: string, text: string | undefined): string[] =>
  text === undefined ? [] : text.split('\n').map((line, at) => `      ${at === 0 ? mark : ' '} ${line}`);

async function importedServers(request: ApiSend): Promise<string[]> {
  const ids: string[] = [];
  let place = '';
  do {
    const answer = await request<AnswerOf<'listServers'>>('GET', `/v1/servers${place}`);
    if ('error' in answer) throw new UsageError(`${answer.error.code}: ${answer.error.message}`);
    const { items, next } = answer.body;
    ids.push(
      ...items
        .filter(({ source, bundle }) => (source.kind === 'openapi' || source.kind === 'mcp') && bundle)
        .map(({ id }) => id),
    );
    place = next === undefined ? '' : `?after=${next}`;
  } while (place !== '');
  return ids;
}

const OPTIONS = {
  json: { type: 'boolean' },
  stack: { type: 'string' },
  url: { type: 'string' },
} as const;
