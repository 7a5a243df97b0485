/** Completion in shells: what a shell offers, asked of the shell itself where there is one. */
import { execFileSync } from 'node:child_process';
import { Writable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { completedWords } from '../../../cli/completion.ts';
import { main } from '../../../cli/main.ts';

async function run(...args: string[]) {
  let text = '';
  const out = new Writable({
    write(chunk, _, done) {
      text += String(chunk);
      done();
    },
  });
  return { code: await main(args, out, out), text };
}

/** What bash offers behind these words. */
async function offered(...words: string[]): Promise<string[]> {
  const { text } = await run('completion', 'bash');
  const script = [
    text,
    `COMP_WORDS=(portcullis ${words.map((word) => `'${word}'`).join(' ')})`,
    `COMP_CWORD=${words.length}`,
    '_portcullis',
    'printf "%s\\n" "${COMPREPLY[@]}"',
  ].join('\n');
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
}

describe('bash', () => {
  test('is offered every command, and those with the beginning', async () => {
    expect(await offered('')).toEqual([...completedWords().keys()]);
    expect(await offered('de')).toEqual(['demo', 'deploy']);
  });

  test('is offered the actions and options of a command, also behind other words', async () => {
    expect(await offered('token', '')).toEqual(expect.arrayContaining(['list', 'create', 'link', 'revoke', '--label']));
    expect(await offered('token', 'create', 'srv_1', '--l')).toEqual(['--label']);
    expect(await offered('member', 're')).toEqual(['resend', 'remove']);
    expect(await offered('webhook', 'ro')).toEqual(['rotate']);
    expect(await offered('reimport', '--ap')).toEqual(['--approve']);
  });
});

test.each(['zsh', 'fish'])('a script for %s has every command with its words', async (shell) => {
  const { code, text } = await run('completion', shell);

  expect(code).toBe(0);
  for (const [command, words] of completedWords()) {
    expect(text).toContain(command);
    expect(text).toContain(words.join(' '));
  }
});

test('every command that is offered exists and explains itself', async () => {
  for (const command of completedWords().keys()) {
    const { code, text } = await run(command, '--help');

    expect([command, code]).toEqual([command, 0]);
    expect(text).toMatch(new RegExp(`(portcullis --|npm) ${command}`));
  }
});

test('another shell is refused', async () => {
  expect(await run('completion', 'csh')).toMatchObject({ code: 2, text: expect.stringContaining('bash, zsh or fish') });
});
