/**
 * The state of the wizard and the order of its steps; pure, so that the rules can be tested without a browser. Nothing is stored:
 * credentials are in this state until the server is created or the page is left.
 */
import { LIMITS } from '../../../../core/lib/limits.ts';
import type { Accounts, AuthType, CredentialShape, Exposition, RepairName } from '../../api/types.ts';
import { type Credentials, NO_CREDENTIALS } from '../../lib/credential-form.ts';
import { credentialFaults, credentialsFor, secretsIn } from '../../lib/credentials.ts';
import type { UploadedDocument } from '../../lib/document-file.ts';
import { count } from '../../lib/format.ts';
import { type AddressParts, joinedAddress, missingParts, type ServerAddress } from '../../lib/server-address.ts';
import { addressFault, baseUrlFault } from '../../lib/url.ts';

export type Way = 'openapi' | 'mcp' | 'manual' | 'toolset';
export type StepId = 'way' | 'connection' | 'security' | 'governance' | 'deploy';

export const STEPS: ReadonlyArray<{ readonly id: StepId; readonly title: string }> = [
  { id: 'way', title: 'Source' },
  { id: 'connection', title: 'Connection' },
  { id: 'security', title: 'Security' },
  { id: 'governance', title: 'Governance' },
  { id: 'deploy', title: 'Deploy' },
];

/** The result of a preview (POST /v1/specs/preview). */
export interface Found {
  readonly title: string;
  readonly baseUrl: string;
  /** Where parts of the address are to be chosen. */
  readonly address?: ServerAddress;
  readonly securityPresent: boolean;
  readonly suggested: CredentialShape;
  readonly endpoints: number;
  /** Hosts of operations other than that of `baseUrl`. */
  readonly otherHosts: ReadonlyArray<{ readonly origin: string; readonly tools: number }>;
  /** Endpoints by tag; one with two tags is counted under both. */
  readonly tags: ReadonlyArray<{ readonly name: string; readonly count: number }>;
}

export interface WizardState {
  readonly step: StepId;
  readonly way?: Way;
  readonly url: string;
  /** An uploaded document, which replaces the URL. */
  readonly document?: UploadedDocument;
  readonly name: string;
  readonly baseUrl: string;
  /** Chosen parts of the document's address. */
  readonly addressParts: AddressParts;
  readonly authType: AuthType;
  readonly credentials: Credentials;
  /** Chosen tags; undefined means all. */
  readonly tags?: readonly string[];
  /** Of an archive, the path of the description in it; undefined takes the likeliest. */
  readonly root?: string;
  /** Repairs that are not made; undefined means that all are made. */
  readonly withoutRepairs?: readonly RepairName[];
  /** Approved other hosts, by origin. */
  readonly hosts?: readonly string[];
  /** Of a toolset: the ids of its servers, in their order. */
  readonly members?: readonly string[];
  readonly exposition: Exposition;
  /** Whose accounts at the API are used, where a person consents for the credential. */
  readonly accounts: Accounts;
  /** Hosts of the owner's network that the deployment lists; undefined until the settings are loaded, or where there are none. */
  readonly privateHosts?: readonly string[];
  /** For a base URL at one of them: the certificate authorities that are trusted there, in PEM form. */
  readonly authorities: string;
  /** Fields that the person has edited, which a preview no longer fills. */
  readonly touched: { readonly name: boolean; readonly baseUrl: boolean; readonly auth: boolean };
  readonly found?: Found;
}

/** `token`: a token that is known already, as for the demo. */
export const initialState = (way?: Way, url = '', token?: string): WizardState => ({
  step: way === undefined ? 'way' : 'connection',
  way,
  url,
  name: '',
  baseUrl: '',
  addressParts: {},
  authType: token === undefined ? 'none' : 'bearer',
  credentials: token === undefined ? NO_CREDENTIALS : { ...NO_CREDENTIALS, token },
  exposition: 'auto',
  accounts: 'shared',
  authorities: '',
  touched: { name: false, baseUrl: false, auth: token !== undefined },
});

