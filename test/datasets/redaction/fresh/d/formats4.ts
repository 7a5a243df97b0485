/** Formats with names apart from values. */
import { type Draft, keyed, open, p, prose, trap } from '../../label.ts';

export const FORMATS4: Record<string, () => Draft> = {
  googleSheetsValues: () => ({
    range: trap('range', 'Volunteers!A1:G4'),
    majorDimension: 'ROWS',
    values: [
      ['ID', 'First name', 'Last name', 'Email', 'Phone', 'Shift', 'Start'],
      [
        'V-0417',
        p('name', 'Petronella'),
        p('name', 'Achieng'),
        p('email', 'pachieng@hopehouse.org'),
        p('phone', '(602) 841-2207'),
        'Kitchen 3',
        trap('timestamp', '2026-03-14 08:00'),
      ],
      [
        'V-0418',
        p('name', 'Lázaro'),
        p('name', 'Benítez'),
        p('email', 'lazaro.b@hopehouse.org'),
        p('phone', '602.417.8830'),
        'Door',
        trap('timestamp', '2026-03-14 12:30'),
      ],
      [
        'V-0419',
        p('name', 'Mun-hee'),
        p('name', 'Gallagher'),
        '',
        p('phone', '480-221-9047'),
        'Driver, Van 12',
        trap('timestamp', '2026-03-15 06:45'),
      ],
    ],
  }),
  geojsonStations: () => ({
    type: 'FeatureCollection',
    name: 'bicycle_counters',
    crs: { type: 'name', properties: { name: trap('oid', 'urn:ogc:def:crs:OGC:1.3:CRS84') } },
    features: [
      {
        type: 'Feature',
        id: trap('id', 'node/4418820733'),
        bbox: [
          trap('coordinate', 8.5391),
          trap('coordinate', 47.3686),
          trap('coordinate', 8.5417),
          trap('coordinate', 47.3701),
        ],
        geometry: { type: 'Point', coordinates: [trap('coordinate', 8.5403312), trap('coordinate', 47.3692201)] },
        properties: {
          name: trap('place', 'Bürkliplatz'),
          ref: trap('code', 'VZ-0088'),
          operator: trap('company', 'Stadt Zürich'),
          'contact:phone': open('+41 44 411 81 11'),
          daily_mean: 8814,
          since: trap('date', '2011-04-02'),
          maintained_by: p('name', 'Reto Aeschlimann'),
          maintainer_email: p('email', 'reto.aeschlimann@zuerich.example.ch'),
        },
      },
      {
        type: 'Feature',
        id: trap('id', 'node/4418820799'),
        geometry: {
          type: 'LineString',
          coordinates: [
            [trap('coordinate', 8.55), trap('coordinate', 47.37)],
            [trap('coordinate', 8.5507), trap('coordinate', 47.3711)],
          ],
        },
        properties: {
          name: trap('place', 'Heinrich-Pestalozzi-Steg'),
          surface: 'wood',
          ship: trap('ship', 'MS Helvetia'),
          elevation: 408.2,
        },
      },
    ],
  }),
  webhookDeliveries: () => ({
    deliveries: [
      {
        id: trap('id', 418820447),
        guid: trap('uuid', '33e74264-e44d-4fb3-9cbb-e4792c31ffcf'),
        event: 'customer.updated',
        status_code: 502,
        duration_ms: 10012,
        attempt: 3,
        next_retry: trap('epoch', 1772454744),
        endpoint: prose('https://', p('secret', 'hook:Vx7-rain-Bell'), '@in.partnerly.example/v1/inbox'),
        headers: {
          'content-type': 'application/json',
          authorization: p('secret', 'Bearer w8GylRi7nyPrsUvMqcHXhZfYcG3PUXe97GxtlT'),
          'x-signature-version': 'v1',
        },
        payload: prose(
          '{"id":"evt_1Q0044","object":"event","api_version":"2025-10-29","data":{"customer":{"email":"',
          p('email', 'tarquin.moss@fernbrook.co'),
          '","phone":"',
          p('phone', '+442079460113'),
          '","name":"',
          p('name', 'Tarquin Moss'),
          '","balance":-4418,"currency":"gbp"}}}',
        ),
        response: '{"error":"upstream timeout","code":"E-5020","ref":"b5898ec314ae"}',
      },
      {
        id: trap('id', 418820448),
        event: 'invoice.finalized',
        status_code: 200,
        payload:
          '{"invoice":"INV-2026-0088","amount_due":21900,"lines":[{"sku":"KB-88-ISO","qty":1}],"period":[1769904000,1772323200]}',
      },
    ],
    byRecipient: keyed('email', [
      ['tarquin.moss@fernbrook.co', { sent: 3, failed: 3 }],
      ['gitte@lauritzen.dk', { sent: 1, failed: 0 }],
    ]),
  }),
  sfExpressZh: () => ({
    结果码: 'A1000',
    运单号: trap('tracking', 'SF1442088173902'),
    订单号: trap('order', '2026031811000044188207'),
    产品类型: '顺丰标快',
    状态: '已签收',
    收件人: {
      姓名: p('name', '欧阳婉清'),
      手机号: p('phone', '13826441907'),
      身份证号: p('national', '440306199308171517'),
      省: p('address', '广东省'),
      市: p('address', '深圳市'),
      区: p('address', '福田区'),
      详细地址: p('address', '梅林路48号翠园小区7栋1203'),
      邮编: p('address', '518049'),
    },
    寄件方: {
      公司: trap('company', '杭州青瓷堂贸易有限公司'),
      网点: trap('place', '杭州萧山集散中心'),
      统一社会信用代码: trap('id', '91330109MA2KH4X17B'),
    },
    重量: 1.35,
    运费: 22.0,
    币种: 'CNY',
    路由: [
      { 时间: trap('timestamp', '2026-03-18 09:14:22'), 描述: '快件已到达【深圳福田集散点】' },
      { 时间: trap('timestamp', '2026-03-18 14:02:51'), 描述: '已签收,感谢使用' },
    ],
  }),
};
