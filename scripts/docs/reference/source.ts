/** What a module of ours says in comments and types, which are gone when it runs: members with their type and the comment before them. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'vite';
import { root } from '../../../local/lib/kept.ts';

/** A member of an interface or of an object. */
export interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  /** As in the source; '' for a member of an object. */
  readonly type: string;
  /** The comment before it; '' without one. */
  readonly says: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

interface Module {
  readonly file: string;
  readonly text: string;
  readonly body: readonly Node[];
}

const modules = new Map<string, Module>();

/** @param file path from the root of the repository */
function moduleOf(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const text = readFileSync(join(root, file), 'utf8');
  const { body } = parseAst(text, { lang: 'ts' }) as unknown as { body: Node[] };
  const made = {
    file,
    text,
    body: body.map((node) =>
      node.type === 'ExportNamedDeclaration' ? ((node['declaration'] as Node | null) ?? node) : node,
    ),
  };
  modules.set(file, made);
  return made;
}

const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as { name?: string; value?: unknown };
  return name ?? (value === undefined ? '' : String(value));
};

/** The comment that ends right before a place; '' without one. */
function commentBefore(text: string, at: number): string {
  const [, comment] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export\s+)?$/.exec(text.slice(0, at)) ?? [];
  return (comment ?? '')
    .replace(/^\s*\*? ?/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The members of an interface, those of the interfaces that it extends first.
 *
 * @throws Error when there is no such interface
 */
export function membersOf(file: string, name: string): Member[] {
  const { text, body } = moduleOf(file);
  const found = body.find((node) => node.type === 'TSInterfaceDeclaration' && nameOf(node['id']) === name);
  if (!found) throw new Error(`${file} has no interface ${name}.`);
  const parents = ((found['extends'] ?? []) as Node[]).flatMap(({ expression }) => {
    const parent = nameOf(expression);
    const from = importedFrom(file, parent);
    return membersOf(from ?? file, parent);
  });
  const own = ((found['body'] as { body: Node[] }).body ?? []).map((member) => ({
    name: nameOf(member['key']),
    isOptional: member['optional'] === true,
    type: typeText(file, (member['typeAnnotation'] as { typeAnnotation: Node }).typeAnnotation),
    says: commentBefore(text, member.start),
  }));
  return [...parents.filter((one) => !own.some((member) => member.name === one.name)), ...own];
}

/** The comment of an interface, a type or a constant. */
export function commentOf(file: string, name: string): string {
  const { text, body } = moduleOf(file);
  const found = body.find(
    (node) =>
      nameOf(node['id']) === name || ((node['declarations'] ?? []) as Node[]).some(({ id }) => nameOf(id) === name),
  );
  return found === undefined ? '' : commentBefore(text, found.start);
}

/**
 * The comments of the members of the outermost object in a constant, with those of its objects by path: `document.bytes`.
 *
 * @throws Error when there is no such constant
 */
export function commentsIn(file: string, constant: string): ReadonlyMap<string, string> {
  const { text, body } = moduleOf(file);
  const declared = body
    .flatMap((node) => (node['declarations'] ?? []) as Node[])
    .find(({ id }) => nameOf(id) === constant);
  const object = declared && firstObject(declared['init'] as Node);
  if (!object) throw new Error(`${file} has no object ${constant}.`);
  const found = new Map<string, string>();
  const walk = (node: Node, path: string) => {
    for (const member of node['properties'] as Node[]) {
      if (member.type !== 'Property') continue;
      const name = path + nameOf(member['key']);
      found.set(name, commentBefore(text, member.start));
      const value = member['value'] as Node;
      if (value.type === 'ObjectExpression') walk(value, `${name}.`);
    }
  };
  walk(object, '');
  return found;
}

/** The object itself, or the first argument of a call around it. */
function firstObject(node: Node): Node | undefined {
  if (node.type === 'ObjectExpression') return node;
  if (node.type === 'CallExpression') return ((node['arguments'] ?? []) as Node[]).map(firstObject).find(Boolean);
  if (node['expression'] !== undefined) return firstObject(node['expression'] as Node);
  return undefined;
}

/** The file that a name is imported from, as a path from the root. */
function importedFrom(file: string, name: string): string | undefined {
  for (const node of moduleOf(file).body) {
    if (node.type !== 'ImportDeclaration') continue;
    const from = (node['source'] as { value: string }).value;
    if (from.startsWith('.') && (node['specifiers'] as Node[]).some(({ local }) => nameOf(local) === name))
      return join(dirname(file), from);
  }
  return undefined;
}

/** The text of a type, with names of unions of literals replaced by the literals. */
function typeText(file: string, type: Node): string {
  const text = moduleOf(file)
    .text.slice(type.start, type.end)
    .replace(/\breadonly /g, '')
    .replace(/\s+/g, ' ');
  return text.replace(/\b[A-Z]\w+\b/g, (name) => literalsOf(file, name) ?? name);
}

function literalsOf(file: string, name: string): string | undefined {
  const from = importedFrom(file, name) ?? file;
  const { text, body } = moduleOf(from);
  const alias = body.find((node) => node.type === 'TSTypeAliasDeclaration' && nameOf(node['id']) === name);
  if (!alias) return undefined;
  const type = alias['typeAnnotation'] as Node;
  const written = text.slice(type.start, type.end);
  if (/^\|?\s*'[^']*'(?:\s*\|\s*'[^']*')*$/.test(written)) return written.replace(/^\|\s*/, '').replace(/\s+/g, ' ');
  const [, list] = /^\(typeof (\w+)\)\[number\]$/.exec(written) ?? [];
  const declared = body.flatMap((node) => (node['declarations'] ?? []) as Node[]).find(({ id }) => nameOf(id) === list);
  if (!declared) return undefined;
  const init = declared['init'] as Node;
  const values = [...text.slice(init.start, init.end).matchAll(/'([^']*)'/g)].map(([quoted]) => quoted);
  return values.length > 0 ? values.join(' | ') : undefined;
}
