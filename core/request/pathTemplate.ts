/** Path templates: the operators of {variables}; and checks those of manual tools: one leading slash, complete {variables}, not leaving the base URL. */
import type { FieldFault } from '../lib/errors.ts';
import { hasDotSegment } from './path.ts';

/**
 * True for a variable that its template marks as several segments: `{+x}`, `{x*}` and `{/x*}` of RFC 6570, `{x+}` of API Gateway and
 * Smithy, `{*x}` and `{**x}` of ASP.NET and Express, `{x:path}` of Starlette, `{x=**}` and `{x=projects/*}` of google.api.http.
 */
export const holdsSegments = (variable: string): boolean => /^(?:\+|\*)|(?:\*|\+|:path)$|=.*[*/]/.test(variable);

/** The name of a variable without the operators of {@link holdsSegments}, and of other URI Templates. */
export const bareVariable = (variable: string): string =>
  variable.replace(/^[+*#./;?&]+|(?:[*+]|:\d+|:path|=.*)$/g, '');

/** The variables in order, and the faults of the template. */
export function checkPathTemplate(
  path: string,
  field: string,
): { readonly variables: string[]; readonly faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const fault = (rule: string, message: string) => faults.push({ field, rule, message });
  const literal = path.replace(/\{[^{}]*\}/g, 'x');
  const variables = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] as string);
  if (!path.startsWith('/')) fault('path_slash', 'must start with a slash; it is relative to the base URL.');
  if (path.startsWith('//') || literal.includes('\\')) {
    fault('path_escapes', 'may not start with two slashes or hold a backslash; it would leave the base URL.');
  }
  if (hasDotSegment(literal)) fault('path_escapes', 'may not hold . or .. as a segment; it would leave the base URL.');
  if (/[?#]/.test(literal)) fault('path_query', 'may not hold ? or #; add query parameters instead.');
  if (/[\p{Cc}\p{Cs}\s]/u.test(literal)) fault('path_characters', 'may not hold spaces or control characters.');
  if (/[{}]/.test(literal)) fault('path_braces', 'has a brace without its partner, or braces inside of braces.');
  if (variables.some((name) => !/^[^/?#\s\p{Cc}]{1,100}$/u.test(name))) {
    fault('path_braces', 'has braces without a usable name between them.');
  }
  if (new Set(variables).size < variables.length) fault('path_braces', 'names the same variable twice.');
  return { variables, faults };
}
