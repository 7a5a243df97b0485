/**
 * `portcullis <command>`: the command line, for scripts and pipelines. One file per command.
 * Exit codes: 0 success · 1 the check or command failed (a document that cannot be imported, a surface that differs, a
 * broken archive, something that needs a person) · 2 wrong usage.
 */
import { PortcullisError } from '../core/lib/errors.ts';
import { applyCommand } from './apply.ts';
import { attentionCommand } from './attention.ts';
import { auditCommand } from './audit.ts';
import { callUsageCommand } from './callUsage.ts';
import { completionCommand } from './completion.ts';
import { credentialCommand } from './credential.ts';
import { demoCommand } from './demo.ts';
import { deployCommand } from './deploy.ts';
import { diffCommand } from './diff.ts';
import { UsageError } from './errors.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { limitsCommand } from './limits.ts';
import { lockCommand } from './lock.ts';
import { memberCommand } from './member.ts';
import { selectionCommand } from './selection.ts';
import { serverCommand } from './server.ts';
import { printable } from './table.ts';
import { tokenCommand } from './token.ts';
import { toolCommand } from './tool.ts';
import { usageOf } from './usage.ts';
import { validateCommand } from './validate.ts';
import { webhookCommand } from './webhook.ts';

/**
 * Runs one command.
 * @returns the exit code
 */
export async function main(
  args: readonly string[],
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream,
): Promise<number> {
  const [command, ...rest] = args;
  try {
    if (command === 'demo') return await demoCommand(rest, out, err);
    if (command === 'import') return await importCommand(rest, out, err);
    if (command === 'server') return await serverCommand(rest, out, err);
    if (command === 'tool') return await toolCommand(rest, out);
    if (command === 'selection') return await selectionCommand(rest, out);
    if (command === 'token') return await tokenCommand(rest, out);
    if (command === 'apply') return await applyCommand(rest, out, err);
    if (command === 'diff') return await diffCommand(rest, out, err);
    if (command === 'validate') return await validateCommand(rest, out);
    if (command === 'export') return await exportCommand(rest, out);
    if (command === 'deploy') return await deployCommand(rest, out, err, { reimport: false });
    if (command === 'reimport') return await deployCommand(rest, out, err, { reimport: true });
    if (command === 'credential') return await credentialCommand(rest, out);
    if (command === 'limits') return await limitsCommand(rest, out);
    if (command === 'usage') return await callUsageCommand(rest, out);
    if (command === 'lock') return await lockCommand(rest, out);
    if (command === 'member') return await memberCommand(rest, out);
    if (command === 'webhook') return await webhookCommand(rest, out);
    if (command === 'attention') return await attentionCommand(rest, out);
    if (command === 'audit') return await auditCommand(rest, out);
    if (command === 'completion') return completionCommand(rest, out);
    if (command === 'start') {
      // Anything else is run by scripts/start.mjs, or scripts/packaged.mjs.
      out.write(usageOf('start'));
      return 0;
    }
    if (command === undefined || command === '--help' || command === '-h' || command === 'help') {
      (command === undefined ? err : out).write(usageOf('portcullis'));
      return command === undefined ? 2 : 0;
    }
    throw new UsageError(`There is no command ${JSON.stringify(command)}.`);
  } catch (error) {
    if (error instanceof UsageError) {
      err.write(`portcullis: ${printable(error.message)}\nTry: npm run portcullis -- --help\n`);
      return 2;
    }
    if (!(error instanceof PortcullisError)) throw error;
    err.write(`portcullis: ${error.code}: ${printable(error.message)}\n`);
    return 1;
  }
}

if (import.meta.main) {
  // `portcullis import … | head` closes the pipe early, which is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  process.exitCode = await main(process.argv.slice(2), process.stdout, process.stderr);
}
