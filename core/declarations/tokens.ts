/** What differs between the tokens of a declaration and those of a server, by label. A token is made when none of its label is valid; only its limits can be changed. */

import type { DeclaredToken } from '../api/declaredTools.ts';
import type { TokenView } from '../api/tokens.ts';
import { isSameJson } from '../lib/json/canonical.ts';
import type { Plan, Step } from './step.ts';

/**
 * The steps that bring the tokens to their declaration.
 * @param idOf the id of a tool; throws Error with a sentence when there is none
 */
export function planTokens(
  declared: readonly DeclaredToken[],
  tokens: readonly TokenView[],
  idOf: (key: string) => string,
): Plan {
  const steps: Step[] = [];
  const faults: string[] = [];
  for (const wanted of declared) {
    const { label, limits } = wanted;
    try {
      const scopes = scopesOf(wanted, idOf);
      const now = tokens.find(
        (token) => token.label === label && (token.status === 'active' || token.status === 'expired'),
      );
      if (now === undefined) {
        const body = { ...wanted, ...(scopes && { scopes }) };
        steps.push({ kind: 'token', says: `make the token ${label}`, method: 'POST', path: '/tokens', body });
        continue;
      }
      if (!isSameJson(scopes, now.scopes)) faults.push(fixed(label, 'scopes'));
      if (timeOf(wanted.expiresAt) !== timeOf(now.expiresAt)) faults.push(fixed(label, 'expiresAt'));
      if (isSameJson(limits, now.limits)) continue;
      const body = { limits: limits ?? null };
      steps.push({
        kind: 'token',
        says: `set limits of the token ${label}`,
        method: 'PATCH',
        path: `/tokens/${now.id}`,
        body,
      });
    } catch (error) {
      faults.push((error as Error).message);
    }
  }
  return { steps, faults };
}

const fixed = (label: string, member: string): string =>
  `has a token ${JSON.stringify(label)} with other ${member}, which cannot be changed; revoke it, or declare one with another label`;

const timeOf = (time: string | undefined): number | undefined => (time === undefined ? undefined : Date.parse(time));

function scopesOf({ scopes }: DeclaredToken, idOf: (key: string) => string) {
  if (scopes === undefined) return undefined;
  const { access, tools } = scopes;
  return { ...(access && { access }), ...(tools && { tools: tools.map(idOf) }) };
}
