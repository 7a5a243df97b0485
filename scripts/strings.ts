/**
 * `npm run strings [-- <folder or file>…]`: lists every text that people read (dashboard, CLI, API descriptions and
 * errors, output of `npm start`) by file and line, for reviewing them together. A text is what is between JSX tags, or
 * a literal with a space between two words. Imports, class names and code are left out. Expressions in templates are
 * shown as `{…}`.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { parseAst } from 'vite';

const root = join(import.meta.dirname, '..');
const FOLDERS = ['web/src', 'cli', 'core', 'egress', 'lambdas', 'aws', 'local'];
/** Attributes and members whose literals are for machines. */
const MACHINE = new Set([
  'className',
  'class',
  'd',
  'key',
  'pattern',
  'viewBox',
  'style',
  'gridTemplateColumns',
  'transform',
]);
/** Data instead of texts: vocabulary and patterns of detectors, and database statements. */
const SKIPPED = [
  'core/governance/vocabulary',
  'core/governance/context',
  'core/governance/fieldName',
  'core/governance/json',
  'core/governance/text',
  'core/governance/facts',
  'core/governance/value',
  'local/demo/records.ts',
];

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [member: string]: unknown;
}

interface Text {
  readonly line: number;
  readonly text: string;
}

/** Attributes whose literals are texts even with a single word. */
const LABELS = new Set(['label', 'title', 'header', 'placeholder', 'aria-label', 'ariaLabel']);
const isProse = (text: string) => /[\p{L}\d}.,:;!?…’”)] +[\p{L}\d{“‘(•]/u.test(text) && /\p{L}{2}/u.test(text);

/** The text of a node; undefined for code. */
function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText') return node['value'] as string;
  if (node.type === 'JSXAttribute') {
    const value = node['value'] as Node | null;
    return value?.type === 'Literal' && LABELS.has(nameOf(node)) ? String(value['value']) : undefined;
  }
  if (node.type === 'Literal' && typeof node['value'] === 'string')
    return isProse(node['value']) ? node['value'] : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const quasis = node['quasis'] as { value: { cooked: string } }[];
  const text = quasis.map(({ value: { cooked } }) => cooked).join('{…}');
  return isProse(text) ? text : undefined;
}

/** The name of an attribute or a member. */
const nameOf = (node: Node): string => ((node['name'] ?? node['key']) as { name?: string } | undefined)?.name ?? '';

function isCode(node: Node): boolean {
  if (node.type.startsWith('TS')) return !/^TS(As|Satisfies|NonNull)/.test(node.type);
  if (node.type === 'JSXAttribute' || node.type === 'Property') return MACHINE.has(nameOf(node));
  return node.type.startsWith('Import') || node.type === 'ExportAllDeclaration';
}

/**
 * The texts of a module, in order.
 *
 * @throws SyntaxError when the code is not TypeScript
 */
export function textsOf(code: string, lang: 'ts' | 'tsx'): Text[] {
  const found: { start: number; text: string }[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const node = value as Node;
    if (isCode(node)) return;
    const text = textOf(node)?.replace(/\s+/g, ' ').trim();
    if (text) found.push({ start: node.start, text });
    // The literal of an attribute is its text already.
    if (text && node.type === 'JSXAttribute') return;
    for (const [member, child] of Object.entries(node)) if (member !== 'type') walk(child);
  };
  walk(parseAst(code, { lang }));
  return found
    .sort((one, other) => one.start - other.start)
    .map(({ start, text }) => ({ line: code.slice(0, start).split('\n').length, text }));
}

function* modulesOf(path: string): Generator<string> {
  if (SKIPPED.some((skipped) => relative(root, path).startsWith(skipped))) return;
  if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) yield* modulesOf(join(path, name));
  else if (/\.tsx?$/.test(path)) yield path;
}

/** The texts of the modules in a folder or file, with the module by its path from the root. */
export const textsIn = (folder: string): (Text & { readonly file: string })[] =>
  [...modulesOf(join(root, folder))].flatMap((file) =>
    textsOf(readFileSync(file, 'utf8'), extname(file) === '.tsx' ? 'tsx' : 'ts').map((text) => ({
      ...text,
      file: relative(root, file),
    })),
  );

if (import.meta.main) {
  const wanted = process.argv.slice(2);
  let count = 0;
  for (const folder of wanted.length > 0 ? wanted : FOLDERS) {
    let shown = '';
    for (const { file, line, text } of textsIn(folder)) {
      if (file !== shown) console.log(`\n${file}`);
      shown = file;
      console.log(`${String(line).padStart(5)}  ${text}`);
      count += 1;
    }
  }
  console.error(`${count} texts`);
}
