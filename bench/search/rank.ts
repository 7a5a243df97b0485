/**
 * Answers search tasks with the product's own ranking. Reads one JSON object per line from standard input: {id,
 * document, query}, where `document` is a path (possibly of a gzipped file) below the folder of the first argument.
 * Writes a line {id, operations: [{method, path}, …]} for each, best operation first.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Searchable, ToolIndex } from '../../core/search/toolIndex.ts';
import { searchableTools } from '../support/searchable.ts';

const FOUND = 20;

interface Task {
  readonly id: string;
  readonly document: string;
  readonly query: string;
}

const folder = process.argv[2] ?? '.';
const indexes = new Map<string, ToolIndex<Searchable>>();
for (const line of readFileSync(0, 'utf8').split('\n')) {
  if (line === '') continue;
  const { id, document, query } = JSON.parse(line) as Task;
  let index = indexes.get(document);
  if (!index) {
    const bytes = readFileSync(join(folder, document));
    index = new ToolIndex(await searchableTools(document.endsWith('.gz') ? gunzipSync(bytes) : bytes));
    indexes.set(document, index);
  }
  const operations = index.find(query, FOUND).tools.map(({ program: { verb, path } }) => ({ method: verb, path }));
  console.log(JSON.stringify({ id, operations }));
}
