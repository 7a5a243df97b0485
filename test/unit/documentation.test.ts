/**
 * The pages of docs/ without a stack: each is in the sidebar, links lead to pages, headings and files that there are, each code block says how
 * it is tried, what cannot run here is right as far as it can be told, and the reference has an entry for everything. What can run does in
 * test/browser/documentation.test.ts.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import { auth } from '../../core/api/credentials.ts';
import { ROUTES } from '../../core/api/routes/index.ts';
import { readDeclarations } from '../../core/declarations/read.ts';
import { CATALOGUE } from '../../core/errorCatalog/index.ts';
import { CATALOG } from '../../core/governance/catalog/index.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import { SETTING_NAMES } from '../../core/model/serverSettings.ts';
import { EVENT_TYPES } from '../../core/telemetry/events/events.ts';
import { RULE_IDS } from '../../core/tools/check/rules.ts';
import { deploymentConfig, readConfig } from '../../lib/config.ts';
import { contextOf } from '../../lib/context.ts';
import { readFlags } from '../../local/flags.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { createAuthority } from '../support/certificates.ts';
import {
  type Command,
  commandsOf,
  type Fence,
  generatedPages,
  listedPages,
  portcullisArguments,
  writtenPages,
} from '../support/documentation.ts';

/** In place of those that the pages leave out. */
const issued = createAuthority().then((authority) => authority.issue(['client.example.com']));

const root = resolve(import.meta.dirname, '..', '..');
const pages = writtenPages();
const generated = generatedPages();
const fences = pages.flatMap(({ path, fences: all }) => all.map((fence) => [`${path}:${fence.line}`, fence] as const));
const of = (language: string, mark?: string) =>
  fences.filter(([, fence]) => fence.language === language && (mark === undefined || mark in fence.marks));

