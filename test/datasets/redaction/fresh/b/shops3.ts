/** Shops, ERP and product catalogues. */
import { type Draft, keyed, p, trap } from '../../label.ts';

export const SHOPS3: Record<string, () => Draft> = {
  'stock-levels-map': () => ({
    warehouse: 'WH-ROT-2',
    snapshot: 1741910400,
    bins: {
      'A-01-117': { sku: 'SPR-7.5x40', qty: 1180, lot: 'L250117', exp: null },
      'A-01-118': { sku: 'SPR-8x60', qty: 402, lot: 'L250203', exp: null },
      'C-14-003': { sku: 'GLUE-PU-310', qty: 96, lot: '0417882', exp: '2026-04-30' },
      'C-14-004': { sku: 'SEAL-EPDM-12', qty: 1040, lot: 'L241130', exp: '2029-11-30' },
      'D-02-001': { sku: '555-0182-41', qty: 7, lot: '20250117', exp: null },
    },
    pickers: keyed('email', [
      ['d.osman@pickrite.nl', { lines: 212, err: 1 }],
      ['ffjodorova@pickrite.nl', { lines: 187, err: 0 }],
    ]),
    cut_off: '17:30',
    handheld: [{ asset: 'TC52-117', mac: p('mac', '40:83:DE:11:88:27'), batt: 83, os: '11-30-19.00-RG-U34' }],
    shift_lead: p('name', 'Funmilayo Adebayo'),
    shift_lead_phone: p('phone', '+31 10 441 8827'),
    gs1: trap('sscc', '003404340000001188274'),
  }),
};
