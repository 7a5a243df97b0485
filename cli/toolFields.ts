/**
 * `portcullis tool fields`: what redaction does to each field of recorded answers, and marks for some of them. The recording is read here; bodies of answers
 * alone are sent.
 */
import { readFile, stat } from 'node:fs/promises';
import { LIMITS } from '../core/lib/limits.ts';
import { type AnswerFields, type FieldRow, isUnknownAlone } from '../core/model/answerFields.ts';
import { MODES } from '../core/model/governance/modes.ts';
import { readFields } from '../core/tools/recordedFields.ts';
import { matchedAnswers, toolFinder, UNMATCHED, type Unmatched } from '../core/tools/recordedTool.ts';
import { LEFT_OUT, type LeftOut, readRecording, UnreadableRecording } from '../core/tools/recording.ts';
import type { ToolList } from '../core/tools/schemas/tools.ts';
import { allTools } from '../core/tools/toolPages.ts';
import type { ActionContext, COMMON_OPTIONS } from './command.ts';
import { CliError, UsageError } from './errors.ts';
import { pathFrom, unreadBecause } from './options.ts';

/** Options of the action beside those of all. */
export const FIELD_OPTIONS = {
  recording: { type: 'string' },
  of: { type: 'string' },
  keep: { type: 'string', multiple: true },
  'keep-unknown': { type: 'boolean' },
  mark: { type: 'string', multiple: true },
} as const;

type Context = ActionContext<typeof COMMON_OPTIONS & typeof FIELD_OPTIONS & { preview: { type: 'boolean' } }>;
type Marks = Record<string, { fields: Record<string, string> }>;
type Tools = ToolList['items'];

const KEPT = /^([A-Za-z0-9_-]{1,63}):(.+)$/s;
const MARKED = /^([A-Za-z0-9_-]{1,63}):(.+)=([a-z-]+)$/s;

/** Throws UsageError. */
export function checkFieldOptions({ recording, keep = [], mark = [] }: Context['values']): void {
  if (recording === undefined) throw new UsageError('tool fields needs --recording with a file.');
  for (const each of keep)
    if (!KEPT.test(each)) throw new UsageError('--keep takes tool:path, as listOrders:items.status.');
  for (const each of mark)
    if (!MARKED.test(each)) throw new UsageError('--mark takes tool:path=kind, as listOrders:items.note=name.');
}

/** Prints the fields of a recording, and marks those that are asked for. */
export async function fields({ request, rest: [id = ''], values, print }: Context): Promise<undefined> {
  const server = `/v1/servers/${encodeURIComponent(id)}`;
  const [text, { baseUrl }, { items }] = await Promise.all([
    recordingIn(values.recording as string),
    request<{ baseUrl: string }>('GET', server),
    allTools(server, (at) => request<ToolList>('GET', at)),
  ]);
  const { answers, leftOut } = readable(text);
  const of = values.of === undefined ? undefined : idIn(items, values.of);
  const matched = matchedAnswers(answers, toolFinder(items, baseUrl), of);
  const told = await readFields(
    matched.answers,
    async (portion) => await request<AnswerFields>('POST', `${server}/tools/fields`, { answers: portion }),
  );
  const marks = marksOf(values, told.rows, items);
  const marked = Object.values(marks).reduce((sum, each) => sum + Object.keys(each.fields).length, 0);
  const { preview } = values;
  const changed =
    marked === 0
      ? undefined
      : await request<{ changed: number }>('PATCH', `${server}/tools`, { marks, ...(preview && { preview }) });
  const nameOf = new Map(items.map((tool) => [tool.id, tool.name]));
  const left = [
    ...Object.entries(leftOut).map(([why, times]) => `${LEFT_OUT[why as LeftOut]}: ${times}`),
    ...Object.entries(matched.unmatched).map(
      ([why, times]) => `answers for which ${UNMATCHED[why as Unmatched]}: ${times}`,
    ),
  ];
  print(
    { ...told, answers: matched.answers.length, leftOut: { ...leftOut, ...matched.unmatched }, marks, ...changed },
    [
      `${matched.answers.length} answers, ${told.rows.length} fields, ${told.values} values`,
      ...left.map((each) => `left out, ${each}`),
      ...told.rows.map((row) => lineOf(row, nameOf.get(row.toolId) ?? row.toolId)),
      ...(told.left > 0 ? [`${told.left} values more without a row`] : []),
      ...(changed
        ? [`${preview ? '–' : '✓'} ${marked} fields ${preview ? 'would be' : ''} marked`.replace('  ', ' ')]
        : []),
    ],
  );
}

/** Throws CliError. */
async function recordingIn(file: string): Promise<string> {
  const path = pathFrom(file);
  try {
    const { size } = await stat(path);
    if (size <= LIMITS.recordedAnswers.file) return await readFile(path, 'utf8');
  } catch (error) {
    throw new CliError('recording_unreadable', `${file} ${unreadBecause(error)}.`);
  }
  throw new CliError(
    'recording_unreadable',
    `${file} is larger than ${LIMITS.recordedAnswers.file} bytes. Take a part of it.`,
  );
}

/** Throws CliError. */
function readable(text: string) {
  try {
    return readRecording(text);
  } catch (error) {
    if (error instanceof UnreadableRecording) throw new CliError('recording_unreadable', error.message);
    throw error;
  }
}

/** Throws CliError. */
function idIn(items: Tools, name: string): string {
  const found = items.find((tool) => tool.name === name || tool.id === name);
  if (found === undefined) throw new CliError('tool_not_found', `The server has no tool ${JSON.stringify(name)}.`);
  return found.id;
}

function marksOf(values: Context['values'], rows: readonly FieldRow[], items: Tools): Marks {
  const marks: Marks = {};
  const put = (toolId: string, path: string, mark: string) => {
    marks[toolId] ??= { fields: {} };
    (marks[toolId] as Marks[string]).fields[path] = mark;
  };
  if (values['keep-unknown']) for (const row of rows) if (isUnknownAlone(row)) put(row.toolId, row.path, 'found');
  for (const each of values.keep ?? []) {
    const [, tool = '', path = ''] = KEPT.exec(each) ?? [];
    put(idIn(items, tool), path, 'keep');
  }
  for (const each of values.mark ?? []) {
    const [, tool = '', path = '', mark = ''] = MARKED.exec(each) ?? [];
    put(idIn(items, tool), path, mark);
  }
  return marks;
}

/** 'unsure   listOrders:items.note  3 withheld (email)  closed 3, strict 1 of 3  Aaaa aaa@aaaa.aaa'. */
function lineOf(
  { path, sure, kept, redacted, withheld, kinds, inMode, values, forms, mark }: FieldRow,
  tool: string,
): string {
  const found = Object.keys(kinds);
  const counts = [
    ...(withheld > 0 ? [`${withheld} withheld`] : []),
    ...(redacted > 0 ? [`${redacted} redacted`] : []),
    ...(kept > 0 ? [`${kept} kept`] : []),
  ].join(', ');
  const modes = MODES.filter((mode) => inMode[mode] > 0).map((mode) => `${mode} ${inMode[mode]}`);
  return [
    `${sure.padEnd(7)}  ${`${tool}:${path}`.padEnd(44)}  ${counts}${found.length > 0 ? ` (${found.join(', ')})` : ''}`,
    modes.length > 0 ? `${modes.join(', ')} of ${values}` : 'kept in every mode',
    forms.join(' · '),
    ...(mark === undefined ? [] : [`marked ${mark}`]),
  ].join('  ');
}
