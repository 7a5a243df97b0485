/** Shared by the tests of a file: a dashboard, and one server for the demo API. Started before them and stopped after them. */
import { afterAll, beforeAll } from '@jest/globals';
import { type Dashboard, demoServer, sharedDashboard, startDashboard } from './dashboard.ts';
import { defined } from './defined.ts';
import type { HostedServer } from './stack.ts';

/** Available once the tests run. */
export interface Site {
  readonly dashboard: Dashboard;
  readonly hosted: HostedServer;
  /** Address of a page of the server. */
  readonly at: (tab: string) => string;
}

/** @param flags of `npm start` */
export const siteForAll = (flags: readonly string[] = []): Site => siteOn(() => startDashboard(flags));

/** The same on the stack that files share. */
export const siteOnSharedStack = (): Site => siteOn(sharedDashboard);

function siteOn(start: () => Promise<Dashboard>): Site {
  let dashboard: Dashboard | undefined;
  let hosted: HostedServer | undefined;
  beforeAll(async () => {
    dashboard = await start();
    hosted = await demoServer(dashboard);
  }, 180_000);
  afterAll(() => dashboard?.close());
  return {
    get dashboard() {
      return defined(dashboard);
    },
    get hosted() {
      return defined(hosted);
    },
    at: (tab) => `/servers/${defined(hosted).serverId}/${tab}`,
  };
}
