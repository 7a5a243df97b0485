/** Previews a re-import. It is made by the function Prepare (importPreview.ts), because it may take minutes. */

import { isImported } from '../../../core/model/server.ts';
import { needsStoredToken } from '../../shared/importTokens.ts';
import { holdImportToken } from '../consents/importToken.ts';
import { Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';
import { prepared } from '../serverRow/prepared.ts';

/** Handler of `previewReimport`. */
export const reimport: HandlersOf<'previewReimport'> = {
  previewReimport: async ({ params, query, actor }) => {
    const server = await knownServer(params.id);
    if (!isImported(server.source)) {
      throw new Refused('nothing_to_import', 'The server has no API description to re-import.');
    }
    await holdImportToken(server, actor);
    // With whose account it is read, where each has their own.
    const details = needsStoredToken(server) ? { by: actor.id } : {};
    return prepared('previewReimport', server, { query, details });
  },
};
