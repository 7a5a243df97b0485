/** `portcullis diff`: what `portcullis apply` would do. Changes nothing, and needs no value of a reference. */
import { COMMON_OPTIONS, type Surroundings } from './command.ts';
import { DECLARATION_OPTIONS, planned } from './declarationPlans.ts';
import { UsageError } from './errors.ts';
import { parsedOptions } from './options.ts';
import { jsonOf, linesText } from './table.ts';
import { usageOf } from './usage.ts';

/**
 * Runs `portcullis diff`.
 * @returns the exit code: 1 when something would be changed
 * @throws UsageError
 * @throws CliError `declaration_invalid`
 */
export async function diffCommand(
  args: readonly string[],
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream,
  { environment = process.env }: Surroundings = {},
): Promise<number> {
  const { values, positionals } = parsedOptions(args, { ...COMMON_OPTIONS, ...DECLARATION_OPTIONS });
  if (values.help) {
    out.write(usageOf('diff'));
    return 0;
  }
  if (positionals.length > 0) throw new UsageError('diff takes files and folders with -f.');
  const { servers, gone } = await planned(values, { environment, err, checks: false });
  const differing = [
    ...servers.flatMap(({ declaration: { key }, server, plan: { steps } }) =>
      steps.length === 0
        ? []
        : [{ key, ...(server && { id: server.id }), steps: steps.map(({ kind, says }) => ({ kind, says })) }],
    ),
    ...gone.map(({ declared = '', id }) => ({
      key: declared,
      id,
      steps: [{ kind: 'delete' as const, says: 'delete the server' }],
    })),
  ];
  const lines = differing.flatMap(({ key, steps }) =>
    steps.map(({ kind, says }) => `${MARKS[kind] ?? '~'} ${key}: ${says}`),
  );
  const same = `${servers.length} ${servers.length === 1 ? 'server is' : 'servers are'} as declared.`;
  out.write(values.json ? jsonOf({ servers: differing }) : linesText(lines.length > 0 ? lines : [same]));
  return differing.length > 0 ? 1 : 0;
}

const MARKS: Readonly<Record<string, string>> = { create: '+', delete: '-' };
