/** How much a toolset may be composed of: what its members have is counted before it is read, and again as it comes. Pure. */
import { PortcullisError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';

/** What is left of the limits of one toolset. */
export class Room {
  private tools = 0;
  private characters = 0;

  /** @param counts how many tools the members with all of theirs have. Throws PortcullisError `too_many_operations`. */
  expect(counts: readonly number[]): void {
    checkCount(counts.reduce((sum, count) => sum + count, 0));
  }

  /** Takes the room of tools that were read. Throws PortcullisError `too_many_operations`, `toolset_too_large`. */
  take(tools: readonly object[]): void {
    this.tools += tools.length;
    checkCount(this.tools);
    for (const tool of tools) this.characters += JSON.stringify(tool).length;
    const most = LIMITS.toolset.characters;
    if (this.characters > most) {
      throw new PortcullisError(
        'toolset_too_large',
        `The descriptions and schemas of the members' tools have more than ${most / 1_000_000} million characters together, which is the limit of a toolset. Choose tags or single tools of them.`,
      );
    }
  }
}

/** Throws PortcullisError `too_many_operations`. */
function checkCount(count: number): void {
  if (count <= LIMITS.toolsPerServer) return;
  throw new PortcullisError(
    'too_many_operations',
    `The members have ${count} tools together; ${LIMITS.toolsPerServer} is the limit. Choose tags or single tools of them.`,
  );
}
