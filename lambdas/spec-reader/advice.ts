/**
 * Findings of a validator (swagger-parser), shown as advice in the preview. They decide nothing: one document in six is invalid somewhere
 * and still imports well. On a hostile document a validator may run for minutes, so it runs in a worker thread with bounded memory and is
 * stopped at the time limit; then there is no advice.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { ImportWarning } from '../../core/openapi/model/types.ts';

const TIME_MS = 2_000;
/** Loading the validator takes the machine's time and does not count towards the document's limit. */
const LOADING_MS = 6_000;
/** A larger document would use up the whole time on being parsed a second time. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_FINDINGS = 30;
const TASK = 'portcullis-advice';
/** The thread's message before it begins to validate. */
const LOADED = 'loaded';

interface Finding {
  readonly path: string;
  readonly message: string;
}

/** Never rejects: without a result in time there are no findings. */
export async function findingsOf(bytes: Uint8Array, timeMs = TIME_MS): Promise<ImportWarning[]> {
  if (bytes.byteLength > MAX_BYTES) return [];
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { task: TASK, bytes },
    resourceLimits: { maxOldGenerationSizeMb: 384 },
    stdout: true,
    stderr: true,
  });
  const findings = await new Promise<readonly Finding[]>((resolve) => {
    let timer = setTimeout(() => resolve([]), Math.max(LOADING_MS, timeMs));
    worker.on('message', (said: typeof LOADED | readonly Finding[]) => {
      clearTimeout(timer);
      if (said !== LOADED) resolve(said);
      else timer = setTimeout(() => resolve([]), timeMs);
    });
    worker.once('error', () => resolve([]));
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve([]);
    });
  });
  await worker.terminate();
  return findings.slice(0, MAX_FINDINGS).map(({ path, message }) => ({
    code: 'validation',
    message: `A validator says: ${message}`.slice(0, 400),
    pointer: `#${path}`,
  }));
}

/** Code of the worker thread: it loads this same file (bundled: the whole function) and runs only this. */
async function validate(bytes: Uint8Array): Promise<Finding[]> {
  const [{ default: SwaggerParser }, { jsonFault, readDocument }] = await Promise.all([
    import('@apidevtools/swagger-parser'),
    import('../../core/openapi/document/read.ts'),
  ]);
  parentPort?.postMessage(LOADED);
  const fault = jsonFault(bytes, MAX_BYTES * 8);
  if (fault !== undefined) return [{ path: '', message: malformed(fault) }];
  const document = readDocument(bytes, MAX_BYTES * 8);
  try {
    // Nothing is fetched: external references stay unresolved.
    await SwaggerParser.validate(document as never, {
      resolve: { external: false },
      dereference: { circular: 'ignore' },
    });
    return [];
  } catch (error) {
    return described(error as Error & { details?: ReadonlyArray<{ instancePath?: string; message?: string }> });
  }
}

/** The import reads only what tools need, and has warned where that is broken. */
const malformed = (fault: string): string =>
  `the text is not valid JSON (${fault}). The tools are made from what could be read; a fault in a part that no tool needs, such as a response, does no harm.`;

function described({
  message,
  details,
}: Error & { details?: ReadonlyArray<{ instancePath?: string; message?: string }> }): Finding[] {
  if (/unsupported openapi version/i.test(message)) return [];
  if (!Array.isArray(details) || details.length === 0)
    return [{ path: '', message: message.replace(/\n.*/s, '').slice(0, 300) }];
  const seen = new Set<string>();
  return details.flatMap(({ instancePath = '', message: text = 'is invalid' }) => {
    const key = `${instancePath} ${text}`;
    return seen.has(key) || !seen.add(key) ? [] : [{ path: instancePath, message: text }];
  });
}

if (!isMainThread && (workerData as { task?: unknown } | null)?.task === TASK) {
  const { bytes } = workerData as { bytes: Uint8Array };
  validate(bytes).then(
    (findings) => parentPort?.postMessage(findings),
    () => parentPort?.postMessage([]),
  );
}
