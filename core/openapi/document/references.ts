/**
 * Resolves references, synchronously. A reference into a document that is not loaded gives undefined and notes the
 * document; the caller then loads the noted documents and converts again. So only documents that an operation needs are
 * loaded.
 */
import { isObject, type JsonValue } from '../../lib/json/value.ts';
import { absolute, decode, withoutFragment } from './documentUrl.ts';
import { type DocumentOptions, ExternalDocuments } from './externalDocuments.ts';
import { Location, type RepeatedKey, type Source, type Target, unescapePointer } from './location.ts';
import { member, type Opened, stringMember } from './read.ts';

/** A longer chain of references counts as a cycle. */
const MAX_HOPS = 100;
/** Nesting of schemas with an `$id`. A reference that is not found in one is looked up in the ones around it. */
const MAX_SCOPES = 4;

/** The loaded documents of one import. */
export class Documents {
  private readonly external: ExternalDocuments;
  private readonly hasReadOnlyItself: boolean;
  private readonly resolved = new Map<Source, Map<string, Target | undefined>>();
  private readonly named = new Map<Source, Map<string, Target>>();
  private readonly scopes = new Map<JsonValue, Source>();
  private last: { readonly source?: Source; readonly pointer?: string; readonly target?: Target } = {};

  constructor(opened: Opened, options: DocumentOptions) {
    this.external = new ExternalDocuments(opened, options);
    this.hasReadOnlyItself = opened.hasReadOnly !== false;
  }

  /** The root document. */
  get root(): Source {
    return this.external.root;
  }

  /** True when conversion needs documents that are not loaded. */
  get hasWanted(): boolean {
    return this.external.hasWanted;
  }

  /** The repeated keys of the parts of all documents that were read; `pointer` with the label of its document. */
  repeatedKeys(): RepeatedKey[] {
    return [...this.external.loaded].flatMap(({ label, repeatedKeys }) =>
      repeatedKeys().map(({ pointer, lines }) => ({ pointer: `${label}${pointer}`, lines })),
    );
  }

  /** The documents that may have characters that nobody sees. */
  hiding(): Target[] {
    return [...this.external.loaded].filter(({ mayHide }) => mayHide()).map(whole);
  }

  /**
   * An integer as the documents write it: its digits as a text when JavaScript rounds it; undefined when it is not known
   * which of several was rounded to it.
   */
  exactInteger(value: number): number | string | undefined {
    if (Number.isSafeInteger(value)) return value;
    const [only, ...others] = new Set([...this.external.loaded].flatMap(({ digitsOf }) => digitsOf(value)));
    if (others.length > 0) return undefined;
    return only === undefined || only === String(value) ? value : only;
  }

  /** False when `readOnly` occurs in none of the documents. */
  get hasReadOnly(): boolean {
    return this.hasReadOnlyItself || !this.external.isAlone;
  }

  /** Loads the documents that conversion needs. */
  async loadWanted(): Promise<void> {
    this.resolved.clear();
    await this.external.loadWanted();
  }

  /** Why a reference could not be resolved, as part of a warning. */
  reasonFor(reference: string, from: Source): string {
    return this.external.reasonFor(reference, from);
  }

  /**
   * The location that a reference names; undefined when there is none or its document is not loaded yet. When that
   * location holds a `$ref` itself, it is not followed.
   */
  resolve(reference: string, from: Source): Target | undefined {
    let known = this.resolved.get(from);
    if (!known) {
      known = new Map();
      this.resolved.set(from, known);
    }
    let target = known.get(reference);
    if (target !== undefined || known.has(reference)) return target;
    target = this.find(reference, from);
    if (target || !this.hasWanted) known.set(reference, target);
    return target;
  }

