/**
 * What curl sends for its data options (curl.se/docs/manpage.html: --data, --data-raw, --data-binary, --data-urlencode, --json): a text,
 * as curl would join it, and its fields. A file that curl would read is not there; its place is told.
 */
import { formFields, type Named } from './recorded.ts';

/** A data option with its value. `stdin`: the here-document of the command, if it has one. */
export interface DataOption {
  readonly option: string;
  readonly value: string;
}

/** The data of a command. */
export interface Data {
  /** As it is sent; files are empty. */
  readonly text: string;
  readonly fields: readonly Named[];
  /** A file holds the whole data, so that its fields are not known. */
  readonly isFromFile: boolean;
  /** For people: what could not be read. */
  readonly notes: readonly string[];
}

const DATA = /^(?:json|data(?:-raw|-ascii|-binary|-urlencode)?)$/;

export const isDataOption = (option: string): boolean => DATA.test(option);

interface Piece {
  readonly text: string;
  readonly fields: readonly Named[];
  /** The file that it would be read from. */
  readonly file?: string;
}

/** The data of all options of a command, in their order. */
export function dataOf(options: readonly DataOption[], stdin: string | undefined): Data {
  const notes: string[] = [];
  const pieces = options.map((one) =>
    one.option === 'data-urlencode' ? encodedPiece(one.value, stdin, notes) : plainPiece(one, stdin),
  );
  for (const { file } of pieces) if (file !== undefined) notes.push(fileNote(file));
  const isJson = options.some(({ option }) => option === 'json');
  return {
    text: pieces.map(({ text }) => text).join(isJson ? '' : '&'),
    fields: pieces.flatMap(({ fields }) => fields),
    isFromFile: pieces.length > 0 && pieces.every(({ file, fields }) => file !== undefined && fields.length === 0),
    notes,
  };
}

/** The value of an option that reads a file: undefined for a file that is not there. */
const readFrom = (file: string, stdin: string | undefined): string | undefined => (file === '-' ? stdin : undefined);

function plainPiece({ option, value }: DataOption, stdin: string | undefined): Piece {
  if (option === 'data-raw' || !value.startsWith('@')) return { text: value, fields: formFields(value) };
  const file = value.slice(1);
  const content = readFrom(file, stdin);
  if (content === undefined) return { text: '', fields: [], file };
  // curl drops line breaks of files, except with --data-binary and --json.
  const text = option === 'data' || option === 'data-ascii' ? content.replace(/[\r\n]/g, '') : content;
  return { text, fields: formFields(text) };
}

/** `content`, `=content`, `name=content`, `@file` or `name@file`; the first `=` counts before any `@`. */
function encodedPiece(value: string, stdin: string | undefined, notes: string[]): Piece {
  const at = value.includes('=') ? value.indexOf('=') : value.indexOf('@');
  const name = at < 0 ? '' : value.slice(0, at);
  const isFile = at >= 0 && value[at] === '@';
  const rest = value.slice(at + 1);
  const content = isFile ? readFrom(rest, stdin) : rest;
  const encoded = encodeURIComponent(content ?? '');
  if (name === '') {
    if (!isFile || content !== undefined)
      notes.push('A value of --data-urlencode has no name, so no field was made of it.');
    return { text: encoded, fields: [], ...(content === undefined && { file: rest }) };
  }
  // The name is sent as it is written.
  const [field] = formFields(`${name}=`);
  return {
    text: `${name}=${encoded}`,
    fields: field ? [{ ...field, value: content ?? '' }] : [],
    ...(content === undefined && { file: rest }),
  };
}

const fileNote = (path: string): string =>
  path === '-'
    ? 'The data comes from standard input. Paste it in place of @-.'
    : `The content of the file ${path.split(/[\\/]/).at(-1)?.slice(0, 100)} is not part of the command. Paste it in place of @… to get its fields.`;
