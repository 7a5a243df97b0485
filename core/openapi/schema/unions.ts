/**
 * Converts oneOf, anyOf and parents with a discriminator. Validators do not know discriminators, so each branch gets its
 * value as a `const`; polymorphism.ts finds the values.
 */

import { isObject, type JsonObject, type JsonSchema } from '../../lib/json/value.ts';
import { arrayMember, objectMember } from '../document/read.ts';
import type { Definition } from '../model/convertedSchema.ts';
import type { Converter } from './converter.ts';
import {
  type Choice,
  childrenOf,
  discriminatorOf,
  ownValuesOf,
  rawProperty,
  valuesOf,
  withDiscriminatorValue,
} from './polymorphism.ts';

/**
 * Converts oneOf and anyOf. Validated literally, a oneOf refuses valid input that matches several branches, so it
 * becomes an anyOf unless discriminator values tell all branches apart.
 */
export function union(converter: Converter, raw: JsonObject, out: JsonSchema): JsonSchema {
  if (out['oneOf'] === undefined && out['anyOf'] === undefined) return out;
  const discriminator = discriminatorOf(raw);
  if (out['additionalProperties'] === false && addsProperties(out)) delete out['additionalProperties'];
  for (const key of ['oneOf', 'anyOf'] as const) {
    const branches = out[key] as JsonSchema[] | undefined;
    const rawBranches = raw[key];
    // The raw schema has no anyOf when a oneOf has just become one.
    if (!branches || !Array.isArray(rawBranches)) continue;
    const choices = discriminator
      ? branches.map((branch, index) => {
          const name = discriminator.propertyName;
          const rawBranch = rawBranches[index] ?? null;
          const values = valuesOf(converter.documents, converter.source, discriminator, rawBranch);
          const own = rawProperty(converter.documents, converter.source, rawBranch, name);
          const choice = withDiscriminatorValue(branch, name, values, own, objectMember(out, 'properties')[name]);
          return warnIfRefused(converter, name, choice, key);
        })
      : undefined;
    const isExclusive =
      choices?.every((choice) => choice.isIdentified) === true &&
      new Set(choices.flatMap((choice) => choice.values)).size ===
        choices.reduce((sum, choice) => sum + choice.values.length, 0);
    const schemas = choices?.map((choice) => choice.schema) ?? branches;
    const single = schemas.length === 1 ? schemas[0] : undefined;
    if (key === 'anyOf' || isExclusive) out[key] = schemas;
    else {
      delete out[key];
      if (single && Object.keys(out).length === 0) return single;
      if (out['anyOf']) out['allOf'] = [{ anyOf: schemas }];
      else out['anyOf'] = schemas;
    }
  }
  return out;
}

/** Adds a warning when the property of a branch accepts none of its discriminator values. */
function warnIfRefused(converter: Converter, name: string, choice: Choice, key: string): Choice {
  if (choice.refused) {
    const values = choice.refused.slice(0, 3).join(', ').slice(0, 200);
    const message = `The property ${name.slice(0, 60)} tells this choice by ${values}, which is none of the values that it takes; the choice is not checked by it.`;
    converter.warn('discriminator_relaxed', message, key);
  }
  return choice;
}

/**
 * True when a branch has properties that the enclosing schema lacks, which its `additionalProperties: false` would
 * refuse against the author's intention.
 */
function addsProperties(out: JsonSchema): boolean {
  const own = objectMember(out, 'properties');
  return [...arrayMember(out, 'anyOf'), ...arrayMember(out, 'oneOf')].some(
    (branch) =>
      isObject(branch) &&
      ('$ref' in branch || Object.keys(objectMember(branch, 'properties')).some((name) => !Object.hasOwn(own, name))),
  );
}

/**
 * A parent with a discriminator becomes a union of its subtypes if they are few; else the property lists their values.
 * @param self the definition of the parent
 */
export function children(
  converter: Converter,
  raw: JsonObject,
  out: JsonSchema,
  self: Definition | undefined,
): JsonSchema {
  const discriminator = self && discriminatorOf(raw);
  if (!discriminator || !self || self.mode === 'base' || raw['oneOf'] || raw['anyOf']) return out;
  const children = childrenOf(converter.documents, self.target);
  if (children.length === 0) return out;
  const name = discriminator.propertyName;
  const choices = children.map((child) => {
    const values = valuesOf(converter.documents, self.target.source, discriminator, { $ref: child.pointer }, child);
    const schema = converter.definition(child, 'base').reference;
    const own = rawProperty(converter.documents, child.source, child.value, name);
    return warnIfRefused(converter, name, withDiscriminatorValue(schema, name, values, own), 'discriminator');
  });
  const own = ownValuesOf(converter.documents, discriminator, self.target);
  if (children.length <= 12 && choices.every((choice) => choice.isIdentified)) {
    const parent =
      own.length > 0
        ? [withDiscriminatorValue(converter.definition(self.target, 'base').reference, name, own, undefined).schema]
        : [];
    const description = out['description'];
    return {
      ...(description !== undefined && { description }),
      anyOf: [...choices.map((choice) => choice.schema), ...parent],
    };
  }
  const properties = out['properties'];
  const known = isObject(properties) && isObject(properties[name]) ? properties[name] : undefined;
  if (!known || known['enum'] || known['$ref']) return out;
  const values = [...new Set(choices.flatMap((choice) => choice.values).concat(own))];
  return { ...out, properties: { ...(properties as JsonObject), [name]: { ...known, enum: values } } };
}
