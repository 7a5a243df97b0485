/** Modules of dynalite, which has no types; dynalite.ts says what it uses of them. */
declare module 'dynalite/*' {
  const all: unknown;
  export default all;
}
