/** `portcullis validate`: whether files are declarations, without an installation: for editors, hooks before a commit, and pipelines. */
import { loadDeclarations } from './declarationFiles.ts';
import { UsageError } from './errors.ts';
import { parsedOptions } from './options.ts';
import { jsonOf, linesText } from './table.ts';

const OPTIONS = {
  file: { type: 'string', short: 'f', multiple: true },
  json: { type: 'boolean' },
} as const;

/**
 * Runs `portcullis validate`.
 * @returns the exit code: 1 when something is wrong
 * @throws UsageError
 */
export async function validateCommand(args: readonly string[], out: NodeJS.WritableStream): Promise<number> {
  const { values, positionals } = parsedOptions(args, OPTIONS);
  const places = [...(values.file ?? []), ...positionals];
  if (places.length === 0) throw new UsageError('validate needs a file or a folder of declarations.');
  const { declarations, faults } = await loadDeclarations(places);
  const count = `✓ ${declarations.length} ${declarations.length === 1 ? 'server is' : 'servers are'} declared.`;
  const lines = faults.map(({ place, message }) => `✗ ${place} ${message}`);
  out.write(
    values.json ? jsonOf({ servers: declarations.length, faults }) : linesText(lines.length > 0 ? lines : [count]),
  );
  return faults.length > 0 ? 1 : 0;
}
