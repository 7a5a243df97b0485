/** What a server says of itself and of its API: `serverInfo` (MCP, Implementation), and the first paragraph of its instructions. */

import type { JsonValue } from '../lib/json/value.ts';
import { visibleValue } from '../lib/visible.ts';
import type { Bundle, BundleToolset } from '../model/bundle.ts';

/** For people who choose between servers; nothing of it reaches a model. */
export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  /** That of the API, if it is known, and of this version of the server. */
  readonly version: string;
  readonly websiteUrl?: string;
  readonly icons?: Array<{ src: string; mimeType: string }>;
}

/** Of a sealed bundle; made once. */
export function serverInfoOf({ name, serverId, about }: Bundle, bundleId: string): ServerInfo {
  const sealed = bundleId.slice(0, 12);
  const info: ServerInfo = {
    name: name || serverId,
    title: name || about?.title || serverId,
    version: about?.version ? `${about.version}+${sealed}` : sealed,
    ...(about?.website && { websiteUrl: about.website }),
    ...(about?.icon && { icons: [{ ...about.icon }] }),
  };
  return visibleValue(info as unknown as JsonValue) as unknown as ServerInfo;
}

/**
 * Which API the tools call, by which clients with many servers choose one. What its description says is quoted: it was written by others,
 * and the rules of the gateway follow in words of their own. '' for a bundle of an earlier version.
 */
export function aboutText({ about, toolset }: Bundle): string {
  if (toolset) return membersText(toolset);
  if (!about) return '';
  const { title, host, summary } = about;
  const named = title === host || title === '' ? 'an API' : `the API “${title.replaceAll(/[“”]/g, '"')}”`;
  const at = host === undefined ? '' : ` at ${host}`;
  const said = summary === undefined ? '' : ` Its description says: “${summary.replaceAll(/[“”]/g, '"')}”`;
  return `These tools call ${named}${at}.${said}`;
}

/** Characters of what is told of all members. */
const MEMBERS = 4_000;

/** The APIs of a toolset, a line for each as far as there is room: title, host and description, quoted as above. */
function membersText({ members }: BundleToolset): string {
  const present = members.filter(({ tools }) => tools > 0);
  let left = MEMBERS;
  const lines = present.flatMap(({ name, prefix, about = { title: name } }) => {
    const { title, host, summary } = about;
    const at = host === undefined ? '' : ` at ${host}`;
    const said = summary === undefined ? '' : `, which says of itself: “${summary.replaceAll(/[“”]/g, '"')}”`;
    const line = `- “${(title || name).replaceAll(/[“”]/g, '"')}”${at} (${prefix})${said}`;
    left -= line.length;
    return left < 0 ? [] : [line];
  });
  const more = present.length > lines.length ? [`- and ${present.length - lines.length} more`] : [];
  if (present.length === 0) return 'None of the APIs of these tools can be reached now.';
  return [
    `These tools call ${present.length === 1 ? 'one API' : `${present.length} APIs`}. A tool whose name another one has begins with the word in brackets:`,
    ...lines,
    ...more,
  ].join('\n');
}
