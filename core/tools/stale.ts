/**
 * The read-only tools whose earlier answers may be out of date after a tool has changed something: those of the same
 * resource, by path. A change at `/customers/{id}/notes` affects the tools below `/customers`, not those of `/orders`.
 */
import type { RequestProgram, ToolAnnotations } from '../model/tool.ts';

interface Located {
  readonly name: string;
  readonly annotations: Pick<ToolAnnotations, 'readOnlyHint'>;
  readonly program: Pick<RequestProgram, 'path' | 'baseUrl'>;
}

/** Maximum number of names. */
const MAX_NAMES = 10;

/** Names of the affected tools, in the order of `tools`. */
export function staleAfter(changed: Located, tools: Iterable<Located>): string[] {
  const own = wordsOf(changed.program.path);
  const names: string[] = [];
  for (const tool of tools) {
    if (!tool.annotations.readOnlyHint || tool.program.baseUrl !== changed.program.baseUrl) continue;
    const other = wordsOf(tool.program.path);
    const shared = Math.min(own.length, other.length);
    if (shared > 0 && own.slice(0, shared).every((word, at) => word === other[at])) names.push(tool.name);
    if (names.length === MAX_NAMES) break;
  }
  return names;
}

/** The fixed segments of a path, without versions. */
const wordsOf = (path: string): string[] =>
  path
    .split(/[?#]/, 1)[0]
    ?.split('/')
    .filter((segment) => segment !== '' && !segment.includes('{') && !/^(?:api|v?\d[\d.]*)$/i.test(segment)) ?? [];
