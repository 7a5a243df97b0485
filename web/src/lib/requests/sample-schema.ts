/**
 * The JSON Schema of a sample value: its names and types, none of its values. Bounded in size, because samples are untrusted: deeper or
 * further parts may be anything.
 */
type Schema = Record<string, unknown>;

const DEPTH = 8;
const MEMBERS = 200;
const ITEMS = 20;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/;

export function schemaOfSample(value: unknown, depth = 0): Schema {
  if (typeof value === 'string') return schemaOfText(value);
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (Array.isArray(value)) {
    if (depth >= DEPTH) return { type: 'array' };
    const items = value.slice(0, ITEMS).map((item) => schemaOfSample(item, depth + 1));
    return { type: 'array', items: items.length === 0 ? {} : items.reduce(merged) };
  }
  if (typeof value === 'object' && value !== null) {
    if (depth >= DEPTH) return { type: 'object' };
    const members = Object.entries(value).slice(0, MEMBERS);
    return {
      type: 'object',
      properties: Object.fromEntries(members.map(([name, member]) => [name, schemaOfSample(member, depth + 1)])),
    };
  }
  // null says nothing about other possible types.
  return {};
}

function schemaOfText(text: string): Schema {
  if (DATE.test(text)) return { type: 'string', format: 'date' };
  return DATE_TIME.test(text) ? { type: 'string', format: 'date-time' } : { type: 'string' };
}

/** The type of a value that is text in a URL or form: digits become a number. */
export function schemaOfWord(text: string): Schema {
  if (/^-?(?:0|[1-9]\d{0,14})$/.test(text)) return { type: 'integer' };
  if (/^-?\d{1,15}\.\d{1,15}$/.test(text)) return { type: 'number' };
  return text === 'true' || text === 'false' ? { type: 'boolean' } : schemaOfText(text);
}

/** A schema for both samples. */
export function merged(a: Schema, b: Schema): Schema {
  if (JSON.stringify(a) === JSON.stringify(b)) return a;
  if (a['type'] !== b['type']) {
    const isNumeric = [a, b].every(({ type }) => type === 'integer' || type === 'number');
    return isNumeric ? { type: 'number' } : {};
  }
  if (a['type'] === 'object') {
    const [left, right] = [a['properties'], b['properties']] as [Record<string, Schema>, Record<string, Schema>];
    if (!left || !right) return { type: 'object' };
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])].slice(0, MEMBERS);
    const both = (name: string): Schema =>
      Object.hasOwn(left, name) && Object.hasOwn(right, name)
        ? merged(left[name] as Schema, right[name] as Schema)
        : ((Object.hasOwn(left, name) ? left[name] : right[name]) as Schema);
    return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, both(name)])) };
  }
  if (a['type'] === 'array') {
    return { type: 'array', items: merged((a['items'] ?? {}) as Schema, (b['items'] ?? {}) as Schema) };
  }
  return { type: a['type'] };
}
