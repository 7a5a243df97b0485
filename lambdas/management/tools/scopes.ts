/** The OAuth 2 scopes of a server's description, which is read again, so that an owner can choose scopes by the operations that need them. */
import { importDescription } from '../../../aws/description.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';
import { type Making, prepared } from '../serverRow/prepared.ts';

/** Handler of `listScopes`. */
export const scopes: HandlersOf<'listScopes'> = {
  listScopes: async ({ params, query }) => {
    const server = await knownServer(params.id);
    if (server.source.kind !== 'openapi' || 'missing' in server.source) return { items: [] };
    return prepared('listScopes', server, { query });
  },
};

/** The answer of `listScopes`, which the function Prepare makes: the result of an import has all tools in it. */
export async function makeScopes(server: ServerRow, { folder }: Making<unknown>) {
  const { auth } = await importDescription(server, { key: `${folder}import.json.gz`, answerSchemas: false });
  return { items: auth.scopes.map((scope) => ({ ...scope, examples: [...scope.examples] })) };
}
