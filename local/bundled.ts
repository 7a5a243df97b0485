/** The bundles of all functions, made once for each state of the sources: they are the same whatever the settings of a stack are. */
import { globSync } from 'node:fs';
import { bundleAll } from '../lib/bundles.ts';
import { digestOf, keptFolder, root } from './kept.ts';

const SOURCES = ['lambdas', 'core', 'egress', 'aws'].map((folder) => `${folder}/**/*.{ts,js,json}`);

/** A folder with `<entry>/index.mjs` for each entry of lib/bundles.ts. Throws the errors of esbuild. */
export async function ensureBundled(): Promise<string> {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root }));
  return keptFolder('bundles', digestOf('', [...files, 'lib/bundles.ts', 'package-lock.json']), bundleAll);
}
