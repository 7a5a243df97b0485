/** The OAuth 2 scopes of a server's description, which is read again, so that an owner can choose scopes by the operations that need them. */
import { importAgain } from './importAgain.ts';
import { knownServer } from './load.ts';
import type { HandlersOf } from './request.ts';

/** Handler of `listScopes`. */
export const scopes: HandlersOf<'listScopes'> = {
  listScopes: async ({ params }) => {
    const server = await knownServer(params.id);
    if (server.source.kind === 'manual' || 'missing' in server.source) return { items: [] };
    const { auth } = await importAgain(server, { answerSchemas: false });
    return { items: auth.scopes.map((scope) => ({ ...scope, examples: [...scope.examples] })) };
  },
};
