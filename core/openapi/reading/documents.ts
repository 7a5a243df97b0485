/**
 * The documents of one import and the references between them. Resolution is synchronous and lazy: a reference into a
 * document that is not here yet is noted as wanted, and the caller loads what is wanted and converts again.
 * So only documents that some operation really needs are ever fetched. All fetching goes through the caller's function.
 */
import type { JsonObject, JsonValue } from '../../json.ts';
import { LIMITS } from '../../limits.ts';
import type { ImportOptions } from '../types.ts';
import { isObject, member, readDocument, stringMember } from './read.ts';

/** One parsed document; `url` is the base of its relative references, absolute and without a fragment. */
export interface Source {
  readonly url: string;
  readonly root: JsonValue;
  /** What stands before `#` in a warning's pointer: '' for the root document. */
  readonly label: string;
}

/** A place in a document. */
export interface Target {
  readonly value: JsonValue;
  readonly source: Source;
  /** With its `#`, without the document. */
  readonly pointer: string;
}

/** A place where an object stands. */
export interface ObjectTarget extends Target {
  readonly value: JsonObject;
}

/** A place below another; its pointer is only written out when a warning or a name asks for it. */
export class Place<Value extends JsonValue = JsonValue> implements Target {
  readonly value: Value;
  readonly source: Source;
  private readonly parent: Target;
  private readonly key: string;

  constructor(parent: Target, key: string, value: Value) {
    this.value = value;
    this.source = parent.source;
    this.parent = parent;
    this.key = key;
  }

  get pointer(): string {
    return `${this.parent.pointer}/${escapePointer(this.key)}`;
  }
}

/** Base of the files of an upload; deep, so that `../` of a reference has somewhere to go. */
const UPLOAD = 'upload:///0/1/2/3/4/5/6/7/';

export const absolutePointer = ({ source, pointer }: Pick<Target, 'source' | 'pointer'>): string =>
  `${source.label}${pointer}`;

export const escapePointer = (key: string): string =>
  key.includes('/') || key.includes('~') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;

export class Documents {
  readonly root: Source;
  private readonly sources = new Map<string, Source | { readonly failed: string }>();
  private readonly wanted = new Map<string, number>();
  private readonly depths = new Map<Source, number>();
  private readonly resolved = new Map<Source, Map<string, Target | undefined>>();
  private readonly named = new Map<Source, Map<string, Target>>();
  private readonly files = new Map<string, Uint8Array>();
  private readonly options: ImportOptions;
  private readonly deadline: number;
  private loaded = 0;
  private bytes = 0;