describe('the pages', () => {
  test('are each in the sidebar once, and all that it lists is there', () => {
    const there = [
      ...pages.map(({ path }) => path).filter((path) => path !== 'index'),
      ...generated.map(({ path }) => `reference/${path}`),
    ];

    expect(there.length).toBeGreaterThan(40);
    expect(listedPages().toSorted()).toEqual(there.toSorted());
  });

  test('are short', () => {
    const long = pages.filter(({ text }) => text.split('\n').length > 170);

    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test.each(pages.map(({ path, text }) => [path, text] as const))(
    '%s leads to files and headings of the repository that there are',
    (path, text) => {
      const links = [...text.matchAll(/\]\((?![a-z]+:|#|\/)([^)\s]+)\)/g)].map(([, link = '']) => link);

      const outside = links
        .map((link) => ({
          link,
          file: join('docs', dirname(path), link.replace(/#.*/, '')),
          anchor: /#(.*)/.exec(link)?.[1],
        }))
        .filter(({ file }) => !file.startsWith('docs/'));

      expect(outside.filter(({ file }) => !existsSync(join(root, file))).map(({ link }) => link)).toEqual([]);
      expect(
        outside
          .filter(({ file, anchor }) => anchor !== undefined && !headingsOf(file).includes(anchor))
          .map(({ link }) => link),
      ).toEqual([]);
    },
  );
});

interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean }>>;
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly with?: object }[] }>>;
}

/** Anchors of a Markdown file, as GitHub makes them. */
const headingsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\d\s-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );

describe('code blocks', () => {
  test('say how they are tried', () => {
    const ways: Readonly<Record<string, readonly string[]>> = {
      sh: ['run', 'start', 'unrun', 'config'],
      yaml: ['file', 'declaration', 'action'],
      ts: ['part-of'],
      json: ['file', 'credential', 'config', 'scp'],
      js: ['file'],
    };

    const unsaid = fences.filter(
      ([, { language, marks }]) => language !== 'text' && !(ways[language] ?? []).some((way) => way in marks),
    );

    expect(unsaid.map(([place]) => place)).toEqual([]);
    expect(of('sh', 'unrun').filter(([, { marks }]) => (marks['unrun'] ?? '').length < 10)).toEqual([]);
  });

  test.each(of('json'))('%s is JSON', (_, { text }) => {
    expect(() => JSON.parse(text)).not.toThrow();
  });

  test.each(of('yaml'))('%s is YAML', (_, { text }) => {
    expect(load(text)).toBeInstanceOf(Object);
  });

  test.each(of('ts', 'part-of'))('%s is part of the example', (_, { text, marks }) => {
    const flat = (code: string) => code.replace(/\s+/g, ' ').trim();
    const example = readFileSync(join(root, marks['part-of'] as string), 'utf8');

    expect(flat(example)).toContain(flat(text));
  });

  test.each(of('yaml', 'action'))('%s gives an action what it takes', (_, { text, marks }) => {
    const { inputs } = load(readFileSync(join(root, marks['action'] as string), 'utf8')) as Action;
    const { jobs } = load(text) as Workflow;
    const given = Object.values(jobs).flatMap(({ steps }) => steps.flatMap((step) => Object.keys(step.with ?? {})));
    const needed = Object.entries(inputs).filter(([, { required }]) => required === true);

    expect(given.filter((name) => !(name in inputs))).toEqual([]);
    expect(needed.map(([name]) => name).filter((name) => !given.includes(name))).toEqual([]);
  });

  test.each(of('json', 'credential'))('%s is a credential', async (_, { text }) => {
    const { key, cert } = await issued;
    const real = (value: unknown) => {
      if (typeof value !== 'string' || !value.includes('-----\n...')) return value;
      return value.includes('CERTIFICATE') ? cert : key;
    };

    const { error } = auth.safeParse(JSON.parse(text, (_name, value: unknown) => real(value)));

    expect(error).toBeUndefined();
  });

  test.each(of('yaml', 'declaration'))('%s declares servers', (_, { text }) => {
    const { faults } = readDeclarations([{ path: 'servers.yaml', text }]);

    expect(faults).toEqual([]);
  });

  test.each(of('json', 'config'))('%s has settings of a deployment', (_, { text }) => {
    const { context } = JSON.parse(text) as { context: Record<string, unknown> };

    expect(() => readConfig(context)).not.toThrow();
  });
});

/** What a command that does not run here must be: a script, a command and flags that there are. */
function fault({ words }: Command): string | undefined {
  const [program = '', verb = '', ...rest] = words;
  if (program === 'npx' && verb === 'portcullis') {
    if (rest[0] !== 'start') return commandFault(rest);
    readFlags(rest.slice(1));
    return undefined;
  }
  if (['git', 'aws', 'export', 'cd', 'node'].includes(program)) return undefined;
  if (program === 'npx' && verb === 'cdk') return undefined;
  if (program === 'npm' && verb === 'install') return undefined;
  if (program !== 'npm') return `runs ${program}`;
  const given = rest.includes('--') ? rest.slice(rest.indexOf('--') + 1) : [];
  if (verb === 'start') {
    readFlags(given);
    return undefined;
  }
  const script = rest[0] ?? '';
  if (!(script in packageJson.scripts)) return `there is no script ${script}`;
  if (script === 'deploy') readConfig(contextOf(given.filter((word) => word !== '-c' && word !== '--replace-data')));
  return script === 'portcullis' ? commandFault(portcullisArguments({ words, variables: {} }) ?? []) : undefined;
}

function commandFault([name = '', ...rest]: readonly string[]): string | undefined {
  const file = join(root, 'cli', 'usage', `${name === 'reimport' ? 'deploy' : name}.txt`);
  if (!existsSync(file)) return `there is no command ${name}`;
  const usage = readFileSync(file, 'utf8');
  const unknown = rest.filter(
    (word) => /^--?[a-z]/.test(word) && !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(usage),
  );
  return unknown.length > 0 ? `${name} has no ${unknown.join(', ')}` : undefined;
}

describe('commands', () => {
  const shell = of('sh').flatMap(([place, fence]: readonly [string, Fence]) =>
    commandsOf(fence.text).map(({ line, command }) => [`${place} ${line}`, line, command] as const),
  );

  test.each(shell)('%s', (_, line, command) => {
    const parts = command === undefined ? line.split(/\s&&\s/).map((part) => commandsOf(part)[0]?.command) : [command];

    const faults = parts.map((part) => (part === undefined || part.words.length === 0 ? undefined : fault(part)));

    expect(faults.filter((one) => one !== undefined && !one.startsWith('runs curl'))).toEqual([]);
  });
});

describe('the reference', () => {
  const textOf = (path: string) => generated.find((page) => page.path === path)?.text ?? '';
  const api = generated
    .filter(({ path }) => path.startsWith('api/'))
    .map(({ text }) => text)
    .join('\n');
  /** Code in a table has its signs as entities. */
  const shown = (text: string) => text.replace(/[&<>|\\`{}[\]*_]/g, (sign) => `&#${sign.charCodeAt(0)};`);

  test.each([
    [
      'cli',
      readdirSync(join(root, 'cli', 'usage'))
        .map((name) => `## ${name.replace('.txt', '')}`)
        .filter((name) => name !== '## portcullis'),
    ],
    ['server-settings', SETTING_NAMES.map((name) => `## ${name}`)],
    ['deployment-settings', Object.keys(deploymentConfig.shape).map((name) => `## ${name}`)],
    ['error-codes', CATALOGUE.flatMap(({ codes }) => codes.map(({ code }) => `### ${code}`))],
    ['events', EVENT_TYPES.map((type) => `## ${type}`)],
    ['limits', Object.keys(LIMITS).map((name) => `id="${name}"`)],
    ['personal-data', CATALOG.map(({ id }) => `<code v-pre>${id}</code>`)],
    ['description-checks', RULE_IDS.map((id) => `## ${id}`)],
    ['audit-record', ['## call', '## call-started', '## request', '## management'].map((kind) => `${kind}\n`)],
  ])('%s has an entry for each', (path, entries) => {
    const missing = entries.filter((entry) => !textOf(path).includes(entry));

    expect(entries.length).toBeGreaterThan(3);
    expect(missing).toEqual([]);
  });

  test('has every route of the management API', () => {
    const missing = Object.entries(ROUTES).filter(
      ([id, { method, path }]) => !api.includes(`{#${id}}`) || !api.includes(shown(`${method} ${path}`)),
    );

    expect(missing.map(([id]) => id)).toEqual([]);
  });

  test('says of each setting of a deployment what it is', () => {
    expect(textOf('deployment-settings')).not.toContain('\n\n\n');
    expect(textOf('deployment-settings')).not.toContain('See the setting before it.');
  });
});
