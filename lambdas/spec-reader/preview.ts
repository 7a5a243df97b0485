/** The preview of an API description: the result of an import without the tools, and the tools' cost in tokens. */

import { type OtherHost, otherHosts } from '../../core/model/hosts.ts';
import type { MadeRepair } from '../../core/model/repairs.ts';
import type { ArchiveContents } from '../../core/openapi/document/archive.ts';
import { madeRepairs } from '../../core/openapi/model/repairs.ts';
import type { ImportResult, ImportWarning } from '../../core/openapi/model/types.ts';
import { shownWarnings } from '../../core/openapi/model/warnings.ts';
import { compactTokens, groupCost, searchTokens, toolTokens } from '../../core/tools/tokenCost.ts';

/** An import's result without its tools. Costs are tokens of the tool list. */
export interface Preview extends Omit<ImportResult, 'tools' | 'operations'> {
  readonly endpoints: number;
  /** Hosts of tools other than that of the base URL. */
  readonly otherHosts: readonly OtherHost[];
  readonly tokenCost: number;
  /** Cost of the compact list. */
  readonly tokenCostCompact: number;
  /** Cost of the search exposition: the tools that find and call other tools. */
  readonly tokenCostSearch: number;
  /** Cost of the grouped list. */
  readonly tokenCostGrouped: number;
  readonly groups: number;
  readonly repairs: readonly MadeRepair[];
  /** The description that was read of an archive, and all of it. */
  readonly archive?: Pick<ArchiveContents, 'root' | 'descriptions'>;
}

const MAX_WARNINGS = 300;

/** `advice` (findings of a validator) comes after the warnings, because it never means that something was lost. */
export function previewOf(
  result: ImportResult,
  advice: readonly ImportWarning[],
  archive: ArchiveContents | undefined,
): Preview {
  const { tools, operations, ...rest } = result;
  const enabled = tools.filter((tool) => tool.enabled);
  const grouped = groupCost(enabled);
  return {
    ...rest,
    ...(archive && { archive: { root: archive.root, descriptions: archive.descriptions } }),
    endpoints: operations,
    otherHosts: otherHosts(tools, result.baseUrl),
    tokenCost: enabled.reduce((sum, tool) => sum + toolTokens(tool), 0),
    tokenCostCompact: compactTokens(enabled),
    tokenCostSearch: searchTokens(enabled),
    tokenCostGrouped: grouped.tokens,
    groups: grouped.groups,
    repairs: madeRepairs(result.warnings),
    warnings: shownWarnings([...rest.warnings, ...advice], MAX_WARNINGS),
  };
}
