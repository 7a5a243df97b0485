/** `portcullis attention`: what needs a person, through the management API. Exit code 1 says that something does. */
import type { AttentionView } from '../core/api/attention.ts';
import type { AnswerOf } from '../core/api/routes/index.ts';
import { ATTENTION_SEVERITIES, type AttentionSeverity } from '../core/attention/severity.ts';
import { COMMON_OPTIONS, type Surroundings } from './command.ts';
import { UsageError } from './errors.ts';
import { parsedOptions } from './options.ts';
import { apiClient, requestBy, stackOf } from './stack.ts';
import { jsonOf, linesText } from './table.ts';

const OPTIONS = { ...COMMON_OPTIONS, server: { type: 'string' }, least: { type: 'string' } } as const;

/**
 * Runs `portcullis attention`.
 * @returns 0 when nothing needs anybody, 1 when something does
 * @throws UsageError
 * @throws CliError with the error of the API
 */
export async function attentionCommand(
  args: readonly string[],
  out: NodeJS.WritableStream,
  { environment = process.env }: Surroundings = {},
): Promise<number> {
  const { values, positionals } = parsedOptions(args, OPTIONS);
  if (positionals.length > 0) throw new UsageError('attention takes options only.');
  const least = ATTENTION_SEVERITIES.indexOf((values.least ?? 'notice') as AttentionSeverity);
  if (least < 0) throw new UsageError(`--least must be ${ATTENTION_SEVERITIES.join(', ')}.`);
  const stack = await stackOf(values, environment);
  const request = requestBy(apiClient(stack));
  const items: AttentionView[] = [];
  let looked = 0;
  let next: string | undefined;
  do {
    const query = new URLSearchParams({
      ...(values.server !== undefined && { server: values.server }),
      ...(next !== undefined && { after: next }),
    });
    const page = await request<AnswerOf<'listAttention'>>('GET', `/v1/attention?${query}`);
    items.push(...page.items.filter(({ severity }) => rank(severity) <= least));
    looked += page.looked;
    next = page.next;
  } while (next !== undefined);
  items.sort((one, other) => rank(one.severity) - rank(other.severity));
  out.write(values.json ? jsonOf({ items, looked }) : linesText(linesOf(items, looked, stack.url)));
  return items.length > 0 ? 1 : 0;
}

const rank = (severity: AttentionSeverity): number => ATTENTION_SEVERITIES.indexOf(severity);

function linesOf(items: readonly AttentionView[], looked: number, url: string): string[] {
  if (items.length === 0) return [`✓ Nothing needs attention (${looked} ${looked === 1 ? 'server' : 'servers'}).`];
  return items.flatMap(({ severity, server, title, text, since, action }) => [
    `${severity.padEnd(8)}  ${server.name || server.id}: ${title}${since === undefined ? '' : ` (since ${since})`}`,
    `          ${text}`,
    `          ${action.label}: ${url}${action.path}`,
  ]);
}
