/** `portcullis tool list | set | check | fields`: the tools of a server, through the management API. */
import type { AnswerOf } from '../core/api/routes/index.ts';
import { LIMITS } from '../core/lib/limits.ts';
import { MODES } from '../core/model/governance/modes.ts';
import { TOOL_PRESETS } from '../core/model/toolPresets.ts';
import { findTools } from '../core/tools/find.ts';
import type { ToolsChange } from '../core/tools/schemas/manyTools.ts';
import type { ToolList } from '../core/tools/schemas/tools.ts';
import { allTools } from '../core/tools/toolPages.ts';
import { type ActionContext, actionCommand, COMMON_OPTIONS } from './command.ts';
import { CliError, UsageError } from './errors.ts';
import { CHECK_OPTIONS, check, leastScore } from './toolCheck.ts';
import { checkFieldOptions, FIELD_OPTIONS, fields } from './toolFields.ts';

const OPTIONS = {
  ...COMMON_OPTIONS,
  find: { type: 'string' },
  tag: { type: 'string' },
  preset: { type: 'string' },
  effect: { type: 'string' },
  idempotent: { type: 'string' },
  'cache-hint': { type: 'string' },
  redaction: { type: 'string' },
  prose: { type: 'string' },
  'new-tag': { type: 'string' },
  'long-seconds': { type: 'string' },
  preview: { type: 'boolean' },
  ...CHECK_OPTIONS,
  ...FIELD_OPTIONS,
} as const;

type Context = ActionContext<typeof OPTIONS>;
type Values = Context['values'];

/** What a flag may say, and what it sets. */
const CHOICES = {
  preset: TOOL_PRESETS,
  effect: ['read-only', 'writes', 'destructive'],
  idempotent: ['on', 'off'],
  'cache-hint': ['none', 'no-store', 'immutable'],
  redaction: ['server', ...MODES],
  prose: ['on', 'off', 'server'],
} as const;
/** The flags that set something beside on and off. */
const SETTING = ['effect', 'idempotent', 'cache-hint', 'redaction', 'prose', 'new-tag', 'long-seconds'] as const;

/** Runs `portcullis tool`. */
export const toolCommand = actionCommand<typeof OPTIONS>({
  name: 'tool',
  options: OPTIONS,
  actions: { list, set, check, fields },
  check(action, rest, values) {
    const [id] = rest;
    if (id === undefined) throw new UsageError(`tool ${action} needs a server id.`);
    for (const [flag, allowed] of Object.entries(CHOICES)) {
      const given = values[flag as keyof typeof CHOICES];
      if (given !== undefined && !(allowed as readonly string[]).includes(given))
        throw new UsageError(`--${flag} is one of ${allowed.join(', ')}.`);
    }
    if (action !== 'set') {
      if (rest.length > 1) throw new UsageError(`tool ${action} takes one server id.`);
      leastScore(values['fail-under']);
      if (action === 'fields') checkFieldOptions(values);
      return;
    }
    if (values['long-seconds'] !== undefined) longMsOf(values['long-seconds']);
    const { state, names } = wantedOf(rest, values);
    const isSetting = SETTING.some((flag) => values[flag] !== undefined);
    if (state === undefined && !isSetting)
      throw new UsageError('tool set needs on or off behind the server id, or a flag of what to set.');
    const ways = [names.length > 0, values.tag !== undefined, values.preset !== undefined].filter(Boolean).length;
    if (ways !== 1) throw new UsageError('tool set needs names of tools, --tag or --preset; one of the three.');
  },
});

const serverPath = (id = ''): string => `/v1/servers/${encodeURIComponent(id)}`;
const pathOf = (id = ''): string => `${serverPath(id)}/tools`;

const listed = ({ request }: Pick<Context, 'request'>, id: string | undefined): Promise<ToolList> =>
  allTools(serverPath(id), (at) => request<ToolList>('GET', at));

async function list({ request, rest: [id], values, print }: Context): Promise<undefined> {
  const { items } = await listed({ request }, id);
  const found = findTools(items, values.find ?? '').filter(({ tag }) => values.tag === undefined || tag === values.tag);
  const lines = found.map(
    ({ name, verb, path, enabled, tag }) =>
      `${enabled ? 'on ' : 'off'}  ${name.padEnd(44)}  ${verb.padEnd(7)} ${path}${tag ? `  (${tag})` : ''}`,
  );
  print({ items: found }, lines.length > 0 ? lines : ['No tool was found.']);
}

