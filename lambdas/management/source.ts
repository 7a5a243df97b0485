/**
 * Where a server's tools come from: an address, an uploaded file, or a person. Uploads lie below the server's own folder. An address
 * with a query may hold a key: it is sealed for the spec reader, and the row shows it with its values masked.
 */
import { encryptAddress } from '../../aws/credentials.ts';
import { requireEnvironment } from '../../aws/environment.ts';
import { writeBytes } from '../../aws/objects.ts';
import type { NewServer } from '../../core/api/servers.ts';
import { InvalidInput } from '../../core/errors.ts';
import { newDeploymentId } from '../../core/ids.ts';
import type { Repair } from '../../core/openapi/model/repairs.ts';
import type { ImportChoices, ServerSource } from '../../core/records.ts';
import { checkDocumentUrl } from '../../core/url/baseUrl.ts';
import { holdsMask, MASK, maskedUrl } from '../../core/url/mask.ts';
import { compressedDocument } from './documents.ts';

/** A checked source that is not stored yet. */
export interface PreparedSource {
  /** The source as it belongs into the row, over what stands there; an address that is shown masked there is the one it stands for. */
  over(current: ServerSource | undefined): ServerSource;
  /** Stores what was uploaded, if anything; call it when everything else was checked. */
  store(): Promise<void>;
}

/**
 * Throws InvalidInput or PortcullisError `spec_too_large` for an upload that cannot be taken; InvalidInput also for an address that
 * was copied from an answer, its values masked, and is not that of this server.
 */
export async function prepareSource(
  serverId: string,
  { source, tags, withoutRepairs }: Pick<NewServer, 'source' | 'tags' | 'withoutRepairs'>,
  current?: ServerSource,
): Promise<PreparedSource> {
  const nothing = async () => {};
  if (source.kind === 'manual') return { over: () => ({ kind: 'manual' }), store: nothing };
  const chosen = choices({ tags, withoutRepairs });
  if (source.url !== undefined) {
    const { url } = checkDocumentUrl(source.url);
    const isKept = isShownAs(current, url);
    if (!isKept) checkUnmasked(url, '/source/url');
    const sealed = isKept ? undefined : await sealedAddress(serverId, url);
    const over = (now: ServerSource | undefined): ServerSource => {
      if (sealed) return { kind: 'openapi', ...sealed, ...chosen };
      // Changed since it was read: what it was meant to keep is gone.
      if (!isShownAs(now, url)) throw masked('/source/url');
      return { ...withoutChoices(now), ...chosen };
    };
    return { over, store: nothing };
  }
  const bytes = compressedDocument(source.document as NonNullable<typeof source.document>, '/source/document');
  const uploadKey = `uploads/${serverId}/${newDeploymentId()}.gz`;
  return {
    over: () => ({ kind: 'openapi', uploadKey, ...chosen }),
    store: () => writeBytes(requireEnvironment('BUCKET_SPECS'), uploadKey, bytes, 'application/gzip'),
  };
}

/** Where nothing can be imported from until somebody says from where. */
export const missingSource = (given: ChoiceChange): PreparedSource => ({
  over: () => ({ kind: 'openapi', missing: true, ...choices(given) }),
  store: async () => {},
});

/** Another choice for what is given: null takes the one that stands there back, undefined leaves it. */
export function withChoices(source: ServerSource, { tags, withoutRepairs }: ChoiceChange): ServerSource {
  if (source.kind === 'manual') return source;
  const { tags: nowTags, withoutRepairs: nowWithout } = source;
  return {
    ...withoutChoices(source),
    ...choices({
      tags: tags === undefined ? nowTags : tags,
      withoutRepairs: withoutRepairs === undefined ? nowWithout : withoutRepairs,
    }),
  };
}

/** A change of an import's choices; null clears one. */
export interface ChoiceChange {
  readonly tags?: readonly string[] | null | undefined;
  readonly withoutRepairs?: readonly Repair[] | null | undefined;
}

/** Each tag and repair once; without those that are null. */
const choices = ({ tags, withoutRepairs }: ChoiceChange): ImportChoices => ({
  ...(tags && { tags: [...new Set(tags)] }),
  ...(withoutRepairs && { withoutRepairs: [...new Set(withoutRepairs)] }),
});

type Unchosen<Source> = Source extends ImportChoices ? Omit<Source, keyof ImportChoices> : never;

function withoutChoices<Source extends ImportChoices>(source: Source): Unchosen<Source> {
  const { tags: _, withoutRepairs: __, ...rest } = source;
  return rest as Unchosen<Source>;
}

type Address = Extract<ServerSource, { url: string }>;

/** The same address as answers show it, with something masked in it. */
const isShownAs = (source: ServerSource | undefined, url: string): source is Address =>
  source !== undefined && 'url' in source && holdsMask(url) && maskedUrl(source.url) === url;

/** An address without a query has nothing to hide. */
async function sealedAddress(serverId: string, url: string): Promise<Pick<Address, 'url' | 'sealedUrl'>> {
  const shown = maskedUrl(url);
  if (shown === url) return { url };
  return { url: shown, sealedUrl: await encryptAddress(serverId, url) };
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
      message: `holds ${MASK} where a value of its query is hidden; give the whole address, with its values.`,
    },
  ]);
