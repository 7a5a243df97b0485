/** The edit of a tool that puts a suggested text in the place of a finding. Pure; used by the page and the tests. */
import { isObject, type JsonObject, type JsonValue } from '../../lib/json/value.ts';
import { visibleText } from '../../lib/visible.ts';

/** The parts of a tool that a suggestion may change. */
interface Editable {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** Fields that are a text of their own; an argument's is in the schema. */
const FIELDS = ['name', 'title', 'description'] as const;

/**
 * The body of the request that changes the tool; undefined where the tool has no such place any more, or the text there is another one.
 * @param at JSON pointer of the finding
 * @param text that was judged, as the finding shows it; '' for a missing one
 */
export function editFor(tool: Editable, at: string, text: string, suggestion: string): Partial<Editable> | undefined {
  const field = FIELDS.find((name) => at === `/${name}`);
  if (field) return visibleText(tool[field]) === text ? { [field]: suggestion } : undefined;
  const [first, ...steps] = at
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const member = steps.pop();
  if (first !== 'inputSchema' || member !== 'description') return undefined;
  const inputSchema = structuredClone(tool.inputSchema) as JsonObject;
  const place = steps.reduce<JsonValue | undefined>(
    (value, step) => (isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
    inputSchema,
  );
  if (!isObject(place)) return undefined;
  const before = place[member];
  if (text !== '' && typeof before === 'string' && visibleText(before.trim()) !== text) return undefined;
  place[member] = suggestion;
  return { inputSchema };
}
