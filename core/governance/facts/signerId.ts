/**
 * The parameter of a presigned link that says who has signed it: AWS Signature Version 2 and 4, Google Cloud Storage V2 and V4. The id alone
 * gives no access, and without it the link breaks. It stays where it has exactly that form and the same query has a signature.
 */

const SIGNED = /[?&;](?:X-Amz-Signature|X-Goog-Signature|Signature)=[^&\s]/i;
const KEY_ID = '(?:AKIA|ASIA)[0-9A-Z]{16}';
const ACCOUNT = '[a-z0-9-]{1,63}@[a-z0-9.-]{1,80}\\.gserviceaccount\\.com';
const SCOPE = '/\\d{8}/[a-z0-9-]{1,40}/[a-z0-9-]{1,40}';
const FORMS: ReadonlyMap<string, RegExp> = new Map([
  ['x-amz-credential', new RegExp(`^${KEY_ID}${SCOPE}/aws4_request$`)],
  ['awsaccesskeyid', new RegExp(`^${KEY_ID}$`)],
  ['x-goog-credential', new RegExp(`^(?:${ACCOUNT}|GOOG[0-9A-Z]{16,60})${SCOPE}/goog4_request$`)],
  ['googleaccessid', new RegExp(`^(?:${ACCOUNT}|GOOG[0-9A-Z]{16,60})$`)],
]);

/**
 * Whether a pair of a query names the signer of its link.
 * @param value decoded
 * @param query the text that the pair is in
 */
export function isSignerId(name: string, value: string, query: string): boolean {
  const form = name.length <= 20 ? FORMS.get(name.toLowerCase()) : undefined;
  return form?.test(value) === true && SIGNED.test(query);
}
