/** Where a server's tools come from: an address, an uploaded file, or a person. Uploads lie below the server's own folder. */
import { requireEnvironment } from '../../aws/environment.ts';
import { writeBytes } from '../../aws/objects.ts';
import type { NewServer } from '../../core/api/servers.ts';
import { newDeploymentId } from '../../core/ids.ts';
import type { ServerSource } from '../../core/records.ts';
import { checkDocumentUrl } from '../../core/request/baseUrl.ts';
import { compressedDocument } from './documents.ts';

export interface PreparedSource {
  readonly row: ServerSource;
  /** Stores what was uploaded, if anything; call it when everything else was checked. */
  store(): Promise<void>;
}

/** Throws InvalidInput or PortcullisError `spec_too_large` for an upload that cannot be taken. */
export function prepareSource(serverId: string, { source, tags }: Pick<NewServer, 'source' | 'tags'>): PreparedSource {
  const nothing = async () => {};
  if (source.kind === 'manual') return { row: { kind: 'manual' }, store: nothing };
  const chosen = tags && { tags: [...new Set(tags)] };
  if (source.url !== undefined) {
    return { row: { kind: 'openapi', url: checkDocumentUrl(source.url).url, ...chosen }, store: nothing };
  }
  const bytes = compressedDocument(source.document as NonNullable<typeof source.document>, '/source/document');
  const uploadKey = `uploads/${serverId}/${newDeploymentId()}.gz`;
  return {
    row: { kind: 'openapi', uploadKey, ...chosen },
    store: () => writeBytes(requireEnvironment('BUCKET_SPECS'), uploadKey, bytes, 'application/gzip'),
  };
}
