/**
 * What the commands with several actions (`portcullis credential set`, `portcullis limits show`) have in common: the search of the
 * action, the connection to the stack, and the answer as JSON or as lines of text.
 */
import type { ParseArgsOptionsConfig } from 'node:util';
import { UsageError } from './errors.ts';
import { parsedOptions } from './options.ts';
import { type ApiRequest, type ApiSend, apiClient, type Environment, requestBy, type Stack, stackOf } from './stack.ts';
import { jsonOf, linesText } from './table.ts';
import type { CommandName } from './usage.ts';

/** Options that every such command has. */
export const COMMON_OPTIONS = {
  json: { type: 'boolean' },
  stack: { type: 'string' },
  url: { type: 'string' },
} as const;

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<typeof parsedOptions<Options>>['values'];

/** Where settings and standard input come from; without them those of the process. */
export interface Surroundings {
  readonly environment?: Environment;
  readonly input?: NodeJS.ReadableStream;
}

/** What an action runs with. */
export interface ActionContext<Options extends ParseArgsOptionsConfig> {
  readonly request: ApiRequest;
  /** The same, with errors that are returned. */
  readonly send: ApiSend;
  readonly stack: Stack;
  readonly values: Values<Options>;
  /** The arguments after the action. */
  readonly rest: readonly string[];
  readonly input: NodeJS.ReadableStream;
  /** The answer as JSON, or as lines of text. */
  readonly print: (body: object, lines: readonly string[]) => void;
}

/** A command with several actions. */
export interface ActionCommand<Options extends ParseArgsOptionsConfig> {
  readonly name: CommandName;
  readonly options: Options & typeof COMMON_OPTIONS;
  /** By name. Each returns the exit code if it is not 0. */
  readonly actions: Readonly<Record<string, (context: ActionContext<Options>) => Promise<number | undefined>>>;
  /** Throws UsageError for arguments that do not fit; called before a stack is looked for. */
  readonly check?: (action: string, rest: readonly string[], values: Values<Options>) => void;
}

const oneOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/**
 * A command that runs the action which its arguments name, and resolves to the exit code. It throws UsageError, and CliError with the error
 * of the API.
 */
export const actionCommand =
  <Options extends ParseArgsOptionsConfig>(command: ActionCommand<Options>) =>
  (args: readonly string[], out: NodeJS.WritableStream, surroundings: Surroundings = {}): Promise<number> =>
    runAction(command, args, out, surroundings);

/**
 * Runs the action that the arguments name.
 * @returns the exit code
 * @throws UsageError
 * @throws CliError with the error of the API
 */
export async function runAction<Options extends ParseArgsOptionsConfig>(
  { name, options, actions, check }: ActionCommand<Options>,
  args: readonly string[],
  out: NodeJS.WritableStream,
  { environment = process.env, input = process.stdin }: Surroundings,
): Promise<number> {
  const { values, positionals } = parsedOptions(args, options);
  const { json, stack: file, url } = values as Values<typeof COMMON_OPTIONS>;
  const [action = '', ...rest] = positionals;
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!run) throw new UsageError(`${name} needs an action: ${oneOf.format(Object.keys(actions))}.`);
  check?.(action, rest, values);
  const stack = await stackOf({ stack: file, url }, environment);
  const print = (body: object, lines: readonly string[]) => out.write(json ? jsonOf(body) : linesText(lines));
  const send = apiClient(stack);
  return (await run({ request: requestBy(send), send, stack, values, rest, input, print })) ?? 0;
}
