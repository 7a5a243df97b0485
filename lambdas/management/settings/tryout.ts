/**
 * The governance tester, and the fields of recorded answers. A document may have megabytes, and custom patterns may be slow. As in the sandbox (lambdas/sandbox/call.ts),
 * small documents without custom patterns are governed directly; everything else runs in a worker thread, one document at a time, and is
 * stopped at the time limit.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type FieldSettings, foldAnswers, type RecordedBody } from '../../../core/governance/answerFields.ts';
import { type GovernanceTrial, tryGovernance } from '../../../core/governance/index.ts';
import { InvalidInput, PortcullisError } from '../../../core/lib/errors.ts';
import type { JsonValue } from '../../../core/lib/json/value.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { AnswerFields } from '../../../core/model/answerFields.ts';
import type { GovernanceOverrides } from '../../../core/model/governance/settings.ts';
import { Refused } from '../http/errors.ts';

const AT_ONCE_BYTES = 32 * 1024;
/** Loading the thread takes the machine's time and does not count towards the document's limit. */
const LOADING_MS = 10_000;
const TASK = 'portcullis-governance-trial';

/** A document and the governance to try on it. */
export interface Trial {
  readonly document: JsonValue;
  readonly contentType: string | undefined;
  readonly settings: GovernanceOverrides;
  /** Tells why each value went or stayed. */
  readonly explain: boolean;
}

/** Recorded answers, and by what they are governed. */
interface Recorded {
  readonly answers: readonly RecordedBody[];
  readonly settings: FieldSettings;
}

type Job = { readonly trial: Trial } | { readonly recorded: Recorded };
type Done = { readonly trial: GovernanceTrial } | { readonly fields: AnswerFields };

type Reply =
  | { readonly loaded: true }
  | Done
  | {
      readonly refused: {
        code: string;
        message: string;
        faults?: InvalidInput['faults'];
        context: PortcullisError['context'];
      };
    };

let thread: Worker | undefined;
/** Resolves when the previous trial has ended. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Throws InvalidInput (`pattern_invalid`), `pattern_too_slow` code, and Refused `governance_timeout` after LIMITS.governanceMs of the
 * thread's work.
 */
export function tryBeside(trial: Trial): Promise<GovernanceTrial> {
  const { document, settings } = trial;
  const size = typeof document === 'string' ? document.length : JSON.stringify(document).length;
  if (size <= AT_ONCE_BYTES && (settings.customPatterns ?? []).length === 0) return Promise.resolve(run(trial));
  return inTurn({ trial }, LIMITS.governanceMs, TOO_SLOW).then((done) => (done as { trial: GovernanceTrial }).trial);
}

/**
 * Tells the fields of recorded answers. Throws as {@link tryBeside}, after LIMITS.recordedAnswers.ms.
 */
export async function foldBeside(answers: readonly RecordedBody[], settings: FieldSettings): Promise<AnswerFields> {
  const size = answers.reduce((sum, { text }) => sum + text.length, 0);
  if (size <= AT_ONCE_BYTES && settings.governance.customPatterns.length === 0) return foldAnswers(answers, settings);
  const done = await inTurn({ recorded: { answers, settings } }, LIMITS.recordedAnswers.ms, TOO_MANY);
  return (done as { readonly fields: AnswerFields }).fields;
}

const TOO_SLOW = `Governing the document took longer than ${LIMITS.governanceMs} ms (limit governanceMs) and was stopped, as it would be in a call. Try a smaller part of it, or simpler custom patterns.`;
const TOO_MANY = `Reading the answers took longer than ${LIMITS.recordedAnswers.ms} ms (limit recordedAnswers.ms) and was stopped. Send fewer of them at once.`;

function inTurn(job: Job, ms: number, tooSlow: string): Promise<Done> {
  const result = turn.then(() => inThread(job, ms, tooSlow));
  turn = result.catch(() => {});
  return result;
}

const run = ({ document, contentType, settings, explain }: Trial): GovernanceTrial =>
  tryGovernance(document, settings, { contentType, explain });

async function inThread(job: Job, ms: number, tooSlow: string): Promise<Done> {
  const worker = thread ?? (await started());
  thread = worker;
  const reply = await replyOf(worker, ms, job);
  if (reply && ('trial' in reply || 'fields' in reply)) return reply;
  if (reply && 'refused' in reply) {
    const { code, message, faults, context } = reply.refused;
    throw faults ? new InvalidInput(faults, code) : new Refused(code, message, { context });
  }
  thread = undefined;
  await worker.terminate();
  throw new Refused('governance_timeout', tooSlow);
}

/** A worker thread that has loaded. It does not keep the process alive. */
async function started(): Promise<Worker> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { task: TASK },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  worker.unref();
  if (await replyOf(worker, LOADING_MS)) return worker;
  await worker.terminate();
  throw new Refused('governance_timeout', 'The tester did not start in time. Try again.');
}

/** The thread's next message; undefined when none arrives in time, or the thread ended. */
function replyOf(worker: Worker, ms: number, job?: Job): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const end = (reply?: Reply) => {
      clearTimeout(timer);
      worker.off('message', end).off('error', ended).off('exit', ended);
      resolve(reply);
    };
    const ended = () => end();
    const timer = setTimeout(ended, ms);
    worker.on('message', end).on('error', ended).on('exit', ended);
    if (job) worker.postMessage(job);
  });
}

function answerTo(job: Job): Reply {
  try {
    if ('trial' in job) return { trial: run(job.trial) };
    return { fields: foldAnswers(job.recorded.answers, job.recorded.settings) };
  } catch (error) {
    if (!(error instanceof PortcullisError)) throw error;
    const { code, message, context } = error;
    return { refused: { code, message, context, ...(error instanceof InvalidInput && { faults: error.faults }) } };
  }
}

// Code of the worker thread: it loads this same file (bundled: the whole function) and runs only this.
if (!isMainThread && (workerData as { task?: unknown } | null)?.task === TASK) {
  parentPort?.on('message', (job: Job) => parentPort?.postMessage(answerTo(job)));
  parentPort?.postMessage({ loaded: true } satisfies Reply);
}
