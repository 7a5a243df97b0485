/** The OAuth 2 scopes that a server's description names, read again: who gives a credential chooses by the operations that need them. */
import { importDescription } from '../../aws/description.ts';
import { requireEnvironment } from '../../aws/environment.ts';
import { removeFolder } from '../../aws/objects.ts';
import { newDeploymentId } from '../../core/ids.ts';
import { knownServer } from './load.ts';
import { ANSWER_BEFORE_MS, type HandlersOf } from './request.ts';

/** Handler of `listScopes`. */
export const scopes: HandlersOf<'listScopes'> = {
  listScopes: async ({ params }) => {
    const server = await knownServer(params.id);
    if (server.source.kind === 'manual' || 'missing' in server.source) return { items: [] };
    const folder = `staging/${server.serverId}/${newDeploymentId()}/`;
    const run = { key: `${folder}import.json.gz`, answerSchemas: false, patienceMs: ANSWER_BEFORE_MS };
    const { auth } = await importDescription(server, run);
    await removeFolder(requireEnvironment('BUCKET_SPECS'), folder);
    return { items: auth.scopes.map((scope) => ({ ...scope, examples: [...scope.examples] })) };
  },
};
