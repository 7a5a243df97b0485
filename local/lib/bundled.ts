/** The bundles of all functions, made once for each state of the sources: they are the same whatever the settings of a stack are. */
import { bundleAll } from '../../lib/bundles.ts';
import { digestOf, keptFolder, sourcesIn } from './kept.ts';

/** A folder with `<entry>/index.mjs` for each entry of lib/bundles.ts. Throws the errors of esbuild. */
export async function ensureBundled(): Promise<string> {
  const files = sourcesIn(['lambdas', 'core', 'egress', 'aws']);
  return keptFolder('bundles', digestOf('', [...files, 'lib/bundles.ts', 'package-lock.json']), bundleAll);
}
