/** Combines several files that refer to each other into one value: every file moves below `x-files`, every reference becomes local. */
import { readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import type { JsonObject, JsonValue } from '../../core/lib/json/value.ts';

/** `url` is a file: URL; references to a file that cannot be read stay unresolved. */
export async function oneFile(url: string): Promise<JsonObject> {
  const files: JsonObject = {};
  const visit = async (at: string): Promise<void> => {
    if (at in files) return;
    files[at] = {};
    const text = await readFile(new URL(at), 'utf8').catch(() => undefined);
    if (text === undefined) return;
    const wanted = new Set<string>();
    files[at] = rewritten(load(text, { json: true }) as JsonValue, at, wanted);
    for (const next of wanted) await visit(next);
  };
  await visit(url);
  const root = files[url] as JsonObject;
  return { ...root, 'x-files': files };
}

function rewritten(value: JsonValue, at: string, wanted: Set<string>): JsonValue {
  if (Array.isArray(value)) return value.map((item) => rewritten(item, at, wanted));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key !== '$ref' || typeof item !== 'string') return [key, rewritten(item, at, wanted)];
      const target = new URL(item, at);
      const pointer = target.hash.slice(1);
      target.hash = '';
      if (target.protocol === 'file:') wanted.add(target.href);
      return [key, `#/x-files/${target.href.replaceAll('~', '~0').replaceAll('/', '~1')}${pointer}`];
    }),
  );
}
