/** The address and name of an MCP server from its entry in the MCP registry (server.json), a file or an https URL. Nothing is sent with it. */
import { readFile } from 'node:fs/promises';
import { addressOf, partGiven, type Remote, readServerJson } from '../core/mcpUpstream/serverJson.ts';
import { CliError, UsageError } from './errors.ts';
import { pathFrom, unreadBecause } from './options.ts';
import { printable } from './table.ts';

const WAIT_MS = 15_000;
const MAX_BYTES = 1024 * 1024;

interface Choice {
  readonly remote?: string | undefined;
  readonly part?: readonly string[] | undefined;
  readonly credential?: string | undefined;
}

/**
 * The chosen address of an entry. What its headers ask for is told on `err`.
 * @throws UsageError, CliError for an entry that cannot be fetched, PortcullisError `server_json_invalid`
 */
export async function remoteIn(
  document: string,
  { remote: wanted, part = [], credential }: Choice,
  err: NodeJS.WritableStream,
): Promise<{ readonly url: string; readonly title: string }> {
  const { title, remotes } = readServerJson(await textOf(document));
  const remote = wanted === undefined ? remotes[0] : remotes.find(({ template }) => template === wanted);
  if (!remote) {
    const known = remotes.map(({ template }) => template).join(', ');
    throw new UsageError(`--remote ${wanted}: the entry has ${known}.`);
  }
  const url = addressOf(remote, partsIn(part));
  if (url === undefined) {
    const missing = remote.variables.filter((each) => partGiven(each, partsIn(part)).trim() === '').map(said);
    throw new UsageError(`The address ${remote.template} has parts to choose with --part: ${missing.join('; ')}.`);
  }
  const { type, headerName } = remote.suggested;
  const wants = type === 'header' ? `a credential in the header ${headerName}` : `a credential of the kind ${type}`;
  const notes = [
    ...(type === 'none' || credential !== undefined ? [] : [`It wants ${wants}: give it with --credential.`]),
    ...remote.notes,
  ];
  for (const note of notes) err.write(`${printable(note)}\n`);
  return { url, title };
}

const said = ({ name, description, choices }: Remote['variables'][number]): string =>
  [
    name,
    ...(description === undefined ? [] : [description]),
    ...(choices ? [`one of ${choices.join(', ')}`] : []),
  ].join(', ');

function partsIn(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`--part ${text}: give it as name=value.`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

async function textOf(document: string): Promise<string> {
  if (!/^https?:\/\//i.test(document)) {
    try {
      return await readFile(pathFrom(document), 'utf8');
    } catch (error) {
      throw new UsageError(`${document}: ${unreadBecause(error)}.`);
    }
  }
  try {
    const response = await fetch(document, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(WAIT_MS),
    });
    if (!response.ok) throw new CliError('server_json_unread', `${document} answers ${response.status}.`);
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of response.body ?? []) {
      length += piece.length;
      if (length > MAX_BYTES) throw new CliError('server_json_unread', `${document} is larger than 1 MB.`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString();
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError('server_json_unread', `${document} could not be read. Save it to a file, and give that.`);
  }
}