  constructor(root: JsonValue, options: ImportOptions, rootPath = 'document') {
    this.options = options;
    this.deadline = Date.now() + LIMITS.document.ms;
    const base = options.url?.replace(/#.*$/s, '') ?? new URL(rootPath, UPLOAD).href;
    const self = stringMember(root, '$self');
    this.root = {
      url: (self !== undefined && absolute(self, base)?.href.replace(/#.*$/s, '')) || base,
      root,
      label: '',
    };
    this.sources.set(base, this.root);
    this.sources.set(this.root.url, this.root);
    this.depths.set(this.root, 0);
    for (const [path, bytes] of options.files ?? []) {
      const url = absolute(
        path.split('/').map(encodeURIComponent).join('/'),
        base.startsWith('upload:') ? base : UPLOAD,
      );
      if (url) this.files.set(url.href, bytes);
    }
  }

  /** The place a reference names, or why there is none. Never follows the reference that may stand there. */
  resolve(reference: string, from: Source): Target | undefined {
    let known = this.resolved.get(from);
    if (!known) {
      known = new Map();
      this.resolved.set(from, known);
    }
    if (known.has(reference)) return known.get(reference);
    const target = this.find(reference, from);
    if (target || this.wanted.size === 0) known.set(reference, target);
    return target;
  }

  /** Follows `$ref` until something else stands there; undefined when it leads nowhere or in a circle. */
  follow(start: Target): Target | undefined {
    let target = start;
    for (let hop = 0; hop < 100; hop++) {
      const reference = stringMember(target.value, '$ref');
      if (reference === undefined) return target;
      const next = this.resolve(reference, target.source);
      if (!next) return undefined;
      target = next;
    }
    return undefined;
  }

  /** Why a reference could not be resolved, for a warning. */
  reasonFor(reference: string, from: Source): string {
    if (reference.startsWith('#')) return `nothing stands at ${reference.slice(0, 200)}`;
    const url = this.urlOf(reference, from);
    if (!url) return 'it is no URL that can be resolved here';
    const found = this.sources.get(url);
    if (found && 'failed' in found) return found.failed;
    return found ? `${reference.slice(0, 200)} names no place in that document` : 'it could not be loaded';
  }

  get hasWanted(): boolean {
    return this.wanted.size > 0;
  }

  /** Loads what conversion asked for. What cannot be loaded is remembered with its reason. */
  async loadWanted(): Promise<void> {
    const urls = [...this.wanted];
    this.wanted.clear();
    this.resolved.clear();
    let next = 0;
    const worker = async () => {
      for (let item = urls[next++]; item; item = urls[next++]) await this.load(...item);
    };
    await Promise.all(Array.from({ length: 8 }, worker));
  }

  private async load(url: string, depth: number): Promise<void> {
    try {
      const { documents, bytes: limit } = this.limits();
      if (depth > LIMITS.document.depth) throw new Error(`it is more than ${LIMITS.document.depth} documents deep`);
      if (++this.loaded > documents) throw new Error(`more than ${documents} external documents are referenced`);
      const fetched = await this.fetch(url);
      this.bytes += fetched.bytes.byteLength;
      if (this.bytes > limit)
        throw new Error(`the external documents exceed ${Math.floor(limit / 1024 / 1024)} MB together`);
      const source: Source = {
        url: fetched.url.replace(/#.*$/s, ''),
        root: readDocument(fetched.bytes, LIMITS.document.bytes),
        label: shown(url),
      };
      this.sources.set(url, source);
      this.depths.set(source, depth);
      this.options.onProgress?.(`${this.loaded} external documents read`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.sources.set(url, { failed: reason.replace(/[\s.]+$/, '').slice(0, 300) });
    }
  }

  /** An upload's own files are bounded by the upload itself. */
  private limits(): { documents: number; bytes: number } {
    const { externalDocuments, externalBytes } = LIMITS.document;
    return this.files.size > 0
      ? { documents: 5_000, bytes: Infinity }
      : { documents: externalDocuments, bytes: externalBytes };
  }

  private async fetch(url: string): Promise<{ readonly url: string; readonly bytes: Uint8Array }> {
    const file = this.files.get(url);
    if (file) return { url, bytes: file };
    if (url.startsWith('upload:'))
      throw new Error('the file is not part of the upload, and an upload has no address to look beside');
    if (!this.options.fetchDocument) throw new Error('external documents are not fetched here');
    const left = this.deadline - Date.now();
    if (left <= 0) throw new Error(`reading external documents took longer than ${LIMITS.document.ms / 1000} s`);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(
        () => fail(new Error(`reading external documents took longer than ${LIMITS.document.ms / 1000} s`)),
        left,
      );
    });
    try {
      return await Promise.race([this.options.fetchDocument(url), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  private find(reference: string, from: Source): Target | undefined {
    if (reference.startsWith('#')) return this.locate(reference.slice(1), from);
    const byId = this.byName(reference, from) ?? this.byName(absolute(reference, from.url)?.href ?? '', from);
    if (byId) return byId;
    const url = this.urlOf(reference, from);
    const bare = /^[\w-]+$/.test(reference);
    if (bare) {
      // Swagger 1 habit: `$ref: Pet` for the model Pet.
      const model =
        this.locate(`/definitions/${reference}`, from) ?? this.locate(`/components/schemas/${reference}`, from);
      if (model) return model;
    }
    if (!url) return undefined;
    const source = this.sources.get(url);
    if (source === undefined) {
      const depth = (this.depths.get(from) ?? 0) + 1;
      if (!this.wanted.has(url)) this.wanted.set(url, depth);
      return undefined;
    }
    if ('failed' in source) return undefined;
    const at = reference.indexOf('#');
    return this.locate(at < 0 ? '' : reference.slice(at + 1), source);
  }

  /** Absolute URL of the referenced document. http is asked for as https; file only from a file, uploads only in themselves. */
  private urlOf(reference: string, from: Source): string | undefined {
    const url = absolute(reference.replace(/#.*$/s, ''), from.url);
    if (!url) return undefined;
    if (url.protocol === 'http:') url.protocol = 'https:';
    const scheme = url.protocol;
    const isAllowed =
      scheme === 'https:' ||
      (scheme === 'upload:' && from.url.startsWith('upload:')) ||
      (scheme === 'file:' && this.root.url.startsWith('file:') && from.url.startsWith('file:'));
    return isAllowed ? url.href : undefined;
  }

  private locate(fragment: string, source: Source): Target | undefined {
    const pointer = decode(fragment);
    if (pointer === '' || pointer === '/') return { value: source.root, source, pointer: '#' };
    if (!pointer.startsWith('/')) return this.byName(`#${pointer}`, source);
    const walk = (steps: readonly string[]): Target | undefined => {
      let target: Target = { value: source.root, source, pointer: '#' };
      for (const step of steps) {
        const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
        let next: JsonValue | undefined = childOf(target.value, key);
        if (next === undefined && isObject(target.value)) {
          const through = this.follow(target);
          if (!through || through === target) return undefined;
          target = through;
          next = childOf(target.value, key);
        }
        if (next === undefined) return undefined;
        target = new Place(target, key, next);
      }
      return target;
    };
    // Percent-encoding is decoded as a whole; a key that holds a literal % is found by the undecoded text.
    return walk(pointer.split('/').slice(1)) ?? (pointer === fragment ? undefined : walk(fragment.split('/').slice(1)));
  }

  /** `$id`, `$anchor` and `$dynamicAnchor` of a document, indexed the first time a name is asked for. */
  private byName(name: string, source: Source): Target | undefined {
    let index = this.named.get(source);
    if (!index) {
      index = indexNames(source);
      this.named.set(source, index);
    }
    return index.get(name);
  }
}

function indexNames(source: Source): Map<string, Target> {
  const index = new Map<string, Target>();
  const seen = new Set<object>();
  const queue: Target[] = [{ value: source.root, source, pointer: '#' }];
  for (let item = queue.pop(); item; item = queue.pop()) {
    const { value } = item;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (!Array.isArray(value)) {
      for (const key of ['$anchor', '$dynamicAnchor']) {
        const name = stringMember(value, key);
        if (name !== undefined) index.set(`#${name}`, item);
      }
      const id = stringMember(value, '$id');
      if (id !== undefined && id !== '') {
        index.set(id, item);
        const url = absolute(id, source.url);
        if (url) index.set(url.href, item);
      }
    }
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'object' && inner !== null) queue.push(new Place(item, key, inner));
    }
  }
  return index;
}

/** An own member of an object, or an item of a list. */
export function childOf(value: JsonValue, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return member(value, key);
}

function absolute(reference: string, base: string): URL | undefined {
  try {
    return new URL(reference, base);
  } catch {
    return undefined;
  }
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** File URLs and uploads are shown by their path, without the made-up base. */
const shown = (url: string): string => (url.startsWith(UPLOAD) ? decode(url.slice(UPLOAD.length)) : url);
