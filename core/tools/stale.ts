/**
 * Which reading tools may answer otherwise once a tool has changed something: those of the same resource, by their paths. A change of
 * `/customers/{id}/notes` concerns the tools below `/customers`, one of `/orders` does not.
 */
import type { RequestProgram, ToolAnnotations } from './model.ts';

interface Located {
  readonly name: string;
  readonly annotations: Pick<ToolAnnotations, 'readOnlyHint'>;
  readonly program: Pick<RequestProgram, 'path' | 'baseUrl'>;
}

/** Of more, no more are named. */
const MOST = 10;

/** Names, sorted as the tools are. */
export function staleAfter(changed: Located, tools: Iterable<Located>): string[] {
  const own = wordsOf(changed.program.path);
  const names: string[] = [];
  for (const tool of tools) {
    if (!tool.annotations.readOnlyHint || tool.program.baseUrl !== changed.program.baseUrl) continue;
    const other = wordsOf(tool.program.path);
    const shared = Math.min(own.length, other.length);
    if (shared > 0 && own.slice(0, shared).every((word, at) => word === other[at])) names.push(tool.name);
    if (names.length === MOST) break;
  }
  return names;
}

/** The fixed segments of a path, without versions. */
const wordsOf = (path: string): string[] =>
  path
    .split(/[?#]/, 1)[0]
    ?.split('/')
    .filter((segment) => segment !== '' && !segment.includes('{') && !/^(?:api|v?\d[\d.]*)$/i.test(segment)) ?? [];
