/**
 * Joins the pieces of a held answer as a patient reader would: lists by their items, cut inner lists by their own places, and cut texts
 * by their characters. The result must be exactly the text that is held.
 */
import { childAt, itemsOf, type Place, rootOf } from '../../core/continuation/jsonPlaces.ts';

export interface ReadPiece {
  readonly text: string;
  readonly json: boolean;
  /** Places of lists that were cut. */
  readonly cut: readonly string[];
  /** Whether more lists were cut than are named. */
  readonly hasMore?: boolean;
  /** The next part. */
  readonly next?: string | undefined;
}

export type ReadPart = (part: string) => Promise<ReadPiece>;

const segmentsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The characters at a place, from the first piece on. */
export async function joinedCharacters(read: ReadPart, pointer = '', size = 1_000): Promise<string> {
  let joined = '';
  let next: string | undefined = `${pointer}@0-${size - 1}`;
  while (next !== undefined) {
    const piece: ReadPiece = await read(next);
    joined += piece.text;
    next = piece.next;
  }
  return joined;
}

/** The JSON text of the list at a place. */
export async function joinedItems(read: ReadPart, pointer: string): Promise<string> {
  const items: string[] = [];
  let next: string | undefined = pointer;
  while (next !== undefined) {
    const piece: ReadPiece = await read(next);
    if (!piece.json) {
      // A single item that exceeds the limit of bytes.
      const at = items.length;
      const whole = await joinedCharacters(read, `${pointer}/${at}`, 10_000);
      items.push(whole);
      next = await following(read, pointer, at + 1);
      continue;
    }
    const root = rootOf(piece.text);
    for (const { start, end } of itemsOf(piece.text, root)) {
      const place = `${pointer}/${items.length}`;
      items.push(
        piece.hasMore
          ? await joinedCharacters(read, place, 50_000)
          : await completed(read, piece.text.slice(start, end), place, piece.cut),
      );
    }
    next = piece.next;
  }
  return `[${items.join(',')}]`;
}

async function following(read: ReadPart, pointer: string, at: number): Promise<string | undefined> {
  const part = `${pointer}/${at}-${at}`;
  return read(part).then(
    () => `${pointer}/${at}-`,
    () => undefined,
  );
}

/** A value whose cut lists are replaced by the whole ones. */
export async function completed(
  read: ReadPart,
  text: string,
  pointer: string,
  cut: readonly string[],
): Promise<string> {
  let whole = text;
  const own = cut.filter((place) => place === pointer || place.startsWith(`${pointer}/`));
  // For nested lists only the outer one is read again, with everything in it.
  const outer = own.filter((place) => !own.some((other) => place.startsWith(`${other}/`)));
  for (const place of outer) {
    let found = rootOf(whole);
    for (const segment of segmentsOf(place.slice(pointer.length))) found = childAt(whole, found, segment) as Place;
    whole = whole.slice(0, found.start) + (await joinedItems(read, place)) + whole.slice(found.end);
  }
  return whole;
}

/** Reads on as a model does, by the calls in the notes. */
export const readingBy =
  (
    call: (name: string, args: object) => Promise<{ content: ReadonlyArray<{ text?: string }> }>,
    handle: string,
  ): ReadPart =>
  async (part) => {
    const { content } = await call('read_more', { handle, part });
    const all = content.map((block) => block.text ?? '');
    // Text that is no JSON stands between two lines with one code.
    const [text = '', note = ''] = /^\[portcullis:\w+\] The API's data:$/.test(all[0] ?? '') ? all.slice(1) : all;
    const lines = note.split('\n');
    const next = lines.find((line) => line.startsWith('To read on: '));
    const cut = lines.flatMap((line) => /^The list at (\S+) has /.exec(line)?.[1] ?? []);
    const isNextOfPiece = next && !cut.some((place) => partOf(next)?.startsWith(`${place}/`));
    return {
      text,
      json: !/^(?:These are|This is) characters? /m.test(note),
      cut,
      hasMore: /more lists were cut/.test(note),
      next: isNextOfPiece ? partOf(next) : undefined,
    };
  };

/** Tool, handle and part of the call that a note gives. */
export function callIn(note: string): { name: string; handle: string; part: string; fields?: string[] } | undefined {
  const [, name = '', args = ''] = /\b(\w+) (\{"handle":.*?\})(?= \()/.exec(note) ?? [];
  return name === '' ? undefined : { name, ...(JSON.parse(args) as { handle: string; part: string }) };
}

const partOf = (line: string): string | undefined => callIn(line)?.part;
