/**
 * Previews a re-import: the changes of the tools, the edits that they affect, and the digest of the surface to approve. It runs the same
 * import, merge and sealing as a deployment and stores nothing.
 */
import { readSettings } from '../../../aws/tables/settings.ts';
import { listTools } from '../../../aws/tables/tools.ts';
import { isoNow, newToolId } from '../../../core/lib/ids.ts';
import { effectiveGovernance } from '../../../core/model/governance/settings.ts';
import { madeRepairs } from '../../../core/openapi/model/repairs.ts';
import { MAX_KEPT_WARNINGS, shownWarnings } from '../../../core/openapi/model/warnings.ts';
import { bundleAbout } from '../../../core/tools/bundle/about.ts';
import { buildSandboxSection } from '../../../core/tools/bundle/build.ts';
import { surfaceOf } from '../../../core/tools/bundle/lockfile.ts';
import { changesOf, conflictsOf, isReadAnew, planImport } from '../../../core/tools/reimport.ts';
import { changedTexts } from '../../../core/tools/words.ts';
import { Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';
import { comparedSurfaces } from '../serverRow/surface.ts';
import { checksAfter, judgedTools } from '../tools/checks.ts';
import { importAgain } from '../tools/importAgain.ts';
import { isReading } from '../tools/reading.ts';

/** Handler of `previewReimport`. */
export const reimport: HandlersOf<'previewReimport'> = {
  previewReimport: async ({ params, query }) => {
    const server = await knownServer(params.id);
    if (server.source.kind === 'manual') {
      throw new Refused(
        'nothing_to_import',
        'The server’s tools were added manually; it has no API description to re-import.',
      );
    }
    const { governance } = await readSettings();
    const { outputSchemas } = effectiveGovernance(governance, server.governance);
    const [result, stored] = await Promise.all([
      importAgain(server, query.reading, { answerSchemas: outputSchemas }),
      listTools(server.serverId),
    ]);
    if (isReading(result)) return result;
    const plan = planImport(server, stored, result, { now: isoNow(), newToolId });
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
    const section = buildSandboxSection(planned, plan.tools, checked);
    const compared = await comparedSurfaces(
      surfaceOf(section, plan.tools),
      { server, tools: stored },
      plan.importDigest,
    );
    return {
      ...compared,
      readAnew: isReadAnew(server, plan),
      diff: plan.diff,
      changes: changesOf(plan),
      about: changedTexts(saidBy(server), saidBy(planned)),
      conflicts: conflictsOf(plan),
      checks: checksAfter(judgedTools(stored, server), judgedTools(plan.tools, { ...server, baseUrl: plan.baseUrl })),
      repairs: madeRepairs(result.warnings),
      warnings: shownWarnings(result.warnings, MAX_KEPT_WARNINGS).map((warning) => ({ ...warning })),
    };
  },
};

/** What a server says of its API, as texts. */
function saidBy(server: Parameters<typeof bundleAbout>[0] & { readonly baseUrl: string }): object {
  if (!server.baseUrl) return {};
  const { icon, ...texts } = bundleAbout(server, server.baseUrl);
  return { ...texts, ...(icon && { icon: icon.src }) };
}
