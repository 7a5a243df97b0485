/**
 * OAuth 2 scopes of a description: each with the operations that need it, so that an owner can choose, and a small set of scopes with which
 * all operations can be called. The scopes of a requirement are needed together; of several requirements one is enough, and it is chosen
 * for as many operations as possible at once.
 */
import { isObject, type JsonObject, type JsonValue } from '../../lib/json/value.ts';
import type { Operation } from '../model/operation.ts';
import { cleanText } from '../model/text.ts';
import type { ScopeChoice } from '../model/types.ts';

/** The scopes to choose from, and those that are suggested. */
export interface Scopes {
  readonly choices: readonly ScopeChoice[];
  /** Separated by spaces; '' if it would be too long for a request. */
  readonly suggested: string;
}

const MAX_SCOPE = 2_000;
const MAX_CHOICES = 300;
const MAX_EXAMPLES = 8;
const MAX_EXAMPLE = 120;
/** Different `security` lists that are considered; no description of the public directory has half as many. */
const MAX_DEMANDS = 500;
/** Requirements that are considered of one list; further ones are alternatives to these. */
const MAX_ALTERNATIVES = 30;

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
  const inherited = alternativesOf(general, isOAuth);
  for (const { verb, path, raw } of operations) {
    const own = raw['security'];
    const alternatives = Array.isArray(own) ? alternativesOf(own, isOAuth) : inherited;
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

/** The scopes of each requirement of a list; none when an operation can be called without OAuth 2. */
function alternativesOf(block: JsonValue | undefined, isOAuth: (name: string) => boolean): string[][] {
  const all = (Array.isArray(block) ? block : []).filter(isObject).map((requirement) =>
    Object.entries(requirement)
      .filter(([name, scopes]) => isOAuth(name) && Array.isArray(scopes))
      .flatMap(([, scopes]) => (scopes as JsonValue[]).filter(isScope)),
  );
  if (all.some((scopes) => scopes.length === 0)) return [];
  return all.slice(0, MAX_ALTERNATIVES).map((scopes) => [...new Set(scopes)]);
}

interface Demand {
  readonly alternatives: readonly (readonly string[])[];
  readonly count: number;
}

/** Greedy: repeatedly adds the alternative that makes the most operations callable for each scope that it adds. */
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
    let best: readonly string[] = [];
    let most = 0;
    for (const { all, count } of worth.values()) {
      const gain = count / all.filter((scope) => !chosen.has(scope)).length;
      if (gain > most) [best, most] = [all, gain];
    }
    for (const scope of best) chosen.add(scope);
  }
  return [...chosen];
}
