/**
 * The types of the construct library: those that TypeScript makes of lib/stacks/index.ts, and interfaces for what is derived from the schemas
 * of the settings. The schemas' types are of zod, which no user of the construct has; what is written about a setting in lib/config stands
 * behind its property as it is. Throws Error for a setting that nothing is written about, or whose type is unknown here.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { settings } from '../../lib/config.ts';
import { NO_PROPERTIES } from '../../lib/stacks/props.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly default?: unknown;
}

/** Writes index.d.ts and what it imports into a folder. */
export function writeTypes(root: string, folder: string): void {
  const emitted = join(folder, 'emitted');
  emit(root, emitted);
  const stacks = globSync('**/stacks/index.d.ts', { cwd: emitted })[0];
  if (stacks === undefined) throw new Error('TypeScript has made no types of lib/stacks/index.ts.');
  const made = join(emitted, dirname(stacks));
  for (const file of ['index', 'network', 'portcullis', 'server'])
    writeFileSync(join(folder, `${file}.d.ts`), importsAsJs(readFileSync(join(made, `${file}.d.ts`), 'utf8')));
  writeFileSync(
    join(folder, 'props.d.ts'),
    importsAsJs(withSettings(readFileSync(join(made, 'props.d.ts'), 'utf8'), root)),
  );
  rmSync(emitted, { recursive: true });
}

function emit(root: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const config = join(to, 'tsconfig.json');
  // Types are checked by `npm test`; here files that no type is exported from would be refused.
  const options = {
    noCheck: true,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    outDir: to,
  };
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { ...options, rootDir: root, typeRoots: [join(root, 'node_modules', '@types')] },
      files: [join(root, 'lib', 'stacks', 'index.ts')],
      include: [],
    }),
  );
  spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], { stdio: 'ignore' });
}

const importsAsJs = (text: string): string => text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1'");

/** Interfaces in place of the types that are derived from schemas, and only the imports and declarations that these files' users see. */
function withSettings(emitted: string, root: string): string {
  const shape = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }) as Schema;
  const words = wordsIn(root);
  const properties = Object.entries(shape.properties ?? {}).filter(
    ([name]) => !(NO_PROPERTIES as readonly string[]).includes(name),
  );
  const oidc = shape.properties?.['oidc'];
  const props = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*export interface PortcullisProps [\s\S]*?\n}\n/.exec(emitted)?.[0];
  if (!oidc || !props) throw new Error('lib/stacks/props.ts has no PortcullisProps, or lib/config no setting oidc.');
  const imports = [...emitted.matchAll(/^import .*;$/gm)].map(([line]) => line);
  const used = imports.filter((line) =>
    [...line.matchAll(/\b[A-Z]\w+/g)].some(([name]) => props.includes(name) && !/zod|config/.test(line)),
  );
  return [
    ...used,
    '/** Settings that are plain values. */',
    `export interface PortcullisSettings {\n${membersOf(Object.fromEntries(properties), [], words).join('\n')}\n}`,
    '/** An identity provider by OpenID Connect. */',
    `export interface PortcullisOidc {\n${membersOf(
      { ...oidc.properties, clientSecret: { type: 'ISecret' } },
      oidc.required ?? [],
      words,
      true,
    ).join('\n')}\n}`,
    props,
  ].join('\n');
}

/** What stands before a member, by its name, in the files of the settings. */
function wordsIn(root: string): ReadonlyMap<string, string> {
  const files = ['lib/config.ts', ...globSync('lib/config/*.ts', { cwd: root })];
  const found = new Map<string, string>();
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, comment = '', name = ''] of text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+):/g))
      found.set(name, comment.replace(/^\s*\* ?/gm, '').trim());
  }
  return found;
}

/** References to files that the package does not have. */
const OWN_FILES = /\s?\((?:figures: |for [^()]*: )?(?:lib|design)\/[^()]*\)/g;

function membersOf(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  words: ReadonlyMap<string, string>,
  isNested = false,
): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const about = words.get(name)?.replace(OWN_FILES, '');
    if (about === undefined && !isNested)
      throw new Error(`Nothing is written about the setting ${name} in lib/config.`);
    const fallback = schema.default === undefined ? 'none' : JSON.stringify(schema.default);
    const isNeeded = required.includes(name) && schema.default === undefined;
    const lines = [...(about?.split('\n') ?? []), ...(isNeeded ? [] : [`@default ${fallback}`])];
    return [
      ...(lines.length > 0 ? ['  /**', ...lines.map((line) => `   * ${line}`.trimEnd()), '   */'] : []),
      `  readonly ${name}${isNeeded ? '' : '?'}: ${typeOf(schema, name)};`,
    ];
  });
}

function typeOf(schema: Schema, name: string): string {
  const { type, enum: values, const: value, anyOf, items, properties, additionalProperties, required = [] } = schema;
  if (value !== undefined) return JSON.stringify(value);
  if (values) return values.map((each) => JSON.stringify(each)).join(' | ');
  if (anyOf) return anyOf.map((each) => typeOf(each, name)).join(' | ');
  if (type === 'array' && items) return `ReadonlyArray<${typeOf(items, name)}>`;
  if (type === 'object' && properties) {
    const members = Object.entries(properties).map(([member, each]) => {
      const isNeeded = required.includes(member) && each.default === undefined;
      return `readonly ${member}${isNeeded ? '' : '?'}: ${typeOf(each, member)}`;
    });
    return `{ ${members.join('; ')} }`;
  }
  if (type === 'object' && typeof additionalProperties === 'object')
    return `Readonly<Record<string, ${typeOf(additionalProperties, name)}>>`;
  if (type === 'integer') return 'number';
  if (type === 'string' || type === 'number' || type === 'boolean' || type === 'ISecret') return type;
  throw new Error(`The type of the setting ${name} is unknown to scripts/pack/types.ts: ${JSON.stringify(schema)}`);
}
