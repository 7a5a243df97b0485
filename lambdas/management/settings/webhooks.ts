/** Webhooks: set up, change, test, look at deliveries. Addresses and secrets are sealed here and can be opened only by the function that delivers. */
import { auditItem, recordManagementAction } from '../../../aws/audit.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  hasEvents,
  listDeliveries,
  listWebhooks,
  orderDelivery,
  readDelivery,
  readWebhook,
} from '../../../aws/tables/events.ts';
import { sealForWebhook } from '../../../aws/webhookSecrets.ts';
import type { WebhookView } from '../../../core/api/webhooks.ts';
import { InvalidInput, PortcullisError } from '../../../core/lib/errors.ts';
import { isoNow, newAuditId, randomBase62 } from '../../../core/lib/ids.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { createdBy, type Person } from '../../../core/lib/person.ts';
import { checkDocumentUrl, originOf } from '../../../core/lib/url/baseUrl.ts';
import { newEvent } from '../../../core/telemetry/events/events.ts';
import { newWebhookSecret, type WebhookRow } from '../../../core/telemetry/events/webhooks.ts';
import { notFound, Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { namedProject } from '../http/standing.ts';

const SHOWN = 50;
/** How long the previous secret signs beside the new one. */
const OVERLAP_MS = 24 * 60 * 60_000;

type Routes =
  | 'listWebhooks'
  | 'createWebhook'
  | 'changeWebhook'
  | 'rotateWebhook'
  | 'testWebhook'
  | 'listDeliveries'
  | 'redeliver'
  | 'deleteWebhook';

/** Handlers of the webhooks' routes. */
export const webhooks: HandlersOf<Routes> = {
  listWebhooks: async () => ({
    enabled: hasEvents(),
    items: hasEvents() ? (await listWebhooks()).map(viewOf) : [],
  }),

  createWebhook: async ({ body, actor }) => {
    checkOn();
    const url = checkedUrl(body.url);
    if ((await listWebhooks()).length >= LIMITS.webhooks) {
      throw new Refused(
        'too_many_webhooks',
        `${LIMITS.webhooks} webhooks are set up, which is the limit (webhooks). Delete one first.`,
        { context: { limit: LIMITS.webhooks } },
      );
    }
    if (body.project !== undefined) await namedProject(actor, body.project, 'admin');
    const id = `whk_${randomBase62(22)}`;
    const secret = newWebhookSecret();
    const [sealedUrl, sealed] = await Promise.all([
      sealForWebhook(id, 'url', url),
      sealForWebhook(id, 'secret', secret),
    ]);
    const row: WebhookRow = {
      part: 'webhooks',
      id,
      name: body.name,
      origin: originOf(url),
      sealedUrl,
      secrets: [{ sealed }],
      types: body.types,
      ...(body.project !== undefined && { project: body.project }),
      createdAt: isoNow(),
      ...createdBy(actor),
      version: 1,
    };
    await createWebhook(row, auditItem(deed('webhook.create', row, actor)));
    return { webhook: viewOf(row), secret };
  },

  changeWebhook: async ({ params, body, actor }) => {
    const before = await known(params.webhookId);
    const after = await changeWebhook(
      before.id,
      ({ stopped, ...row }) => ({
        ...row,
        ...(stopped && !body.resume && { stopped }),
        ...(body.name !== undefined && { name: body.name }),
        ...(body.types !== undefined && { types: body.types }),
      }),
      () => auditItem(deed('webhook.change', before, actor, { types: body.types ?? [...before.types] })),
    );
    return viewOf(after ?? missing());
  },

  rotateWebhook: async ({ params, actor }) => {
    const before = await known(params.webhookId);
    const secret = newWebhookSecret();
    const sealed = await sealForWebhook(before.id, 'secret', secret);
    const now = Date.now();
    const after = await changeWebhook(
      before.id,
      (row) => {
        const [previous] = row.secrets;
        const until = isoNow(now + OVERLAP_MS);
        return { ...row, secrets: [{ sealed }, ...(previous ? [{ sealed: previous.sealed, until }] : [])] };
      },
      () => auditItem(deed('webhook.rotate', before, actor)),
    );
    return { webhook: viewOf(after ?? missing()), secret };
  },

  testWebhook: async ({ params, actor }) => {
    const row = await delivering(params.webhookId);
    const event = newEvent('webhook.test.v1', { webhookId: row.id }, [row.id, newAuditId()]);
    await recordManagementAction(deed('webhook.test', row, actor));
    await orderDelivery(event, row.id, event.id);
    return { ordered: true };
  },

  listDeliveries: async ({ params }) => {
    const { id } = await known(params.webhookId);
    const rows = await listDeliveries(id, SHOWN);
    return {
      items: rows.map(({ id: delivery, event, state, attempts, next }) => ({
        id: delivery,
        eventId: event.id,
        type: event.type,
        at: event.at,
        state,
        attempts: attempts.map((attempt) => ({ ...attempt })),
        ...(next !== undefined && { next }),
      })),
    };
  },

  redeliver: async ({ params, actor }) => {
    const row = await delivering(params.webhookId);
    const delivery = await readDelivery(row.id, params.deliveryId);
    if (!delivery) throw notFound('delivery');
    await recordManagementAction(deed('webhook.resend', row, actor, { eventId: delivery.event.id }));
    await orderDelivery(delivery.event, row.id, `again_${newAuditId()}`);
    return { ordered: true };
  },

  deleteWebhook: async ({ params, actor }) => {
    const row = await known(params.webhookId);
    if (!(await deleteWebhook(row.id))) throw notFound('webhook');
    await recordManagementAction(deed('webhook.delete', row, actor));
  },
};

function checkOn(): void {
  if (!hasEvents()) {
    throw new Refused(
      'events_off',
      'Events are not switched on in this installation. Deploy it with events=true, or start it with --context events=true.',
    );
  }
}

async function known(id: string): Promise<WebhookRow> {
  checkOn();
  return (await readWebhook(id)) ?? missing();
}

/** A webhook that is not stopped. */
async function delivering(id: string): Promise<WebhookRow> {
  const row = await known(id);
  if (!row.stopped) return row;
  throw new Refused(
    'webhook_stopped',
    'Nothing is delivered to this webhook: its address answered 410 (Gone). Let it deliver again first, with “Deliver again” or resume: true.',
  );
}

function missing(): never {
  throw notFound('webhook');
}

/** Throws InvalidInput `webhook_url_invalid`. */
function checkedUrl(text: string): string {
  try {
    return checkDocumentUrl(text).url;
  } catch (error) {
    if (!(error instanceof PortcullisError)) throw error;
    const message = error.message.replace(/^url: /, '');
    throw new InvalidInput([{ field: '/url', rule: 'webhook_url_invalid', message }]);
  }
}

const deed = (action: `webhook.${string}`, { id, name, origin }: WebhookRow, actor: Person, more = {}) => ({
  actor,
  action,
  detail: { webhookId: id, name, origin, ...more },
});

const viewOf = ({
  id,
  name,
  origin,
  types,
  project,
  secrets,
  stopped,
  createdAt,
  createdBy: creator,
  createdByName,
}: WebhookRow): WebhookView => ({
  id,
  name,
  origin,
  types: [...types],
  ...(project !== undefined && { project }),
  secrets: secrets.filter(({ until }) => until === undefined || until > isoNow()).length,
  ...(stopped && { stopped }),
  createdAt,
  createdBy: creator,
  ...(createdByName !== undefined && { createdByName }),
});
