/** The rule that a key of a declaration is of one server of a project alone. The condition of the write holds it (aws/tables/declared.ts); this says why one is refused. */
import { type DeclaredKey, readDeclared } from '../../../aws/tables/declared.ts';
import { Refused } from '../http/errors.ts';

/**
 * @throws Refused `declared_taken` when another server has the key, or the server another key
 */
export async function checkDeclared(key: DeclaredKey, serverId: string, current?: string): Promise<void> {
  const { declared } = key;
  if (current !== undefined && current !== declared) {
    throw new Refused('declared_taken', `This server is declared as ${current} already.`);
  }
  const owner = await readDeclared(key);
  if (owner === undefined || owner === serverId) return;
  throw new Refused('declared_taken', `The server ${owner} is declared as ${declared} already.`);
}
