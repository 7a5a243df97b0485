/**
 * Pages of lists whose rows come one by one in an order that stays. The place of a page is the last row of the one before, which may be gone
 * by then: whatever is made or deleted meanwhile, what stays is listed once. A page ends where its response would become too large for Lambda.
 */
import { ANSWER_BYTES } from './answer.ts';

/** Bytes of the items of one page: the rest of the response has room beside them. */
const PAGE_BYTES = ANSWER_BYTES * 0.8;

/**
 * The first rows as they are shown; with `next`, the last of them, if others follow. At least one, however large it is.
 * @param rows read one further than `most`, to see whether there are more
 */
export async function pageOf<Row, Item extends object>(
  rows: AsyncIterable<Row>,
  most: number,
  shown: (row: Row) => Promise<Item>,
): Promise<{ items: Item[]; next?: Row }> {
  const items: Item[] = [];
  let room = PAGE_BYTES;
  let last: Row | undefined;
  for await (const row of rows) {
    if (last !== undefined && items.length === most) return { items, next: last };
    const item = await shown(row);
    room -= bytesOf(item);
    if (last !== undefined && room < 0) return { items, next: last };
    items.push(item);
    last = row;
  }
  return { items };
}

/** In the response, whose body is a string in JSON: every quote counts twice. */
const bytesOf = (item: object): number => Buffer.byteLength(JSON.stringify(JSON.stringify(item)));
