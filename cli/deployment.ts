/** Waits for the deployment of a new server. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeploymentView } from '../core/api/deployments.ts';
import { CliError } from './errors.ts';
import { type ApiRequest, bodyOf } from './stack.ts';
import { printable } from './table.ts';

/** The answer of `POST /v1/servers`. */
export interface CreatedServer {
  readonly server: { readonly id: string; readonly name: string };
  readonly deployment: DeploymentView;
  /** Contains a connection token. */
  readonly mcpUrl: string;
  /** Client configuration. */
  readonly config: object;
}

const POLL_MS = 100;

/**
 * Waits until a new server is live, and writes each finished phase to `err`.
 * @throws CliError with the error of the deployment
 */
export async function untilLive(
  request: ApiRequest,
  { server, deployment: first }: CreatedServer,
  err: NodeJS.WritableStream,
): Promise<void> {
  const path = `/v1/servers/${server.id}/deployments/${first.id}`;
  const printed = new Set<string>();
  for (let deployment = first; ; deployment = bodyOf(await request<DeploymentView>('GET', path))) {
    for (const { name, label, status, detail } of deployment.phases) {
      if (status !== 'done' || printed.has(name)) continue;
      printed.add(name);
      err.write(`${printable(`✓ ${label}${detail ? `: ${detail}` : ''}`)}\n`);
    }
    if (deployment.status === 'failed') {
      const { code = 'deployment_failed', message = 'The deployment failed.' } = deployment.error ?? {};
      throw new CliError(code, `${message} The server ${server.id} exists and is not live.`);
    }
    if (deployment.status !== 'running') return;
    await sleep(POLL_MS);
  }
}
