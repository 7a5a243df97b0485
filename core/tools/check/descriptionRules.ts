/** Rules about the description of a tool: whether it says what the tool does, what it returns and when to use it, within what clients take. */
import { LIMITS } from '../../lib/limits.ts';
import { actionOfTool } from '../../search/actions.ts';
import { sameWords } from '../listed.ts';
import { asSentence, isEndpoint, purposeOf, returnsOf } from './purpose.ts';
import type { CheckedTool, Judged, Place, Rule } from './rule.ts';
import { ANTHROPIC_POST, OPENAI_GUIDE, OPENAI_LIMITS, SMELLS, SMELLS_AT_LARGE } from './sources.ts';

/** From this length on, a description that ends in an ellipsis was cut at the import (core/openapi/model/text.ts). */
const CUT_FROM = 900;
/** Share of the room that a shortened description must fill: less would be another text. */
const LEAST_KEPT = 0.3;

// No alternative ends in what the next part takes too: a hostile text of dots would be tried in every division of them.
const PLACEHOLDER =
  /^(?:(?:todo|tbd|fixme|xxx+|n\/?a|none|null|string|text|desc(?:ription)?|summary|test|\.|-+|…)[.!:]*|(?:lorem ipsum|(?:no|add|insert|your) description).*)$/i;
const ANSWER =
  /\b(?:returns?|returned|returning|respon(?:se|ses|ds?)|results?|answers?|outputs?|yields?|provides?|contain(?:s|ing)|includ(?:es|ing)|replies|reply|gives?|sends? back)\b/i;
const USAGE =
  /\b(?:use (?:this|it|the)|used (?:to|for|when|by)|when|whenever|instead|rather than|if you|if the|only (?:if|when|for|works)|unless|useful|intended|call this|prefer|in order to|so that|(?:allows?|lets?|enables?) (?:you|users?|apps?|the)|except|for (?:example|questions|what)|e\.g\.|before|to \w+ (?:it|them|both|whether|if|what|which))\b|\b(?:take|see|prefer) [a-z]+(?:[A-Z]|_[a-z])\w*/i;

const of = ({ tool: { description } }: Judged): Place => ({ at: '/description', text: description });
const where = (isFound: boolean, judged: Judged): Place[] => (isFound ? [of(judged)] : []);

const isEmpty = ({ description }: CheckedTool): boolean => description.trim() === '';
const isPlaceholder = ({ description }: CheckedTool): boolean => PLACEHOLDER.test(description.trim());

/** The text behind `GET /path: `, which an import writes where only the answer is described; undefined where it begins otherwise. */
function behindEndpoint(tool: CheckedTool): string | undefined {
  const { description, verb, path } = tool;
  if (isEndpoint(description.trim(), tool)) return '';
  const head = `${verb} ${path}: `;
  return description.startsWith(head) ? description.slice(head.length).trim() : undefined;
}

/** Says something of its own, which the rules below judge. */
const isText = (tool: CheckedTool): boolean =>
  !isEmpty(tool) && !isPlaceholder(tool) && behindEndpoint(tool) === undefined;

const withReturns = (text: string, tool: CheckedTool): string =>
  [asSentence(text), returnsOf(tool) ?? ''].join(' ').trim();

/** As many whole sentences as fit; undefined where that would leave most of it out. */
export function wholeSentences(text: string, length: number): string | undefined {
  const room = text.slice(0, length + 1);
  const end = [...room.matchAll(/[.!?\u3002](?=\s)/g)].at(-1)?.index ?? -1;
  return end + 1 >= LEAST_KEPT * length ? room.slice(0, end + 1) : undefined;
}

/** In the order of the page. */
export const DESCRIPTION_RULES = [
  {
    id: 'description_empty',
    severity: 'error',
    says: 'The description is empty.',
    source: `${OPENAI_GUIDE}: “Explicitly describe the purpose of the function”; ${SMELLS}: Unclear Purpose`,
    finds: (judged) => where(isEmpty(judged.tool), judged),
    suggest: ({ tool }) => withReturns(purposeOf(tool), tool),
  },
  {
    id: 'description_placeholder',
    severity: 'error',
    says: 'The description is a placeholder.',
    source: `${SMELLS}: Unclear Purpose`,
    finds: (judged) => where(isPlaceholder(judged.tool), judged),
    suggest: ({ tool }) => withReturns(purposeOf(tool), tool),
  },
  {
    id: 'description_endpoint',
    severity: 'error',
    says: 'The description is only the method and the path.',
    source: `${OPENAI_GUIDE}: “Explicitly describe the purpose of the function”; ${SMELLS}: Unclear Purpose`,
    finds: (judged) => where(behindEndpoint(judged.tool) !== undefined, judged),
    suggest: ({ tool }) => {
      const rest = behindEndpoint(tool) ?? '';
      if (rest === '' || /^returns\b/i.test(rest)) return withReturns(purposeOf(tool), tool);
      return `${purposeOf(tool)} Returns: ${asSentence(rest)}`;
    },
  },
  {
    id: 'description_long',
    severity: 'warning',
    says: `The description has more than ${LIMITS.listedText.toLocaleString('en-US')} characters, or was cut there: clients get its beginning.`,
    source: OPENAI_LIMITS,
    finds: (judged) => {
      const { description } = judged.tool;
      const isCut = description.length >= CUT_FROM && /(?:…|\.\.\.)$/.test(description);
      return where(isCut || description.length > LIMITS.listedText, judged);
    },
    suggest: ({ tool }) => wholeSentences(tool.description, LIMITS.listedText),
  },
  {
    id: 'description_repeats_name',
    severity: 'warning',
    says: 'The description only repeats the name.',
    source: `${SMELLS_AT_LARGE}: 73 % of the descriptions repeat the tool’s name; ${SMELLS}: Underspecified or Incomplete`,
    finds: (judged) => {
      const { tool } = judged;
      return where(isText(tool) && sameWords(tool.description, tool.name), judged);
    },
    suggest: ({ tool }) => {
      const returns = returnsOf(tool);
      return returns && `${asSentence(tool.description)} ${returns}`;
    },
  },
  {
    id: 'answer_untold',
    severity: 'notice',
    says: 'The tool changes something and returns data that its description does not name.',
    source: `${OPENAI_GUIDE}: “… and what the output represents”; ${SMELLS_AT_LARGE}: missing return descriptions`,
    finds: (judged) => {
      const { tool } = judged;
      // “Get a pet” says what comes back.
      const isReading =
        tool.annotations.readOnlyHint || actionOfTool(tool.title, tool.description, tool.verb) === 'read';
      const isTold = isReading || returnsOf(tool) === undefined || ANSWER.test(tool.description);
      return where(isText(tool) && !isTold, judged);
    },
    suggest: ({ tool }) => {
      const text = withReturns(tool.description, tool);
      return text.length <= LIMITS.listedText ? text : undefined;
    },
  },
  {
    id: 'usage_untold',
    severity: 'notice',
    says: 'The description does not say when to use the tool.',
    source: `${SMELLS}: Missing Usage Guidelines; ${ANTHROPIC_POST}: “think of how you would describe your tool to a new hire”`,
    finds: (judged) => {
      const { tool } = judged;
      return where(isText(tool) && !USAGE.test(tool.description), judged);
    },
  },
] as const satisfies readonly Rule[];
