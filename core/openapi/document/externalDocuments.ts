/**
 * The documents of one import. Conversion notes the documents it needs; between two rounds of conversion they are
 * fetched by the caller's function, within limits on number, bytes, depth and time. Files of an upload or of the
 * document's own folder have limits of their own, those of an archive, and no limit on time.
 */
import type { JsonValue } from '../../lib/json/value.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { ArchiveContents } from './archive.ts';
import { absolute, decode, displayUrl, UPLOAD_BASE, withoutFragment } from './documentUrl.ts';
import type { Source } from './location.ts';
import { type Opened, openWhole, stringMember } from './read.ts';

/** Fetches that run at the same time. */
const MAX_PARALLEL_FETCHES = 8;

interface Limit {
  readonly documents: number;
  readonly bytes: number;
  readonly what: string;
}

const { document: LIMIT } = LIMITS;
const NETWORK: Limit = { documents: LIMIT.externalDocuments, bytes: LIMIT.externalBytes, what: 'external documents' };
/** For files beside the document, as many as an archive may hold (archive.ts). */
const OWN: Limit = { documents: 5_000, bytes: LIMIT.bytes + LIMIT.externalBytes, what: 'files beside the document' };

/** Options of an import about its documents. */
export interface DocumentOptions {
  /**
   * URL that the document was fetched from, after redirects: the base of relative references and servers. Unset for an
   * upload.
   */
  readonly url?: string;
  /** Fetches an external document; without it, external references become `{}` with a warning. Throws when it refuses one. */
  readonly fetchDocument?: (url: string) => Promise<{ readonly url: string; readonly bytes: Uint8Array }>;
  /** Further files of an upload, by path relative to the root document. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** The archive that the document is in. */
  readonly archive?: ArchiveContents;
  /** Called with a text for people about the progress. */
  readonly onProgress?: (detail: string) => void;
}

/** The root document and all others that were asked for. */
export class ExternalDocuments {
  readonly root: Source;
  private readonly sources = new Map<string, Source | { readonly failed: string }>();
  private readonly wanted = new Map<string, number>();
  private readonly depths = new Map<Source, number>();
  /** By URL with percent-encoding decoded, because references may encode one URL in several ways. */
  private readonly files = new Map<string, Uint8Array>();
  private readonly options: DocumentOptions;
  private readonly deadline: number;
  private readonly read = { own: { documents: 0, bytes: 0 }, network: { documents: 0, bytes: 0 } };

  constructor({ value, reveal, find, repeatedKeys, digitsOf, mayHide, mayHideIn }: Opened, options: DocumentOptions) {
    this.options = options;
    this.deadline = Date.now() + LIMITS.document.ms;
    const base = options.url === undefined ? new URL('document', UPLOAD_BASE).href : withoutFragment(options.url);
    this.root = {
      url: ownUrl(value, base),
      root: value,
      label: '',
      repeatedKeys,
      digitsOf,
      mayHide,
      ...(reveal && { reveal }),
      ...(find && { find }),
      ...(mayHideIn && { mayHideIn }),
    };
    this.sources.set(base, this.root);
    this.sources.set(this.root.url, this.root);
    this.depths.set(this.root, 0);
    for (const [path, bytes] of options.files ?? []) {
      const url = absolute(
        path.split('/').map(encodeURIComponent).join('/'),
        base.startsWith('upload:') ? base : UPLOAD_BASE,
      );
      if (url) this.files.set(decode(url.href), bytes);
    }
  }

  /** The loaded documents. */
  get loaded(): Iterable<Source> {
    return this.depths.keys();
  }

  /** True while only the root document is loaded. */
  get isAlone(): boolean {
    return this.depths.size === 1;
  }

  /** True when conversion needs documents that are not loaded. */
  get hasWanted(): boolean {
    return this.wanted.size > 0;
  }

  /**
   * The document at a URL from {@link urlOf}. When it is not loaded, {@link loadWanted} will load it, unless that has
   * failed before.
   */
  get(url: string, from: Source): Source | undefined {
    const source = this.sources.get(url);
    if (source === undefined) {
      if (!this.wanted.has(url)) this.wanted.set(url, (this.depths.get(from) ?? 0) + 1);
      return undefined;
    }
    return 'failed' in source ? undefined : source;
  }

