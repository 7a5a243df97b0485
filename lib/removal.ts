/**
 * What removing a deployment means for data: which resources stay in the account, which go with what they hold, and the names by which
 * those that stay are taken into a new stack. Reads CloudFormation, changes nothing.
 */
import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { IDENTIFIERS, STATEFUL } from './dataChanges.ts';
import { findStack, resourcesOf, templateOf } from './deployed.ts';

/** A resource that holds data, or stays, or both. */
export interface Held {
  readonly logicalId: string;
  readonly type: string;
  /** Its name or id in the account. */
  readonly name: string;
}

/** What the removal of one stack does. */
export interface Removal {
  readonly stackName: string;
  /** Stay in the account, without a stack. */
  readonly stays: readonly Held[];
  /** Hold data and are deleted with it. */
  readonly lost: readonly Held[];
  /** How many others go, which hold no data of the owner's. */
  readonly others: number;
}

/**
 * What holds data of its type and none of the owner's: rows that live for minutes, the files of the dashboard, the header that proves the
 * distribution. These go with every removal. By the beginning of the logical id; a test compares it with the templates.
 */
const WITHOUT_DATA = /^(DataSessions|EdgeSite|DataPlaneOriginSecret)/;

/**
 * What stays also where data is deleted: the audit archive, which is locked, the vault of backups, and the key that both are read with. By the beginning of the logical
 * id; a test compares it with the templates.
 */
const ALWAYS_STAYS = /^(DataAuditArchive|BackupVault|DataKey)/;

/**
 * Reads what a stack has.
 * @param deletesData whether data is deleted that would stay otherwise
 * @returns undefined when there is no such stack
 * @throws Error for a stack that is protected; errors of CloudFormation
 */
export async function removalOf(
  client: CloudFormationClient,
  stackName: string,
  { deletesData }: { readonly deletesData: boolean },
): Promise<Removal | undefined> {
  const stack = await findStack(client, stackName);
  if (!stack) return undefined;
  if (stack.EnableTerminationProtection) {
    throw new Error(
      `${stackName} is protected against deletion. Take the protection away first: aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${stackName}`,
    );
  }
  const { Resources = {} } = await templateOf(client, stackName);
  const found = (await resourcesOf(client, stackName)).filter(
    ({ ResourceStatus }) => ResourceStatus !== 'DELETE_COMPLETE',
  );
  const all = found.map(({ LogicalResourceId = '', ResourceType: type = '', PhysicalResourceId: name = '' }) => ({
    held: { logicalId: LogicalResourceId, type, name },
    isKept:
      /^Retain/.test(Resources[LogicalResourceId]?.DeletionPolicy ?? 'Delete') &&
      (!deletesData || ALWAYS_STAYS.test(LogicalResourceId)),
    hasData: Object.hasOwn(STATEFUL, type) && !WITHOUT_DATA.test(LogicalResourceId),
  }));
  const stays = all.filter(({ isKept }) => isKept).map(({ held }) => held);
  const lost = all.filter(({ isKept, hasData }) => hasData && !isKept).map(({ held }) => held);
  return { stackName, stays, lost, others: all.length - stays.length - lost.length };
}

/** Lines for people: what stays, what goes with its data, and how much else goes. */
export function describeRemoval({ stackName, stays, lost, others }: Removal): string[] {
  const lines = (title: string, held: readonly Held[]) =>
    held.length === 0
      ? []
      : [`  ${title}`, ...held.map(({ logicalId, type, name }) => `    ${name}  (${logicalId}, ${type})`)];
  return [
    `${stackName}:`,
    ...lines('STAYS in the account, with its data and its monthly price:', stays),
    ...lines('DELETED with its data:', lost),
    `  ${others} others are deleted, such as functions and roles; they hold no data of yours.`,
  ];
}

/** The resource mapping that `cdk import` takes: logical id to identifier. Resources with other identifiers are asked for there. */
export function importMapping({ stays }: Removal): Record<string, Record<string, string>> {
  const known = stays.flatMap(({ logicalId, type, name }) => {
    const property = IDENTIFIERS[type];
    return property === undefined ? [] : [[logicalId, { [property]: name }] as const];
  });
  return Object.fromEntries(known);
}
