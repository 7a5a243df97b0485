/**
 * What a number of listed tools costs a model's choice, and which listing would show fewer. Pure. Published figures: OpenAI's guide to
 * function calling ("Aim for fewer than 20 functions available at the start of a turn"); LongFuncEval, arXiv 2505.10570 (7 to 85 % fewer
 * right calls as a list of tools grows, by model); RAG-MCP, arXiv 2505.03275 (the right one of a large pool in 43.13 % of the cases behind a
 * search, 13.62 % with all of them listed). Anthropic's documentation of tool search says 30 to 50 (design/exposition.md).
 */
import { LIMITS } from '../../../core/lib/limits.ts';
import { type Exposed, type Exposition, exposedAs } from '../../../core/model/exposition.ts';
import type { ToolList } from '../api/types.ts';
import { plural, short } from './format.ts';
import { leftOut } from './tools.ts';

/** From so many listed tools on, the page says what they cost. */
const TOLD_FROM = 10;
/** OpenAI: fewer than this. */
const ADVISED = 20;

/** What a list costs a model. */
export interface ChoiceCost {
  /** A sentence. */
  readonly text: string;
  /** The listing that would help, and how many tools a model would see with it; absent where none would. */
  readonly better?: { readonly exposition: Exposed; readonly tools: number };
}

/** Undefined where a model chooses among few tools, as with a listing that helps already. */
export function choiceCost(list: ToolList, exposition: Exposition): ChoiceCost | undefined {
  const available = list.enabled - leftOut(list).length;
  const shown = exposedAs(exposition, available);
  const { groups, tokens: inGroups } = list.grouped ?? { groups: available, tokens: list.tokens };
  const listed = shown === 'search' ? 0 : shown === 'grouped' ? groups : available;
  if (listed < TOLD_FROM) return undefined;
  const { tokens: flat, compact = flat, search } = list;
  const tokens = { flat, compact, grouped: inGroups, search }[shown];
  const what = `A model chooses among ${plural(listed, shown === 'grouped' ? 'group' : 'tool')} (≈ ${short(tokens)} tokens)`;
  const advice =
    listed < ADVISED ? `still fewer than ${ADVISED}, as OpenAI advises` : `where OpenAI advises fewer than ${ADVISED}`;
  const tests =
    listed > LIMITS.searchThreshold
      ? 'in a study, models found the right tool in 14 % of the cases, with a search in 43 %'
      : 'in studies, models made 7 to 85 % fewer right calls as lists grew';
  const hasGroups = shown !== 'grouped' && available <= LIMITS.searchThreshold && groups < listed;
  const isSearchable = available > LIMITS.searchThreshold || (shown === 'grouped' && listed >= ADVISED);
  return {
    text: `${what}, ${advice}; ${tests}.`,
    ...(hasGroups
      ? { better: { exposition: 'grouped', tools: groups } }
      : isSearchable && { better: { exposition: 'search', tools: SEARCH_TOOLS } }),
  };
}

/** A search, and one tool each that calls what reads and what changes. */
const SEARCH_TOOLS = 3;
