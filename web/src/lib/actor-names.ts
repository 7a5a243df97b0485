/**
 * One name for each person in a list of audit entries: some logins vouch for a user name, others of the same person for an e-mail address,
 * which then stands for both. The entries keep what was recorded.
 */

/** Who changed something: the `sub` of a login, and the name that it vouched for. */
interface Acted {
  readonly actor?: string;
  readonly actorName?: string;
}

export function namesOf(entries: readonly Acted[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { actor, actorName } of entries) {
    if (actor === undefined || actorName === undefined) continue;
    const known = names.get(actor);
    if (known === undefined || (actorName.includes('@') && !known.includes('@'))) names.set(actor, actorName);
  }
  return names;
}
