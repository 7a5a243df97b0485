/** Customer relations and support desks. */
import { type Draft, p, prose } from '../../label.ts';

export const CRM3: Record<string, () => Draft> = {
  'intercom conversation': () => ({
    type: 'conversation',
    id: '471',
    created_at: 1718539424,
    updated_at: 1718539801,
    waiting_since: null,
    snoozed_until: null,
    open: true,
    state: 'open',
    read: true,
    priority: 'not_priority',
    admin_assignee_id: 814865,
    team_assignee_id: null,
    title: null,
    source: {
      type: 'conversation',
      id: '3',
      delivered_as: 'operator_initiated',
      subject: '',
      body: prose(
        '<p>my new mail is <a href="mailto:',
        p('email', 'noor.alhashimi@etisalat.ae'),
        '">here</a>, build 4.18.2.1077 still shows error 0x80070005</p>',
      ),
      author: {
        type: 'lead',
        id: '5310d8e7598c9a0b24000002',
        name: p('name', 'Noor Al-Hashimi'),
        email: p('email', 'noor.hashimi@hotmail.com'),
      },
      attachments: [],
      url: null,
      redacted: false,
    },
    contacts: {
      type: 'contact.list',
      contacts: [{ type: 'contact', id: '5310d8e7598c9a0b24000002', external_id: '70' }],
    },
    teammates: {
      type: 'admin.list',
      admins: [{ type: 'admin', id: '814865', name: p('name', 'Hoang Pham'), email: p('email', 'hoang@kitebase.app') }],
    },
    statistics: {
      type: 'conversation_statistics',
      time_to_assignment: 2310,
      time_to_admin_reply: 4317,
      median_time_to_reply: 4317,
      count_reopens: 1,
      count_assignments: 1,
      count_conversation_parts: 4,
    },
    conversation_rating: null,
    sla_applied: { type: 'conversation_sla_summary', sla_name: 'Premium 4h', sla_status: 'hit' },
  }),
};
