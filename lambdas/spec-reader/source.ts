/** The document of a request: fetched from its URL, or unpacked from the upload in the invocation. */
import { gunzipSync } from 'node:zlib';
import { decryptAddress } from '../../aws/credentials.ts';
import type { SpecSource } from '../../aws/services/invoke.ts';
import { PortcullisError } from '../../core/lib/errors.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import { type ArchiveContents, checkNotChosen, isZip, openArchive } from '../../core/openapi/document/archive.ts';
import { fetchDocument } from '../../egress/document.ts';
import type { EgressClient } from '../../egress/index.ts';

/** A description's bytes and their origin. */
export interface Given {
  readonly bytes: Uint8Array;
  /** The URL after redirects; unset for an upload. */
  readonly url?: string;
  /** Further files of an upload. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** The archive that it is in. */
  readonly archive?: ArchiveContents;
}

/** A source whose address is opened. */
export type NamedSource = Exclude<SpecSource, { readonly sealedUrl: string }>;

/** Opens a sealed address. */
export async function namedSource(source: SpecSource): Promise<NamedSource> {
  return 'sealedUrl' in source ? { url: await decryptAddress(source.serverId, source.sealedUrl) } : source;
}

/**
 * Throws PortcullisError `spec_unreachable`, `spec_too_large` or `spec_invalid`.
 * @param root of an archive, the path of the description in it
 */
export async function givenDocument(
  source: NamedSource,
  client: EgressClient,
  root: string | undefined,
): Promise<Given> {
  const opened = (bytes: Uint8Array): Given | undefined => {
    if (isZip(bytes)) return openArchive(bytes, root);
    checkNotChosen(root);
    return undefined;
  };
  if ('document' in source) {
    const bytes = unpacked(Buffer.from(source.document, 'base64'));
    const given = opened(bytes) ?? { bytes };
    return source.url === undefined ? given : { ...given, url: source.url };
  }
  const fetched = await fetchDocument(client, source.url);
  return opened(fetched.bytes) ?? fetched;
}

/** What an MCP server lists. Throws PortcullisError `spec_too_large`, `spec_invalid`. */
export const openListing = (listing: string): Pick<Given, 'bytes'> => ({
  bytes: unpacked(Buffer.from(listing, 'base64')),
});

function unpacked(bytes: Uint8Array): Uint8Array {
  const limit = LIMITS.document.bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new PortcullisError(
        'spec_too_large',
        `The document is larger than ${limit} bytes, the limit (document.bytes).`,
        {
          context: { limit },
        },
      );
    }
    throw new PortcullisError('spec_invalid', 'The uploaded document arrived damaged. Upload it again.', {
      cause: error,
    });
  }
}
