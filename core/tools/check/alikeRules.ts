/** Rules about tools that a model cannot tell apart by their words. */
import type { Among, Judged, Place, Rule } from './rule.ts';
import { ANTHROPIC_POST, SMELLS } from './sources.ts';

/** Names of others that a finding lists. */
const MAX_ALSO = 5;

const namesOf = (others: readonly Judged[]): string[] => others.slice(0, MAX_ALSO).map(({ tool }) => tool.name);

const requiredOf = ({ tool }: Judged): string[] => {
  const { required } = tool.inputSchema;
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string').slice(0, 5) : [];
};

/** What only this tool needs, in a sentence; undefined where others need it too. */
function difference(judged: Judged, others: readonly Judged[]): string | undefined {
  const own = requiredOf(judged).filter((name) => others.every((other) => !requiredOf(other).includes(name)));
  return own.length === 0 ? undefined : `For one ${own.join(' and ')}.`;
}

/** The path of a collection, also for one of its things. */
const collectionOf = ({ tool: { path } }: Judged): string => path.replace(/\/\{[^{}/]*\}\/?$/, '');

/** Without the other half of a pair that every API has: `getPet` and `getPets`. Those with the very same text stay. */
const confusable = (judged: Judged, others: readonly Judged[] = [], text: 'name' | 'description'): readonly Judged[] =>
  others.filter(
    (other) =>
      other.tool[text] === judged.tool[text] ||
      other.tool.path === judged.tool.path ||
      collectionOf(other) !== collectionOf(judged),
  );

const alike = (at: string, text: string, others: readonly Judged[]): Place[] =>
  others.length === 0 ? [] : [{ at, text, also: namesOf(others) }];

const sameDescription = (judged: Judged, among: Among) =>
  confusable(judged, among.sameDescription.get(judged.tool.toolId), 'description');

/** In the order of the page. */
export const ALIKE_RULES = [
  {
    id: 'description_alike',
    severity: 'warning',
    says: 'Another tool has the same description.',
    source: `${ANTHROPIC_POST}: “Make sure each tool you build has a clear, distinct purpose”; ${SMELLS}: Missing Usage Guidelines`,
    finds: (judged, among) => alike('/description', judged.tool.description, sameDescription(judged, among)),
    suggest: (judged, { text }, among) => {
      const told = difference(judged, sameDescription(judged, among));
      return told && `${text.replace(/\.$/, '')}. ${told}`;
    },
  },
  {
    id: 'name_alike',
    severity: 'notice',
    says: 'Another tool has a name with the same words.',
    source: `${ANTHROPIC_POST}: overlapping tools distract; names with clear boundaries`,
    finds: (judged, among) =>
      alike('/name', judged.tool.name, confusable(judged, among.sameName.get(judged.tool.toolId), 'name')),
  },
] as const satisfies readonly Rule[];
