/**
 * POST /v1/servers/{id}/sandbox/inspect: the server's own sandbox tries what its lock-down must deny. For `npm run verify`, which compares
 * the environments of two servers, and asks for the lock-down under the runtime that really runs.
 */
import { recordManagementAction } from '../../../aws/audit.ts';
import { callSandbox } from '../../../aws/services/sandbox.ts';
import { Refused } from '../http/errors.ts';
import { ANSWER_BEFORE_MS, type HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';

/** Handler of `inspectSandbox`. */
export const sandboxInspection: HandlersOf<'inspectSandbox'> = {
  inspectSandbox: async ({ params, actor }) => {
    const { serverId, name } = await knownServer(params.id);
    const answer = await callSandbox({ kind: 'inspect', serverId }, { signal: AbortSignal.timeout(ANSWER_BEFORE_MS) });
    if (answer.frame !== 'inspection') throw new Refused('sandbox_failed', 'The sandbox gave no report. Try again.');
    const { inspection } = answer;
    await recordManagementAction({
      serverId,
      serverName: name,
      actor,
      action: 'server.sandbox.inspect',
      detail: { allowed: inspection.tries.filter(({ isDenied }) => !isDenied).length },
    });
    return { ...inspection, tries: [...inspection.tries] };
  },
};