  /**
   * Absolute URL of a referenced document; undefined when resolving it is not allowed. http becomes https. A file URL is
   * allowed only from a file, and a file of an upload only from the same upload.
   */
  urlOf(reference: string, from: Source): string | undefined {
    const document = withoutFragment(reference);
    // For https, the URL parser itself reads a backslash as a slash.
    const path = from.url.startsWith('upload:') ? document.replaceAll('\\', '/') : document;
    const url = absolute(path, from.url);
    if (!url) return undefined;
    if (url.protocol === 'http:') url.protocol = 'https:';
    const scheme = url.protocol;
    const isAllowed =
      scheme === 'https:' ||
      (scheme === 'upload:' && from.url.startsWith('upload:')) ||
      (scheme === 'file:' && this.root.url.startsWith('file:') && from.url.startsWith('file:'));
    return isAllowed ? url.href : undefined;
  }

  /** Why a reference could not be resolved, as part of a warning. */
  reasonFor(reference: string, from: Source): string {
    if (reference.startsWith('#')) return `nothing stands at ${reference.slice(0, 200)}`;
    const url = this.urlOf(reference, from);
    if (!url) return 'it is no URL that can be resolved here';
    const found = this.sources.get(url);
    if (found && 'failed' in found) return found.failed;
    return found ? `${reference.slice(0, 200)} names no place in that document` : 'it could not be loaded';
  }

  /** Loads the documents that conversion needs. A failure is kept with its reason, and not tried again. */
  async loadWanted(): Promise<void> {
    const urls = [...this.wanted];
    this.wanted.clear();
    let next = 0;
    const worker = async () => {
      for (let item = urls[next++]; item; item = urls[next++]) await this.load(...item);
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL_FETCHES }, worker));
  }

  private async load(url: string, depth: number): Promise<void> {
    try {
      const isOwn = this.isOwn(url);
      const limit = isOwn ? OWN : NETWORK;
      const read = isOwn ? this.read.own : this.read.network;
      if (depth > LIMITS.document.depth) throw new Error(`it is more than ${LIMITS.document.depth} documents deep`);
      if (++read.documents > limit.documents)
        throw new Error(`more than ${limit.documents} ${limit.what} are referenced`);
      const fetched = await this.fetch(url, isOwn);
      read.bytes += fetched.bytes.byteLength;
      if (read.bytes > limit.bytes)
        throw new Error(`the ${limit.what} exceed ${Math.floor(limit.bytes / 1024 / 1024)} MB together`);
      const { value, repeatedKeys, digitsOf, mayHide } = openWhole(fetched.bytes, LIMITS.document.bytes);
      const source: Source = {
        url: withoutFragment(fetched.url),
        root: value,
        label: displayUrl(url),
        repeatedKeys,
        digitsOf,
        mayHide,
      };
      this.sources.set(url, source);
      this.depths.set(source, depth);
      this.options.onProgress?.(`${this.read.own.documents + this.read.network.documents} external documents read`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.sources.set(url, { failed: reason.replace(/[\s.]+$/, '').slice(0, 300) });
    }
  }

  /** True for files of the upload or of the document's own folder, which need no request to another server. */
  private isOwn(url: string): boolean {
    return url.startsWith('file:') || url.startsWith('upload:') || this.files.has(decode(url));
  }

  private async fetch(url: string, isOwn: boolean): Promise<{ readonly url: string; readonly bytes: Uint8Array }> {
    const file = this.files.get(decode(url));
    if (file) return { url, bytes: file };
    if (url.startsWith('upload:'))
      throw new Error('the file is not part of the upload, and an upload has no address to look beside');
    if (!this.options.fetchDocument) throw new Error('external documents are not fetched here');
    if (isOwn) return this.options.fetchDocument(url);
    const late = `reading external documents took longer than ${LIMITS.document.ms / 1000} s`;
    const left = this.deadline - Date.now();
    if (left <= 0) throw new Error(late);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new Error(late)), left);
    });
    try {
      return await Promise.race([this.options.fetchDocument(url), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** A document's own URL from `$self` (OpenAPI 3.2), else its base. */
function ownUrl(root: JsonValue, base: string): string {
  const self = stringMember(root, '$self');
  const url = self === undefined ? undefined : absolute(self, base);
  return url ? withoutFragment(url.href) : base;
}
