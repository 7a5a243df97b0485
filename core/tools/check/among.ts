/** What the tools of a server have in common, for the rules that compare them. By keys and not by pairs: linear in the texts. Pure. */
import { meaningfulWords, singularOf } from '../../search/words.ts';
import { type Argument, typesOf } from './arguments.ts';
import type { Among, Judged } from './rule.ts';

/** Characters of a description that are compared. */
const MAX_COMPARED = 600;
/** Texts of one argument that are counted. */
const MAX_TEXTS = 20;
/** What is said of an argument is taken for its meaning where several tools say it, and as large a share of those that say anything. */
const LEAST_TELLING = 2;
const LEAST_SHARE = 0.6;

/** Reads all tools once. */
export function amongOf(all: readonly Judged[]): Among {
  return {
    sameDescription: sharing(all, ({ tool }) => keyOf(tool.description.slice(0, MAX_COMPARED))),
    sameName: sharing(all, ({ tool }) => wordsOf(tool.name).join(' ')),
    saidOf: saidBy(all),
    names: new Set(all.map(({ tool }) => tool.name.toLowerCase())),
  };
}

/** The words of a text, whatever their order: `Lists users`, `List the user` and `user list` have the same. */
const keyOf = (text: string): string => [...new Set(wordsOf(text))].sort().join(' ');

/** In the singular and not as stems, of which followers and following have one. */
const wordsOf = (text: string): string[] => meaningfulWords(text).map(singularOf);

/** For each tool that shares its key with others, these. */
function sharing(all: readonly Judged[], keyed: (judged: Judged) => string): Map<string, readonly Judged[]> {
  const byKey = new Map<string, Judged[]>();
  for (const judged of all) {
    const key = keyed(judged);
    if (key === '') continue;
    const same = byKey.get(key);
    if (same) same.push(judged);
    else byKey.set(key, [judged]);
  }
  const found = new Map<string, readonly Judged[]>();
  for (const group of byKey.values()) {
    if (group.length < 2) continue;
    // Of many, each names the first ones: all pairs of a thousand would be a million.
    const first = group.slice(0, MAX_NAMED + 1);
    for (const judged of group)
      found.set(judged.tool.toolId, first.filter((other) => other !== judged).slice(0, MAX_NAMED));
  }
  return found;
}

/** Others of a group that are kept. */
const MAX_NAMED = 10;

/** Stands for the texts that are not counted one by one. */
const OTHERS = '';

const nameAndType = (argument: Argument): string => `${argument.name} ${typesOf(argument).join(' ')}`;

/** What tools agree on about an argument of this name and type; counted at the first question. */
function saidBy(all: readonly Judged[]): Among['saidOf'] {
  let texts: Map<string, Map<string, number>> | undefined;
  return (argument) => {
    texts ??= textsOf(all);
    const said = [...(texts.get(nameAndType(argument)) ?? [])].sort(([, one], [, other]) => other - one);
    const telling = said.reduce((sum, [, count]) => sum + count, 0);
    const [text, count] = said[0] ?? ['', 0];
    return count >= LEAST_TELLING && count >= LEAST_SHARE * telling && text !== OTHERS ? text : undefined;
  };
}

function textsOf(all: readonly Judged[]): Map<string, Map<string, number>> {
  const texts = new Map<string, Map<string, number>>();
  for (const argument of all.flatMap(({ arguments: own }) => own)) {
    if (argument.description === '') continue;
    const key = nameAndType(argument);
    const said = texts.get(key) ?? new Map<string, number>();
    const text = said.has(argument.description) || said.size < MAX_TEXTS ? argument.description : OTHERS;
    said.set(text, (said.get(text) ?? 0) + 1);
    texts.set(key, said);
  }
  return texts;
}
