/** The code of a CloudFront Function: its file, then those that it shares with others; the service takes one text without imports of files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Source of a CloudFront Function, put together of files beside this one. */
export const edgeCode = (...files: readonly string[]): string =>
  files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n');

/** On the MCP paths, with one region and with several. */
export const mcpCode = (): string => edgeCode('mcp.js', 'mcp-refusals.js');

/** The function of MCP paths with several regions: it chooses the origin and refuses requests without a token. */
export const mcpRegionsCode = (): string => edgeCode('mcp-regions.js', 'mcp-refusals.js');
