/**
 * Argument names for parameter and field names: the same name, or another one if MCP clients refuse it or it is taken.
 */
import { ARGUMENT } from './inputSchema.ts';

/** Setting a key of this name changes the prototype of an object. */
const UNSAFE = new Set(['__proto__']);

/**
 * Makes a function that gives unique argument names for one tool. Its second parameter is the location, which is appended
 * to a name that is taken: `id_body`.
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
