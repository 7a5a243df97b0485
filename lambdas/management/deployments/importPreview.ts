/**
 * What a re-import would change: the changes of the tools, the edits that they affect, and the digest of the surface to approve. It runs the
 * same import, merge and sealing as a deployment and stores nothing. The function Prepare makes it.
 */
import { importDescription } from '../../../aws/description.ts';
import { readSettings } from '../../../aws/tables/settings.ts';
import { listTools } from '../../../aws/tables/tools.ts';
import type { StillReading } from '../../../core/api/reading.ts';
import type { AnswerOf } from '../../../core/api/routes/index.ts';
import { isoNow, newToolId } from '../../../core/lib/ids.ts';
import { effectiveGovernance } from '../../../core/model/governance/settings.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import { madeRepairs } from '../../../core/openapi/model/repairs.ts';
import { MAX_KEPT_WARNINGS, shownWarnings } from '../../../core/openapi/model/warnings.ts';
import { bundleAbout } from '../../../core/tools/bundle/about.ts';
import { buildSandboxSection } from '../../../core/tools/bundle/build.ts';
import { surfaceOf } from '../../../core/tools/bundle/lockfile.ts';
import { changesOf, conflictsOf, isReadAnew, planImport } from '../../../core/tools/reimport.ts';
import { changedTexts } from '../../../core/tools/words.ts';
import { importTokens } from '../../shared/importTokens.ts';
import type { Making } from '../serverRow/prepared.ts';
import { comparedSurfaces } from '../serverRow/surface.ts';
import { checksAfter, judgedTools } from '../tools/checks.ts';

/** The answer of `previewReimport`. */
export async function makeImportPreview(
  server: ServerRow,
  { folder, tell, details }: Making<unknown, { readonly by?: string }>,
): Promise<Exclude<AnswerOf<'previewReimport'>, StillReading>> {
  const { governance } = await readSettings();
  const { outputSchemas } = effectiveGovernance(governance, server.governance);
  const tokens = await importTokens(server, details.by ?? '');
  const result = await importDescription(server, {
    key: `${folder}import.json.gz`,
    answerSchemas: outputSchemas,
    tokens,
  });
  await tell(1);
  const stored = await listTools(server.serverId);
  await tell(2);
  const plan = planImport(server, stored, result, { now: isoNow(), newToolId });
  const changes = changesOf(plan);
  const conflicts = conflictsOf(plan);
  await tell(3);
  // The surface does not depend on the credential, so a missing credential must not prevent the preview.
  const planned = {
    ...server,
    name: plan.name,
    baseUrl: plan.baseUrl,
    about: plan.about,
    auth: { type: 'none' as const },
  };
  // Stored schemas were compiled when they were sealed.
  const checked = stored.map(({ inputSchema }) => inputSchema);
  const surface = surfaceOf(buildSandboxSection(planned, plan.tools, checked), plan.tools);
  const compared = await comparedSurfaces(surface, { server, tools: stored }, plan.importDigest);
  await tell(4);
  return {
    ...compared,
    readAnew: isReadAnew(server, plan),
    diff: plan.diff,
    changes,
    about: changedTexts(saidBy(server), saidBy(planned)),
    conflicts,
    checks: checksAfter(judgedTools(stored, server), judgedTools(plan.tools, { ...server, baseUrl: plan.baseUrl })),
    repairs: madeRepairs(result.warnings),
    warnings: shownWarnings(result.warnings, MAX_KEPT_WARNINGS).map((warning) => ({ ...warning })),
  };
}

/** What a server says of its API, as texts. */
function saidBy(server: Parameters<typeof bundleAbout>[0] & { readonly baseUrl: string }): object {
  if (!server.baseUrl) return {};
  const { icon, ...texts } = bundleAbout(server, server.baseUrl);
  return { ...texts, ...(icon && { icon: icon.src }) };
}
