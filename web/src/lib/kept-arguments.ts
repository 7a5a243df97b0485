/** Stores the arguments of each tool's last trial in this browser, until the person signs out. */
import { asObject } from './tools.ts';

const KEY = 'portcullis.arguments';
const TOOLS = 50;

type Entry = readonly [tool: string, args: Record<string, unknown>];

/** Oldest first. */
function all(): readonly Entry[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => Array.isArray(one) && typeof one[0] === 'string') : [];
  } catch {
    return [];
  }
}

function store(entries: readonly Entry[]): void {
  try {
    if (entries.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(entries));
  } catch {
    // Storage is full or forbidden; the feature is only a convenience.
  }
}

export function lastArguments(tool: string): Record<string, unknown> | undefined {
  const found = all().find(([id]) => id === tool)?.[1];
  return found === undefined ? undefined : asObject(found);
}

/** The oldest entries are dropped. */
export const storeArguments = (tool: string, args: Record<string, unknown>): void =>
  store([...all().filter(([id]) => id !== tool), [tool, args] as const].slice(-TOOLS));
export const forgetArguments = (tool: string): void => store(all().filter(([id]) => id !== tool));
export const forgetAllArguments = (): void => store([]);
