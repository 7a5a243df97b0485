/**
 * What a request asks for and what a tool does, in four actions. The first verb of a request tells it; of a tool, the verb
 * that begins its title or description, because many APIs use POST for everything (`POST chat.delete`), and otherwise its
 * HTTP method. Pure. English verbs only: other languages have no action, and their ranking is by words alone.
 */
import { relatedTo } from './related.ts';
import { rawWords, stemOf } from './words.ts';

/** What happens to a resource. */
export type Action = 'read' | 'create' | 'update' | 'delete';

/** Verbs of requests, titles and descriptions. */
const VERBS: Readonly<Record<Action, string>> = {
  read: `get list show find fetch read view see look search check download retrieve tell display which what who whose where when
    count inspect return query browse export lookup describe`,
  create: `create add new make send post start upload buy invite register generate open assign enable run insert book schedule
    import attach save join follow put link publish`,
  update: 'update change set edit rename replace modify move switch patch mark unmark turn adjust reset',
  delete: `delete remove erase cancel drop revoke unassign kick destroy clear unlink unfollow leave discard detach disconnect
    disable trash`,
};

const ACTIONS = new Map<string, Action>();
for (const [action, verbs] of Object.entries(VERBS)) {
  for (const verb of verbs.split(/\s+/)) ACTIONS.set(verb, action as Action);
}

const METHODS: Readonly<Record<string, Action>> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/** The action of a verb in its basic form or with an `s` ("creates"), if it is known. */
export const actionOfVerb = (word: string): Action | undefined =>
  ACTIONS.get(word) ?? ACTIONS.get(word.replace(/(?<=ch|sh|s|x)es$|s$/, ''));

/** The action that the first known verb of a request asks for. */
export function actionOfRequest(words: readonly string[]): Action | undefined {
  for (const word of words) {
    const action = ACTIONS.get(word);
    if (action !== undefined) return action;
  }
  return undefined;
}

/** The action of a tool. */
export function actionOfTool(title: string, description: string, verb: string): Action | undefined {
  return firstVerb(title) ?? firstVerb(description) ?? METHODS[verb];
}

function firstVerb(text: string): Action | undefined {
  const [first] = rawWords(text.slice(0, 100));
  return first === undefined ? undefined : actionOfVerb(first);
}

/** Verbs that say nothing of what an API is about, and their stems. */
const GENERIC = new Set(
  'get list show fetch read retrieve create add new make post send write update change edit delete remove give tell'
    .split(' ')
    .flatMap((verb) => [verb, stemOf(verb)]),
);

/** Whether a verb, or the stem of a verb, fits any API. */
export const isGeneric = (word: string): boolean => GENERIC.has(word);

/** Whether a word is a verb of requests, or all words that stand for it fit any API ("rid" for delete and remove). */
export function isVerbal(word: string): boolean {
  const related = relatedTo(stemOf(word));
  return actionOfVerb(word) !== undefined || (related.length > 0 && related.every(isGeneric));
}
