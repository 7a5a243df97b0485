/**
 * Phase 1 of an import: the spec reader fetches and converts the description; here its drafts are merged with the stored
 * tools, so that edits survive a re-import. Nothing is written to the tools table yet: a failed deployment changes nothing.
 */
import { requireEnvironment } from '../../aws/environment.ts';
import { invokeSpecReader, isRefusal, type SpecSource } from '../../aws/invoke.ts';
import { readBytes } from '../../aws/objects.ts';
import { listTools } from '../../aws/tables/tools.ts';
import { isoNow, newToolId } from '../../core/ids.ts';
import type { ImportResult } from '../../core/openapi/types.ts';
import type { ServerAuth, ServerSource } from '../../core/records.ts';
import { checkBaseUrl } from '../../core/request/baseUrl.ts';
import { mergeTools } from '../../core/tools/merge.ts';
import type { ToolDraft } from '../../core/tools/model.ts';
import { PhaseFailure } from './errors.ts';
import { phase } from './phase.ts';
import { stage, staged, stagingKey } from './staging.ts';

const KEPT_WARNINGS = 200;

export const handler = phase('parse-spec', async (input) => {
  const { server } = input;
  const answer = await invokeSpecReader<object>({
    mode: 'import',
    source: await sourceOf(server.source),
    ...(server.source.kind === 'openapi' && server.source.tags ? { tags: server.source.tags } : {}),
    credentialHeader: headerOf(server.auth),
    output: { key: stagingKey(input, 'import') },
  });
  if (isRefusal(answer)) throw new PhaseFailure(answer.error.code, answer.error.message);
  const result = await staged(input, 'import');
  if (result.tools.length === 0) {
    throw new PhaseFailure(
      'no_operations',
      'The document describes no operation under `paths`. Check that it is the right document, or make the server by hand.',
    );
  }

  const baseUrl = server.baseUrl || result.baseUrl;
  if (!baseUrl) {
    throw new PhaseFailure(
      'base_url_invalid',
      'The document names no usable https server. Deploy again with a base URL.',
    );
  }
  const { url } = checkBaseUrl(baseUrl);
  const drafts = result.tools.map((draft) => rebased(draft, result, url));
  const merged = mergeTools(await listTools(server.serverId), drafts, {
    serverId: server.serverId,
    now: isoNow(),
    newToolId,
  });
  await stage(input, 'tools', {
    name: server.name || result.title.slice(0, 80) || new URL(url).hostname,
    baseUrl: url,
    tools: merged.tools,
    removed: merged.removed.map(({ serverId, toolId }) => ({ serverId, toolId })),
  });
  return {
    detail: `${count(result.tools.length, 'endpoint')}, ${count(result.warnings.length, 'warning')}`,
    record: {
      diff: merged.diff,
      warnings: result.warnings.slice(0, KEPT_WARNINGS).map((warning) => JSON.parse(JSON.stringify(warning))),
    },
  };
});

/** The header that the credential fills: `Authorization` is no argument anyway. */
const headerOf = ({ type, headerName }: ServerAuth): string => (type === 'header' ? (headerName ?? '') : '');

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** An uploaded document travels to the spec reader inside of the invocation: that function reads nothing of ours. */
async function sourceOf(source: ServerSource): Promise<SpecSource> {
  if (source.kind === 'manual')
    throw new PhaseFailure('source_missing', 'A server made by hand has no document to import.');
  if ('url' in source) return { url: source.url };
  const bytes = await readBytes(requireEnvironment('BUCKET_SPECS'), source.uploadKey);
  if (!bytes) throw new PhaseFailure('source_missing', 'The uploaded document is gone. Upload it again.');
  return { document: Buffer.from(bytes).toString('base64') };
}

/** When the owner replaces the document's host, operations with a server of their own on that host follow. */
function rebased(draft: ToolDraft, result: ImportResult, owner: string): ToolDraft {
  if (draft.baseUrl === undefined || !result.baseUrl) return draft;
  const own = new URL(draft.baseUrl);
  if (own.origin !== new URL(result.baseUrl).origin) return draft;
  const target = new URL(owner);
  return { ...draft, baseUrl: `${target.origin}${own.pathname}`.replace(/\/$/, '') };
}
