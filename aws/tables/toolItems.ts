/**
 * The form of a tool in its table: JSON text in one attribute, compressed unless it is short, beside the attributes that keys and
 * conditions use. Nested attributes could not hold every tool: DynamoDB allows 32 levels, numbers of 38 digits (the SDK none above 2^53,
 * which every `maximum` of an int64 is), and 400 KB.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { PortcullisError } from '../../core/lib/errors.ts';
import { numbered } from '../../core/model/migrations.ts';
import type { Tool } from '../../core/model/tool.ts';
import { parseStored } from '../../core/tools/digitText.ts';

/** A tool's item: its keys and version, and the tool as JSON text, gzipped when it is long. */
export interface ToolItem {
  readonly serverId: string;
  readonly toolId: string;
  readonly version: number;
  readonly tool: string | Uint8Array;
  /** What is read without the tool (toolBriefs.ts); rows of earlier versions have none. */
  readonly brief?: Brief;
  /** Number of this form (core/model/migrations.ts). */
  readonly schema?: number;
}

/** What names and choices of tools need of a tool. */
export interface Brief {
  readonly name: string;
  readonly enabled: boolean;
  readonly readOnly: boolean;
  /** Where the tool has a server of its own. */
  readonly baseUrl?: string;
}

/** A tool in brief. */
export const briefOf = ({ name, enabled, annotations, baseUrl }: Tool): Brief => ({
  name,
  enabled,
  readOnly: annotations.readOnlyHint,
  ...(baseUrl !== undefined && { baseUrl }),
});

/** DynamoDB charges writes by the KB, and all tools of a server share one partition, which takes 1,000 KB a second. */
const COMPRESSED_ABOVE = 1_024;
/** DynamoDB takes 400 KB an item, attribute names included. */
const MAX_BYTES = 390 * 1024;
const MAX_TEXT = 64 * 1024 * 1024;

/** Throws PortcullisError `tool_too_large`. */
export function itemOf(whole: Tool): ToolItem {
  const { serverId, toolId, version, ...rest } = whole;
  const text = JSON.stringify(rest);
  const tool = text.length > COMPRESSED_ABOVE ? gzipSync(text) : text;
  if (Buffer.byteLength(tool) > MAX_BYTES) {
    throw new PortcullisError(
      'tool_too_large',
      `${whole.verb} ${whole.path} has a definition that is too large to be stored. Leave it out, for example by choosing tags.`,
    );
  }
  return numbered('tool', { serverId, toolId, version, tool, brief: briefOf(whole) });
}

/** The tool of an item. */
export function toolOf({ tool, schema: _, brief: __, ...key }: ToolItem): Tool {
  const text = typeof tool === 'string' ? tool : gunzipSync(tool, { maxOutputLength: MAX_TEXT }).toString();
  return { ...parseStored<Omit<Tool, keyof ToolItem>>(text), ...key };
}

/** DynamoDB takes 100 items in one transaction; one is the server's row, one the audit entry. */
const ITEMS_AT_ONCE = 98;
/** A transaction takes 4 MB, but each KB counts twice against the partition's 1,000 KB a second. */
const BYTES_AT_ONCE = 256 * 1024;

/** Splits into portions that fit one transaction together with the server's row. `itemIn`: undefined for a removal. */
export function portionsOf<T>(all: readonly T[], itemIn: (each: T) => ToolItem | undefined): T[][] {
  const portions: T[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const each of all) {
    const size = Buffer.byteLength(itemIn(each)?.tool ?? '') + 100;
    if (bytes + size > BYTES_AT_ONCE || portions.at(-1)?.length === ITEMS_AT_ONCE) {
      portions.push([]);
      bytes = 0;
    }
    portions.at(-1)?.push(each);
    bytes += size;
  }
  return portions;
}
