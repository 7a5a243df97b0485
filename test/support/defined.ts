/** A value that the test knows to be there. Its absence ends the test, with a stack that leads to the line. */
export function defined<T>(value: T): Exclude<T, undefined> {
  if (value === undefined) throw new Error('Expected a value, got undefined');
  return value as Exclude<T, undefined>;
}
