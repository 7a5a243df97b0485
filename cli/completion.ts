/**
 * `portcullis completion bash | zsh | fish`: prints a script that completes commands, actions and options. They are read from the usage texts, so
 * that a new one needs no second place. It completes the command `portcullis`, which `npm link` puts on the path; `npm run` completes nothing
 * behind `--`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from './errors.ts';
import { usageOf } from './usage.ts';

const FOLDER = join(import.meta.dirname, 'usage');
/** A command and the actions behind it: in the usage text of all, and in its own. */
const LISTED = /^ {2}([a-z]+)(?: ([a-z]+(?: \| [a-z]+)*))?/gm;
const CALLED =
  /(?:npm run portcullis --|npx portcullis|npm(?= start --)) ([a-z]+)(?: ([a-z]+(?:\|[a-z]+)*)(?![\w]))?(.*)/g;
/** Where a line explains one. */
const EXPLAINED = /^ +(?:\w+ +)?(--[a-z][a-z-]*)/gm;
const OPTION = /(?<=[\s[(])--[a-z][a-z-]*/g;

/** What may stand behind each command: its actions, then its options. */
export function completedWords(): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, Set<string>>();
  const add = (command: string, added: readonly string[]) =>
    words.set(command, new Set([...(words.get(command) ?? []), ...added]));
  const actionsOf = (actions = ''): string[] => actions.split(/[ |]+/).filter(Boolean);
  for (const [, command = '', actions] of usageOf('portcullis').matchAll(LISTED)) add(command, actionsOf(actions));
  for (const file of readdirSync(FOLDER).sort()) {
    if (file === 'portcullis.txt') continue;
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const called = [...text.matchAll(CALLED)];
    for (const [, command = '', actions] of called) add(command, actionsOf(actions));
    const explained = [...text.matchAll(EXPLAINED)].map(([, option = '']) => option);
    const shared = /each with (.*)/.exec(text)?.[1]?.match(OPTION) ?? [];
    for (const [, command = '', , rest = ''] of called)
      add(command, [...(rest.match(OPTION) ?? []), ...explained, ...shared]);
  }
  return new Map([...words].map(([command, known]) => [command, [...known, '--help']]));
}

const SHELLS = {
  bash: (words: ReadonlyMap<string, readonly string[]>) =>
    [
      '# source <(portcullis completion bash)',
      '_portcullis() {',
      '  local words',
      `  case "$COMP_CWORD:\${COMP_WORDS[1]}" in`,
      `    1:*) words="${[...words.keys()].join(' ')}" ;;`,
      ...[...words].map(([command, known]) => `    *:${command}) words="${known.join(' ')}" ;;`),
      '  esac',
      `  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))`,
      '}',
      'complete -o default -F _portcullis portcullis',
    ].join('\n'),
  zsh: (words: ReadonlyMap<string, readonly string[]>) =>
    [
      '#compdef portcullis',
      '# source <(portcullis completion zsh)',
      '_portcullis() {',
      '  local -a known',
      '  if (( CURRENT == 2 )); then',
      `    known=(${[...words.keys()].join(' ')})`,
      '  else',
      '    case "$words[2]" in',
      ...[...words].map(([command, known]) => `      ${command}) known=(${known.join(' ')}) ;;`),
      '    esac',
      '  fi',
      '  compadd -a known',
      '  [[ "$PREFIX" == -* ]] || _files',
      '}',
      'compdef _portcullis portcullis',
    ].join('\n'),
  fish: (words: ReadonlyMap<string, readonly string[]>) =>
    [
      '# portcullis completion fish | source',
      `complete -c portcullis -n __fish_use_subcommand -f -a "${[...words.keys()].join(' ')}"`,
      ...[...words].map(
        ([command, known]) =>
          `complete -c portcullis -n "__fish_seen_subcommand_from ${command}" -a "${known.join(' ')}"`,
      ),
    ].join('\n'),
};

/** Runs `portcullis completion`. Throws UsageError for another shell. */
export function completionCommand(args: readonly string[], out: NodeJS.WritableStream): number {
  const [shell = '', ...rest] = args;
  if (!Object.hasOwn(SHELLS, shell) || rest.length > 0)
    throw new UsageError('completion needs a shell: bash, zsh or fish.');
  out.write(`${SHELLS[shell as keyof typeof SHELLS](completedWords())}\n`);
  return 0;
}
