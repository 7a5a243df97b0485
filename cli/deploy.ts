/**
 * `portcullis deploy` deploys a server again, `portcullis reimport` reads its API description anew before; both wait for the end. Through the
 * management API.
 */
import type { DeploymentView } from '../core/api/deployments.ts';
import type { ServerView } from '../core/api/serverViews.ts';
import { COMMON_OPTIONS, type Surroundings } from './command.ts';
import { untilLive } from './deployment.ts';
import { UsageError } from './errors.ts';
import { parsedOptions } from './options.ts';
import { apiClient, requestBy, stackOf } from './stack.ts';
import { jsonOf, linesText } from './table.ts';

const OPTIONS = { ...COMMON_OPTIONS, approve: { type: 'string' } } as const;

interface Started extends Surroundings {
  readonly reimport: boolean;
}

/**
 * Runs `portcullis deploy` or `portcullis reimport`.
 * @returns the exit code
 * @throws UsageError
 * @throws CliError with the error of the API or of the deployment
 */
export async function deployCommand(
  args: readonly string[],
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream,
  { reimport, environment = process.env }: Started,
): Promise<number> {
  const { values, positionals } = parsedOptions(args, OPTIONS);
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) {
    throw new UsageError(`${reimport ? 'reimport' : 'deploy'} needs one server id.`);
  }
  const { approve } = values;
  const request = requestBy(apiClient(await stackOf(values, environment)));
  const path = `/v1/servers/${encodeURIComponent(id)}`;
  const server = await request<ServerView>('GET', path);
  const deployment = await request<DeploymentView>('POST', `${path}/deployments`, {
    ...(reimport && { reimport }),
    ...(approve !== undefined && { approvedSurface: approve }),
  });
  const ended = await untilLive(request, { server, deployment }, err, server.bundle === undefined);
  const { diff } = ended;
  out.write(
    values.json
      ? jsonOf(ended)
      : linesText([
          `✓ ${server.name} (${id}) is live${diff ? `: ${diff.added} added, ${diff.changed} changed, ${diff.removed} removed` : ''}.`,
        ]),
  );
  return 0;
}
