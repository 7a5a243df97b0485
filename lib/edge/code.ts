/** The code of the CloudFront Functions. Each is one source text without imports, joined from one or more files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The source of a CloudFront Function, joined from files in this folder. */
export const edgeCode = (...files: readonly string[]): string =>
  files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n');

/** The function of the MCP paths with one region. */
export const mcpCode = (): string => edgeCode('mcp.js', 'mcp-refusals.js');

/** The function of the MCP paths with several regions: chooses the origin and refuses requests without a token. */
export const mcpRegionsCode = (): string => edgeCode('mcp-regions.js', 'mcp-refusals.js');
