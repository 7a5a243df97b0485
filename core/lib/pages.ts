/** Reads lists that come in pages, each of which says where the next one begins. */

/**
 * The pages, each asked for when the one before it is done.
 * @param read gets where the page begins, which of the first one is undefined
 * @param next where the page behind it begins; of the last one undefined, or null or '' as services of AWS may answer
 */
export async function* pagesOf<Page, Place>(
  read: (from: Place | undefined) => Promise<Page>,
  next: (page: Page) => Place | null | undefined,
): AsyncGenerator<Page> {
  let from: Place | undefined;
  do {
    const page = await read(from);
    yield page;
    from = next(page) || undefined;
  } while (from !== undefined);
}
