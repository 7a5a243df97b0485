/** `portcullis floor show | preview | set`: what nothing in the installation can be set below, through the management API. */
import type { AnswerOf } from '../core/api/routes/index.ts';
import { LIMITED } from '../core/limiting/limits.ts';
import { FLOOR_RULE_IDS, FLOOR_RULES, type FloorRuleId, type FloorSettings } from '../core/model/floorRules.ts';
import { type ActionContext, actionCommand, COMMON_OPTIONS } from './command.ts';
import { UsageError } from './errors.ts';
import { projectNamed } from './project.ts';

const OPTIONS = { ...COMMON_OPTIONS, project: { type: 'string' } } as const;

type Context = ActionContext<typeof OPTIONS>;

/** Of the installation or of a project, whose floor says also what is in effect. */
type FloorView = AnswerOf<'changeFloor'> & Partial<AnswerOf<'changeProjectFloor'>>;

/** Runs `portcullis floor`. */
export const floorCommand = actionCommand<typeof OPTIONS>({
  name: 'floor',
  options: OPTIONS,
  actions: { show, preview, set },
  check(action, rest, { project }) {
    if (action === 'preview' && project !== undefined) throw new UsageError('floor preview takes no --project.');
    if (action === 'show' && rest.length > 0) throw new UsageError('floor show takes no arguments.');
    if (action !== 'show') rulesOf(rest);
  },
});

/** Of the installation, or with --project of a project. */
const pathOf = async ({ request, values: { project } }: Context): Promise<string> =>
  project === undefined
    ? '/v1/floor'
    : `/v1/projects/${encodeURIComponent((await projectNamed(request, project)).id)}/floor`;

async function show(context: Context): Promise<undefined> {
  const floor = await context.request<FloorView>('GET', await pathOf(context));
  const { effective } = floor;
  context.print(floor, [
    ...rulesText(floor.rules),
    ...(effective === undefined ? [] : ['', 'With those of the installation:', ...rulesText(effective)]),
  ]);
}

async function preview({ request, rest, print }: Context): Promise<undefined> {
  const answer = await request<AnswerOf<'previewFloor'>>('POST', '/v1/floor/preview', { rules: rulesOf(rest) });
  print(answer, [
    ...(answer.servers.length === 0 ? ['No server would change.'] : []),
    ...answer.servers.flatMap(({ id, name, held, tokens }) => [
      `${name}: ${id}`,
      ...held.map(({ field, rule }) => `  ${field} (${rule})`),
      ...(tokens > 0 ? [`  ${tokens} tokens end earlier, or are refused`] : []),
    ]),
    ...(answer.unread > 0 ? [`${answer.unread} servers were not looked at; ask again.`] : []),
  ]);
}

async function set(context: Context): Promise<number | undefined> {
  const { request, rest, print } = context;
  const floor = await request<FloorView>('PUT', await pathOf(context), { rules: rulesOf(rest) });
  const { servers = 0, later = 0, failed = [] } = floor.raised ?? {};
  print(floor, [
    ...rulesText(floor.rules),
    `✓ ${servers === 1 ? '1 server has' : `${servers} servers have`} it${later > 0 ? `, ${later} will have it soon` : ''}.`,
    ...failed.map(({ name, message }) => `✗ ${name}: ${message}`),
  ]);
  return failed.length > 0 ? 1 : undefined;
}

const rulesText = (rules: FloorSettings): string[] => {
  const set = FLOOR_RULE_IDS.filter((id) => rules[id] !== undefined);
  if (set.length === 0) return ['No rule is set.'];
  return set.map((id) => `${id}: ${FLOOR_RULES[id].label}: ${FLOOR_RULES[id].needs(rules[id] as never)}`);
};

/** The rules of `name=value …`; null for `none`. The API checks values and ranges. Throws UsageError. */
function rulesOf(given: readonly string[]): Readonly<Record<string, unknown>> {
  if (given.length === 0) throw new UsageError('floor needs rules: rule=value, or rule=none.');
  const rules: Record<string, unknown> = {};
  for (const part of given) {
    const [, name = '', text = ''] = /^([A-Za-z.]{1,60})=(.{1,4000})$/s.exec(part) ?? [];
    const [id = '', whom, limit] = name.split('.');
    if (!Object.hasOwn(FLOOR_RULES, id)) {
      throw new UsageError(`${JSON.stringify(part)} is not rule=value; the rules are ${FLOOR_RULE_IDS.join(', ')}.`);
    }
    if (whom !== undefined) rules[id] = withLimit(rules[id], { id, whom, limit, text });
    else rules[id] = text === 'none' ? null : ruleValue(id as FloorRuleId, text);
  }
  return rules;
}

interface GivenLimit {
  readonly id: string;
  readonly whom: string;
  readonly limit: string | undefined;
  readonly text: string;
}

function withLimit(before: unknown, { id, whom, limit, text }: GivenLimit): object {
  const isLimit = id === 'limits' && (LIMITED as readonly string[]).includes(whom) && limit !== undefined;
  if (!isLimit || !/^\d{1,15}$/.test(text)) {
    throw new UsageError('A limit is limits.server.callsPerDay=number; in place of server: token, person.');
  }
  const sets = (before ?? {}) as Readonly<Record<string, object>>;
  return { ...sets, [whom]: { ...sets[whom], [limit]: Number(text) } };
}

function ruleValue(id: FloorRuleId, text: string): unknown {
  const { values } = FLOOR_RULES[id];
  switch (values.type) {
    case 'switch':
      if (text !== 'on') throw new UsageError(`${id} is on or none.`);
      return true;
    case 'choice':
      return text;
    case 'integer':
    case 'number':
      if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${id} is a number.`);
      return Number(text);
    case 'list':
      return text.split(',');
    case 'limits':
      throw new UsageError('A limit is limits.server.callsPerDay=number, and limits=none removes all.');
  }
}
