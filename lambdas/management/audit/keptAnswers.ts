/**
 * The kept whole answer of a call, for people with the right to read answers. Each reading is recorded in the audit trail first; if that
 * fails, the answer is not returned.
 */
import { recordManagementAction } from '../../../aws/audit.ts';
import { findEntry } from '../../../aws/auditTrail.ts';
import { keptUntil, readKeptAnswer } from '../../../aws/keptAnswers.ts';
import { projectOfDeleted } from '../../../aws/tables/projects.ts';
import { readServer } from '../../../aws/tables/servers.ts';
import { sha256 } from '../../../core/lib/json/canonical.ts';
import type { JsonObject } from '../../../core/lib/json/value.ts';
import { notFound, Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { demandSecondPerson } from '../http/secondPerson.ts';

/** Handler of `readAnswer`. */
export const keptAnswers: HandlersOf<'readAnswer'> = {
  readAnswer: async ({ params, actor }) => {
    const { id: serverId, entryId } = params;
    const [entry, server] = await Promise.all([findEntry(serverId, entryId), readServer(serverId)]);
    if (entry?.kind !== 'call') throw notFound('entry');
    const { keptAnswer, tool, at } = entry;
    if (keptAnswer === undefined) throw notKept('Answers were not stored when this call was made.');
    if (keptAnswer === 'failed') throw notKept('This answer could not be stored when the call was made.');
    const content = await readKeptAnswer(entry, keptAnswer);
    if (content === undefined)
      throw notKept(`It was stored for ${keptAnswer.days} days, until ${keptUntil(entry, keptAnswer)}.`);
    const subject = { serverId, serverName: server?.name ?? '' };
    const project = server ? server.project : await projectOfDeleted(serverId);
    const values = [{ what: `the answer of ${tool}`, after: `${entryId} of ${at}` }];
    await demandSecondPerson([{ kind: 'answers', values }], { ...subject, project });
    await recordManagementAction({
      serverId,
      ...(server && { serverName: server.name }),
      actor,
      action: 'answer.read',
      detail: { entryId, name: tool },
    });
    return {
      entryId,
      at,
      until: keptUntil(entry, keptAnswer),
      tool,
      isError: entry.outcome === 'error',
      matches: sha256(JSON.stringify(content)) === entry.answerDigest,
      content: content as JsonObject[],
    };
  },
};

const notKept = (why: string) => new Refused('answer_not_kept', `There is no answer to show. ${why}`);
