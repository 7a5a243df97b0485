/**
 * Tells what redaction does to each field of recorded answers, by the settings of their server and what is known of their tools. Answers are read in
 * the thread of the governance tester and stored nowhere; what is told of them is no value.
 */
import { readSettings } from '../../../aws/tables/settings.ts';
import { readTools } from '../../../aws/tables/toolBriefs.ts';
import { shownFields } from '../../../core/api/answerFields.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { refusal } from '../../../core/lib/zod/faults.ts';
import { floorAt, heldGovernance, heldTools } from '../../../core/model/floor.ts';
import { effectiveGovernance } from '../../../core/model/governance/settings.ts';
import { membersOf, type ServerRow } from '../../../core/model/server.ts';
import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';
import { foldBeside } from '../settings/tryout.ts';

const { bytes: MAX_BYTES } = LIMITS.recordedAnswers;

/** Handler of `explainFields`. */
export const answerFields: HandlersOf<'explainFields'> = {
  explainFields: async ({ params: { id }, body }) => {
    const server = await knownServer(id);
    const answers = body.answers.map(({ toolId, text, contentType = '' }) => ({ toolId, text, contentType }));
    const bytes = answers.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    if (bytes > MAX_BYTES) {
      throw new PortcullisError(
        'body_too_large',
        `The answers have ${bytes} bytes together; ${MAX_BYTES} is the limit (recordedAnswers.bytes). Send them in parts.`,
        { context: { limit: MAX_BYTES } },
      );
    }
    const [settings, found] = await Promise.all([
      readSettings(),
      readTools(
        id,
        answers.map(({ toolId }) => toolId),
      ),
    ]);
    const floor = floorAt(settings, server.project);
    const tools = new Map(heldTools(found, server, floor).map((tool) => [tool.toolId, tool]));
    const unknown = answers.findIndex(({ toolId }) => !tools.has(toolId));
    if (unknown >= 0) {
      const message = 'names no tool of this server; it may have been deleted. Read the list again.';
      throw refusal([{ field: `/answers/${unknown}/toolId`, rule: 'tool_unknown', message }]);
    }
    const marked = [...tools].map(
      ([toolId, { described, redaction }]) =>
        [toolId, { ...(described && { described }), ...(redaction && { redaction }) }] as const,
    );
    const governance = heldGovernance(effectiveGovernance(settings.governance, server.governance), floor);
    return shownFields(await foldBeside(answers, { governance, hosts: hostsOf(server), tools: new Map(marked) }));
  },
};

/** Hosts of the API, as in its bundle. */
const hostsOf = (server: ServerRow): string[] =>
  membersOf(server) ? [] : [server.baseUrl, ...Object.keys(server.hosts ?? {})].flatMap(hostOf);

function hostOf(url: string): string[] {
  try {
    return [new URL(url).host];
  } catch {
    return [];
  }
}
