/** The request that creates the server, and where a refused field of it is in the wizard. Pure. */
import type { GovernanceChange, NewServer } from '../../api/types.ts';
import { authOf, fieldOfFault, needsConsent } from '../../lib/credentials.ts';
import { isListed } from '../../lib/private-hosts.ts';
import { approvedHosts, type StepId, type WizardState } from './state.ts';

/** The step that has a refused field of the request. */
export function stepOf(field: string): StepId {
  if (/^\/?auth/.test(field)) return 'security';
  if (/^\/?(governance|systemRules)/.test(field)) return 'governance';
  return 'connection';
}

/** For a credential the field of its form, else the last name of the pointer. */
export const faultField = (field: string): string =>
  /^\/?auth/.test(field) ? fieldOfFault(field) : (field.split('/').at(-1) ?? '');

function privateHostsOf({ baseUrl, privateHosts, authorities }: WizardState): Pick<NewServer, 'privateHosts'> {
  if (!isListed(baseUrl, privateHosts)) return {};
  const origin = new URL(baseUrl.trim()).origin;
  return {
    privateHosts: [{ origin, ...(authorities.trim() !== '' && { certificateAuthorities: authorities }) }],
  };
}

/** The description of an archive that the person has chosen. */
const rootOf = ({ root }: WizardState): { readonly root?: string } => (root === undefined ? {} : { root });

export function requestOf(state: WizardState, governance: GovernanceChange): NewServer {
  if (state.way === 'toolset') {
    const members = (state.members ?? []).map((serverId) => ({ serverId }));
    return {
      source: { kind: 'toolset', members },
      name: state.name.trim(),
      auth: { type: 'none' },
      exposition: 'auto',
    };
  }
  const source: NewServer['source'] =
    state.way === 'manual' || state.way === 'mcp'
      ? { kind: state.way }
      : state.document === undefined
        ? { kind: 'openapi', url: state.url.trim(), ...rootOf(state) }
        : { kind: 'openapi', document: state.document.content, ...rootOf(state) };
  const hosts = approvedHosts(state).map((origin) => ({ origin }));
  return {
    source,
    auth: authOf(state.authType, state.credentials),
    ...(needsConsent(state.authType, state.credentials) && { credentials: state.accounts }),
    ...(state.name.trim() === '' ? {} : { name: state.name.trim() }),
    ...(state.baseUrl.trim() === '' ? {} : { baseUrl: state.baseUrl.trim() }),
    ...(Object.keys(governance).length === 0 ? {} : { governance }),
    ...privateHostsOf(state),
    ...(state.tags === undefined ? {} : { tags: [...state.tags] }),
    ...(state.withoutRepairs === undefined ? {} : { withoutRepairs: [...state.withoutRepairs] }),
    ...(hosts.length === 0 || state.way !== 'openapi' ? {} : { hosts }),
    exposition: state.exposition,
  };
}
