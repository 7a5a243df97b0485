/**
 * `portcullis policy list | set | try`: the policies of a server as files of Cedar (core/policies/file.ts), and what they would have decided about
 * recorded calls, with an exit code for pipelines.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AnswerOf } from '../core/api/routes/index.ts';
import { POLICY_LIMITS, type Policy } from '../core/model/policies.ts';
import { type FilePolicy, policyFileText, readPolicyFile } from '../core/policies/file.ts';
import { type ActionContext, actionCommand, COMMON_OPTIONS } from './command.ts';
import { UsageError } from './errors.ts';
import { pathFrom, unreadBecause } from './options.ts';

const OPTIONS = {
  ...COMMON_OPTIONS,
  cedar: { type: 'boolean' },
  hours: { type: 'string' },
  tool: { type: 'string' },
} as const;

type Context = ActionContext<typeof OPTIONS>;
type Trial = AnswerOf<'tryPolicies'>;

/** More than all policies of a server may have, with comments. */
const MAX_BYTES = 1024 * 1024;
const HOUR = 3_600_000;
const MOST_HOURS = 92 * 24;

/** Runs `portcullis policy`. */
export const policyCommand = actionCommand<typeof OPTIONS>({
  name: 'policy',
  options: OPTIONS,
  actions: { list, set, try: tryThem },
  check(action, rest, { hours }) {
    if (rest.length === 0) throw new UsageError(`policy ${action} needs a server id.`);
    if (action === 'list' && rest.length > 1) throw new UsageError('policy list takes one server id.');
    if (action === 'set' && rest.length === 1)
      throw new UsageError('policy set needs files or folders of .cedar files, or none to remove all.');
    hoursOf(hours);
  },
});

const serverAt = ([id = '']: readonly string[]): string => `/v1/servers/${encodeURIComponent(id)}`;

function hoursOf(given = '24'): number {
  const hours = Number(given);
  if (!/^\d{1,4}$/.test(given) || hours < 1 || hours > MOST_HOURS)
    throw new UsageError(`--hours needs a whole number from 1 to ${MOST_HOURS}.`);
  return hours;
}

async function list({ request, rest, values, print }: Context): Promise<undefined> {
  const { policies = [] } = await request<{ policies?: Policy[] }>('GET', serverAt(rest));
  const lines = policies.length === 0 ? ['No policies.'] : policies.map(lineOf);
  print({ policies }, values.cedar ? policyFileText(policies).split('\n') : lines);
}

const lineOf = ({ name, mode, text }: Policy): string => `${name}  ${mode}  ${text.replace(/\s+/g, ' ')}`;

async function set({ request, rest, print }: Context): Promise<number | undefined> {
  const policies = rest[1] === 'none' && rest.length === 2 ? [] : await policiesIn(rest.slice(1));
  const { faults } = await request<Trial>('POST', `${serverAt(rest)}/policies/try`, { policies });
  if (faults.length > 0) return refused(faults, print);
  await request('PATCH', serverAt(rest), { policies });
  print({ policies }, [`✓ ${policies.length} policies decide from the next call on`]);
  return undefined;
}

function refused(faults: Trial['faults'], print: Context['print']): number {
  print(
    { faults },
    faults.map(({ policy, message }) => `✗ ${policy}: ${message}`),
  );
  return 1;
}

async function tryThem({ request, rest, values, print }: Context): Promise<number> {
  const from = new Date(Date.now() - hoursOf(values.hours) * HOUR).toISOString();
  const given = rest.slice(1);
  const trial = await request<Trial>('POST', `${serverAt(rest)}/policies/try`, {
    ...(given.length > 0 && { policies: await policiesIn(given) }),
    recorded: { from, ...(values.tool !== undefined && { tool: values.tool }) },
  });
  if (trial.faults.length > 0) return refused(trial.faults, print);
  const { calls, policies, items, isComplete } = trial;
  if (calls.tried === 0) {
    print(trial, ['There are no recorded calls in this period. --hours looks back further.']);
    return 0;
  }
  print(trial, [
    `${calls.tried} calls${isComplete ? '' : ' (there are more)'}: ${calls.allowed} would pass, ${calls.denied + calls.undecided} would be refused, ${calls.approved} would wait for a person, ${calls.unknown} are not known`,
    `${calls.newlyRefused} that passed would not pass, ${calls.newlyAllowed} that were refused would pass; shadow: ${calls.wouldDeny}`,
    ...policies.map(({ name, decided, wouldDeny }) => `  ${name}: decided ${decided}, would refuse ${wouldDeny}`),
    ...items.map(
      ({ at, tool, caller, decision, policies: by, wouldDeny = [] }) =>
        `  ${at} ${tool} ${caller.name ?? caller.id}: ${decision} ${[...by, ...wouldDeny].join(', ')}`,
    ),
  ]);
  return calls.newlyRefused > 0 ? 1 : 0;
}

/** The policies of files and folders. Throws UsageError. */
async function policiesIn(places: readonly string[]): Promise<Policy[]> {
  const files = (await Promise.all(places.map(filesAt))).flat();
  if (files.length === 0) throw new UsageError(`${places.join(', ')} has no .cedar file.`);
  const found: (FilePolicy & { readonly file: string })[] = [];
  const faults: string[] = [];
  for (const file of files) {
    const read = readPolicyFile(await textOf(file), basename(file, '.cedar'));
    found.push(...read.policies.map((policy) => ({ ...policy, file })));
    faults.push(...read.faults.map(({ line, message }) => `${file}:${line} ${message}`));
  }
  for (const [at, { name, file, line }] of found.entries()) {
    const first = found.findIndex((other) => other.name === name);
    if (first < at) faults.push(`${file}:${line} has the @id of ${found[first]?.file}:${found[first]?.line}, ${name}.`);
  }
  if (faults.length > 0) throw new UsageError(faults.join('\n'));
  if (found.length > POLICY_LIMITS.count)
    throw new UsageError(`These are ${found.length} policies; ${POLICY_LIMITS.count} is the limit.`);
  return found.map(({ file: _file, line: _line, ...policy }) => policy);
}

async function filesAt(place: string): Promise<string[]> {
  const path = pathFrom(place);
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = await readdir(path);
    return names
      .filter((name) => name.endsWith('.cedar'))
      .sort()
      .map((name) => join(path, name));
  } catch (error) {
    throw new UsageError(`${place} ${unreadBecause(error)}.`);
  }
}

async function textOf(file: string): Promise<string> {
  try {
    if ((await stat(file)).size > MAX_BYTES) throw new UsageError(`${file} is longer than ${MAX_BYTES} bytes.`);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} ${unreadBecause(error)}.`);
  }
}
