/** How esbuild bundles our code for a package: what lies ready there takes the place of what a clone makes, and texts name its commands. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { asInstalled } from './texts.ts';

/** CommonJS packages call `require` at run time. */
export const BANNER =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/** The plugin. `replaced`: by file, the file that is taken instead, both as paths from the repository. */
export const replacing = (root: string, replaced: Readonly<Record<string, string>>): Plugin => ({
  name: 'replacing',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const replacement = replaced[path.slice(root.length + 1).replaceAll('\\', '/')];
      const source = replacement === undefined ? path : join(root, replacement);
      return { contents: asInstalled(readFileSync(source, 'utf8')), loader: 'ts', resolveDir: dirname(source) };
    });
  },
});
