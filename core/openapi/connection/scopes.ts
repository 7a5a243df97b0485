/**
 * OAuth 2 scopes of a description: each with the operations that it is for, so that an owner can choose, and the fewest that open all
 * operations. A requirement's scopes are needed together; its alternatives are not, and the choice between them is made for as many
 * operations at once as possible.
 */
import { isObject, type JsonObject, type JsonValue } from '../../json/value.ts';
import type { Operation } from '../model/operation.ts';
import { cleanText } from '../model/text.ts';
import type { ScopeChoice } from '../model/types.ts';

/** What a person can choose of, and what is suggested. */
export interface Scopes {
  readonly choices: readonly ScopeChoice[];
  /** Separated by spaces; '' where it would be too long to ask for at once. */
  readonly suggested: string;
}

const MAX_SCOPE = 2_000;
const MAX_CHOICES = 300;
const MAX_EXAMPLES = 8;
const MAX_EXAMPLE = 120;
/** Sets of alternatives that are looked at; no description of the public directory has half as many. */
const MAX_DEMANDS = 500;

/** RFC 6749, section 3.3. */
const isScope = (text: unknown): text is string => typeof text === 'string' && /^[!#-[\]-~]{1,300}$/.test(text);

/**
 * @param general the document's own requirement, for operations without one
 * @param isOAuth whether a scheme of this name is one of OAuth 2
 * @param declared scopes with their descriptions
 */
export function scopesOf(
  operations: readonly Operation[],
  general: JsonValue | undefined,
  isOAuth: (name: string) => boolean,
  declared: JsonObject,
): Scopes {
  const found = new Map<string, { count: number; readonly examples: string[] }>();
  const demands = new Map<string, { readonly alternatives: readonly (readonly string[])[]; count: number }>();
  for (const { verb, path, raw } of operations) {
    const own = raw['security'];
    const alternatives = alternativesOf(Array.isArray(own) ? own : general, isOAuth);
    for (const scope of new Set(alternatives.flat())) {
      const known = found.get(scope) ?? { count: 0, examples: [] };
      known.count++;
      if (known.examples.length < MAX_EXAMPLES) known.examples.push(`${verb} ${path}`.slice(0, MAX_EXAMPLE));
      found.set(scope, known);
    }
    const key = alternatives.map((all) => all.join(' ')).join('\n');
    const demand = demands.get(key) ?? { alternatives, count: 0 };
    demand.count++;
    if (alternatives.length > 0 && (demands.has(key) || demands.size < MAX_DEMANDS)) demands.set(key, demand);
  }
  for (const name of Object.keys(declared)) {
    if (isScope(name) && !found.has(name)) found.set(name, { count: 0, examples: [] });
  }
  const choices = [...found]
    .map(([name, { count, examples }]): ScopeChoice => {
      const description = cleanText(declared[name], 300);
      return { name, ...(description !== '' && { description }), operations: count, examples };
    })
    .sort((one, other) => other.operations - one.operations)
    .slice(0, MAX_CHOICES);
  const suggested = fewest([...demands.values()]).join(' ');
  return { choices, suggested: suggested.length > MAX_SCOPE ? '' : suggested };
}

/** None where the operation can be called without OAuth 2. */
function alternativesOf(block: JsonValue | undefined, isOAuth: (name: string) => boolean): string[][] {
  const all = (Array.isArray(block) ? block : []).filter(isObject).map((requirement) =>
    Object.entries(requirement)
      .filter(([name, scopes]) => isOAuth(name) && Array.isArray(scopes))
      .flatMap(([, scopes]) => (scopes as JsonValue[]).filter(isScope)),
  );
  const sorted = all.map((scopes) => [...new Set(scopes)]);
  return sorted.some((scopes) => scopes.length === 0) ? [] : sorted;
}

interface Demand {
  readonly alternatives: readonly (readonly string[])[];
  readonly count: number;
}

/** By the greedy rule: again and again the alternative that opens most operations for each scope that it adds. */
function fewest(demands: readonly Demand[]): string[] {
  const chosen = new Set<string>();
  for (const { alternatives } of demands) {
    if (alternatives.length === 1) for (const scope of alternatives[0] ?? []) chosen.add(scope);
  }
  const isOpen = ({ alternatives }: Demand) => alternatives.some((all) => all.every((scope) => chosen.has(scope)));
  for (
    let rest = demands.filter((each) => !isOpen(each));
    rest.length > 0;
    rest = rest.filter((each) => !isOpen(each))
  ) {
    const worth = new Map<string, { readonly all: readonly string[]; count: number }>();
    for (const { alternatives, count } of rest) {
      for (const all of alternatives) {
        const key = all.join(' ');
        const known = worth.get(key) ?? { all, count: 0 };
        known.count += count;
        worth.set(key, known);
      }
    }
    const cost = (all: readonly string[]) => all.filter((scope) => !chosen.has(scope)).length;
    const [best] = [...worth.values()].sort((one, other) => other.count / cost(other.all) - one.count / cost(one.all));
    for (const scope of best?.all ?? []) chosen.add(scope);
  }
  return [...chosen];
}
