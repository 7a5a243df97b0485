/**
 * Names of arguments for wire names: the same name where possible, another one where clients would refuse it or it is
 * taken.
 */
import { ARGUMENT } from './inputSchema.ts';

/** A key of this name would change an object instead of standing in it. */
const UNSAFE = new Set(['__proto__']);

/**
 * A namer for one tool: each call gives a name that it has not given before. `place` distinguishes equal names:
 * `id_body`.
 */
export function argumentNames(): (name: string, place: string) => string {
  const taken = new Set<string>();
  return (name, place) => {
    const isUsable = ARGUMENT.test(name) && !UNSAFE.has(name);
    const plain = isUsable ? name : name.replace(/[^A-Za-z0-9.-]+/g, '_').slice(0, 50) || 'value';
    const candidates = [plain, `${plain.slice(0, 55)}_${place}`];
    for (let number = 2; candidates.length < 400; number++) candidates.push(`${plain.slice(0, 50)}_${place}_${number}`);
    const free = candidates.find((candidate) => !taken.has(candidate)) as string;
    taken.add(free);
    return free;
  };
}
