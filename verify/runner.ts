/**
 * Runs checks: creates the servers first, runs all checks at the same time except those that come last, and removes the servers whatever
 * happens. A check that throws, or takes over a minute, has failed.
 */
import { CliError } from '../cli/errors.ts';
import type { Check, Finding, Result, Status } from './installation/check.ts';
import type { Installation } from './installation/installation.ts';

const CHECK_MS = 60_000;

/** Callbacks of a run. */
export interface Watch {
  /** Lines about the progress. */
  readonly progress: NodeJS.WritableStream;
  /** Called for each check when it has ended. */
  readonly onResult: (result: Result) => void;
}

/**
 * Runs the checks and removes what was created.
 * @param signal aborted: no further check begins, running ones end, and the servers are removed
 * @returns the results in the order of the checks
 * @throws CliError when the servers cannot be removed
 */
export async function runChecks(
  checks: readonly Check[],
  installation: Installation,
  signal: AbortSignal,
  { progress, onResult }: Watch,
): Promise<Result[]> {
  const results = new Map<Check, Result>();
  const one = async (check: Check, blocked?: string) => {
    const result = await resultOf(check, installation, signal, blocked);
    results.set(check, result);
    onResult(result);
  };
  try {
    const withoutServers = checks.filter(({ usesServers }) => !usesServers);
    const withServers = checks.filter(({ usesServers, isLast }) => usesServers && !isLast);
    const last = checks.filter(({ usesServers, isLast }) => usesServers && isLast);
    const blocked = await Promise.all([
      checks.some(({ usesServers }) => usesServers) ? createServers(installation, signal, progress) : undefined,
      ...withoutServers.map((check) => one(check)),
    ]).then(([reason]) => reason as string | undefined);
    await Promise.all(withServers.map((check) => one(check, blocked)));
    for (const check of last) await one(check, blocked);
  } finally {
    await installation.cleanUp();
  }
  return checks.flatMap((check) => results.get(check) ?? []);
}

/** Creates two servers. Resolves to the reason when that fails. */
async function createServers(
  installation: Installation,
  signal: AbortSignal,
  progress: NodeJS.WritableStream,
): Promise<string | undefined> {
  try {
    // One after the other, so that the times of their first calls do not add up.
    for (let number = 0; number < 2 && !signal.aborted; number++) await installation.createServer(progress);
    return undefined;
  } catch (error) {
    return `No server could be created: ${messageOf(error)}`;
  }
}

async function resultOf(
  check: Check,
  installation: Installation,
  signal: AbortSignal,
  blocked: string | undefined,
): Promise<Result> {
  const began = performance.now();
  const finding = await (blocked === undefined
    ? findingOf(check, installation, signal)
    : { holds: false, measured: blocked });
  return { check, finding, status: statusOf(check, finding, installation), ms: performance.now() - began };
}

async function findingOf(check: Check, installation: Installation, signal: AbortSignal): Promise<Finding> {
  const limit = AbortSignal.timeout(CHECK_MS);
  const ends = AbortSignal.any([signal, limit]);
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(new Error(limit.aborted ? `no result after ${CHECK_MS / 1_000} s` : 'interrupted'));
  ends.addEventListener('abort', end, { once: true });
  if (ends.aborted) end();
  try {
    return await Promise.race([check.run(installation, ends), ended]);
  } catch (error) {
    return { holds: signal.aborted ? undefined : false, measured: messageOf(error) };
  } finally {
    ends.removeEventListener('abort', end);
    ended.catch(() => {});
  }
}

function statusOf({ onlyOnAws }: Check, { holds }: Finding, { isLocal }: Installation): Status {
  if (holds === false) return 'fail';
  if (isLocal && onlyOnAws !== undefined) return 'only-on-aws';
  return holds === undefined ? 'not-run' : 'pass';
}

/** Messages of our own errors and of Node's `fetch`; none of them quotes a token. */
const messageOf = (error: unknown): string =>
  error instanceof CliError
    ? `${error.code}: ${error.message}`
    : error instanceof Error
      ? error.message
      : 'unknown error';
