/** Imports a description for a searched server, without the limit on the number of tools. */
import { importDocument } from '../../core/openapi/index.ts';
import { findableOf } from '../../core/search/findable.ts';
import type { Searchable } from '../../core/search/toolIndex.ts';

const MOST = 20_000;

export async function searchableTools(document: Uint8Array): Promise<Searchable[]> {
  const { tools } = await importDocument(document, { maxTools: MOST });
  return tools.map(({ name, title, description, inputSchema, verb, path, tags, operationId }) => ({
    name,
    title,
    description,
    inputSchema,
    program: { verb, path },
    findable: findableOf({ name, tags, operationId }),
  }));
}
