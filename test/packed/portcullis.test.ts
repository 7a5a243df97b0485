/**
 * The package `portcullis` as somebody gets it: the tarball, installed into an empty folder, runs the whole stack and is its command line.
 * What is in it is listed and bounded here.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sbomOf } from '../../scripts/pack/sbom.ts';
import { closeClients, connect } from '../support/mcpClients.ts';
import { installed, MAKING_MS, type Made, madePackages, portcullis, startInstalled } from '../support/packed.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** What the package may hold; anything else is there by mistake. */
const FILES = [
  /^(LICENSE|NOTICE|README\.md|package\.json|portcullis\.mjs)$/,
  /^dist\/[\w-]+(\.[\w-]+)*\.mjs$/,
  /^dist\/entries\/(thread|child)\.mjs$/,
  /^dist\/(usage\/[a-z]+\.txt|process\.json)$/,
  /^assembly\/(cdk\.out|manifest\.json|Portcullis\.(assets|template)\.json)$/,
  /^documentation\/docs\/([@\w-]+\/)*[@\w-]+(\.[@\w-]+)*\.(js|css|html|svg|json|png)$/,
  /^assembly\/asset\.[0-9a-f]{64}\/([\w-]+\/)*[\w-]+(\.[\w-]+)*\.(mjs|cjs|js|css|html|svg|json|py)$/,
  /^assembly\/asset\.[0-9a-f]{64}\/cedar\/cedar_wasm_bg\.wasm$/,
];
// The engine of policies lies beside each of the four functions that ask it: 1.4 MB packed, 4.3 MB unpacked each.
const MAX_TARBALL_BYTES = 19_000_000;
const MAX_UNPACKED_BYTES = 65_000_000;
const MAX_FILES = 540;

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, { readonly inBundle?: true }>>;
};
const bundled = new Set(
  Object.entries(packages).flatMap(([place, { inBundle }]) =>
    inBundle ? [place.replace(/^.*node_modules\//, '')] : [],
  ),
);

let made: Made;
let folder: string;
let stack: Awaited<ReturnType<typeof startInstalled>>;

beforeAll(async () => {
  ({ portcullis: made } = await madePackages());
  folder = installed([made.tarball.path]);
  stack = await startInstalled(folder);
}, MAKING_MS);
afterAll(async () => {
  await closeClients();
  expect(await stack.stop()).toBe(0);
});

describe('the tarball', () => {
  test('holds what runs and nothing else, within its bounds', () => {
    const { files, size, unpacked } = made.tarball;

    expect(files.map(({ path }) => path).filter((path) => !FILES.some((pattern) => pattern.test(path)))).toEqual([]);
    expect(files.length).toBeLessThan(MAX_FILES);
    expect(size).toBeLessThan(MAX_TARBALL_BYTES);
    expect(unpacked).toBeLessThan(MAX_UNPACKED_BYTES);
  });

  test('names no file of the machine that made it, and no command of a clone', () => {
    const texts = globSync('**/*.{mjs,js,json,txt,md}', { cwd: made.folder }).map((file) => ({
      file,
      text: readFileSync(join(made.folder, file), 'utf8'),
    }));

    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter(({ text }) => text.includes(root)).map(({ file }) => file)).toEqual([]);
    expect(texts.filter(({ text }) => /npm run portcullis -- |npm start/.test(text)).map(({ file }) => file)).toEqual(
      [],
    );
  });

  test('depends on Node alone, in the versions of the lock file', () => {
    const manifest = JSON.parse(readFileSync(join(made.folder, 'package.json'), 'utf8'));
    const { version, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

    expect(manifest).toMatchObject({ version, optionalDependencies, bin: { portcullis: 'portcullis.mjs' } });
    expect(Object.keys(manifest)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(dependencies|devDependencies|scripts|private|workspaces)$/)]),
    );
  });

  test('says whose code is in it, under licences that are on the list', () => {
    const notice = readFileSync(join(made.folder, 'NOTICE'), 'utf8');

    expect(made.refusals).toEqual([]);
    expect(made.shipped.length).toBeGreaterThan(150);
    // What is copied as files, too.
    expect(made.shipped.map(({ name }) => name)).toContain('@cedar-policy/cedar-wasm');
    for (const { name, version, licence } of made.shipped) expect(notice).toContain(`${name} ${version}  ${licence}`);
    for (const known of ['oidc-provider', 'undici', 'zod', 'react']) expect(notice).toContain(`  ${known} `);
  });

  test('has a bill of materials with each of them', () => {
    const { components, dependencies } = sbomOf(root, {
      name: 'portcullis',
      version: '1.0.0',
      description: '',
      parts: made.shipped,
    });

    expect(components.map(({ name, version }) => `${name}@${version}`).sort()).toEqual(
      made.shipped.map(({ name, version }) => `${name}@${version}`).sort(),
    );
    // npm gives no digest of what it has once more inside of another package, and knows nothing of the lock file of the documentation.
    const pages = new Set(made.shipped.filter((one) => one.isOfDocumentation).map(({ name }) => name));
    const without = components.filter(({ hashes }) => !Array.isArray(hashes)).map(({ name }) => name);
    expect(without.filter((name) => !bundled.has(name) && !pages.has(name))).toEqual([]);
    expect(dependencies.length).toBe(components.length - pages.size + 1);
  });
});

