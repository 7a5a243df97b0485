/** The OAuth 2 scopes of a server's description, which is read again, so that an owner can choose scopes by the operations that need them. */

import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';
import { importAgain } from './importAgain.ts';
import { isReading } from './reading.ts';

/** Handler of `listScopes`. */
export const scopes: HandlersOf<'listScopes'> = {
  listScopes: async ({ params, query }) => {
    const server = await knownServer(params.id);
    if (server.source.kind === 'manual' || 'missing' in server.source) return { items: [] };
    const read = await importAgain(server, query.reading, { answerSchemas: false });
    if (isReading(read)) return read;
    return { items: read.auth.scopes.map((scope) => ({ ...scope, examples: [...scope.examples] })) };
  },
};
