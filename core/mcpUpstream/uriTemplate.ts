/**
 * URI templates (RFC 6570) of an MCP server's resources: whether a URI is one that a template gives. Matched and never expanded, because the
 * client sends the URI and the server is sent the same. A value is bounded and leaves its place in no way: no dot segment, and no slash
 * where the template has a single segment, and no control character, encoded or not, once or twice.
 *
 * Read are `{name}`, `{+name}`, `{name*}` (several segments, as FastMCP writes it), `{/name}`, `{#name}` and at the end `{?one,two}`. A template
 * with anything else, or with two variables side by side, is refused: what a URI means would depend on who reads it.
 */

/** A literal, or a variable whose value is one segment or several. */
type Part = { readonly literal: string } | { readonly isPath: boolean };

/** A template that can be matched. */
export interface UriTemplate {
  readonly parts: readonly Part[];
  /** Names of the query at the end. */
  readonly query: readonly string[];
}

/** Characters of a value; of one with several segments. */
const MAX_VALUE = 256;
const MAX_PATH = 1_024;

const NAME = '[A-Za-z0-9_%][A-Za-z0-9_.%-]{0,99}';
const EXPRESSION = new RegExp(`^(?:([+/#]?)(${NAME})(\\*?)|\\?(${NAME}(?:,${NAME})*))$`);

/** Reads a template; undefined for one that cannot be matched. */
export function templateOf(text: string): UriTemplate | undefined {
  const parts: Part[] = [];
  let query: readonly string[] = [];
  const pieces = text.split(/(\{[^{}]*\})/);
  for (const [at, piece] of pieces.entries()) {
    if (piece === '') continue;
    // Nothing is defined behind a query.
    if (query.length > 0) return undefined;
    if (at % 2 === 0) {
      if (/[{}]/.test(piece)) return undefined;
      parts.push({ literal: piece });
      continue;
    }
    const read = EXPRESSION.exec(piece.slice(1, -1));
    if (!read) return undefined;
    const [, operator = '', , star, names] = read;
    if (names !== undefined) query = names.split(',');
    else {
      if (operator === '/' || operator === '#') parts.push({ literal: operator });
      const before = parts.at(-1);
      if (before === undefined || !('literal' in before)) return undefined;
      parts.push({ isPath: operator === '+' || operator === '#' || star === '*' });
    }
  }
  return query.length > 0 || parts.some((part) => 'isPath' in part) ? { parts: joined(parts), query } : undefined;
}

/** Literals side by side are one. */
function joined(parts: readonly Part[]): Part[] {
  const made: Part[] = [];
  for (const part of parts) {
    const last = made.at(-1);
    if (last && 'literal' in last && 'literal' in part) made.splice(-1, 1, { literal: last.literal + part.literal });
    else made.push(part);
  }
  return made;
}

/** A URI as whoever decodes it reads it, once or twice: two URIs with the same may be one resource. */
export function plainUri(uri: string): string {
  let text = uri;
  for (let decoded = 0; decoded < 2; decoded++) {
    try {
      text = decodeURIComponent(text);
    } catch {
      return text;
    }
  }
  return text;
}

/** Whether the template gives the URI. Takes time linear in its length. */
export function isOfTemplate(template: UriTemplate, uri: string): boolean {
  const mark = template.query.length > 0 ? uri.indexOf('?') : -1;
  const head = mark < 0 ? uri : uri.slice(0, mark);
  return isOfParts(template.parts, head) && (mark < 0 || isQuery(uri.slice(mark + 1), template.query));
}

function isOfParts(parts: readonly Part[], text: string): boolean {
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if ('literal' in part) {
      if (!text.startsWith(part.literal, at)) return false;
      at += part.literal.length;
      continue;
    }
    const next = parts[index + 1];
    const literal = next && 'literal' in next ? next.literal : '';
    // The last literal is the end of the text, so that a value may hold it too.
    const isEnd = index + 2 >= parts.length;
    if (isEnd && !text.endsWith(literal)) return false;
    const end = isEnd ? text.length - literal.length : text.indexOf(literal, at + 1);
    if (end <= at || !isValue(text.slice(at, end), part.isPath)) return false;
    at = end;
  }
  return at === text.length;
}

const isQuery = (query: string, names: readonly string[]): boolean =>
  query.split('&').every((pair) => {
    const [name = '', ...value] = pair.split('=');
    return names.includes(name) && isValue(value.join('=') || '-', true);
  });

function isValue(value: string, isPath: boolean): boolean {
  if (value.length > (isPath ? MAX_PATH : MAX_VALUE) || /\s/u.test(value) || !value.isWellFormed()) return false;
  if (!isPath && /[/\\?#]/.test(value)) return false;
  let text = value;
  for (let decoded = 0; decoded < 3; decoded++) {
    // A text may end at a zero byte for who opens a file by it.
    if (/\p{Cc}/u.test(text)) return false;
    const segments = text.split(/[/\\]/);
    if ((!isPath && segments.length > 1) || segments.some((segment) => segment === '.' || segment === '..'))
      return false;
    try {
      text = decodeURIComponent(text);
    } catch {
      // A lone sign is a character as any other once it was encoded itself.
      return decoded > 0;
    }
  }
  return true;
}
