/**
 * Runs schemathesis (PyPI) against a local stack. It is locked by test/contract/requirements.txt and installed into a folder below
 * .cache. Without Python 3.10 or PyPI the test is skipped and says so.
 */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addToken, deploy, type LocalStack } from './stack.ts';

const root = resolve(import.meta.dirname, '..', '..');
const contract = join(root, 'test', 'contract');
const requirements = join(contract, 'requirements.txt');

/** Path of the command; undefined, with a reason on the console, when it cannot be installed. */
export function installedSchemathesis(): string | undefined {
  const lock = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 16);
  const venv = join(root, '.cache', `contract-${lock}`);
  const bin = join(venv, process.platform === 'win32' ? 'Scripts' : 'bin');
  const command = join(bin, 'schemathesis');
  if (existsSync(join(venv, 'complete'))) return command;
  rmSync(venv, { recursive: true, force: true });
  const python = join(bin, 'python');
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--retries', '1', '--timeout', '15'];
  const steps: [command: string, args: string[]][] = [
    ['python3', ['-m', 'venv', venv]],
    [python, [...pip, '--require-hashes', '--only-binary', ':all:', '-r', requirements]],
    [python, ['-c', `open(${JSON.stringify(join(venv, 'complete'))}, 'w').close()`]],
  ];
  for (const [program, args] of steps) {
    const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8', timeout: 300_000 });
    if (status === 0) continue;
    console.warn(`The contract is not checked, because schemathesis cannot be installed: ${error ?? stderr}`);
    return undefined;
  }
  return command;
}

export interface Contracted {
  readonly exitCode: number;
  /** Output of schemathesis. */
  readonly report: string;
  readonly cases: number;
}

export interface ContractOptions {
  readonly seed: number;
  readonly examples: number;
  /**
   * Phases of schemathesis: `coverage` and `fuzzing` test one route at a time with existing ids; `stateful` continues with the answers it
   * got.
   */
  readonly phases: readonly string[];
}

/** The configuration, with or without ids of existing things. */
function configurationOf(phases: readonly string[], folder: string): string {
  const parts = phases.includes('stateful') ? ['schemathesis.toml'] : ['schemathesis.toml', 'existing.toml'];
  const file = join(folder, `${phases.join('-')}.toml`);
  writeFileSync(file, parts.map((part) => readFileSync(join(contract, part), 'utf8')).join('\n'));
  return file;
}

/** Compares the answers of a stack (with the demo API) to an admin with the API's description. */
export async function checkContract(
  command: string,
  stack: LocalStack,
  { seed, examples, phases }: ContractOptions,
): Promise<Contracted> {
  const [server, spare] = [await serverOf(stack), await serverOf(stack)];
  const env = {
    ...process.env,
    NO_COLOR: '1',
    CONTRACT_SERVER: server.id,
    CONTRACT_TOOL: server.tools[0],
    CONTRACT_TOKEN: server.token,
    CONTRACT_DEPLOYMENT: server.deployment,
    CONTRACT_SPARE_SERVER: spare.id,
    CONTRACT_SPARE_TOOL: spare.tools[0],
    CONTRACT_SPARE_TOKEN: spare.token,
  };
  const args = [
    ...['--config-file', configurationOf(phases, stack.data), 'run', `${stack.apiUrl}/v1/openapi.json`],
    ...['--header', `Authorization: Bearer ${stack.accessToken}`, '--seed', String(seed)],
    ...['--max-examples', String(examples), '--phases', phases.join(',')],
  ];
  return new Promise((done) => {
    const options = { cwd: contract, env, maxBuffer: 64 * 1024 * 1024 };
    execFile(command, args, options, (error, stdout, stderr) => {
      const report = `${stdout}${stderr}`;
      const cases = Number(/(\d+) generated/.exec(report)?.[1] ?? 0);
      done({ exitCode: error ? Number(error.code ?? 1) : 0, report, cases });
    });
  });
}

/** A live server of the demo API that has something of every kind. */
async function serverOf(stack: LocalStack) {
  const { specUrl, auth } = stack.demo as NonNullable<LocalStack['demo']>;
  const { serverId: id } = await deploy(stack, { source: { kind: 'openapi', url: specUrl }, auth });
  type List = { items: { id: string }[] };
  const [tools, deployments] = await Promise.all([
    stack.api<List>('GET', `/v1/servers/${id}/tools`),
    stack.api<List>('GET', `/v1/servers/${id}/deployments`),
  ]);
  const { id: token } = await addToken(stack, id, 'contract');
  return { id, token, tools: tools.items.map((tool) => tool.id), deployment: deployments.items[0]?.id as string };
}
