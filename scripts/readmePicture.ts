/**
 * Draws the moving picture at the top of the README: an import, an answer of the API beside what the model gets of it, and a token
 * that is revoked. Every line of it is what a local stack with the demo API said a moment before; only the layout is drawn here. An SVG
 * without scripts, which moves by CSS, follows the reader's dark mode, and stands still on the second scene for those who prefer that.
 */
import type { Dashboard } from '../test/support/dashboard.ts';
import { defined } from '../test/support/defined.ts';
import { addToken, type HostedServer } from '../test/support/stack.ts';

interface Scene {
  readonly title: string;
  readonly caption: string;
  readonly panes: readonly [Pane, Pane];
}

interface Pane {
  readonly heading: string;
  readonly lines: readonly Line[];
}

/** `kind` decides the colour: personal data, what stands in its place, what worked, what was refused, what is beside the point. */
interface Line {
  readonly text: string;
  readonly kind?: 'personal' | 'marker' | 'good' | 'bad' | 'quiet' | undefined;
}

interface Tool {
  readonly id: string;
  readonly name: string;
  readonly verb: string;
  readonly path: string;
  readonly annotations: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean };
}

/** One with notes of the sales team. */
const CUSTOMER = 'cus_000004';
/** Members of a customer that the picture has room for. */
const SHOWN = ['id', 'firstName', 'lastName', 'email', 'phone', 'iban', 'status', 'notes'];
const LINES = 12;
const COLUMNS = 47;
const WARM_UP = 10;

/** @returns the picture as SVG, some 10 KB */
export async function readmePicture({ stack }: Dashboard, hosted: HostedServer): Promise<string> {
  const { items: tools } = await stack.api<{ items: readonly Tool[] }>('GET', `/v1/servers/${hosted.serverId}/tools`);
  const scenes = [importScene(tools), await callScene(stack, hosted, tools), await revokeScene(stack, hosted)];
  return drawn(scenes);
}

function importScene(tools: readonly Tool[]): Scene {
  return {
    title: 'Import',
    caption: 'An OpenAPI document becomes an MCP server: each operation a tool, all of them behind one URL.',
    panes: [
      { heading: 'OpenAPI', lines: cut(tools.map(({ verb, path }) => ({ text: `${verb.padEnd(7)} ${path}` }))) },
      {
        heading: 'MCP tools',
        lines: cut(tools.map(({ name, annotations }) => ({ text: `${name.padEnd(28)}${effectOf(annotations)}` }))),
      },
    ],
  };
}

const effectOf = ({ readOnlyHint, destructiveHint }: Tool['annotations']): string =>
  readOnlyHint ? 'reads' : destructiveHint ? 'destructive' : 'writes';

const cut = (lines: readonly Line[]): readonly Line[] =>
  lines.length <= LINES
    ? lines
    : [...lines.slice(0, LINES - 1), { text: `… and ${lines.length - LINES + 1} more`, kind: 'quiet' }];

async function callScene(
  stack: Dashboard['stack'],
  { serverId }: HostedServer,
  tools: readonly Tool[],
): Promise<Scene> {
  const tool = defined(tools.find(({ name }) => name === 'getCustomer'));
  const { raw, content } = await stack.api<{ raw: { text: string }; content: ReadonlyArray<{ text: string }> }>(
    'POST',
    `/v1/servers/${serverId}/tools/${tool.id}/try`,
    { arguments: { customerId: CUSTOMER } },
  );
  const [before, after] = sideBySide(JSON.parse(raw.text), JSON.parse(defined(content[0]).text));
  return {
    title: 'Call',
    caption: 'Personal data is removed from every answer, and the credential of the API never reaches the client.',
    panes: [
      { heading: 'What the API answers', lines: before },
      { heading: 'What the model gets', lines: after },
    ],
  };
}

/** Two records as JSON, member by member at the same height. */
function sideBySide(before: Record<string, unknown>, after: Record<string, unknown>): [Line[], Line[]] {
  const sides: [Line[], Line[]] = [[{ text: '{' }], [{ text: '{' }]];
  for (const name of SHOWN) {
    const texts = [before, after].map((record) => wrapped(`"${name}": ${JSON.stringify(record[name])},`));
    const rows = Math.max(...texts.map(({ length }) => length));
    const isSame = before[name] === after[name];
    for (const [at, kind] of (['personal', 'marker'] as const).entries()) {
      for (let row = 0; row < rows; row++)
        defined(sides[at]).push({ text: texts[at]?.[row] ?? '', kind: isSame ? undefined : kind });
    }
  }
  for (const side of sides) side.push({ text: '}' });
  return sides;
}

/** Broken between words, all lines indented. */
function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length < COLUMNS - 2) lines[lines.length - 1] = longer;
    else lines.push(`   ${word}`);
  }
  return lines.map((line) => ` ${line}`);
}

