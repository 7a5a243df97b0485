/** Rules about names and titles, by which clients and people choose a tool. */
import { LIMITS } from '../../lib/limits.ts';
import { humanTitle, isSpelledOut } from '../../model/title.ts';
import { rawWords } from '../../search/words.ts';
import { deedOf, isEndpoint, purposeOf } from './purpose.ts';
import type { Among, CheckedTool, Judged, Place, Rule } from './rule.ts';
import { ANTHROPIC_POST, CURSOR, OPENAI_GUIDE, OPENAI_LIMITS } from './sources.ts';

/** Parts that mean nothing to a reader: hashes of cut names, numbers of operations. */
const CRYPTIC = /(?:^|_)(?=[0-9a-f]*\d)[0-9a-f]{6,}$|\d{4,}|^(?:op|operation|api|endpoint|method|function|call)_?\d*$/i;
const ARTICLES = new Set(['a', 'an', 'the', 'all', 'of', 'for']);

const where = (isFound: boolean, text: string, at = '/name'): Place[] => (isFound ? [{ at, text }] : []);

/** A name of whole words that is not taken: `create_refund`. */
function nameOf(text: string, among: Among): string | undefined {
  let name = '';
  for (const word of rawWords(text).filter((one) => !ARTICLES.has(one) && /^[a-z0-9]+$/.test(one))) {
    const longer = name === '' ? word : `${name}_${word}`;
    if (longer.length > LIMITS.toolName) break;
    name = longer;
  }
  return /^[a-z]\w*_\w+$/.test(name) && !among.names.has(name) ? name : undefined;
}

const fromPurpose = ({ tool }: Judged, _: Place, among: Among) => nameOf(deedOf(tool), among);

const isCryptic = ({ name }: CheckedTool): boolean => CRYPTIC.test(name);

/** In the order of the page. */
export const NAME_RULES = [
  {
    id: 'name_long',
    severity: 'error',
    says: `The name has more than ${LIMITS.toolName} characters; together with the server’s name, some clients leave the tool out.`,
    source: `${CURSOR}; 64 characters with a prefix: ${OPENAI_LIMITS}`,
    finds: ({ tool: { name } }) => where(name.length > LIMITS.toolName, name),
    suggest: ({ tool }, _, among) => nameOf(tool.name, among),
  },
  {
    id: 'name_cryptic',
    severity: 'warning',
    says: 'The name has a meaningless part, such as a hash or a number.',
    source: `${ANTHROPIC_POST}: models do better with names in natural language than with cryptic identifiers`,
    finds: ({ tool }) => where(isCryptic(tool), tool.name),
    suggest: fromPurpose,
  },
  {
    id: 'name_endpoint',
    severity: 'notice',
    says: 'The name spells out method and path.',
    source: `${OPENAI_GUIDE}: “Write clear and detailed function names”`,
    finds: ({ tool }) =>
      where(!isCryptic(tool) && tool.path.includes('{') && isSpelledOut(tool.name, tool.verb, tool.path), tool.name),
    suggest: fromPurpose,
  },
  {
    id: 'title_endpoint',
    severity: 'notice',
    says: 'The title is empty, or the method and the path.',
    source: 'MCP, schema of 2025-06-18, BaseMetadata.title: “intended for UI … easily understood”',
    finds: ({ tool }) => where(tool.title.trim() === '' || isEndpoint(tool.title.trim(), tool), tool.title, '/title'),
    suggest: ({ tool }) =>
      isCryptic(tool) || isSpelledOut(tool.name, tool.verb, tool.path)
        ? purposeOf({ ...tool, title: '' }).replace(/\.$/, '')
        : humanTitle(tool.name),
  },
] as const satisfies readonly Rule[];