/** Behind the server id stands on or off, unless only flags say what is set. */
function wantedOf([, ...words]: readonly string[], values: Values): { state?: boolean; names: readonly string[] } {
  const [first = '', ...names] = words;
  if (first === 'on' || first === 'off') return { state: first === 'on', names };
  const isSetting = SETTING.some((flag) => values[flag] !== undefined);
  return { names: isSetting ? words : names };
}

const EFFECTS: Readonly<Record<string, NonNullable<NonNullable<ToolsChange['set']>['annotations']>>> = {
  'read-only': { readOnlyHint: true, destructiveHint: false },
  writes: { readOnlyHint: false, destructiveHint: false },
  destructive: { readOnlyHint: false, destructiveHint: true },
};

const { min: SHORTEST, max: LONGEST } = LIMITS.longCalls;

/** Null for `off`. Throws UsageError. */
function longMsOf(text: string): number | null {
  if (text === 'off') return null;
  const ms = /^\d{1,4}$/.test(text) ? Number(text) * 1_000 : 0;
  if (ms >= SHORTEST && ms <= LONGEST) return ms;
  throw new UsageError(`--long-seconds is ${SHORTEST / 1_000} to ${LONGEST / 1_000}, or off.`);
}

function settingOf(values: Values): object | undefined {
  const { effect, idempotent, redaction, prose } = values;
  const set = {
    ...((effect ?? idempotent) !== undefined && {
      annotations: {
        ...(effect !== undefined && EFFECTS[effect]),
        ...(idempotent !== undefined && { idempotentHint: idempotent === 'on' }),
      },
    }),
    ...(values['cache-hint'] !== undefined && { cacheHint: values['cache-hint'] }),
    ...((redaction ?? prose) !== undefined && {
      redaction: {
        ...(redaction !== undefined && { mode: redaction === 'server' ? null : redaction }),
        ...(prose !== undefined && { prose: prose === 'server' ? null : prose === 'on' }),
      },
    }),
    ...(values['new-tag'] !== undefined && { tag: values['new-tag'] }),
    ...(values['long-seconds'] !== undefined && { longMs: longMsOf(values['long-seconds']) }),
  };
  return Object.keys(set).length > 0 ? set : undefined;
}

async function set({ request, rest, values, print }: Context): Promise<undefined> {
  const [id] = rest;
  const { tag, preset, preview } = values;
  const { state, names } = wantedOf(rest, values);
  const setting = settingOf(values);
  const body = {
    ...(state !== undefined && { enabled: state }),
    ...(setting && { set: setting }),
    ...(tag !== undefined && { tag }),
    ...(preset !== undefined && { preset }),
    ...(names.length > 0 && { toolIds: await idsOf(request, id, names) }),
    ...(preview && { preview }),
  };
  // One request changes a part of many thousand tools.
  let changed = 0;
  for (;;) {
    const answer = await request<AnswerOf<'changeTools'>>('PATCH', pathOf(id), body);
    changed += answer.changed;
    if (answer.left > 0 && answer.changed > 0) continue;
    const what = state === undefined ? 'changed' : setting ? `changed and ${rest[1]}` : `switched ${rest[1]}`;
    const which =
      names.length > 0 ? names.join(', ') : preset === undefined ? `tag ${tag || '(none)'}` : `preset ${preset}`;
    const text = `${changed} of ${answer.selected} tools ${preview ? 'would be' : ''} ${what}`.replace('  ', ' ');
    print({ ...answer, changed }, [`${preview ? '–' : '✓'} ${which}: ${text}`]);
    return;
  }
}

/** Ids of tools that are given by name or by id. Throws CliError when there is none of a name. */
async function idsOf(request: Context['request'], id: string | undefined, names: readonly string[]): Promise<string[]> {
  const { items } = await listed({ request }, id);
  const ids = new Map(items.flatMap((tool) => [[tool.name, tool.id] as const, [tool.id, tool.id] as const]));
  return names.map((name) => {
    const found = ids.get(name);
    if (found === undefined) throw new CliError('tool_not_found', `The server has no tool ${JSON.stringify(name)}.`);
    return found;
  });
}
