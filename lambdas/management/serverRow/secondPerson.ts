/**
 * What changes of a server and of its tools are for the check of a second person (http/secondPerson.ts): the rows before and after, with the governance
 * in effect for each.
 */
import { readSettings } from '../../../aws/tables/settings.ts';
import { floorAt, heldGovernance } from '../../../core/model/floor.ts';
import {
  effectiveGovernance,
  type GovernanceOverrides,
  type GovernanceSettings,
} from '../../../core/model/governance/settings.ts';
import type { Matter } from '../../../core/model/secondPerson.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { SettingsRow } from '../../../core/model/settings.ts';
import { mattersOf, serverMatters, type ToolPair, toolMatters } from '../../../core/tools/secondPerson.ts';
import { demandSecondPerson, rulesAt } from '../http/secondPerson.ts';

/** What is in effect for a server with these overrides. */
export const governanceIn = (
  settings: SettingsRow,
  { governance, project }: { readonly governance: GovernanceOverrides; readonly project?: string | undefined },
): GovernanceSettings =>
  heldGovernance(effectiveGovernance(settings.governance, governance), floorAt(settings, project));

const subjectOf = ({ serverId, name, project }: ServerRow) => ({ serverId, serverName: name, project });

/** Throws what `demandSecondPerson` throws. */
export const demandForChange = async (before: ServerRow, after: ServerRow, words?: string): Promise<void> => {
  const settings = await readSettings();
  const governed = (row: ServerRow) => ({ row, governance: governanceIn(settings, row) });
  return demandSecondPerson(serverMatters(governed(before), governed(after), words), subjectOf(before));
};

/** What else a new server has. */
interface Made {
  /** The tools that its first deployment restores. */
  readonly tools?: readonly NonNullable<ToolPair['after']>[];
  /** Label of a token without an end. */
  readonly endless?: string | undefined;
  readonly words?: string | undefined;
}

/** As `demandForChange`, for a new server: everything that it has is new. */
export async function demandForNew(row: ServerRow, { tools = [], endless, words }: Made): Promise<void> {
  const settings = await readSettings();
  const { project } = row;
  const governance = governanceIn(settings, row);
  const before = { governance: governanceIn(settings, { governance: {}, project }) };
  const unlocked = { row: { signed: false }, governance };
  const matters = [
    ...serverMatters(before, { row, governance }, words),
    ...toolMatters(
      tools.map((after) => ({ after })),
      unlocked,
    ),
    ...(endless === undefined ? [] : endlessToken(endless)),
  ];
  return demandSecondPerson(matters, { serverName: row.name, project });
}

/** As `demandForChange`, for edits of tools. */
export const demandForTools = async (row: ServerRow, pairs: readonly ToolPair[]): Promise<void> =>
  demandSecondPerson(toolMatters(pairs, { row, governance: governanceIn(await readSettings(), row) }), subjectOf(row));

interface Deploying {
  /** The tool list that it approves, where another one is live. */
  readonly toolList: ReadonlyArray<Matter['values'][number]>;
  /** The tools before and after a restore, which are read only where a rule asks for them. */
  readonly restored?: (() => Promise<readonly ToolPair[]>) | undefined;
}

/** As `demandForChange`, for a deployment. */
export async function demandForDeployment(row: ServerRow, { toolList, restored }: Deploying): Promise<void> {
  const settings = await readSettings();
  const pairs = restored && rulesAt(settings, row.project).includes('governance') ? await restored() : [];
  const weaker = toolMatters(pairs, { row: { signed: false }, governance: governanceIn(settings, row) });
  return demandSecondPerson([...mattersOf({ toolList }), ...weaker], subjectOf(row));
}

/** What a connection token without an end, or with one that is too far away, is. */
export const endlessToken = (label: string, { opens = 'all tools', expiresAt }: Endless = {}): Matter[] => {
  const end = expiresAt === undefined ? 'never ends' : `ends at ${expiresAt}`;
  return mattersOf({ tokens: [{ what: `connection token ${label}`, after: `${end}; opens ${opens}` }] });
};

interface Endless {
  readonly opens?: string | undefined;
  readonly expiresAt?: string | undefined;
}
