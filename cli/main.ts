/**
 * `portcullis <command>`: the command line, for scripts and pipelines. One file per command.
 * Exit codes: 0 success · 1 the check or command failed (a document that cannot be imported, a surface that differs, a
 * broken archive, something that needs a person) · 2 wrong usage.
 */
import { PortcullisError } from '../core/lib/errors.ts';
import { applyCommand } from './apply.ts';
import { approvalCommand } from './approval.ts';
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
import { floorCommand } from './floor.ts';
import { importCommand } from './import.ts';
import { keyCommand } from './key.ts';
import { limitsCommand } from './limits.ts';
import { lockCommand } from './lock.ts';
import { memberCommand } from './member.ts';
import { policyCommand } from './policy.ts';
import { projectCommand } from './project.ts';
import { selectionCommand } from './selection.ts';
import { serverCommand } from './server.ts';
import { printable } from './table.ts';
import { tokenCommand } from './token.ts';
import { toolCommand } from './tool.ts';
import { toolsetCommand } from './toolset.ts';
import { type CommandName, usageOf } from './usage.ts';
import { validateCommand } from './validate.ts';
import { webhookCommand } from './webhook.ts';

type Out = NodeJS.WritableStream;

/** Each command with what it does with its arguments; `start` is run by scripts/start.mjs or scripts/packaged.mjs. */
const COMMANDS: Readonly<
  Record<
    Exclude<CommandName, 'start'> | 'reimport',
    (args: readonly string[], out: Out, err: Out) => number | Promise<number>
  >
> = {
  demo: demoCommand,
  import: importCommand,
  server: serverCommand,
  toolset: toolsetCommand,
  tool: (args, out) => toolCommand(args, out),
  selection: (args, out) => selectionCommand(args, out),
  token: (args, out) => tokenCommand(args, out),
  apply: applyCommand,
  diff: diffCommand,
  validate: (args, out) => validateCommand(args, out),
  export: (args, out) => exportCommand(args, out),
  deploy: (args, out, err) => deployCommand(args, out, err, { reimport: false }),
  reimport: (args, out, err) => deployCommand(args, out, err, { reimport: true }),
  credential: (args, out) => credentialCommand(args, out),
  key: (args, out) => keyCommand(args, out),
  limits: (args, out) => limitsCommand(args, out),
  floor: (args, out) => floorCommand(args, out),
  policy: (args, out) => policyCommand(args, out),
  approval: (args, out) => approvalCommand(args, out),
  usage: (args, out) => callUsageCommand(args, out),
  lock: (args, out, err) => lockCommand(args, out, err),
  member: (args, out) => memberCommand(args, out),
  project: (args, out) => projectCommand(args, out),
  webhook: (args, out) => webhookCommand(args, out),
  attention: (args, out) => attentionCommand(args, out),
  audit: (args, out) => auditCommand(args, out),
  completion: (args, out) => completionCommand(args, out),
};

const isHelp = (arg: string): boolean => arg === '--help' || arg === '-h';

/**
 * Runs one command.
 * @returns the exit code
 */
export async function main(args: readonly string[], out: Out, err: Out): Promise<number> {
  const [command, ...rest] = args;
  try {
    if (command === undefined || isHelp(command) || command === 'help') {
      (command === undefined ? err : out).write(usageOf('portcullis'));
      return command === undefined ? 2 : 0;
    }
    if (command === 'start' || (isCommand(command) && rest.some(isHelp))) {
      out.write(usageOf(command === 'reimport' ? 'deploy' : command));
      return 0;
    }
    if (isCommand(command)) return await COMMANDS[command](rest, out, err);
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

const isCommand = (name: string): name is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, name);

if (import.meta.main) {
  // `portcullis import … | head` closes the pipe early, which is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  process.exitCode = await main(process.argv.slice(2), process.stdout, process.stderr);
}
