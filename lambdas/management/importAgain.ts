/** Imports a server's API description again without changing the server: for the preview of a re-import, and for its scopes. */
import { importDescription } from '../../aws/description.ts';
import { requireEnvironment } from '../../aws/environment.ts';
import { removeFolder } from '../../aws/objects.ts';
import { newDeploymentId } from '../../core/ids.ts';
import type { ImportResult } from '../../core/openapi/model/types.ts';
import type { ServerRow } from '../../core/records.ts';
import { ANSWER_BEFORE_MS } from './request.ts';

/** The result, which is removed from S3. Throws as importDescription does. */
export async function importAgain(
  server: ServerRow,
  { answerSchemas }: { readonly answerSchemas: boolean },
): Promise<ImportResult> {
  const folder = `staging/${server.serverId}/${newDeploymentId()}/`;
  const run = { key: `${folder}import.json.gz`, answerSchemas, patienceMs: ANSWER_BEFORE_MS };
  const result = await importDescription(server, run);
  await removeFolder(requireEnvironment('BUCKET_SPECS'), folder);
  return result;
}