  /** Follows `$ref` to a location without one; undefined when a reference cannot be resolved or they form a cycle. */
  follow(start: Target): Target | undefined {
    let target = start;
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      const reference = stringMember(target.value, '$ref');
      if (reference === undefined) return target;
      const next = this.resolve(reference, target.source);
      if (!next) return undefined;
      target = next;
    }
    return undefined;
  }

  /**
   * The schema resource that references in a schema are relative to: the schema itself when it has an `$id` (JSON Schema
   * 2020-12 core, section 8.2.1), else its document. A reference that is not found in the former is also looked up in
   * the document, because many documents have an `$id` that was not meant as a base.
   */
  scopeOf(target: Target): Source {
    const { value, source } = target;
    const id = isObject(value) ? value['$id'] : undefined;
    if (typeof id !== 'string' || id.startsWith('#') || depthOf(source) >= MAX_SCOPES) return source;
    let scope = this.scopes.get(value);
    if (!scope) {
      const url = absolute(id, source.url)?.href ?? source.url;
      scope = { ...source, url: withoutFragment(url), root: value, within: { value, source, pointer: target.pointer } };
      this.scopes.set(value, scope);
    }
    return scope;
  }

  private find(reference: string, from: Source): Target | undefined {
    if (from.within) return this.findWithin(reference, from) ?? this.find(reference, from.within.source);
    if (reference.startsWith('#')) return this.locate(reference.slice(1), from);
    const byId = this.byName(reference, from) ?? this.byName(absolute(reference, from.url)?.href ?? '', from);
    if (byId) return byId;
    if (/^[\w-]+$/.test(reference)) {
      // As in Swagger 1: `$ref: Pet` names the model Pet.
      const model =
        this.locate(`/definitions/${reference}`, from) ?? this.locate(`/components/schemas/${reference}`, from);
      if (model) return model;
    }
    const url = this.external.urlOf(reference, from);
    const source = url === undefined ? undefined : this.external.get(url, from);
    if (!source) return undefined;
    const at = reference.indexOf('#');
    return this.locate(at < 0 ? '' : reference.slice(at + 1), source);
  }

  /**
   * Resolves a reference in a schema with an `$id`: to a location in that schema, or to another schema of the document
   * with an `$id`, relative to this one.
   */
  private findWithin(reference: string, scope: Source): Target | undefined {
    if (reference.startsWith('#')) return this.locate(reference.slice(1), scope);
    const url = absolute(reference, scope.url)?.href;
    if (url === undefined) return undefined;
    const named = this.byName(withoutFragment(url), outermost(scope));
    const at = url.indexOf('#');
    return named && (at < 0 ? named : this.locate(url.slice(at + 1), this.scopeOf(named)));
  }

  private locate(fragment: string, source: Source): Target | undefined {
    const pointer = decode(fragment);
    if (pointer === '' || pointer === '/') return whole(source);
    if (!pointer.startsWith('/')) return this.byName(`#${pointer}`, source);
    // A key may contain a literal %, so the undecoded fragment is tried, too.
    return this.walk(pointer, source) ?? (pointer === fragment ? undefined : this.walk(fragment, source));
  }

  private walk(pointer: string, source: Source): Target | undefined {
    if (pointer === '') return whole(source);
    const at = pointer.lastIndexOf('/');
    const above = this.above(pointer.slice(0, at), source);
    return above && this.step(above, unescapePointer(pointer.slice(at + 1)));
  }

  /**
   * The location of a pointer, here the parent of the referenced value. Most references of a document have the same
   * parent, so the last one is kept.
   */
  private above(pointer: string, source: Source): Target | undefined {
    if (this.last.source === source && this.last.pointer === pointer) return this.last.target;
    let target: Target | undefined = whole(source);
    for (const step of pointer.split('/').slice(1)) target = target && this.step(target, unescapePointer(step));
    if (target) this.last = { source, pointer, target };
    return target;
  }

  /** The member of a location. When it has no such member but a `$ref`, that is followed first. */
  private step(from: Target, key: string): Target | undefined {
    let target = from;
    let next = childOf(target.value, key, target.source);
    if (next === undefined && isObject(target.value)) {
      const through = this.follow(target);
      if (!through || through === target) return undefined;
      target = through;
      next = childOf(target.value, key, target.source);
    }
    return next === undefined ? undefined : new Location(target, key, next);
  }

  /** A location by `$id`, `$anchor` or `$dynamicAnchor`. The index of a document is built at the first call. */
  private byName(name: string, source: Source): Target | undefined {
    let index = this.named.get(source);
    if (!index) {
      index = indexNames(source);
      this.named.set(source, index);
    }
    return index.get(name);
  }
}

const whole = (source: Source): Target => ({ value: source.root, source, pointer: source.within?.pointer ?? '#' });

function depthOf(scope: Source): number {
  let depth = 0;
  for (let source = scope; source.within; source = source.within.source) depth++;
  return depth;
}

function outermost(scope: Source): Source {
  let source = scope;
  while (source.within) source = source.within.source;
  return source;
}

function indexNames(source: Source): Map<string, Target> {
  const index = new Map<string, Target>();
  const seen = new Set<object>();
  const queue: Target[] = [whole(source)];
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
    for (const key of Object.keys(value)) {
      const inner = childOf(value, key, source);
      if (typeof inner === 'object' && inner !== null) queue.push(new Location(item, key, inner));
    }
  }
  return index;
}

/** An own member of an object, or an item of an array; parsed first when it is deferred. */
export function childOf(value: JsonValue, key: string, source: Source): JsonValue | undefined {
  const found = Array.isArray(value) ? (/^\d+$/.test(key) ? value[Number(key)] : undefined) : member(value, key);
  return found === undefined ? undefined : revealed(found, source);
}

/** A value of a document; parsed first when it is deferred. */
export const revealed = (value: JsonValue, source: Source): JsonValue | undefined =>
  typeof value === 'string' && source.reveal ? source.reveal(value) : value;
