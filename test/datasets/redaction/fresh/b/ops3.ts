/** Ticketing, IoT devices, CI/CD, monitoring, source control and event logs. */
import { type Draft, keyed, p, prose, trap } from '../../label.ts';

export const OPS3: Record<string, () => Draft> = {
  'oauth-sessions-map': () => ({
    realm: 'student-portal',
    total_tokens: 2,
    token_type: 'Bearer',
    password_policy: 'min12',
    sessions: {
      s_01HX9K4T2V: {
        sub: 'stu-20911',
        mail: p('email', 'amelie.duchamp@etu.univ-rennes.fr'),
        access_token: p(
          'secret',
          'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJzdHUtMjA5MTEiLCJpYXQiOjE3NTAwMDAwMDAsImV4cCI6MTc1MDAwMzYwMH0.KQiPkSZlLviAkzpCUOGrsQyiUVaItIjmIRHD6VgO6nX',
        ),
        refresh_token: p('secret', '9ktjXcOEWHFIMmfX9XRpP00T0ENZ8qTOGJRU'),
        remote_addr: p('ip', '129.20.41.188'),
        expires_in: 3600,
        scope: 'openid profile grades:read',
      },
      s_01HX9K5B8Q: {
        sub: 'u_5518',
        mail: p('email', 'prof.kergoat@univ-rennes.fr'),
        access_token: p('secret', 'PwuqBb1arzSApXFz0uyorpR39HuPzmN95HYr'),
        refresh_token: null,
        remote_addr: p('ip', '2001:660:7301:3192::41'),
        expires_in: 1187,
        scope: 'openid',
      },
    },
    client: {
      client_id: 'portal-web',
      client_secret: p('secret', 'y7ON99MAHOemamnuV9Bc718y5e3O8irOL12m'),
      redirect_uris: ['https://portail.univ-rennes.example/cb'],
    },
    next_page_token: trap('cursor', 'CAUQAA=='),
  }),
  'webhook-nested-json-string': () => ({
    Type: 'Notification',
    MessageId: '50554518-c39a-4d39-ac75-8a102ed3c0b3',
    TopicArn: trap('arn', 'arn:aws:sns:eu-north-1:118827441063:member-events'),
    Subject: 'member.updated',
    Message: prose(
      '{"member_id":"m-88271","email":"',
      p('email', 'pia.holmgren@spray.se'),
      '","mobile":"',
      p('phone', '+46 73 418 82 70'),
      '","points":4418,"tier":"B2"}',
    ),
    Timestamp: '2025-03-14T09:09:09.417Z',
    SignatureVersion: '1',
    SigningCertURL: 'https://sns.eu-north-1.amazonaws.com/SimpleNotificationService-9c6465fa.pem',
    MessageAttributes: {
      contact: { Type: 'String', Value: p('email', 'pia.holmgren@spray.se') },
      retries: { Type: 'Number', Value: '0' },
      schema: { Type: 'String', Value: 'member/3.2.1' },
    },
    replayed_for: keyed('email', [['pia.holmgren@spray.se', { count: 2, last: '2025-03-14T09:10:00Z' }]]),
  }),
};