/** Fills the fields that the person has not edited from the document. */
export function withFound(state: WizardState, found: Found | undefined): WizardState {
  const { touched } = state;
  const isSame = found?.address?.template === state.found?.address?.template;
  const addressParts = isSame ? state.addressParts : {};
  return {
    ...state,
    found,
    addressParts,
    name: touched.name ? state.name : (found?.title ?? ''),
    baseUrl: touched.baseUrl ? state.baseUrl : foundBaseUrl(found, addressParts),
    authType: touched.auth ? state.authType : (found?.suggested.type ?? 'none'),
    // Names suggested by an earlier document are removed with it, unless their values were typed already.
    credentials:
      touched.auth || found === undefined
        ? state.credentials
        : credentialsFor(found.suggested, secretsIn(state.credentials).length > 0 ? state.credentials : NO_CREDENTIALS),
  };
}

const foundBaseUrl = (found: Found | undefined, parts: AddressParts): string =>
  found?.address ? joinedAddress(found.address, parts) : (found?.baseUrl ?? '');

/** The state with another value of a part of the address, and the base URL that follows from it. */
export function withPart(state: WizardState, name: string, value: string): WizardState {
  const addressParts = { ...state.addressParts, [name]: value };
  const baseUrl = foundBaseUrl(state.found, addressParts);
  return { ...state, addressParts, baseUrl, touched: { ...state.touched, baseUrl: false } };
}

/** Hosts of the document that differ from that of the entered base URL. */
export function otherHostsOf({ found, baseUrl }: Pick<WizardState, 'found' | 'baseUrl'>): Found['otherHosts'] {
  const base = URL.canParse(baseUrl.trim()) ? new URL(baseUrl.trim()).origin : undefined;
  return (found?.otherHosts ?? []).filter(({ origin }) => origin !== base);
}

/** The approved ones of these; a host that is no longer shown is not approved either. */
export function approvedHosts(state: Pick<WizardState, 'found' | 'baseUrl' | 'hosts'>): readonly string[] {
  const shown = otherHostsOf(state).map(({ origin }) => origin);
  return shown.filter((origin) => state.hosts?.includes(origin));
}

/** The Security step is skipped when no credential is sent. */
export const skipsSecurity = (state: Pick<WizardState, 'authType'>): boolean => state.authType === 'none';

/** The steps of a way. A toolset has none for credentials and governance, which are its servers'. */
export const stepsOf = ({ way }: Pick<WizardState, 'way'>) =>
  way === 'toolset' ? STEPS.filter(({ id }) => id !== 'security' && id !== 'governance') : STEPS;

type Course = Pick<WizardState, 'authType' | 'way'>;

const path = (state: Course): StepId[] =>
  stepsOf(state)
    .map((step) => step.id)
    .filter((id) => !(id === 'security' && skipsSecurity(state)));

export function nextStep(state: Course & Pick<WizardState, 'step'>): StepId {
  const steps = path(state);
  return steps[steps.indexOf(state.step) + 1] ?? 'deploy';
}

export function previousStep(state: Course & Pick<WizardState, 'step'>): StepId {
  const steps = path(state);
  return steps[steps.indexOf(state.step) - 1] ?? 'way';
}

/**
 * The step to show when the browser's history asks for one: `wanted`, or the first step before it with a fault. A history entry may be
 * older than the present input, or from before a reload.
 */
export function reachable(state: WizardState, wanted: StepId): StepId {
  if (state.way === undefined) return 'way';
  const steps = path(state);
  const before = steps.slice(0, steps.indexOf(wanted));
  return (
    before.find((step) => Object.keys(faultsOf(state, step)).length > 0) ??
    (steps.includes(wanted) ? wanted : 'connection')
  );
}

/** Whether leaving would lose something that the person has typed since `start`. */
export const isTouched = (
  { url, document, credentials, addressParts, touched, members = [] }: WizardState,
  start = initialState(),
): boolean =>
  url !== start.url ||
  document !== undefined ||
  members.length > 0 ||
  touched.name ||
  touched.baseUrl ||
  Object.keys(addressParts).length > 0 ||
  secretsIn(credentials).join('\n') !== secretsIn(start.credentials).join('\n');

