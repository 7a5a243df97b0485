/** How each AI client is set up, as the dashboard shows it, for a made-up address. */
import { type ClientSetup, clientSetups } from '../../../core/clientSetup/clients.ts';
import { signInSetups } from '../../../core/clientSetup/signIn.ts';
import { block, page, plain } from './markdown.ts';

const EDGE = 'https://tools.example.com';
const LANGUAGES: Readonly<Record<string, string>> = { shell: 'sh' };

function chapter({ id, name, steps, snippets, notes }: ClientSetup, way: string): string[] {
  return [
    `### ${plain(name)} {#${way}-${id}}`,
    steps.map((step, at) => `${at + 1}. ${plain(step)}`).join('\n'),
    ...snippets.flatMap(({ title, language, text }) => [
      `${plain(title)}:`,
      block(text, LANGUAGES[language] ?? language),
    ]),
    ...(notes.length > 0 ? [notes.map((note) => `- ${plain(note)}`).join('\n')] : []),
  ];
}

/** Clients with a connection token, then those that sign in. */
export const clientsPage = (): string =>
  page(
    'Set-up of AI clients',
    `The server's page *Connection Tokens* shows these texts with your own address. Here it is \`${EDGE}\`, and the server is called *orders*. Forms as of November 2026.`,
    [
      '## With a connection token {#token}',
      ...clientSetups({ edgeUrl: EDGE, token: 'pcl_…', key: 'orders' }).flatMap((setup) => chapter(setup, 'token')),
      '## With sign-in {#sign-in}',
      ...signInSetups({ url: `${EDGE}/srv_1a2b3c4d5e6f/mcp`, key: 'orders' }).flatMap((setup) =>
        chapter(setup, 'sign-in'),
      ),
    ],
  );
