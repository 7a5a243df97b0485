/** For the server's `instructions`: what placeholders are. */
export const PLACEHOLDER_INSTRUCTIONS =
  'A value like [EMAIL:k7m2…] is a placeholder for a real one; equal ones stand for equal values. Where a tool wants that value, give the placeholder whole as the argument. It is refused inside of a text, in an address, and in tools that do not take it.';