/** Maximum number of tags that a request may name. */
const TAG_LIMIT = 500;

/** Why the chosen endpoints cannot become the tools of a server. */
function choiceFaults({ endpoints, tags }: Found, chosen: WizardState['tags']): Record<string, string> {
  if (endpoints === 0) return { url: 'The document has no endpoints.' };
  const sum = (of: Found['tags']) => of.reduce((total, tag) => total + tag.count, 0);
  const limit = `A server has ${count(LIMITS.toolsPerServer)} tools at most`;
  if (chosen === undefined) {
    if (endpoints <= LIMITS.toolsPerServer) return {};
    if (tags.length > 1) return { tags: `${limit}, and the document has ${count(endpoints)}: choose tags.` };
    return {
      url: `${limit}, and the document has ${count(endpoints)} without tags to choose from. Import a part of the document instead.`,
    };
  }
  if (chosen.length === 0) return { tags: 'Choose at least one tag.' };
  if (chosen.length > TAG_LIMIT) return { tags: `Choose ${TAG_LIMIT} tags at most, or all of them.` };
  const names = new Set(chosen);
  const wanted = sum(tags.filter((tag) => names.has(tag.name)));
  // With endpoints under several tags the sum is only an upper bound, and the service counts.
  if (wanted > LIMITS.toolsPerServer && sum(tags) === endpoints)
    return { tags: `${limit}, and these tags have ${count(wanted)}: choose fewer.` };
  return {};
}

/** Why there is no base URL yet. */
function addressFaults({ address }: Found, parts: AddressParts): Record<string, string> {
  const missing = address ? missingParts(address, parts) : [];
  if (missing.length === 0) {
    return { baseUrl: address ? 'Enter the base URL.' : 'The document contains no https URL. Enter the base URL.' };
  }
  return Object.fromEntries(missing.map((name) => [partField(name), 'Enter it, or the whole base URL.']));
}

/** The field of a part of the address. */
export const partField = (name: string): string => `address ${name}`;

/** What a toolset lacks. */
function toolsetFaults({ name, members = [] }: WizardState): Record<string, string> {
  const { members: most } = LIMITS.toolset;
  return {
    ...(name.trim() === '' && { name: 'Enter a name. AI clients show it.' }),
    ...(members.length === 0 && { members: 'Choose at least one server.' }),
    ...(members.length > most && { members: `Choose ${most} servers at most.` }),
  };
}

/** Faults by field that prevent the next step. */
export function faultsOf(state: WizardState, step: StepId): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  if (step === 'connection') {
    if (state.way === 'openapi') {
      if (state.document === undefined) {
        const fault = addressFault(state.url, state.privateHosts);
        if (fault !== undefined) faults['url'] = fault;
      }
      if (state.found !== undefined && state.baseUrl === '')
        Object.assign(faults, addressFaults(state.found, state.addressParts));
      if (state.baseUrl !== '') {
        const fault = baseUrlFault(state.baseUrl, state.privateHosts);
        if (fault !== undefined) faults['baseUrl'] = fault;
      }
      if (state.found !== undefined) Object.assign(faults, choiceFaults(state.found, state.tags));
      if (approvedHosts(state).length > LIMITS.approvedHosts)
        faults['hosts'] =
          `Approve ${LIMITS.approvedHosts} hosts at most, or create another server for some of the tools.`;
    } else if (state.way === 'toolset') {
      Object.assign(faults, toolsetFaults(state));
    } else {
      if (state.way === 'manual' && state.name.trim() === '') faults['name'] = 'Enter a name. AI clients show it.';
      const fault = baseUrlFault(state.baseUrl, state.privateHosts);
      if (fault !== undefined) faults['baseUrl'] = fault;
    }
  }
  if (step === 'security') Object.assign(faults, credentialFaults(state.authType, state.credentials));
  return faults;
}
