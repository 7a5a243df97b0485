/** Blind answers: card processors and payment services. */
import { open, p, prose, trap } from '../../label.ts';
import { many, type Shapes } from './shapes.ts';

export const PAYMENTS: Shapes = {
  paymentIntent: (v) => {
    const a = v.who('us');
    const card = v.card('visa');
    return {
      id: trap('prefixed id', `pi_3${v.b62(23)}`),
      object: 'payment_intent',
      amount: trap('minor units', v.int(900, 250_000)),
      amount_capturable: 0,
      amount_details: { tip: {} },
      application: null,
      capture_method: 'automatic_async',
      client_secret: p('secret', `pi_3${v.b62(23)}_secret_${v.b62(25)}`),
      confirmation_method: 'automatic',
      created: trap('epoch seconds', v.seconds()),
      currency: trap('currency code', 'usd'),
      customer: trap('prefixed id', `cus_${v.b62(14)}`),
      description: prose('Subscription update for ', p('email', a.email)),
      last_payment_error: {
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        doc_url: trap('url', 'https://docs.example.com/error-codes/card-declined'),
        message: 'Your card has insufficient funds.',
        payment_method: {
          id: trap('prefixed id', `pm_1${v.b62(23)}`),
          billing_details: {
            address: {
              city: p('address', a.city),
              country: trap('country code', 'US'),
              line1: p('address', a.street),
              line2: null,
              postal_code: p('address', a.zip),
              state: p('address', a.region),
            },
            email: p('email', a.email),
            name: p('name', a.full),
            phone: p('phone', a.e164),
          },
          card: {
            brand: 'visa',
            checks: { address_line1_check: 'pass', address_postal_code_check: 'pass', cvc_check: 'unchecked' },
            country: trap('country code', 'US'),
            exp_month: p('card', v.int(1, 12)),
            exp_year: p('card', v.int(2027, 2033)),
            fingerprint: trap('fingerprint', v.b62(16)),
            funding: 'credit',
            last4: open(card.slice(-4)),
            networks: { available: ['visa'], preferred: null },
            three_d_secure_usage: { supported: true },
            wallet: null,
          },
          livemode: false,
          type: 'card',
        },
        type: 'card_error',
      },
      latest_charge: trap('prefixed id', `ch_3${v.b62(23)}`),
      livemode: false,
      metadata: { order_id: trap('order number', v.fill('6735########')), cart_version: trap('version', '4.18.2.1') },
      next_action: null,
      payment_method_options: { card: { installments: null, request_three_d_secure: 'automatic' } },
      payment_method_types: ['card', 'link'],
      receipt_email: p('email', a.email),
      shipping: {
        address: {
          city: p('address', a.city),
          country: 'US',
          line1: p('address', a.street),
          line2: p('address', 'Leave with the concierge'),
          postal_code: p('address', a.zip),
          state: p('address', a.region),
        },
        carrier: 'UPS',
        name: p('name', a.full),
        phone: p('phone', a.local),
        tracking_number: trap('tracking number', v.fill('1Z################')),
      },
      statement_descriptor_suffix: 'AUTUMN',
      status: 'requires_payment_method',
      transfer_group: trap('reference number', `group_${v.digits(9)}`),
    };
  },

  bankDebits: (v) => ({
    mandates: many(3, () => ({
      id: trap('prefixed id', `MD000${v.fill('*********')}`),
      created_at: trap('iso time', v.stamp()),
      reference: trap('reference number', v.fill('XYZ-########')),
      status: v.pick(['active', 'pending_submission', 'cancelled']),
      scheme: 'sepa_core',
      next_possible_charge_date: trap('iso date', v.day()),
      payments_require_approval: false,
      metadata: { contract: trap('contract number', v.fill('AB######')) },
      links: {
        customer_bank_account: trap('prefixed id', `BA000${v.fill('*********')}`),
        creditor: trap('prefixed id', `CR000${v.fill('*********')}`),
        customer: trap('prefixed id', `CU000${v.fill('*********')}`),
      },
    })),
    customer_bank_accounts: many(3, () => {
      const a = v.who();
      return {
        id: trap('prefixed id', `BA000${v.fill('*********')}`),
        account_holder_name: p('name', a.full.toUpperCase()),
        account_number_ending: open(v.fill('####')),
        account_type: null,
        bank_name: trap('company name', v.pick(['BARCLAYS BANK PLC', 'Sparkasse Celle', 'BNP Paribas'])),
        country_code: trap('country code', 'FR'),
        currency: 'EUR',
        iban: p('iban', v.iban()),
        enabled: true,
      };
    }),
    customers: many(3, () => {
      const a = v.who();
      return {
        id: trap('prefixed id', `CU000${v.fill('*********')}`),
        email: p('email', a.email),
        given_name: p('name', a.first),
        family_name: p('name', a.last),
        company_name: null,
        address_line1: p('address', a.street),
        address_line2: p('address', 'c/o Hausverwaltung'),
        city: p('address', a.city),
        region: p('address', a.region),
        postal_code: p('address', a.zip),
        country_code: trap('country code', a.country),
        language: trap('locale code', 'en'),
        phone_number: p('phone', a.intl),
        swedish_identity_number: null,
      };
    }),
    meta: { cursors: { before: null, after: trap('cursor', `CU000${v.fill('*********')}`) }, limit: 50 },
  }),

  walletOrder: (v) => {
    const a = v.who();
    const b = v.who();
    return {
      id: trap('order number', v.fill('5O#############?#')),
      intent: 'CAPTURE',
      status: 'COMPLETED',
      payment_source: {
        paypal: {
          email_address: p('email', a.email),
          account_id: trap('account id', v.fill('QYR5Z8XDV####')),
          account_status: 'VERIFIED',
          name: { given_name: p('name', a.first), surname: p('name', a.last) },
          phone_number: { national_number: p('phone', a.e164.slice(1)) },
          address: { country_code: trap('country code', a.country) },
        },
      },
      purchase_units: [
        {
          reference_id: 'default',
          amount: {
            currency_code: 'EUR',
            value: trap('amount string', String(v.cents())),
            breakdown: { item_total: { currency_code: 'EUR', value: trap('amount string', '180.00') } },
          },
          payee: {
            email_address: p('email', 'billing@harbour-teas.example'),
            merchant_id: trap('account id', v.fill('*************')),
          },
          items: [
            {
              name: trap('product name', 'Darjeeling Second Flush, 250 g'),
              sku: trap('sku', v.fill('DJ-####-2F')),
              quantity: '2',
            },
            { name: trap('product name', 'Charlotte teapot'), sku: trap('sku', v.luhnNumber('4000')), quantity: '1' },
          ],
          shipping: {
            name: { full_name: p('name', b.full) },
            address: {
              address_line_1: p('address', b.street),
              admin_area_2: p('address', b.city),
              admin_area_1: p('address', b.region),
              postal_code: p('address', b.zip),
              country_code: trap('country code', b.country),
            },
          },
          payments: {
            captures: [
              {
                id: trap('transaction id', v.fill('3C#########?####?')),
                final_capture: true,
                seller_protection: { status: 'ELIGIBLE', dispute_categories: ['ITEM_NOT_RECEIVED'] },
                custom_id: trap('order number', v.digits(16)),
                create_time: trap('iso time', v.zulu()),
              },
            ],
          },
        },
      ],
      payer: {
        name: { given_name: p('name', a.first), surname: p('name', a.last) },
        email_address: p('email', a.email),
        payer_id: trap('account id', v.fill('QYR5Z8XDV####')),
        birth_date: p('birth-date', a.birth),
        tax_info: { tax_id: p('tax-id', v.cpf()), tax_id_type: 'BR_CPF' },
      },
      links: [
        {
          href: trap('url', 'https://api.pay.example.com/v2/checkout/orders/5O190127TN364715T'),
          rel: 'self',
          method: 'GET',
        },
      ],
    };
  },

  posPayments: (v) => ({
    payments: many(3, () => {
      const a = v.who('us');
      return {
        id: trap('token id', v.b62(26)),
        created_at: trap('iso time', v.stamp()),
        amount_money: { amount: trap('minor units', v.int(300, 9000)), currency: 'USD' },
        processing_fee: [
          { effective_at: trap('iso time', v.stamp()), type: 'INITIAL', amount_money: { amount: 49, currency: 'USD' } },
        ],
        status: 'COMPLETED',
        source_type: 'CARD',
        card_details: {
          status: 'CAPTURED',
          card: {
            card_brand: 'MASTERCARD',
            last_4: open(v.fill('####')),
            exp_month: p('card', v.int(1, 12)),
            exp_year: p('card', 2029),
            cardholder_name: p('name', a.full),
            fingerprint: trap('fingerprint', `sq-1-${v.b62(60)}`),
            card_type: 'DEBIT',
            prepaid_type: 'NOT_PREPAID',
            bin: open(v.fill('5#####')),
          },
          entry_method: 'EMV',
          cvv_status: 'CVV_ACCEPTED',
          avs_status: 'AVS_ACCEPTED',
          auth_result_code: trap('approval code', v.fill('######')),
          application_identifier: trap('terminal id', 'A0000000041010'),
          application_cryptogram: trap('hex dump', v.hex(16)),
          verification_method: 'PIN',
          verification_results: 'SUCCESS',
          statement_description: trap('company name', 'SQ *TULSA COFFEE'),
        },
        location_id: trap('token id', v.fill('L#?#?#?#?#?#?')),
        order_id: trap('token id', v.b62(27)),
        receipt_number: trap('receipt number', v.b62(4)),
        receipt_url: trap('url', `https://receipts.example.com/receipt/preview/${v.b62(27)}`),
        buyer_email_address: p('email', a.email),
        device_details: {
          device_id: open(`DEVICE_INSTALLATION_ID:${v.uuid()}`),
          device_name: trap('device name', 'Register 2'),
        },
        version_token: open(v.b62(43)),
        team_member_id: trap('token id', v.fill('TM#?#?#?#?##')),
      };
    }),
    cursor: trap('cursor', v.blob(60)),
  }),

  gatewayTransactions: (v) => ({
    data: {
      search: {
        transactions: {
          pageInfo: { hasNextPage: true, endCursor: trap('cursor', v.base64(`cursor:${v.digits(8)}`)) },
          edges: many(3, () => {
            const a = v.who();
            return {
              node: {
                id: trap('graph id', v.base64(`transaction_${v.b62(8)}`)),
                legacyId: trap('token id', v.fill('~#~#~~##')),
                createdAt: trap('iso time', v.zulu()),
                orderId: trap('order number', v.luhnNumber('5500')),
                amount: { value: trap('amount string', '42.90'), currencyIsoCode: 'GBP' },
                merchantAccountId: trap('account id', 'tidewater_gbp'),
                paymentMethodSnapshot: {
                  __typename: 'CreditCardDetails',
                  cardholderName: p('name', a.full),
                  expirationMonth: p('card', '11'),
                  expirationYear: p('card', '2028'),
                  number: p('card', v.card('discover')),
                  brandCode: 'DISCOVER',
                  uniqueNumberIdentifier: trap('hash', v.hex(32)),
                },
                customer: {
                  id: trap('graph id', v.base64(`customer_${v.digits(9)}`)),
                  firstName: p('name', a.first),
                  lastName: p('name', a.last),
                  email: p('email', a.email),
                  company: trap('company name', 'Hawthorn & Pike LLP'),
                  phoneNumber: p('phone', a.local),
                },
                riskData: {
                  customerBrowser: trap(
                    'user agent',
                    'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
                  ),
                  customerIp: p('ip', v.ip()),
                  deviceDataCaptured: true,
                  decision: 'Approve',
                },
                statusHistory: [
                  { status: 'AUTHORIZED', timestamp: trap('iso time', v.zulu()), terminal: false },
                  { status: 'SETTLING', timestamp: trap('iso time', v.zulu()), terminal: false },
                ],
              },
            };
          }),
        },
      },
    },
    extensions: { requestId: trap('uuid', v.uuid()) },
  }),

  upiPayments: (v) => ({
    entity: 'collection',
    count: 3,
    items: many(3, () => {
      const a = v.who('in');
      return {
        id: trap('prefixed id', `pay_${v.b62(14)}`),
        entity: 'payment',
        amount: trap('minor units', v.int(10_000, 900_000)),
        currency: 'INR',
        status: 'captured',
        order_id: trap('prefixed id', `order_${v.b62(14)}`),
        invoice_id: null,
        international: false,
        method: 'upi',
        amount_refunded: 0,
        captured: true,
        description: 'Annual membership, plan GOLD-12',
        card_id: null,
        bank: null,
        wallet: null,
        email: p('email', a.email),
        contact: p('phone', a.e164),
        customer_id: trap('prefixed id', `cust_${v.b62(14)}`),
        notes: {
          shipping_address: p('address', `${a.street}, ${a.city} ${a.zip}`),
          batch: trap('batch number', 'B-2207/11'),
        },
        fee: 1180,
        tax: 180,
        error_code: null,
        error_description: null,
        acquirer_data: {
          rrn: trap('reference number', v.digits(12)),
          upi_transaction_id: trap('transaction id', v.hex(32).toUpperCase()),
        },
        created_at: trap('epoch seconds', v.seconds()),
      };
    }),
  }),

  pixCobranca: (v) => {
    const a = v.who('br');
    return {
      status: 'ATIVA',
      calendario: { criacao: trap('iso time', v.zulu()), expiracao: 3600 },
      location: trap('url', `pix.banco.example.com.br/qr/v2/${v.hex(32)}`),
      txid: trap('transaction id', v.b62(32)),
      revisao: 0,
      devedor: { cpf: p('national-id', v.cpfPlain()), nome: p('name', a.full) },
      recebedor: { razaoSocial: trap('company name', 'Padaria Estrela do Norte Ltda'), cnpj: open(v.cnpj()) },
      valor: { original: trap('amount string', '37.00'), modalidadeAlteracao: 1 },
      chave: p('email', a.email),
      solicitacaoPagador: 'Serviço realizado.',
      infoAdicionais: [
        { nome: 'Número do pedido', valor: trap('order number', v.digits(11)) },
        { nome: 'Parcela', valor: '2/10' },
      ],
      pix: many(3, () => {
        const b = v.who('br');
        return {
          endToEndId: trap('transaction id', `E${v.digits(8)}20240719${v.fill('####')}${v.b62(11)}`),
          txid: trap('transaction id', v.b62(28)),
          valor: trap('amount string', String(v.cents())),
          horario: trap('iso time', v.zulu()),
          pagador: { cpf: p('national-id', v.cpf()), nome: p('name', b.full), telefone: p('phone', b.local) },
          devolucoes: [
            {
              id: trap('numeric string id', v.digits(6)),
              rtrId: trap('transaction id', `D${v.digits(8)}${v.b62(23)}`),
              status: 'EM_PROCESSAMENTO',
            },
          ],
        };
      }),
    };
  },

  invoiceDraft: (v) => {
    const a = v.who('fr');
    return {
      object: 'invoice',
      id: trap('prefixed id', `in_1${v.b62(23)}`),
      account_country: trap('country code', 'FR'),
      account_name: trap('company name', 'Atelier Mirabelle SAS'),
      account_tax_ids: null,
      amount_due: trap('minor units', 129_900),
      attempt_count: 0,
      billing_reason: 'manual',
      collection_method: 'send_invoice',
      created: trap('epoch seconds', v.seconds()),
      custom_fields: [{ name: 'Bon de commande', value: trap('order number', v.fill('BC-####-#####')) }],
      customer_address: {
        city: p('address', a.city),
        country: 'FR',
        line1: p('address', a.street),
        line2: null,
        postal_code: p('address', a.zip),
        state: null,
      },
      customer_email: p('email', a.email),
      customer_name: p('name', a.full),
      customer_phone: p('phone', a.local),
      customer_tax_exempt: 'none',
      due_date: trap('epoch seconds', v.seconds()),
      footer: 'TVA non applicable, art. 293 B du CGI',
      hosted_invoice_url: trap('url', `https://invoice.example.com/i/acct_${v.b62(16)}/live_${v.b62(60)}`),
      lines: {
        object: 'list',
        total_count: 3,
        data: many(3, (index) => ({
          id: trap('prefixed id', `il_1${v.b62(23)}`),
          amount: trap('minor units', v.int(1000, 90_000)),
          description: trap(
            'product name',
            ['Cadre chêne 40×60', 'Restauration, heure', 'Livraison Paris–Rennes'][index]!,
          ),
          period: { end: trap('epoch seconds', v.seconds()), start: trap('epoch seconds', v.seconds()) },
          plan: null,
          price: {
            id: trap('prefixed id', `price_1${v.b62(23)}`),
            unit_amount_decimal: trap('amount string', '4990'),
            tax_behavior: 'inclusive',
          },
          proration: false,
          quantity: index + 1,
          tax_amounts: [],
        })),
      },
      number: trap('invoice number', v.fill('????####-0007')),
      period_end: trap('epoch seconds', v.seconds()),
      rendering: { amount_tax_display: null, pdf: { page_size: 'a4' }, template_version: 1 },
      shipping_details: null,
      status: 'draft',
      webhooks_delivered_at: null,
    };
  },

  disputeEvidence: (v) => {
    const a = v.who();
    return {
      id: trap('prefixed id', `dp_1${v.b62(23)}`),
      amount: trap('minor units', 8999),
      charge: trap('prefixed id', `ch_3${v.b62(23)}`),
      reason: 'product_not_received',
      status: 'needs_response',
      evidence: {
        access_activity_log: prose(
          '2024-07-19 11:02:44 login ok from ',
          p('ip', v.ip()),
          '; 2024-07-19 11:03:02 download invoice-7731.pdf',
        ),
        billing_address: p('address', `${a.street}, ${a.zip} ${a.city}`),
        customer_communication: trap('prefixed id', `file_1${v.b62(23)}`),
        customer_email_address: p('email', a.email),
        customer_name: p('name', a.full),
        customer_purchase_ip: p('ip', v.ip6()),
        customer_signature: null,
        product_description: 'A hand-knotted rug, 160 x 230 cm, colour 4.11',
        service_date: trap('iso date', v.day()),
        shipping_carrier: 'FedEx',
        shipping_tracking_number: trap('tracking number', v.digits(12)),
        uncategorized_text: prose(
          'Buyer rang us from ',
          p('phone', a.intl),
          ' on 4 June and confirmed delivery of parcel 2 of 3.',
        ),
      },
      evidence_details: {
        due_by: trap('epoch seconds', v.seconds()),
        has_evidence: false,
        past_due: false,
        submission_count: 0,
      },
      network_reason_code: '13.1',
      is_charge_refundable: false,
      balance_transactions: [],
    };
  },
};
