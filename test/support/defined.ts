/** Returns a value that must be defined. Otherwise the test fails, with a stack that leads to the line. */
export function defined<T>(value: T): Exclude<T, undefined> {
  if (value === undefined) throw new Error('Expected a value, got undefined');
  return value as Exclude<T, undefined>;
}
