/**
 * The text after the data that says what was cut and how to get the rest with this tool's own parameters; a cut without
 * advice makes a model repeat the same call.
 */
import type { GovernedBody } from '../governance/report.ts';
import type { WireParameter } from '../tools/model.ts';

const PAGING =
  /^(?:page|page_?(?:number|num|no|index|token|cursor)|cursor|offset|skip|start(?:_?(?:at|index|cursor))?|starting_after|ending_before|after|before|since(?:_id)?|next(?:_?(?:token|cursor|page))?|continuation_?token|marker|max_id)$/i;
const SIZE =
  /^(?:limit|per_?page|page_?size|size|count|top|first|take|max_?(?:results|items|records)|results_?per_?page)$/i;
const FILTER =
  /^(?:q|query|search|filter|filters|where|ids?|fields|select|status|state|type|sort|order(?:_?by)?|from|to|date.*|created.*|updated.*|.*_(?:id|ids|since|before|after))$/i;

const MAX_NAMED = 8;

/** Argument names of a tool that fetch other parts of a list, by kind. */
export function pagingArguments(parameters: readonly WireParameter[]): { paging: string[]; filter: string[] } {
  const names = (pattern: RegExp) =>
    parameters
      .filter((parameter) => parameter.in === 'query' && pattern.test(parameter.name.replace(/^\$|\[\]$/g, '')))
      .map((parameter) => parameter.argument)
      .slice(0, MAX_NAMED);
  return { paging: [...names(PAGING), ...names(SIZE)], filter: names(FILTER) };
}

export interface CutNotice {
  readonly governed: Pick<GovernedBody, 'truncations' | 'capped'>;
  /** Set when the upstream's body was longer than what was read. */
  readonly unreadBytes?: number;
  readonly maxBytes: number;
}

/** One notice for everything that is missing, or undefined when nothing is. */
export function cutNotice(cut: CutNotice, parameters: readonly WireParameter[]): string | undefined {
  const { truncations, capped } = cut.governed;
  const lines = truncations.map(({ pointer, total, kept, atLeast }) => {
    const where = pointer === '' ? 'The list' : `The list at ${pointer}`;
    return `${where} was cut: ${kept} of ${atLeast ? 'at least ' : ''}${total} items are shown.`;
  });
  if (capped) lines.push(`The answer was cut to the size limit of ${cut.maxBytes} bytes.`);
  if (cut.unreadBytes)
    lines.push(`The upstream's answer was too long to be read whole; ${cut.unreadBytes} bytes were skipped.`);
  if (lines.length === 0) return undefined;
  const { paging, filter } = pagingArguments(parameters);
  if (paging.length > 0) lines.push(`Get the rest with: ${paging.join(', ')}.`);
  if (filter.length > 0) lines.push(`Narrow the answer with: ${filter.join(', ')}.`);
  if (paging.length === 0 && filter.length === 0)
    lines.push('This tool has no paging or filter parameter; repeating the call gives the same part.');
  return `[portcullis] ${lines.join(' ')}`;
}
