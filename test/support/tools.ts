/** Builders of tools and servers for tests. */

import { annotationsOf } from '../../core/model/annotations.ts';
import type { ServerRow } from '../../core/model/server.ts';
import type { Tool, ToolDraft } from '../../core/model/tool.ts';
import { originalsOf } from '../../core/tools/merge.ts';

export function draft(overrides: Partial<ToolDraft> = {}): ToolDraft {
  const verb = overrides.verb ?? 'GET';
  return {
    verb,
    path: '/things',
    parameters: [],
    name: 'list_things',
    title: 'List things',
    description: 'Lists things.',
    tag: '',
    tags: [],
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: annotationsOf({ verb }),
    enabled: true,
    ...overrides,
  };
}

export function tool(overrides: Partial<Tool> = {}): Tool {
  const base = draft(overrides);
  return {
    ...base,
    serverId: 'srv_000000000000',
    toolId: `tool_${base.name}`,
    origin: 'import',
    cacheHint: 'none',
    originals: originalsOf(base),
    edited: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    version: 1,
    ...overrides,
  };
}

export function server(overrides: Partial<ServerRow> = {}): ServerRow {
  return {
    serverId: 'srv_000000000000',
    name: 'Things',
    baseUrl: 'https://api.example.com/v1',
    source: { kind: 'manual' },
    auth: { type: 'none' },
    governance: {},
    exposition: 'flat',
    signed: false,
    status: 'live',
    createdAt: '2026-01-01T00:00:00.000Z',
    createdBy: 'someone',
    updatedAt: '2026-01-01T00:00:00.000Z',
    version: 1,
    ...overrides,
  };
}
