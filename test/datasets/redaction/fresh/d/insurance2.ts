/** Insurers. */
import { type Draft, open, p, trap } from '../../label.ts';

export const INSURANCE2: Record<string, () => Draft> = {
  plaidIdentity: () => ({
    accounts: [
      {
        account_id: trap('id', 'BxBXxLj1m4HMXBm9WZZmCWVbPjX16EHwv99vp'),
        balances: {
          available: 2143.87,
          current: 2190.02,
          iso_currency_code: 'USD',
          limit: null,
          unofficial_currency_code: null,
        },
        mask: open('4402'),
        name: trap('product', 'Everyday Checking'),
        official_name: trap('product', 'Everyday Checking Plus with Overdraft Shield'),
        type: 'depository',
        subtype: 'checking',
        persistent_account_id: trap('hash', '8cfb8beb89b774ee43b090625f0d61d0814322b43bff984eaf60386e'),
        owners: [
          {
            names: [p('name', 'Solveig Marchetti'), p('name', 'Rui Marchetti')],
            emails: [
              { data: p('email', 'solveig.m@tidewater.io'), primary: true, type: 'primary' },
              { data: p('email', 'accounts@marchettifamily.us'), primary: false, type: 'other' },
            ],
            phone_numbers: [{ data: p('phone', '+16175238814'), primary: true, type: 'mobile' }],
            addresses: [
              {
                data: {
                  city: p('address', 'Malden'),
                  country: open('US'),
                  postal_code: p('address', '02148'),
                  region: p('address', 'MA'),
                  street: p('address', '77 Pleasant Street, Unit 3R'),
                },
                primary: true,
              },
            ],
          },
        ],
      },
    ],
    numbers: {
      ach: [
        {
          account: p('bank', '9900120784413'),
          account_id: trap('id', 'BxBXxLj1m4HMXBm9WZZmCWVbPjX16EHwv99vp'),
          routing: p('bank', '011401533'),
          wire_routing: p('bank', '021000021'),
        },
      ],
      eft: [],
      international: [],
      bacs: [],
    },
    item: {
      available_products: ['balance', 'transactions'],
      billed_products: ['auth', 'identity'],
      error: null,
      institution_id: trap('id', 'ins_117650'),
      institution_name: trap('company', 'First Harbor Bank'),
      item_id: trap('id', 'eVBnVMp7zdTJLkRNr33Rs6zr7KNJqBFL9DrE6'),
      update_type: 'background',
      webhook: trap('url', 'https://hooks.example.com/plaid'),
    },
    request_id: trap('id', '3nARps6TOYtbACO'),
  }),
  berlinGroupAccounts: () => ({
    accounts: [
      {
        resourceId: trap('uuid', '87fbb124-9c50-48be-9772-a05211c6ae29'),
        iban: p('iban', 'AT051200030353062767'),
        currency: 'EUR',
        name: trap('product', 'Hauptkonto'),
        ownerName: p('name', 'Leopold Wieshaupt'),
        product: trap('product', 'Girokonto Komfort'),
        cashAccountType: 'CACC',
        status: 'enabled',
        usage: 'PRIV',
        bic: open('BKAUATWWXXX'),
        balances: [
          {
            balanceType: 'closingBooked',
            balanceAmount: { currency: 'EUR', amount: trap('price', '1532.07') },
            referenceDate: trap('date', '2026-03-31'),
            lastChangeDateTime: trap('timestamp', '2026-03-31T21:00:01Z'),
          },
        ],
        _links: {
          balances: { href: trap('url', '/psd2/v1/accounts/87fbb124-9c50-48be-9772-a05211c6ae29/balances') },
          transactions: { href: trap('url', '/psd2/v1/accounts/87fbb124-9c50-48be-9772-a05211c6ae29/transactions') },
        },
      },
      {
        resourceId: trap('uuid', '9dd6e689-e547-42a7-bc95-6e0ae1370b61'),
        maskedPan: open('525412******3241'),
        currency: 'EUR',
        product: trap('product', 'Mastercard Gold'),
        cashAccountType: 'CARD',
        ownerName: p('name', 'Leopold Wieshaupt'),
        creditLimit: { currency: 'EUR', amount: '3000' },
      },
    ],
    transactions: {
      booked: [
        {
          transactionId: trap('id', '2026033100441877'),
          endToEndId: trap('order', 'E2E-77120-MIETE-04'),
          mandateId: trap('id', 'MND-88102'),
          bookingDate: trap('date', '2026-03-31'),
          valueDate: trap('date', '2026-03-31'),
          transactionAmount: { currency: 'EUR', amount: trap('price', '-870.00') },
          creditorName: p('name', 'Roswitha Pernthaler'),
          creditorAccount: { iban: p('iban', 'DE57500105171743153674') },
          remittanceInformationUnstructured: 'Miete April Top 12',
          bankTransactionCode: 'PMNT-ICDT-STDO',
        },
        {
          transactionId: trap('id', '2026033000440912'),
          bookingDate: trap('date', '2026-03-30'),
          transactionAmount: { currency: 'EUR', amount: trap('price', '-42.18') },
          creditorName: trap('company', 'BILLA AG Fil. 2201'),
          remittanceInformationUnstructured: 'POS 2201 K002 30.03. 18:44',
          bankTransactionCode: 'PMNT-CCRD-POSD',
        },
      ],
      _links: { account: { href: trap('url', '/psd2/v1/accounts/87fbb124-9c50-48be-9772-a05211c6ae29') } },
    },
  }),
};
