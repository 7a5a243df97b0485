/** The operators of {variables} in path templates, as descriptions of APIs write them. */

/**
 * True for a variable that its template marks as several segments: `{+x}`, `{x*}` and `{/x*}` of RFC 6570, `{x+}` of API Gateway and
 * Smithy, `{*x}` and `{**x}` of ASP.NET and Express, `{x:path}` of Starlette, `{x=**}` and `{x=projects/*}` of google.api.http.
 */
export const holdsSegments = (variable: string): boolean => /^(?:\+|\*)|(?:\*|\+|:path)$|=.*[*/]/.test(variable);

/** The name of a variable without the operators of {@link holdsSegments}, and of other URI Templates. */
export const bareVariable = (variable: string): string =>
  variable.replace(/^[+*#./;?&]+|(?:[*+]|:\d+|:path|=.*)$/g, '');
