/** What a run brings to its declaration: declared servers, what is declared of the installation, and servers that are declared no more. */
import { INSTALLATION } from '../api/apply.ts';
import type { DeclaredInstallation } from '../api/declarations.ts';
import type { ServerView } from '../api/serverViews.ts';
import { DEFAULT_PROJECT, projectOf } from '../model/projects.ts';
import type { Subject } from './bring.ts';
import type { Declaration } from './declaration.ts';
import { observeInstallation, planInstallation } from './installation.ts';
import { allServers, observe, ownServer } from './observe.ts';
import { planServer } from './plan.ts';
import { answered, type Send, serverPath } from './step.ts';

/** A declared server; `known` are all servers, as the run has found them. */
export function serverSubject(send: Send, declaration: Declaration, known: readonly ServerView[]): Subject {
  let list: readonly ServerView[] | undefined = known;
  return {
    key: declaration.key,
    look: async (credentials, id) => {
      const server =
        id === undefined ? ownServer(declaration, list ?? (await allServers(send))) : await serverOf(send, id);
      list = undefined;
      const observed = server && (await observe(send, declaration, server));
      return { server, plan: planServer(declaration, observed, { credentials }) };
    },
  };
}

/** What is declared of the whole installation. */
export const installationSubject = (send: Send, declared: DeclaredInstallation): Subject => ({
  key: INSTALLATION,
  look: async () => ({ plan: planInstallation(declared, await observeInstallation(send, declared)) }),
});

/** A server that is to be deleted, which somebody else may have done meanwhile. */
export function goneSubject(send: Send, known: ServerView): Subject {
  const path = serverPath(known.id);
  return {
    key: known.declared ?? known.id,
    look: async (_, id) => {
      const server = id === undefined ? known : await serverOf(send, id);
      if (server === undefined) return { plan: { steps: [], faults: [] } };
      return {
        server,
        plan: { steps: [{ kind: 'delete', says: 'delete the server', method: 'DELETE', path }], faults: [] },
      };
    },
  };
}

async function serverOf(send: Send, id: string): Promise<ServerView | undefined> {
  const answer = await send<ServerView>('GET', serverPath(id));
  return 'error' in answer && answer.error.code === 'server_not_found' ? undefined : answered(answer);
}

/**
 * The servers of a group that are declared no more. Those that were made otherwise have no key, and those of other groups and projects belong to
 * others. Without `projects`, those of `default`.
 */
export function goneFrom(
  group: string,
  { keys, projects }: { readonly keys: readonly string[]; readonly projects: readonly string[] },
  known: readonly ServerView[],
): ServerView[] {
  const kept = new Set(keys);
  const places = new Set(projects.length > 0 ? projects : [DEFAULT_PROJECT]);
  const isMeant = (server: ServerView) => server.declared?.split('/')[0] === group && places.has(projectOf(server));
  return known.filter((server) => isMeant(server) && !kept.has(server.declared ?? ''));
}
