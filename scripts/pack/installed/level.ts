/**
 * In the package, in place of the npm package `level`: dynalite names its disk storage, a compiled module, when it is loaded, and never
 * opens it here, where rows are kept by local/data.
 */
export const Level = undefined;
