/** A command's own options and the paths in them; what is not among them is a fault of the command line. */
import { resolve } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { UsageError } from './errors.ts';

/** Throws UsageError. */
export function parsedOptions<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    // What Node adds about arguments that begin with a dash helps nobody here.
    throw new UsageError((error as Error).message.replace(/\n.*/s, '').replace(/\. To specify.*/, '.'));
  }
}

/** npm runs scripts in the project's folder, but a path is meant from the folder that the person is in. */
export function pathFrom(
  path: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const start = environment['npm_lifecycle_event'] === 'portcullis' ? environment['INIT_CWD'] : undefined;
  return resolve(start ?? '.', path);
}