describe('installed into an empty folder', () => {
  test('it runs the stack with its dashboard, and says so in words of the package', async () => {
    const page = await fetch(stack.apiUrl);
    const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec(await page.text()) ?? [];

    expect(page.status).toBe(200);
    expect((await fetch(`${stack.apiUrl}${script}`)).status).toBe(200);
    expect(stack.output()).toContain('npx portcullis demo');
  });

  test('its command line makes a server of the demo API, which a client calls', async () => {
    const { code, out } = await portcullis(folder, ['demo', '--json']);
    const { mcpUrl } = JSON.parse(out) as { mcpUrl: string };
    const client = await connect(mcpUrl);

    const answer = await client.call('customers_read', {
      action: 'getCustomer',
      arguments: { customerId: 'cus_000001' },
    });

    expect(code).toBe(0);
    expect(answer.content[0]?.text).toContain('[REDACTED:email]');
    expect((await portcullis(folder, ['server', 'list'])).out).toContain('Demo Store');
  });

  test('events are on, so that webhooks can be tried', async () => {
    writeFileSync(join(folder, 'address'), 'https://hooks.example.com/portcullis');
    const { code, err } = await portcullis(folder, ['webhook', 'add', '--address', 'address', '--name', 'Tried']);

    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  test('another setting asks for the construct library', async () => {
    const { code, err } = await portcullis(folder, ['start', '--port', '0', '--data', 'other', '-c', 'events=false']);

    expect(code).toBe(1);
    expect(err).toContain('npm install portcullis-cdk aws-cdk-lib constructs');
  });

  test('another setting is synthesized by the construct library beside it', async () => {
    const { portcullis: one, 'portcullis-cdk': other } = await madePackages();
    const both = installed([one.tarball.path, other.tarball.path], ['aws-cdk-lib', 'constructs']);
    const small = await startInstalled(both, ['--no-demo', '--no-warm', '-c', 'events=false']);

    writeFileSync(join(both, 'address'), 'https://hooks.example.com/portcullis');
    const { err } = await portcullis(both, ['webhook', 'add', '--address', 'address', '--name', 'Tried']);

    expect(err).toContain('events_off');

    expect(await small.stop()).toBe(0);
  });

  test('help and version need no stack', async () => {
    const [help, start, version] = await Promise.all([
      portcullis(folder, ['--help']),
      portcullis(folder, ['start', '--help']),
      portcullis(folder, ['--version']),
    ]);

    expect(help.out).toContain('Usage: npx portcullis <command>');
    expect(start.out).toContain('Usage: npx portcullis start [flags]');
    expect(version.out.trim()).toBe(made.tarball.path.replace(/^.*portcullis-|\.tgz$/g, ''));
  });
});
