/** Reads the log groups of the deployed stacks. Needs credentials of the account: cloudformation:ListStackResources, logs:FilterLogEvents. */
import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { pagesOf } from '../../core/lib/pages.ts';

/** What was found of one text. */
export interface LogSearch {
  /** Log groups searched. */
  readonly groups: number;
  /** Log groups with any event since the beginning: proves that something was searched. */
  readonly busy: number;
  /** Names of the groups in which a text was found. The texts themselves are never reported. */
  readonly found: readonly string[];
}

/**
 * Searches the log groups of the stacks of an installation.
 * @param since milliseconds since 1970
 * @throws errors of AWS, such as missing credentials
 */
export async function searchCloudWatch(
  { region, stackName }: { readonly region: string; readonly stackName: string },
  texts: readonly string[],
  since: number,
): Promise<LogSearch> {
  const names = await logGroups(new CloudFormationClient({ region }), stackName);
  const logs = new CloudWatchLogsClient({ region });
  const has = async (logGroupName: string, text?: string): Promise<boolean> => {
    const read = (nextToken: string | undefined) =>
      logs.send(
        new FilterLogEventsCommand({
          logGroupName,
          startTime: since,
          ...(text !== undefined && { filterPattern: JSON.stringify(text) }),
          ...(nextToken !== undefined && { nextToken }),
        }),
      );
    for await (const { events = [] } of pagesOf(read, ({ nextToken }) => nextToken)) if (events.length > 0) return true;
    return false;
  };
  const busy: string[] = [];
  const found: string[] = [];
  for (const name of names) {
    if (!(await has(name))) continue;
    busy.push(name);
    for (const text of texts) if (await has(name, text)) found.push(name);
  }
  return { groups: names.length, busy: busy.length, found: [...new Set(found)] };
}

/** Of the one stack, or of home and front where there are several regions. */
async function logGroups(client: CloudFormationClient, stackName: string): Promise<string[]> {
  const names: string[] = [];
  for (const StackName of [stackName, `${stackName}-Home`, `${stackName}-Front`]) {
    try {
      for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
        for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries) {
          if (ResourceType === 'AWS::Logs::LogGroup' && PhysicalResourceId) names.push(PhysicalResourceId);
        }
      }
    } catch (error) {
      if (!(error instanceof Error && /does not exist/.test(error.message))) throw error;
    }
  }
  return names;
}
