/** Rules about texts that people do not see or that command the model: the judgement is that of changed words (core/tools/words.ts). */
import { INVISIBLE, visibleText } from '../../lib/visible.ts';
import { signsOf, type WordSign } from '../words.ts';
import type { Judged, Place, Rule } from './rule.ts';
import { POISONING } from './sources.ts';

/** Signs by text: arguments repeat theirs in hundreds of tools. */
const known = new Map<string, WordSign[]>();
const MAX_KNOWN = 20_000;
/** Share of a text that the sentences without an order must have. */
const LEAST_KEPT = 0.3;

function signs(text: string): WordSign[] {
  const before = known.get(text);
  if (before) return before;
  const found = signsOf(text);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, found);
  return found;
}

function textsOf({ tool, arguments: all }: Judged): Place[] {
  return [
    { at: '/title', text: tool.title },
    { at: '/description', text: tool.description },
    ...all
      .filter(({ schema }) => typeof schema['description'] === 'string')
      .map((argument) => ({
        at: `${argument.at}/description`,
        text: argument.schema['description'] as string,
        argument,
      })),
  ];
}

const having = (judged: Judged, sign: WordSign): Place[] =>
  textsOf(judged).filter(({ text }) => text !== '' && signs(text).includes(sign));

/** In the order of the page. */
export const SIGN_RULES = [
  {
    id: 'hidden_characters',
    severity: 'error',
    says: 'The text has invisible characters.',
    source: POISONING,
    finds: (judged) => having(judged, 'hidden_characters'),
    suggest: (_, { text }) =>
      text.replace(INVISIBLE, (run) => (visibleText(run) === run ? run : '')).trim() || undefined,
  },
  {
    id: 'instruction',
    severity: 'notice',
    says: 'The text reads like an instruction to the model. Check it.',
    source: POISONING,
    finds: (judged) => having(judged, 'instruction'),
    // An argument's orders say what a call needs.
    suggest: (_, { at, text }) => {
      if (at !== '/description') return undefined;
      const sentences = text.split(/(?<=[.!?])\s+/);
      const kept = sentences.filter((sentence) => !signs(sentence).includes('instruction')).join(' ');
      return kept.length >= LEAST_KEPT * text.length && !signs(kept).includes('instruction') ? kept : undefined;
    },
  },
] as const satisfies readonly Rule[];
