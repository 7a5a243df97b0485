/**
 * Makes answers of the management API that take longer than a request has, one an invocation. It reads what the answer is about, changes
 * nothing, and writes the result, or why there is none, to staging/ of the specs bucket; how far it is, to its row (aws/tables/preparations.ts).
 * Idempotent: of two invocations for the same reading the later one finds it over. It ends when another question has taken its place.
 */
import '../../aws/services/privateNetwork.ts';
import { requireEnvironment } from '../../aws/lib/environment.ts';
import { errorFields, logError } from '../../aws/lib/log.ts';
import { isRefusal, type PrepareRequest, type Refusal } from '../../aws/services/invoke.ts';
import { writeJson } from '../../aws/services/objects.ts';
import { readPreparation, tellPreparation } from '../../aws/tables/preparations.ts';
import { readServer } from '../../aws/tables/servers.ts';
import type { ServerRow } from '../../core/model/server.ts';
import { makeComparison } from './deployments/comparison.ts';
import { makeImportPreview } from './deployments/importPreview.ts';
import { notFound } from './http/errors.ts';
import { problemOf } from './http/problem.ts';
import { folderOf, type Making, type PreparedRoute, resultKey } from './serverRow/prepared.ts';
import { makeCheck } from './tools/checks.ts';
import { makeModelTools } from './tools/listedTools.ts';
import { makeScopes } from './tools/scopes.ts';
import { makeSelection } from './tools/selection.ts';

type Make = (server: ServerRow, making: Making<never, never>) => Promise<object>;

const MAKES: Readonly<Record<PreparedRoute, Make>> = {
  previewReimport: makeImportPreview,
  compareVersions: makeComparison,
  listScopes: makeScopes,
  checkTools: makeCheck,
  getSelection: makeSelection,
  changeSelection: makeSelection,
  runSelection: makeSelection,
  listModelTools: makeModelTools,
};

const ALIVE_EVERY_MS = 10_000;

/** Another question has taken the place of this one. */
class Overtaken extends Error {}

/** Makes one answer. Throws only where AWS does not let it say how that ended; whoever asks has it begun anew then. */
export async function handler(request: PrepareRequest): Promise<void> {
  const { serverId, route, reading } = request;
  const place = { serverId, route };
  const row = await readPreparation(place);
  if (row?.reading !== reading || row.isOver) return;
  let at = 0;
  const say = (end?: { readonly isMade: boolean }) =>
    tellPreparation(place, row, { step: at, isOver: end !== undefined, ...end });
  const tell = async (step: number) => {
    at = step;
    if (!(await say())) throw new Overtaken();
  };
  const alive = setInterval(() => void say().catch(() => {}), ALIVE_EVERY_MS);
  try {
    const result = await made(request, tell);
    clearInterval(alive);
    await writeJson(requireEnvironment('BUCKET_SPECS'), resultKey(place, reading), result);
    await say({ isMade: !isRefusal(result) });
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
  } finally {
    clearInterval(alive);
  }
}

async function made(
  { serverId, route, query, details, reading }: PrepareRequest,
  tell: Making<never>['tell'],
): Promise<object> {
  try {
    const server = await readServer(serverId);
    if (!server) throw notFound('server');
    const folder = folderOf({ serverId, route }, reading);
    return await MAKES[route as PreparedRoute](server, {
      query: query as never,
      details: details as never,
      folder,
      tell,
    });
  } catch (error) {
    if (error instanceof Overtaken) throw error;
    return refusalOf(error, reading);
  }
}

function refusalOf(error: unknown, reading: string): Refusal {
  const { code, detail, context } = problemOf(error, reading);
  if (code !== 'internal') return { error: { code, message: detail, ...(context && { context }) } };
  logError('answer_not_made', { requestId: reading, error: errorFields(error) });
  const message = `Something unexpected went wrong. The log of the function Prepare has the cause under ${reading}.`;
  return { error: { code: 'reading_failed', message } };
}
