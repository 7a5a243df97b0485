/** `portcullis tool check`: the description check of a server, with an exit code for pipelines. */
import type { z } from 'zod';
import type { CheckFinding, toolCheck } from '../core/api/toolCheck.ts';
import type { ActionContext, COMMON_OPTIONS } from './command.ts';
import { UsageError } from './errors.ts';

type Checked = z.infer<typeof toolCheck>;

/** Options of the action beside those of all. */
export const CHECK_OPTIONS = { 'fail-under': { type: 'string' }, rule: { type: 'string' } } as const;

type Context = ActionContext<typeof COMMON_OPTIONS & typeof CHECK_OPTIONS>;

/** Findings of a rule that are printed where no rule was asked for. */
const SHOWN = 3;
const PAGE = 200;

/** A score from 0 to 100; undefined where none is given. Throws UsageError for anything else. */
export function leastScore(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const score = Number(given);
  if (given.trim() === '' || !Number.isInteger(score) || score < 0 || score > 100)
    throw new UsageError('--fail-under needs a whole number from 0 to 100.');
  return score;
}

/** Prints score, rules and findings. Resolves to 1 where the score is below `--fail-under`. */
export async function check({ request, rest: [id = ''], values, print }: Context): Promise<number> {
  const least = leastScore(values['fail-under']);
  const read = async (after?: string) => {
    const query = new URLSearchParams({
      limit: String(PAGE),
      ...(values.rule !== undefined && { rule: values.rule }),
      ...(after !== undefined && { after }),
    });
    return request<Checked>('GET', `/v1/servers/${encodeURIComponent(id)}/tools/check?${query}`);
  };
  const first = await read();
  const items = [...first.items];
  for (let { next } = first; next !== undefined; ) {
    const page = await read(next);
    items.push(...page.items);
    next = page.next;
  }
  const { next: _, ...checked } = { ...first, items };
  print(checked, linesOf(checked, values.rule === undefined ? SHOWN : items.length));
  return least !== undefined && checked.score < least ? 1 : 0;
}

function linesOf({ score, tools, rules, items }: Omit<Checked, 'next'>, shown: number): string[] {
  const found = rules.filter(({ findings }) => findings > 0);
  const groups = found.flatMap(({ id, severity, says, findings, tools: in_ }) => {
    const own = items.filter(({ rule }) => rule === id);
    if (own.length === 0) return [];
    const more = own.length > shown ? [`    … ${own.length - shown} more (--rule ${id})`] : [];
    return [
      `${severity.padEnd(7)}  ${says}  (${id}: ${findings} in ${in_} of ${tools} tools)`,
      ...own.slice(0, shown).flatMap(lineOf),
      ...more,
    ];
  });
  return [
    `Score ${score} of 100, ${tools === 1 ? '1 tool' : `${tools} tools`} judged`,
    ...(groups.length > 0 ? groups : ['Nothing found.']),
  ];
}

function lineOf({ tool, at, text, also, suggestion }: CheckFinding): string[] {
  return [
    `    ${tool.name} ${at}: ${text === '' ? 'nothing' : JSON.stringify(text)}${also ? ` as ${also.join(', ')}` : ''}`,
    ...(suggestion === undefined ? [] : [`      suggested: ${JSON.stringify(suggestion)}`]),
  ];
}
