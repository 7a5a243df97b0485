/**
 * The referenced schemas of an import. Each becomes one definition, `#/$defs/<key>`, for all references to it, so a
 * reference to a schema that is being converted does not recurse. Does not convert schemas; the converter does.
 */
import type { JsonValue } from '../../lib/json/value.ts';
import { absolutePointer, type Target } from '../document/location.ts';
import { Definition, REFERENCE } from '../model/convertedSchema.ts';
import { discriminatorOf } from './polymorphism.ts';

/** All definitions of one import. */
export class Definitions {
  /** By the raw schema, which is the same object for all references to it. */
  private readonly values = new Map<JsonValue, Definition>();
  private readonly bases = new Map<JsonValue, Definition>();
  /** By location: parents with a discriminator that YAML aliases made one object, and that have different subtypes. */
  private readonly aliases = new Map<string, Definition>();
  private readonly byReference = new Map<string, Definition>();
  /** Definitions that are not converted yet. */
  readonly queue: Definition[] = [];

  /** The definition of a schema; a new one is queued for conversion. */
  get(target: Target, mode: Definition['mode']): Definition {
    const definitionsByMode = mode === 'base' ? this.bases : this.values;
    const known = definitionsByMode.get(target.value);
    if (!known) {
      const definition = this.added(target, mode);
      definitionsByMode.set(target.value, definition);
      return definition;
    }
    if (discriminatorOf(target.value) === undefined || known.target.pointer === target.pointer) return known;
    const location = `${mode} ${absolutePointer(target)}`;
    const alias = this.aliases.get(location) ?? this.added(target, mode);
    this.aliases.set(location, alias);
    return alias;
  }

  private added(target: Target, mode: Definition['mode']): Definition {
    const key = this.freeKey(target, mode);
    const definition = new Definition(key, this.byReference.size, target, mode);
    this.byReference.set(definition.reference['$ref'] as string, definition);
    this.queue.push(definition);
    return definition;
  }

  /** The definition that a `$ref` of a converted schema names. */
  ofReference(reference: JsonValue | undefined): Definition | undefined {
    return typeof reference === 'string' ? this.byReference.get(reference) : undefined;
  }

  private freeKey({ pointer, source }: Target, mode: Definition['mode']): string {
    const last =
      pointer === '#'
        ? (source.url.split('/').at(-1) ?? '').replace(/\.\w+$/, '')
        : pointer.slice(pointer.lastIndexOf('/') + 1);
    const plain = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,54}[A-Za-z0-9])?$/.test(last)
      ? last
      : last
          .replace(/~1/g, '_')
          .replace(/[^A-Za-z0-9_.-]+/g, '_')
          .replace(/^_+|_+$/g, '')
          .slice(0, 56) || 'Schema';
    const name = mode === 'base' ? `${plain}Base` : plain;
    let key = name;
    for (let number = 2; this.byReference.has(`${REFERENCE}${key}`); number++) key = `${name}_${number}`;
    return key;
  }
}
