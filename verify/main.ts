/** `npm run verify`: the command line. Usage in verify/usage.txt; the checks in verify/checks. */
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError, UsageError } from '../cli/errors.ts';
import { parsedOptions, pathFrom } from '../cli/options.ts';
import { type Environment, localStack, stackOf } from '../cli/stack.ts';
import { printable } from '../cli/table.ts';
import { CHECKS } from './checks/index.ts';
import { Installation, testUpstream } from './installation/installation.ts';
import { advice, lineOf, page, summary } from './report.ts';
import { runChecks } from './runner.ts';

const OPTIONS = {
  url: { type: 'string' },
  stack: { type: 'string' },
  upstream: { type: 'string' },
  region: { type: 'string' },
  'stack-name': { type: 'string' },
  report: { type: 'string' },
  only: { type: 'string' },
  clean: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;
const DEFAULT_REPORT = 'verify-report.html';
/** A second signal after this time ends the process at once. */
const AGAIN_MS = 2_000;
const LOCAL_FILE = '.portcullis/local.json';

/** The demo API of a local stack, in the file that it writes. */
interface WithDemo {
  readonly apiUrl: string;
  readonly accessToken: string;
  readonly demo: { readonly baseUrl: string; readonly auth: { readonly token: string } } | null;
}

/**
 * Runs the command.
 * @param signal aborted when the run is to end: it then removes what it has created
 * @returns the exit code
 */
export async function main(
  args: readonly string[],
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream,
  { environment = process.env, signal }: { readonly environment?: Environment; readonly signal: AbortSignal },
): Promise<number> {
  try {
    return await verify(args, out, err, environment, signal);
  } catch (error) {
    if (error instanceof CliError) {
      err.write(`verify: ${error.code}: ${printable(error.message)}\n`);
      return 1;
    }
    if (!(error instanceof UsageError)) throw error;
    err.write(`verify: ${printable(error.message)}\nTry: npm run verify -- --help\n`);
    return 2;
  }
}

async function verify(
  args: readonly string[],
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream,
  environment: Environment,
  signal: AbortSignal,
): Promise<number> {
  const { values, positionals } = parsedOptions(args, OPTIONS);
  if (positionals.length > 0) throw new UsageError(`${positionals[0]} is no option.`);
  if ((values.region === undefined) !== (values['stack-name'] === undefined)) {
    throw new UsageError('Give --region and --stack-name together.');
  }
  const wanted = values.only?.split(',').map((id) => id.trim());
  const unknown = wanted?.find((id) => !CHECKS.some((check) => check.id === id));
  if (unknown !== undefined) {
    throw new UsageError(`There is no check ${unknown}. There are: ${CHECKS.map(({ id }) => id).join(', ')}.`);
  }
  const stack = await stackOf(values, environment);
  const local = values.url === undefined ? await localStack<WithDemo>(values.stack) : undefined;
  const installation = new Installation(stack, {
    upstream: testUpstream(values.upstream, local?.demo),
    data: local && dirname(pathFrom(values.stack ?? LOCAL_FILE)),
    aws:
      values.region !== undefined && values['stack-name'] !== undefined
        ? { region: values.region, stackName: values['stack-name'] }
        : undefined,
  });

  const { removed, left } = await installation.removeLeftovers(values.clean === true);
  for (const name of removed) err.write(`Removed ${printable(name)}, which an interrupted run had left.\n`);
  for (const name of left) err.write(`${printable(name)} may belong to another run; --clean removes it.\n`);
  if (values.clean) return 0;

  const checks = CHECKS.filter(({ id }) => wanted?.includes(id) ?? true);
  const results = await runChecks(checks, installation, signal, {
    progress: err,
    onResult: (result) => !values.json && out.write(`${lineOf(result)}\n`),
  });
  const { url, isLocal, upstream } = installation;
  const file = pathFrom(values.report ?? DEFAULT_REPORT);
  await writeFile(file, page(results, { url, isLocal, upstream: upstream.baseUrl, at: new Date(installation.began) }));
  if (values.json) {
    const rows = results.map(({ check, status, finding, ms }) => ({ id: check.id, status, ...finding, ms }));
    out.write(`${JSON.stringify(rows)}\n`);
  } else {
    out.write(`\n${[...advice(results), `${summary(results)}. Report: ${file}`].join('\n')}\n`);
  }
  if (signal.aborted) return 130;
  return results.some(({ status }) => status === 'fail') ? 1 : 0;
}

if (import.meta.main) {
  const controller = new AbortController();
  let interrupted = 0;
  // A terminal sends the signal to this process and to the one that started it, which passes it on.
  const interrupt = () => {
    if (interrupted > 0 && Date.now() - interrupted > AGAIN_MS) process.exit(130);
    if (interrupted === 0) process.stderr.write('Interrupted: removing the test servers …\n');
    interrupted ||= Date.now();
    controller.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, interrupt);
  process.exitCode = await main(process.argv.slice(2), process.stdout, process.stderr, { signal: controller.signal });
}
