/** Connected things and energy. */
import { type Draft, trap } from '../../label.ts';

export const THINGS_ENERGY2: Record<string, () => Draft> = {
  evChargeSession: () => ({
    country_code: 'NL',
    party_id: 'FAS',
    id: trap('id', '25-0118-88412'),
    start_date_time: trap('timestamp', '2026-02-21T14:03:11Z'),
    end_date_time: null,
    kwh: 17.42,
    cdr_token: { uid: trap('id', '012345678'), type: 'RFID', contract_id: trap('id', 'NL-FAS-C00418872-X') },
    auth_method: 'WHITELIST',
    authorization_reference: null,
    location_id: trap('id', 'LOC1'),
    location_name: trap('place', 'P+R Noord'),
    evse_uid: trap('id', '3256'),
    evse_id: trap('id', 'NL*FAS*E*041503*1'),
    connector_id: '1',
    coordinates: { latitude: trap('coordinate', '52.388414'), longitude: trap('coordinate', '4.931092') },
    currency: 'EUR',
    tariff_ids: ['12'],
    charging_periods: [
      {
        start_date_time: trap('timestamp', '2026-02-21T14:03:11Z'),
        dimensions: [
          { type: 'ENERGY', volume: 12.0 },
          { type: 'MAX_CURRENT', volume: 30 },
        ],
      },
    ],
    total_cost: { excl_vat: 4.12, incl_vat: 4.99 },
    status: 'ACTIVE',
    last_updated: trap('timestamp', '2026-02-21T14:38:40Z'),
  }),
};
