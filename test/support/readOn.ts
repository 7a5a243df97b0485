/**
 * Joins the pieces of a held answer as a patient reader would: lists by their items, cut inner lists by their own places, and cut texts
 * by their characters. The result must be exactly the text that is held.
 */
import { childAt, itemsOf, type Place, rootOf } from '../../core/response/continuation/jsonPlaces.ts';

export interface ReadPiece {
  readonly text: string;
  readonly json: boolean;
  /** Places of lists that were cut. */
  readonly cut: readonly string[];
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
      items.push(await completed(read, piece.text.slice(start, end), place, piece.cut));
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
export const readingBy = (
  call: (name: string, args: object) => Promise<{ content: ReadonlyArray<{ text?: string }> }>,
  handle: string,
): ReadPart => {
  const ask = async (part: string) => {
    const { content } = await call('read_more', { handle, part });
    const all = content.map((block) => block.text ?? '');
    // Text that is no JSON stands between two lines with one code.
    const [text = '', note = ''] = /^\[portcullis:\w+\] The API's data:$/.test(all[0] ?? '') ? all.slice(1) : all;
    return { text, lines: note.split('\n') };
  };
  /** The places of all lists that were cut in a piece whose note does not name them. */
  const places = async (part: string): Promise<string[]> => {
    const { text, lines } = await ask(part);
    const own = (JSON.parse(text) as { part: string }[]).map(({ part: next }) => next.replace(/\/[^/]*$/, ''));
    const next = nextIn(lines, part);
    return next === undefined ? own : [...own, ...(await places(next))];
  };
  return async (part) => {
    const { text, lines } = await ask(part);
    const all = lines.find((line) => line.startsWith('The places of all lists that were cut: '));
    const cut = all
      ? await places(partIn(all, part))
      : lines.flatMap((line) => /^The list at (\S+) has /.exec(line)?.[1] ?? []);
    const next = nextIn(lines, part);
    const isNextOfPiece = next !== undefined && !cut.some((place) => next.startsWith(`${place}/`));
    return {
      text,
      json: !/^(?:These are|This is) characters? /m.test(lines.join('\n')),
      cut,
      next: isNextOfPiece ? next : undefined,
    };
  };
};

/** Tool, handle and part of the call that a note gives. */
export function callIn(note: string): { name: string; handle: string; part: string; fields?: string[] } | undefined {
  const [, name = '', args = ''] = /\b(\w+) (\{"handle":.*?\})(?= \(|\.$)/m.exec(note) ?? [];
  return name === '' ? undefined : { name, ...(JSON.parse(args) as { handle: string; part: string }) };
}

function nextIn(lines: readonly string[], part: string): string | undefined {
  const line = lines.find((each) => /^To read on[:,]/.test(each));
  return line && partIn(line, part);
}

/** The part of a call in a note; of a place whose name is not repeated, what is to stand behind that place, or behind the part of this call. */
function partIn(line: string, part: string): string {
  const [, of, behind] = / (the same place|that of this call) with "([^"]+)" behind it/.exec(line) ?? [];
  if (behind === undefined) return callIn(line)?.part ?? '';
  return (of === 'that of this call' ? part : part.replace(/[@#]\d+-\d*$|\/\d+-\d*$/, '')) + behind;
}
