/**
 * Answers that take longer than a request has, because the work grows with the tools of a server: the function Prepare makes them
 * (prepare.ts), the request waits some seconds, and then the answer names the reading under which it is asked for again. Of a server and an
 * operation one is made at a time: who asks the same meanwhile waits for the same one. Who asks something else waits for its end, as long as a
 * request waits, and then takes its place; at once where the server has changed. The last two results stay for whoever asks for them, an hour at most.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { isRefusal, type PrepareRequest, type Refusal, requestPreparation } from '../../../aws/services/invoke.ts';
import { readJson, removeFolder } from '../../../aws/services/objects.ts';
import {
  enterPreparation,
  type Preparation,
  type PreparationPlace,
  readPreparation,
  tellPreparation,
} from '../../../aws/tables/preparations.ts';
import type { StillReading } from '../../../core/api/reading.ts';
import { newReadingId, readingBegan } from '../../../core/lib/ids.ts';
import { canonicalJson, sha256 } from '../../../core/lib/json/canonical.ts';
import type { JsonValue } from '../../../core/lib/json/value.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import { notFound, Refused } from '../http/errors.ts';

/** The operations whose answers are made so, with what people are told of their steps. */
export const PREPARED = {
  previewReimport: [
    'Reading the API description',
    'Reading the stored tools',
    'Comparing the tools',
    'Making the tool list',
    'Checking the descriptions',
  ],
  compareVersions: ['Reading the versions', 'Comparing the tools', 'Making the tool list'],
  listScopes: ['Reading the API description'],
  checkTools: ['Reading the tools', 'Checking the descriptions'],
  getSelection: ['Reading the tools', 'Ranking the tools for each sentence'],
  changeSelection: ['Reading the tools', 'Ranking the tools for each sentence'],
  runSelection: ['Reading the tools', 'Ranking the tools for each sentence'],
  listModelTools: ['Reading the tools', 'Making the tool list'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** One of them, by its operation id. */
export type PreparedRoute = keyof typeof PREPARED;

/**
 * Those that read something which is not of the server, the document behind a URL. What the others answer stays right while the server is not
 * changed, so who asks again has the last result.
 */
const READ_ANEW: readonly PreparedRoute[] = ['previewReimport', 'listScopes'];

/** Whether looking at all tools of a server takes too long for a request. */
const isLarge = ({ bundle }: ServerRow): boolean => bundle !== undefined && bundle.tools > LIMITS.listedTools;

/** A request waits for so long. */
const WAIT_MS = 8_000;
const PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 400;
/** What makes an answer says that it lives every ten seconds, unless it is at a step that takes longer. */
const LOST_AFTER_MS = 120_000;
/** How often an answer is begun whose making has ended without a word, as when the stack is started anew. */
const ATTEMPTS = 2;
/** A name of another time was never given, or nobody asks for it any more. */
const KNOWN_FOR_MS = 60 * 60_000;

/** Folder of the specs bucket with the result of one reading. */
export const folderOf = ({ serverId, route }: PreparationPlace, reading: string): string =>
  `staging/${serverId}/${route}/${reading}/`;

/** Key of the result, or of why there is none. */
export const resultKey = (place: PreparationPlace, reading: string): string =>
  `${folderOf(place, reading)}result.json.gz`;

/** What an answer is made with. */
export interface Making<Query, Details = unknown> {
  /** As it was checked when it was asked for. */
  readonly query: Query;
  /** What the request has found out. */
  readonly details: Details;
  /** Folder of the specs bucket for what is handed over on the way. */
  readonly folder: string;
  /** Says that a step begins, by its number. Throws when nobody waits for the answer any more. */
  readonly tell: (step: number) => Promise<void>;
}

interface Question<Query, Details> {
  /** The checked query, with the `reading` that was answered before. */
  readonly query: Query & { readonly reading?: string | undefined };
  readonly details?: Details;
}

/** The answer of an operation that looks at all tools: made here where these are few, and else as {@link prepared} does. */
export const preparedOf = <Query extends object, Details, Answer extends object>(
  route: PreparedRoute,
  server: ServerRow,
  question: Question<Query, Details>,
  make: (server: ServerRow, making: Making<Query, Details>) => Promise<Answer>,
): Promise<Answer | StillReading> =>
  isLarge(server)
    ? prepared<Answer>(route, server, question)
    : make(server, { details: undefined as Details, ...question, folder: '', tell: async () => {} });

/**
 * The answer of an operation about a server, or that it is being made.
 * @throws Refused with what the making was refused with, `reading_replaced`, `reading_lost`; `reading_not_found`; a fault of AWS
 */
export async function prepared<Answer extends object>(
  route: PreparedRoute,
  server: ServerRow,
  { query, details = {} }: Question<object, unknown>,
): Promise<Answer | StillReading> {
  const place = { serverId: server.serverId, route };
  const { reading: given, ...rest } = query;
  if (given !== undefined && !isKnown(given)) throw notFound('reading');
  const question: PrepareRequest = {
    ...place,
    query: rest,
    details: details as object,
    reading: given ?? newReadingId(),
  };
  const until = Date.now() + WAIT_MS;
  const reading = given ?? (await joined(question, server, until));
  for (let pause = PAUSE_MS; ; pause = longer(pause)) {
    const row = await readPreparation(place);
    if (!row) throw notFound('reading');
    if (row.reading !== reading) return replaced<Answer>(place, reading);
    if (row.isOver) return resultOf<Answer>(place, reading);
    if (isLost(row)) await revive({ ...question, reading }, row, server);
    if (Date.now() >= until) return { reading, seconds: secondsSince(reading), progress: progressOf(route, row) };
    await sleep(pause);
  }
}

const longer = (pause: number): number => Math.min(2 * pause, LONGEST_PAUSE_MS);

/** Whether an answer is still being made. */
export const isReading = (answer: object): answer is StillReading => 'reading' in answer;

/**
 * The name of the one that is being made for this question, or was where that is good enough; begins it unless somebody has.
 * @param until so long it waits for the end of another one about the same state, which its asker would ask for again
 */
async function joined(question: PrepareRequest, server: ServerRow, until: number): Promise<string> {
  const place = placeOf(question);
  const asked = askedOf(server, question);
  const { version } = server;
  const { reading } = question;
  for (let pause = PAUSE_MS; ; pause = longer(pause)) {
    const before = await readPreparation(place);
    const isAlive = before !== undefined && !before.isOver && !isLost(before);
    if (before?.asked === asked && (isAlive || isKept(place, before, version))) return before.reading;
    if (isAlive && before.version === version && Date.now() < until) {
      await sleep(pause);
      continue;
    }
    const previous = before && { previous: before.reading };
    const entered = { reading, asked, version, attempt: 1, heardAt: Date.now(), step: 0, isOver: false, ...previous };
    if (!(await enterPreparation(place, entered, before))) continue;
    if (before?.previous) await removeFolder(requireEnvironment('BUCKET_SPECS'), folderOf(place, before.previous));
    await begin(question, entered);
    return reading;
  }
}

async function begin(question: PrepareRequest, entered: Preparation): Promise<void> {
  try {
    await requestPreparation(question);
  } catch (error) {
    // Nobody makes it, so whoever asks next begins another one.
    await tellPreparation(placeOf(question), entered, { step: 0, isOver: true, isMade: false });
    throw error;
  }
}

/** Begins one anew whose making has ended without a word; of two requests that notice it, one does. Throws Refused `reading_lost`, `reading_replaced`. */
async function revive(question: PrepareRequest, row: Preparation, server: ServerRow): Promise<void> {
  // Begun anew it would answer another question, or about another state, than it was asked for.
  if (row.asked !== askedOf(server, question)) throw readingReplaced();
  if (row.attempt >= ATTEMPTS) {
    throw new Refused(
      'reading_lost',
      'Making the answer did not come to an end, and was begun anew in vain. Ask again without `reading`; the log of the function Prepare may say why.',
    );
  }
  const again = { ...row, attempt: row.attempt + 1, heardAt: Date.now(), step: 0 };
  if (await enterPreparation(placeOf(question), again, row)) await begin(question, again);
}

const placeOf = ({ serverId, route }: PrepareRequest): PreparationPlace => ({ serverId, route });

/** Whether the last result says what another one would. */
const isKept = ({ route }: PreparationPlace, before: Preparation, version: number): boolean =>
  !READ_ANEW.includes(route as PreparedRoute) &&
  before.isOver &&
  before.isMade === true &&
  before.version === version &&
  isKnown(before.reading);

const isLost = ({ heardAt, isOver }: Preparation): boolean => !isOver && Date.now() - heardAt > LOST_AFTER_MS;

/** What is asked, of which state of the server: its source, and the last change of what clients see. */
function askedOf({ unsealed, sealed, source, baseUrl }: ServerRow, { query, details }: PrepareRequest): string {
  const question = [query, details, unsealed ?? sealed ?? 0, source, baseUrl];
  return sha256(canonicalJson(JSON.parse(JSON.stringify(question)) as JsonValue));
}

/** Another question has taken its place, whose result may be there all the same. */
async function replaced<Answer extends object>(place: PreparationPlace, reading: string): Promise<Answer> {
  const written = await stored<Answer>(place, reading);
  if (written) return handedOut(written);
  throw readingReplaced();
}

/** Refused `reading_replaced`. */
export const readingReplaced = () =>
  new Refused(
    'reading_replaced',
    'The server was changed meanwhile, or something else was asked about it, which has taken the place of this reading. Ask again without `reading`.',
  );

async function resultOf<Answer extends object>(place: PreparationPlace, reading: string): Promise<Answer> {
  const written = await stored<Answer>(place, reading);
  if (!written) throw notFound('reading');
  return handedOut(written);
}

const stored = <Answer>(place: PreparationPlace, reading: string) =>
  readJson<Answer | Refusal>(requireEnvironment('BUCKET_SPECS'), resultKey(place, reading));

function handedOut<Answer extends object>(written: Answer | Refusal): Answer {
  if (!isRefusal(written)) return written;
  const { code, message, context } = written.error;
  throw new Refused(code, message, context && { context: context as never });
}

const isKnown = (reading: string): boolean => Math.abs(Date.now() - readingBegan(reading)) <= KNOWN_FOR_MS;

const secondsSince = (reading: string): number => Math.round(Math.max(0, Date.now() - readingBegan(reading)) / 1_000);

function progressOf(route: PreparedRoute, { step }: Preparation): NonNullable<StillReading['progress']> {
  const steps: readonly string[] = PREPARED[route];
  const done = Math.min(step, steps.length - 1);
  return { done, of: steps.length, doing: steps[done] as string };
}
