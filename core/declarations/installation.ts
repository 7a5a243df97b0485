/** The steps for what is declared of the whole installation: global settings, held whole, and webhooks, each by its name. */
import type { DeclaredInstallation } from '../api/declarations.ts';
import { isReference } from '../api/references.ts';
import type { SettingsView } from '../api/session.ts';
import type { WebhookView } from '../api/webhooks.ts';
import { isSameJson } from '../lib/json/canonical.ts';
import { checkDocumentUrl, originOf } from '../lib/url/baseUrl.ts';
import type { FloorSettings } from '../model/floorRules.ts';
import { EVENT_TYPES } from '../telemetry/events/events.ts';
import { memberChanges } from './settings.ts';
import { answered, type Plan, type Send, type Step } from './step.ts';

/** What there is, where something of it is declared. */
export interface ObservedInstallation {
  readonly settings?: Pick<SettingsView, 'governance'>;
  /** The rules that are set, by the address of their floor. */
  readonly floors?: Readonly<Record<string, FloorSettings>>;
  readonly webhooks?: { readonly enabled: boolean; readonly items: readonly WebhookView[] };
}

/** Asks for what a declaration is compared with. Throws PortcullisError. */
export async function observeInstallation(
  send: Send,
  { settings, webhooks }: DeclaredInstallation,
): Promise<ObservedInstallation> {
  const paths = settings ? [FLOOR, ...Object.keys(settings.projectFloors ?? {}).map(floorPath)] : [];
  const floors: Record<string, FloorSettings> = {};
  for (const path of paths) floors[path] = answered(await send<{ rules: FloorSettings }>('GET', path)).rules;
  return {
    ...(settings && { settings: answered(await send<SettingsView>('GET', '/v1/settings')), floors }),
    ...(webhooks && {
      webhooks: answered(await send<{ enabled: boolean; items: WebhookView[] }>('GET', '/v1/webhooks')),
    }),
  };
}

/** The plan for what is declared of the installation. */
export function planInstallation(declared: DeclaredInstallation, observed: ObservedInstallation): Plan {
  const webhooks = (declared.webhooks ?? []).map((webhook) => planWebhook(webhook, observed.webhooks));
  return {
    steps: [
      ...settingSteps(declared, observed),
      ...floorSteps(declared, observed),
      ...webhooks.flatMap(({ steps }) => steps),
    ],
    faults: webhooks.flatMap(({ faults }) => faults),
  };
}

function settingSteps({ settings }: DeclaredInstallation, observed: ObservedInstallation): Step[] {
  if (!settings?.governance || !observed.settings) return [];
  const governance = memberChanges(settings.governance, observed.settings.governance.overrides);
  const names = Object.keys(governance);
  if (names.length === 0) return [];
  const says = `set the global ${names.join(', ')}`;
  return [{ kind: 'setting', says, method: 'PUT', path: '/v1/settings', body: { governance } }];
}

const FLOOR = '/v1/floor';
const floorPath = (project: string): string => `/v1/projects/${project}/floor`;

/** Each floor that is declared is held whole; null is no rule. */
function floorSteps({ settings }: DeclaredInstallation, { floors = {} }: ObservedInstallation): Step[] {
  const { floor, projectFloors = {} } = settings ?? {};
  const declared = Object.entries(projectFloors).map(([project, rules]) => [floorPath(project), rules] as const);
  return [...(floor ? [[FLOOR, floor] as const] : []), ...declared].flatMap(([path, all]) => {
    const wanted = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
    const rules = memberChanges(wanted, { ...floors[path] });
    const names = Object.keys(rules);
    if (names.length === 0) return [];
    const of = path === FLOOR ? 'the floor' : `the floor of the project ${path.split('/')[3]}`;
    return [
      { kind: 'setting' as const, says: `set ${names.join(', ')} of ${of}`, method: 'PUT', path, body: { rules } },
    ];
  });
}

type Webhook = NonNullable<DeclaredInstallation['webhooks']>[number];

function planWebhook(
  { name, url, types = [...EVENT_TYPES] }: Webhook,
  { enabled, items } = { enabled: false, items: [] } as NonNullable<ObservedInstallation['webhooks']>,
): Plan {
  const now = items.find((one) => one.name === name);
  if (now === undefined) {
    if (!enabled)
      return { steps: [], faults: [`declares the webhook ${name}, but events are off; deploy with events=true`] };
    const body = { name, url, types };
    return {
      steps: [{ kind: 'webhook', says: `make the webhook ${name}`, method: 'POST', path: '/v1/webhooks', body }],
      faults: [],
    };
  }
  if (!isReference(url) && originOf(checkDocumentUrl(url).url) !== now.origin)
    return {
      steps: [],
      faults: [
        `has a webhook ${JSON.stringify(name)} at ${now.origin}, which cannot be changed; delete it, or declare one with another name`,
      ],
    };
  if (isSameJson([...types].sort(), [...now.types].sort())) return { steps: [], faults: [] };
  const path = `/v1/webhooks/${now.id}`;
  const body = { types };
  return {
    steps: [{ kind: 'webhook', says: `set types of the webhook ${name}`, method: 'PATCH', path, body }],
    faults: [],
  };
}
