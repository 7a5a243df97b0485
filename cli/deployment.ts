/** Waits for the deployment of a server. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeploymentView } from '../core/api/deployments.ts';
import type { AnswerOf } from '../core/api/routes/index.ts';
import { CliError } from './errors.ts';
import type { ApiRequest } from './stack.ts';
import { printable } from './table.ts';

/** The answer of `POST /v1/servers`, where it is not asked to make no token. */
export type CreatedServer = Required<AnswerOf<'createServer'>>;

const POLL_MS = 100;

/**
 * Waits until a deployment is live, and writes each finished phase to `err`.
 * @param isFirst whether nothing is live when it fails
 * @throws CliError with the error of the deployment
 */
export async function untilLive(
  request: ApiRequest,
  { server, deployment: first }: Pick<CreatedServer, 'server' | 'deployment'>,
  err: NodeJS.WritableStream,
  isFirst = true,
): Promise<DeploymentView> {
  const path = `/v1/servers/${server.id}/deployments/${first.id}`;
  const printed = new Set<string>();
  for (let deployment = first; ; deployment = await request<DeploymentView>('GET', path)) {
    for (const { name, label, status, detail } of deployment.phases) {
      if (status !== 'done' || printed.has(name)) continue;
      printed.add(name);
      err.write(`${printable(`✓ ${label}${detail ? `: ${detail}` : ''}`)}\n`);
    }
    if (deployment.status === 'failed') {
      const { code = 'deployment_failed', message = 'The deployment failed.' } = deployment.error ?? {};
      throw new CliError(
        code,
        `${withCommand(message, deployment)}${isFirst ? ` The server ${server.id} exists and is not live.` : ''}`,
      );
    }
    if (deployment.status !== 'running') return deployment;
    await sleep(POLL_MS);
  }
}

/** What is told to callers of the API as the command that does it. */
const withCommand = (message: string, { kind, serverId }: DeploymentView): string =>
  message.replace(
    /deploy again with approvedSurface ([0-9a-f]{64})/i,
    (_, surface) => `run portcullis ${kind === 'import' ? 'reimport' : 'deploy'} ${serverId} --approve ${surface}`,
  );
