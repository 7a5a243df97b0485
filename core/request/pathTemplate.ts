/** Checks path templates of manual tools: one leading slash, complete {variables}, not leaving the base URL. */
import type { FieldFault } from '../lib/errors.ts';
import { hasDotSegment } from './path.ts';

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
