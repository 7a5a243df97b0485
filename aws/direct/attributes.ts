/**
 * Rows as DynamoDB has them: JSON values as typed attributes, and back. `@aws-sdk/util-dynamodb` does the same for whatever JavaScript has, and
 * asks of each value whether it is one of a dozen classes; each call writes an entry of some forty attributes.
 */

/** An attribute as its type and its value (DynamoDB API reference, AttributeValue), as far as JSON values need it. */
export type Attribute =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly L: readonly Attribute[] }
  | { readonly M: Item };

/** A row, or an object in it. */
export type Item = Readonly<Record<string, Attribute>>;

const NULL: Attribute = { NULL: true };

/** The attributes of a row. Members that are undefined are left out. Throws TypeError for what JSON has no value for. */
export function itemOf(row: object): Item {
  const item: Record<string, Attribute> = {};
  for (const name in row) {
    const value: unknown = (row as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined) item[name] = attributeOf(value);
  }
  return item;
}

function attributeOf(value: unknown): Attribute {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number' && Number.isFinite(value)) return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return NULL;
  if (Array.isArray(value)) return { L: value.filter((each) => each !== undefined).map(attributeOf) };
  if (typeof value === 'object' && isPlain(value)) return { M: itemOf(value) };
  throw new TypeError(`A row has no attribute for a value of type ${typeof value}.`);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The row of an item. Throws TypeError for an attribute of another type. */
export function rowOf(item: Item): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const name in item) row[name] = plainOf(item[name] as Attribute);
  return row;
}

function plainOf(attribute: Attribute): unknown {
  if ('S' in attribute) return attribute.S;
  if ('N' in attribute) return Number(attribute.N);
  if ('BOOL' in attribute) return attribute.BOOL;
  if ('NULL' in attribute) return null;
  if ('L' in attribute) return attribute.L.map(plainOf);
  if ('M' in attribute) return rowOf(attribute.M);
  throw new TypeError(`A row has an attribute of the type ${Object.keys(attribute).join()}.`);
}