async function revokeScene(stack: Dashboard['stack'], { serverId, mcpUrl, token }: HostedServer): Promise<Scene> {
  const lost = await addToken(stack, serverId, 'Lost laptop');
  const url = mcpUrl.replace(token.value, lost.value);
  const call = (number: number) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: number,
        method: 'tools/call',
        params: { name: 'getCustomer', arguments: { customerId: CUSTOMER } },
      }),
    });
  // Some of each first, so that the stack is warm when it is timed.
  for (let round = 0; round < WARM_UP; round++) {
    await call(round);
    const { id } = await addToken(stack, serverId, 'warm up');
    await stack.api('DELETE', `/v1/servers/${serverId}/tokens/${id}`);
  }
  const before = await timed(() => call(1));
  const revoked = await timed(() => stack.api('DELETE', `/v1/servers/${serverId}/tokens/${lost.id}`));
  const after = await timed(() => call(2));
  if (!before.value.ok || after.value.ok) {
    throw new Error(`A call before and after the revocation: ${before.value.status}, ${after.value.status}`);
  }
  const path = `/${lost.value.slice(0, 8)}…/mcp`;
  return {
    title: 'Revoke',
    caption: 'A revoked token is refused from the next request on, in every region, and its open streams end.',
    panes: [
      {
        heading: 'AI client',
        lines: [
          { text: `POST ${path}`, kind: 'quiet' },
          { text: 'tools/call getCustomer' },
          { text: `${before.value.status} OK, ${before.ms} ms`, kind: 'good' },
          ...Array.from({ length: 4 }, () => ({ text: '' })),
          { text: `POST ${path}`, kind: 'quiet' },
          { text: 'tools/call getCustomer' },
          { text: `${after.value.status} refused, ${after.ms} ms`, kind: 'bad' },
        ],
      },
      {
        heading: 'You',
        lines: [
          ...Array.from({ length: 4 }, () => ({ text: '' })),
          { text: 'Revoke token “Lost laptop”' },
          { text: `revoked in ${revoked.ms} ms`, kind: 'marker' },
        ],
      },
    ],
  };
}

async function timed<T>(run: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const began = performance.now();
  const value = await run();
  return { value, ms: Math.ceil(performance.now() - began) };
}

const SCENE_SECONDS = 6;
const WIDTH = 960;
const HEIGHT = 430;
const PANE_TOP = 106;
const LINE_HEIGHT = 22;
const MARGIN = 24;
const PANE_WIDTH = (WIDTH - 3 * MARGIN) / 2;

function drawn(scenes: readonly Scene[]): string {
  const all = scenes.length * SCENE_SECONDS;
  const percent = (seconds: number) => ((100 * seconds) / all).toFixed(2);
  const style = `
    svg { --paper: #fff; --pane: #f4f6f8; --text: #1b232d; --quiet: #5f6b7a; --line: #c6cdd5; --accent: #0058b3;
      --personal: #b3261e; --marker: #6f3fc4; --good: #00702c; }
    @media (prefers-color-scheme: dark) { svg { --paper: #10161d; --pane: #19222c; --text: #e6ebf0; --quiet: #98a5b3; --line: #3b4754;
      --accent: #7cb8ff; --personal: #ff8a80; --marker: #c9a6ff; --good: #6fdc94; } }
    text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: var(--text); white-space: pre; }
    .words { font-family: system-ui, sans-serif; } .step { font: 600 16px system-ui, sans-serif; fill: var(--quiet); }
    .caption { font: 16px system-ui, sans-serif; } .heading { font: 600 13px system-ui, sans-serif; fill: var(--quiet); }
    .quiet { fill: var(--quiet); } .personal, .bad { fill: var(--personal); } .marker { fill: var(--marker); } .good { fill: var(--good); }
    .scene { opacity: 0; animation: scene ${all}s infinite; }
    .scene .step { fill: var(--accent); }
    @keyframes scene { 0% { opacity: 0 } ${percent(0.3)}% { opacity: 1 } ${percent(SCENE_SECONDS - 0.3)}% { opacity: 1 } ${percent(SCENE_SECONDS)}% { opacity: 0 } }
    ${scenes.map((_, at) => `.scene:nth-of-type(${at + 1}) { animation-delay: ${at * SCENE_SECONDS}s }`).join(' ')}
    @media (prefers-reduced-motion: reduce) { .scene { animation: none } .scene:nth-of-type(2) { opacity: 1 } }`;
  const steps = scenes.map(({ title }, at) => step(title, at, 'step')).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title">
<title id="title">${escaped(scenes.map(({ title, caption }) => `${title}: ${caption}`).join(' '))}</title>
<style>${style.replaceAll(/\s+/g, ' ')}</style>
<rect x="1" y="1" width="${WIDTH - 2}" height="${HEIGHT - 2}" rx="12" fill="var(--paper)" stroke="var(--line)"/>
${steps}
${scenes.map(sceneOf).join('\n')}
</svg>
`;
}

const step = (title: string, at: number, name: string) =>
  `<text class="${name}" x="${MARGIN + at * 130}" y="38">${at + 1}  ${escaped(title)}</text>`;

const sceneOf = ({ title, caption, panes }: Scene, at: number): string =>
  `<g class="scene">${step(title, at, 'step')}<text class="caption" x="${MARGIN}" y="72">${escaped(caption)}</text>${panes.map(paneOf).join('')}</g>`;

function paneOf({ heading, lines }: Pane, at: number): string {
  const x = MARGIN + at * (PANE_WIDTH + MARGIN);
  const rows = lines.map(({ text, kind }, row) =>
    text
      ? `<text${kind ? ` class="${kind}"` : ''} x="${x + 14}" y="${PANE_TOP + 42 + row * LINE_HEIGHT}">${escaped(text)}</text>`
      : '',
  );
  return `<rect x="${x}" y="${PANE_TOP - 14}" width="${PANE_WIDTH}" height="${HEIGHT - PANE_TOP - 6}" rx="8" fill="var(--pane)"/><text class="heading" x="${x + 14}" y="${PANE_TOP + 10}">${escaped(heading)}</text>${rows.join('')}`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
