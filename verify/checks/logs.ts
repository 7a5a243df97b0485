/** Searches the logs of all functions for what this run has planted: the API's credential, tokens, personal data, arguments. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Check } from '../installation/check.ts';
import type { LogSearch } from '../installation/cloudWatch.ts';
import type { Installation } from '../installation/installation.ts';

/** CloudWatch shows an event some seconds after it was written; the local stack writes five times a second. */
const SETTLE_MS = { local: 500, aws: 15_000 };

/** Nothing planted may be in a log. */
export const logContents: Check = {
  id: 'logs.contents',
  title: 'Logs hold no secret, no argument and no personal data',
  why: 'Logs are read by more people than the API’s data may be. AWS’s own lines (runtime, access logs) are searched as well.',
  todo: 'The log group is named. Delete its streams, and report it (SECURITY.md).',
  onlyOnAws: 'the lines that Lambda, API Gateway and CloudWatch add',
  usesServers: true,
  isLast: true,
  async run(installation, signal) {
    const { isLocal, data, aws, began } = installation;
    const texts = plantedIn(installation);
    if (isLocal ? data === undefined : aws === undefined) {
      return {
        holds: undefined,
        measured: isLocal
          ? 'the folder of the stack is unknown: give --stack'
          : 'not searched: give --region and --stack-name, with credentials of the account in the shell',
      };
    }
    await sleep(SETTLE_MS[isLocal ? 'local' : 'aws'], undefined, { signal });
    let search: LogSearch;
    try {
      search = aws ? await inCloudWatch(aws, texts, began) : await inFiles(data as string, texts);
    } catch (error) {
      return { holds: undefined, measured: `the logs could not be read: ${(error as Error).name}` };
    }
    const { groups, busy, found } = search;
    return {
      holds: found.length === 0 && groups > 0 && busy > 0,
      measured: `${texts.length} planted texts searched in ${busy} of ${groups} logs that have lines; found in ${found.length === 0 ? 'none' : found.join(', ')}`,
    };
  },
};

/** Loaded only when it is needed: the SDK takes half a second. */
async function inCloudWatch(...search: Parameters<typeof import('../installation/cloudWatch.ts').searchCloudWatch>) {
  const { searchCloudWatch } = await import('../installation/cloudWatch.ts');
  return searchCloudWatch(...search);
}

function plantedIn({ canary, upstream, servers }: Installation): string[] {
  const tokens = servers.map(({ mcpUrl }) => new URL(mcpUrl).pathname.split('/')[1] ?? '').filter(Boolean);
  return [upstream.secret, canary, 'DE89370400440532013000', ...tokens];
}

/** The log files of a local stack, one per function. */
async function inFiles(data: string, texts: readonly string[]): Promise<LogSearch> {
  const folder = join(data, 'logs');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return {
    groups: names.length,
    busy: contents.filter((text) => text !== '').length,
    found: names.filter((_, at) => texts.some((text) => contents[at]?.includes(text))),
  };
}
