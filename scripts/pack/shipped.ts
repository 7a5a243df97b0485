/** The npm packages whose code is in a package of ours, told by the files that its bundles were made of. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of somebody else that is shipped. */
export interface Shipped {
  readonly name: string;
  readonly version: string;
  /** SPDX expression of its manifest; empty where it names none. */
  readonly licence: string;
  /** Its licence and notice files, as they are. */
  readonly texts: readonly string[];
  /** Whether the lock file of docs/ names it, and not that of the repository. */
  readonly isOfDocumentation?: true;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string | { readonly type: string };
  readonly licenses?: ReadonlyArray<{ readonly type: string }>;
}

const FOLDER = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const TEXT = /^(licen[cs]e|copying|notice)/i;

/** What VitePress puts into the pages of a site with its own theme and local search; it does not report it. */
const OF_PAGES = [
  ...['vitepress', 'vue', '@vue/shared', '@vue/reactivity', '@vue/runtime-core', '@vue/runtime-dom'],
  ...['@vueuse/core', '@vueuse/shared', '@vueuse/integrations', 'minisearch', 'mark.js', 'focus-trap', 'tabbable'],
];

/** The packages in the built documentation. */
export const documentationOf = (root: string): Shipped[] =>
  OF_PAGES.map((name) => join(root, 'docs', 'node_modules', name))
    .filter((folder) => existsSync(folder))
    .map((folder) => ({ ...packageIn(folder), isOfDocumentation: true }));

/** The packages in the built dashboard, as Vite reports them. */
export function dashboardOf(root: string): Shipped[] {
  const reported = JSON.parse(readFileSync(join(root, 'web', 'dist', 'licenses.json'), 'utf8')) as ReadonlyArray<{
    readonly name: string;
    readonly version: string;
    readonly identifier: string | null;
    readonly text?: string;
  }>;
  return reported.map(({ name, version, identifier, text }) => ({
    name,
    version,
    licence: identifier ?? '',
    texts: text ? [text.trim()] : [],
  }));
}

/**
 * The packages of these files, and further ones, ordered by name and version.
 * @param files paths from `root`, of any code
 */
export function shippedIn(root: string, files: Iterable<string>, others: readonly Shipped[] = []): Shipped[] {
  const folders = new Set([...files].map((file) => FOLDER.exec(file)?.[1]).filter((folder) => folder !== undefined));
  const found = new Map(others.map((shipped) => [`${shipped.name}@${shipped.version}`, shipped]));
  for (const folder of folders) {
    const shipped = packageIn(join(root, folder));
    found.set(`${shipped.name}@${shipped.version}`, shipped);
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, shipped]) => shipped);
}

/** The package in a folder. Throws Error for a folder without a manifest. */
export function packageIn(folder: string): Shipped {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) throw new Error(`${folder} holds no package, and code of it is shipped.`);
  const { name, version, license, licenses } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const named = typeof license === 'object' ? license.type : license;
  return {
    name,
    version,
    licence: named ?? licenses?.map(({ type }) => type).join(' OR ') ?? '',
    texts: readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && TEXT.test(entry.name))
      .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim()),
  };
}
