/**
 * Writes lines of JSON where Lambda reads them: through `console`, whose lines its runtime begins with time, request and level, and by which a
 * local host that runs several functions in one process tells them apart. Where a function logs in Lambda's JSON format
 * (lib/constructs/code-function.ts), the runtime would put them as a text into an object of its own, in which neither CloudWatch finds
 * measures nor the trace forwarder spans; there they go to the standard output as they are. Never throws.
 */

/** How the console calls a level. */
export type Method = 'info' | 'warn' | 'error';

/** Whether Lambda logs in its JSON format. */
export const isJsonFormat = process.env['AWS_LAMBDA_LOG_FORMAT'] === 'JSON';

/** @param fields members that may hold what JSON has no form for; then the line says so, and has only `head` */
export function writeLine(method: Method, head: object, fields: object = {}): void {
  let line: string;
  try {
    line = JSON.stringify({ ...head, ...fields }, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
  } catch {
    line = JSON.stringify({ ...head, reason: 'fields_not_written' });
  }
  if (isJsonFormat) process.stdout.write(`${line}\n`);
  else console[method](line);
}
