/** The pages of docs/ as their tests read them: code blocks with the words that say how each is tried, and links. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'shell-quote';
import { type SidebarItem, sidebarOf } from '../../docs/.vitepress/sidebar.mjs';
import { type ReferencePage, referencePages } from '../../scripts/docs/reference/index.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** A code block. */
export interface Fence {
  readonly language: string;
  /** Words without a value have the value ''. */
  readonly marks: Readonly<Record<string, string>>;
  readonly text: string;
  readonly line: number;
}

/** A page. */
export interface Page {
  /** As in addresses, without ending: `guides/limits`. */
  readonly path: string;
  readonly text: string;
  readonly fences: readonly Fence[];
}

/** `run code=1 unrun="why not"`. */
function marksOf(info: string): Record<string, string> {
  const found = info.matchAll(/([\w-]+)(?:=(?:"([^"]*)"|(\S+)))?/g);
  return Object.fromEntries([...found].map(([, name = '', quoted, bare]) => [name, quoted ?? bare ?? '']));
}

function fencesOf(text: string): Fence[] {
  return [...text.matchAll(/^```(\w*)(.*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', info = '', body = ''], at, all) => ({
      language,
      marks: marksOf(info),
      text: body,
      line: text.slice(0, all[at]?.index).split('\n').length,
    }),
  );
}

const pageOf = (path: string, text: string): Page => ({ path, text, fences: fencesOf(text) });

/** Those that people write. */
export const writtenPages = (): Page[] =>
  globSync('docs/{index,*/*}.md', { cwd: root, exclude: (name) => name === 'node_modules' })
    .map((file) => pageOf(file.replace(/^docs\/|\.md$/g, ''), readFileSync(join(root, file), 'utf8')))
    .sort((one, other) => order(one.path) - order(other.path));

/** Those that are made from the code. */
export const generatedPages = (): readonly ReferencePage[] => referencePages();

/** The paths in the sidebar, in its order. */
export function listedPages(): string[] {
  const linksOf = ({ link, items = [] }: SidebarItem): string[] => [
    ...(link === undefined ? [] : [link.replace(/^\//, '')]),
    ...items.flatMap(linksOf),
  ];
  return sidebarOf(referencePages()).flatMap(linksOf);
}

const listed = listedPages();
const order = (path: string): number => listed.indexOf(path);

/** A command of a block: its words without the variables before it, and where its output goes. */
export interface Command {
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly into?: string;
}

/** The commands of a shell block, in which lines are joined at a backslash; undefined for one that only a shell can run. */
export function commandsOf(text: string): { readonly line: string; readonly command: Command | undefined }[] {
  const lines = text
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/\s#\s.*$/, '').trim());
  return lines.filter(Boolean).map((line) => ({ line, command: commandOf(line) }));
}

function commandOf(line: string): Command | undefined {
  const parts = parse(line.replace(/<[^<>]+>/g, (placeholder) => placeholder.replace(/[<> ]/g, '_')));
  const at = parts.findIndex((part) => typeof part === 'object' && 'op' in part && part.op === '>');
  const words = (at < 0 ? parts : parts.slice(0, at)) as string[];
  if (words.some((word) => typeof word !== 'string')) return undefined;
  const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const variables = Object.fromEntries(
    words.slice(0, first).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );
  return { words: words.slice(first), variables, ...(at >= 0 && { into: String(parts[at + 1]) }) };
}

const CLI = ['npm', 'run', 'portcullis', '--'];

/** The arguments of `portcullis`; undefined for another command. */
export const portcullisArguments = ({ words }: Command): readonly string[] | undefined =>
  CLI.every((word, index) => words[index] === word) ? words.slice(CLI.length) : undefined;
