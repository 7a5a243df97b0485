#!/usr/bin/env node
/**
 * The command of the installed package: `portcullis start` runs the local stack, anything else the command line (cli/main.ts), both on the
 * Node that the package's optional dependencies name, in the folder where it was called. Plain JavaScript for any Node from version 20;
 * scripts/pack/ puts it into the package as one file.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeIn, nodePackage, nodePackages, platform, runOn } from './node24.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const [command, ...rest] = process.argv.slice(2);

if (command === '--version') {
  console.log(JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')).version);
} else if (command === 'start' && rest.some((arg) => arg === '--help' || arg === '-h')) {
  process.stdout.write(readFileSync(join(here, 'dist', 'usage', 'start.txt'), 'utf8'));
} else if (command === 'start') {
  const { options, variables } = JSON.parse(readFileSync(join(here, 'dist', 'process.json'), 'utf8'));
  runOn(pinnedNode(), [...options, join(here, 'dist', 'start.mjs'), ...rest], {
    env: { ...process.env, ...variables },
  });
} else {
  // Node keeps the compiled code for the next run. It ignores a folder that it cannot write.
  const env = { NODE_COMPILE_CACHE: join(here, '.cache'), ...process.env };
  runOn(pinnedNode(), [join(here, 'dist', 'cli.mjs'), ...process.argv.slice(2)], { env });
}

function pinnedNode() {
  if (!nodePackage) refuse(`It runs on ${Object.keys(nodePackages).join(', ')}, and this is ${platform}.`);
  try {
    const node = nodeIn(dirname(createRequire(import.meta.url).resolve(`${nodePackage}/package.json`)));
    if (existsSync(node)) return node;
  } catch {
    // Told below.
  }
  return refuse(
    `npm left out ${nodePackage}, the Node that it runs on. Install portcullis again without --omit=optional; \`npm install --loglevel=verbose\` tells why.`,
  );
}

function refuse(why) {
  console.error(`portcullis: node_missing: ${why}`);
  process.exit(1);
}
