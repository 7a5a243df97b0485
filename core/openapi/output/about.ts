/**
 * What a description says of its API as a whole. Not trusted: texts are cleaned as those of tools are, addresses are kept only if a server
 * may have them (https, a public name, no password), and nothing is fetched.
 */
import type { JsonObject } from '../../lib/json/value.ts';
import { firstSentences } from '../../lib/sentence.ts';
import { checkDocumentUrl } from '../../lib/url/baseUrl.ts';
import type { ApiAbout } from '../../model/server.ts';
import { member, stringMember } from '../document/read.ts';
import { cleanText, MAX_TITLE_LENGTH } from '../model/text.ts';

const SUMMARY = { sentences: 2, length: 300 };
/** Of an address; every modern answer has those of its server. */
const MAX_ADDRESS_LENGTH = 300;

/**
 * Reads it from the root of a document (OpenAPI 3.1, sections 4.8.1, 4.8.2; `info.summary` is new there).
 * The website is that of the documentation, or else of whoever answers questions. `x-logo` is the extension of Redoc.
 */
export function aboutOf(root: JsonObject): ApiAbout {
  const info = member(root, 'info');
  const described = stringMember(info, 'description') || stringMember(info, 'summary');
  // Longer than two sentences have to be, so that the cut of a long text is not taken for their end.
  const summary = firstSentences(cleanText(described, 8 * SUMMARY.length), SUMMARY);
  const title = cleanText(member(info, 'title'), MAX_TITLE_LENGTH);
  const version = String(member(info, 'version') ?? '').trim();
  const website =
    addressOf(member(member(root, 'externalDocs'), 'url')) ?? addressOf(member(member(info, 'contact'), 'url'));
  const icon = addressOf(member(member(info, 'x-logo'), 'url'));
  return {
    ...(title && { title }),
    ...(summary && { summary }),
    ...(/^[0-9A-Za-z][0-9A-Za-z._-]{0,39}$/.test(version) && { version }),
    ...(website && { website }),
    ...(icon && { icon }),
  };
}

function addressOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS_LENGTH) return undefined;
  try {
    const { url } = checkDocumentUrl(value);
    return url.length <= MAX_ADDRESS_LENGTH ? url : undefined;
  } catch {
    return undefined;
  }
}
