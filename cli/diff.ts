/**
 * `portcullis diff`: what `portcullis apply` would do. Changes nothing, and needs no value of a reference. Like diff(1) it tells a difference
 * from a failure by its exit code.
 */
import { INSTALLATION } from '../core/api/apply.ts';
import { COMMON_OPTIONS, type Surroundings } from './command.ts';
import { sent } from './declarationRun.ts';
import { DECLARATION_OPTIONS, declaredAt } from './declarations.ts';
import { CliError, UsageError } from './errors.ts';
import { parsedOptions } from './options.ts';
import { apiClient, stackOf } from './stack.ts';
import { jsonOf, linesText, printable } from './table.ts';

/**
 * Runs `portcullis diff`.
 * @returns the exit code: 0 all as declared, 1 something would be changed, 2 it could not be compared
 * @throws UsageError
 */
export async function diffCommand(
  args: readonly string[],
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream,
  { environment = process.env }: Surroundings = {},
): Promise<number> {
  const { values, positionals } = parsedOptions(args, { ...COMMON_OPTIONS, ...DECLARATION_OPTIONS });
  if (positionals.length > 0) throw new UsageError('diff takes files and folders with -f.');
  try {
    const { items } = await declaredAt(values, { environment, err });
    const request = apiClient(await stackOf(values, environment));
    const { credentials = false } = values;
    const onMade = async () => {};
    const plan = await sent(items, { request, mode: 'plan', credentials, approved: [], err, onMade });
    const differing = plan
      .filter(({ state }) => state === 'differs')
      .map(({ key, id, steps }) => ({ key, ...(id !== undefined && { id }), steps }));
    const lines = differing.flatMap(({ key, steps }) =>
      steps.map(({ kind, says }) => `${MARKS[kind] ?? '~'} ${key}: ${says}`),
    );
    const count = plan.filter(({ key }) => key !== INSTALLATION).length;
    const same = `${count} ${count === 1 ? 'server is' : 'servers are'} as declared.`;
    out.write(values.json ? jsonOf({ servers: differing }) : linesText(lines.length > 0 ? lines : [same]));
    return differing.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    err.write(`portcullis: ${error.code}: ${printable(error.message)}\n`);
    return 2;
  }
}

const MARKS: Readonly<Record<string, string>> = { create: '+', delete: '-' };
