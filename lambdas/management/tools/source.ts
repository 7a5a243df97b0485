/**
 * Where a server's tools come from: a URL, an uploaded file, an MCP server, or a person. Uploads are stored below the server's own folder. A URL may
 * contain a key, in its query or its path: it is sealed for the spec reader then, and the row contains it with the values masked.
 */
import { encryptAddress } from '../../../aws/credentials.ts';
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { writeBytes } from '../../../aws/services/objects.ts';
import type { NewServer } from '../../../core/api/servers.ts';
import { InvalidInput } from '../../../core/lib/errors.ts';
import { newDeploymentId } from '../../../core/lib/ids.ts';
import { checkDocumentUrl } from '../../../core/lib/url/baseUrl.ts';
import { holdsMask, MASK, maskedUrl } from '../../../core/lib/url/mask.ts';
import type { Repair } from '../../../core/model/repairs.ts';
import type { ImportChoices, ServerSource } from '../../../core/model/server.ts';
import { compressedDocument } from './documents.ts';
import { preparedMembers } from './toolsetMembers.ts';

/** A checked source that is not stored yet. */
export interface PreparedSource {
  /** The source for the row. `current`: that of the row now; if the new URL is the masked form of its URL, that URL is kept. */
  over(current: ServerSource | undefined): ServerSource;
  /** Stores the upload, if there is one. Call it after everything else was checked. */
  store(): Promise<void>;
}

/**
 * @param placed the server's source as it is now, if it has one, and its project, if that is not `default`
 * Throws InvalidInput or PortcullisError `spec_too_large` for an upload that cannot be used; InvalidInput also for a masked URL that is
 * not that of this server.
 */
export async function prepareSource(
  serverId: string,
  { source, tags, withoutRepairs }: Pick<NewServer, 'source' | 'tags' | 'withoutRepairs'>,
  { current, project }: { readonly current?: ServerSource; readonly project?: string } = {},
): Promise<PreparedSource> {
  const nothing = async () => {};
  if (source.kind === 'toolset') return preparedMembers(serverId, source, { current, project });
  if (source.kind !== 'openapi') {
    const { kind } = source;
    return { over: () => ({ kind }), store: nothing };
  }
  const chosen = choices({ tags, withoutRepairs, root: source.root });
  if (source.url !== undefined) {
    const { url } = checkDocumentUrl(source.url);
    const isKept = isShownAs(current, url);
    if (!isKept) checkUnmasked(url, '/source/url');
    const sealed = isKept ? undefined : await sealedAddress(serverId, url);
    const over = (now: ServerSource | undefined): ServerSource => {
      if (sealed) return { kind: 'openapi', ...sealed, ...chosen };
      // The source was changed since it was read, so the URL that was to be kept is gone.
      if (!isShownAs(now, url)) throw masked('/source/url');
      return { ...withoutChoices(now), ...chosen };
    };
    return { over, store: nothing };
  }
  const { bytes, digest } = compressedDocument(
    source.document as NonNullable<typeof source.document>,
    '/source/document',
  );
  const uploadKey = `uploads/${serverId}/${newDeploymentId()}.gz`;
  return {
    over: () => ({ kind: 'openapi', uploadKey, digest, ...chosen }),
    store: () => writeBytes(requireEnvironment('BUCKET_SPECS'), uploadKey, bytes, 'application/gzip'),
  };
}

/** For an import whose source has not been given yet. */
export const missingSource = (given: Parameters<typeof choices>[0]): PreparedSource => ({
  over: () => ({ kind: 'openapi', missing: true, ...choices(given) }),
  store: async () => {},
});

/** Changes the import's choices: null removes one, undefined keeps it. */
export function withChoices(source: ServerSource, { tags, withoutRepairs }: ChoiceChange): ServerSource {
  if (source.kind !== 'openapi') return source;
  const { tags: nowTags, withoutRepairs: nowWithout, root } = source;
  return {
    ...withoutChoices(source),
    ...choices({
      tags: tags === undefined ? nowTags : tags,
      withoutRepairs: withoutRepairs === undefined ? nowWithout : withoutRepairs,
      root,
    }),
  };
}

/** A change of an import's choices; null removes one. */
export interface ChoiceChange {
  readonly tags?: readonly string[] | null | undefined;
  readonly withoutRepairs?: readonly Repair[] | null | undefined;
}

/** Removes duplicates, and choices that are null. */
const choices = ({
  tags,
  withoutRepairs,
  root,
}: ChoiceChange & { readonly root?: string | undefined }): ImportChoices => ({
  ...(tags && { tags: [...new Set(tags)] }),
  ...(withoutRepairs && { withoutRepairs: [...new Set(withoutRepairs)] }),
  ...(root !== undefined && { root }),
});

type Unchosen<Source> = Source extends ImportChoices ? Omit<Source, keyof ImportChoices> : never;

function withoutChoices<Source extends ImportChoices>(source: Source): Unchosen<Source> {
  const { tags: _, withoutRepairs: __, root: ___, ...rest } = source;
  return rest as Unchosen<Source>;
}

type Address = Extract<ServerSource, { url: string }>;

/** Whether `url` is the masked form of the source's URL. */
const isShownAs = (source: ServerSource | undefined, url: string): source is Address =>
  source !== undefined && 'url' in source && holdsMask(url) && maskedUrl(source.url) === url;

/** A URL of which nothing is masked contains no secret. */
async function sealedAddress(serverId: string, url: string): Promise<Pick<Address, 'url' | 'sealedUrl'>> {
  const maskedAddress = maskedUrl(url);
  if (maskedAddress === url) return { url };
  return { url: maskedAddress, sealedUrl: await encryptAddress(serverId, url) };
}

/** Throws InvalidInput. */
export function checkUnmasked(url: string, field: string): void {
  if (holdsMask(url)) throw masked(field);
}

const masked = (field: string) =>
  new InvalidInput([
    {
      field,
      rule: 'url_masked',
      message: `holds ${MASK} in place of a masked value. Send the whole URL with its values.`,
    },
  ]);
