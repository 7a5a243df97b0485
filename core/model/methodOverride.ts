/**
 * Names by which servers read another method than that of the request: a POST with one of them may be carried out as a DELETE. As a header none
 * may be set; a tool that has one as a parameter or a field is treated as one that may destroy (annotations.ts); a caller who
 * chooses names, as in an object that becomes a query or a form, may not choose one of these
 * (core/request/chosenName.ts).
 *
 * `X-HTTP-Method-Override` and `_method`: Rack's MethodOverride, Symfony's Request::getMethod (form and query) and so Laravel, ASP.NET MVC's
 * GetHttpMethodOverride (header, form and query), Spring's HiddenHttpMethodFilter, WordPress' REST API (query), Yii, CakePHP, Slim (`_METHOD`).
 * `X-HTTP-Method`: OData (SharePoint, SAP). `X-Method-Override`: IBM; all three in Express' method-override. `_method_override`: wai-extra.
 * `x-http-methodoverride`: WooCommerce.NET. `X-HTTP-Verb`: savory-pie. A plain `method` is a word of APIs, such as the method of a payment.
 */

/** Without marks between the letters. */
const NAMES: ReadonlySet<string> = new Set([
  'xhttpmethod',
  'xhttpmethodoverride',
  'xhttpverb',
  'xhttpverboverride',
  'xmethodoverride',
  'httpmethodoverride',
  'methodoverride',
]);
const LONGEST = 40;

/**
 * True for such a name. CGI reads `_` as `-` (RFC 3875 section 4.1.18), PHP a dot, a space and an open bracket as `_`, and what follows a bracket
 * is the place in a list.
 */
export function isMethodOverride(name: string): boolean {
  if (name.length > LONGEST || !/method|verb/i.test(name)) return false;
  const [base = ''] = name.trim().toLowerCase().split('[', 1);
  return /^[_. -]+method$/.test(base) || NAMES.has(base.replace(/[^a-z]/g, ''));
}
