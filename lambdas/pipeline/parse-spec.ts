/**
 * Phase 1 of an import: the spec reader fetches and converts the description; its drafts are merged with the stored tools here, so that
 * edits survive a re-import. Nothing is written to the tools table yet. A copy of the stored tools is kept, in case the last phase fails
 * half-way (aws/undo.ts).
 */
import { importDescription } from '../../aws/description.ts';
import { readSettings } from '../../aws/tables/settings.ts';
import { listTools } from '../../aws/tables/tools.ts';
import { keepTools } from '../../aws/undo.ts';
import { isoNow, newToolId } from '../../core/lib/ids.ts';
import { effectiveGovernance } from '../../core/model/governance/settings.ts';
import { madeRepairs } from '../../core/openapi/model/repairs.ts';
import { MAX_KEPT_WARNINGS, shownWarnings } from '../../core/openapi/model/warnings.ts';
import { isReadAnew, planImport } from '../../core/tools/reimport.ts';
import { importTokens, needsStoredToken } from '../shared/importTokens.ts';
import { count, type PhaseInput, type PhaseOutput, phase } from './phase.ts';
import { stage, stagingKey } from './staging.ts';

/** Phase 1 of an import. Idempotent. */
export const handler = phase('parse-spec', async (input) => {
  const { server } = input;
  const tokens = await importTokens(server, input.deployment.createdBy);
  if (tokens === undefined && needsStoredToken(server)) return withoutTools(input);
  const settings = await readSettings();
  const { outputSchemas } = effectiveGovernance(settings.governance, server.governance);
  const key = stagingKey(input, 'import');
  const result = await importDescription(server, { key, answerSchemas: outputSchemas, tokens });
  const stored = await listTools(server.serverId);
  await keepTools(input, stored);
  const plan = planImport(server, stored, result, { now: isoNow(), newToolId });
  await stage(input, 'tools', {
    name: plan.name,
    baseUrl: plan.baseUrl,
    about: plan.about,
    ...(plan.importDigest !== undefined && { importDigest: plan.importDigest }),
    isReadAnew: isReadAnew(server, plan),
    tools: plan.tools,
    removed: plan.removed.map(({ serverId, toolId }) => ({ serverId, toolId })),
  });
  return {
    detail: `${count(result.tools.length, 'endpoint')}, ${count(result.warnings.length, 'warning')}`,
    record: {
      diff: plan.diff,
      repairs: madeRepairs(result.warnings),
      warnings: shownWarnings(result.warnings, MAX_KEPT_WARNINGS).map((warning) => JSON.parse(JSON.stringify(warning))),
    },
  };
});

/** The first import of an MCP server at which a person signs in: its tools can be read once it is live, and somebody has. */
async function withoutTools(input: PhaseInput): Promise<PhaseOutput> {
  const { serverId, name, baseUrl } = input.server;
  const tools = await listTools(serverId);
  await keepTools(input, tools);
  await stage(input, 'tools', {
    name: name || new URL(baseUrl).hostname,
    baseUrl,
    isReadAnew: false,
    tools,
    removed: [],
  });
  return { detail: 'no tools before somebody has signed in' };
}
