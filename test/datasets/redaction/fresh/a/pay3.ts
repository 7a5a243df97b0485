/** Payments: Adyen, PayPal, Plaid, Wise. */
import { type Draft, open, p, prose, trap } from '../../label.ts';

export const PAY3: Record<string, () => Draft> = {
  'adyen payments response': () => ({
    pspReference: trap('order', '882717284419503A'),
    resultCode: 'Authorised',
    merchantReference: trap('order', 'NL-2024-00981723'),
    amount: { currency: 'EUR', value: 8995 },
    paymentMethod: { brand: 'visa', type: 'scheme' },
    additionalData: {
      authCode: '048211',
      avsResult: '5 No AVS data provided',
      cardHolderName: p('name', 'J. VAN DER HEIJDEN'),
      cardSummary: open('5045'),
      cardBin: open('491682'),
      cvcResult: '1 Matches',
      eci: '05',
      expiryDate: open('6/2028'),
      fraudResultType: 'GREEN',
      fundingSource: 'CREDIT',
      issuerCountry: 'NL',
      'recurring.recurringDetailReference': '8415718415172204',
      'recurring.shopperReference': 'shopper-77120',
      shopperEmail: p('email', 'joost.vdheijden@ziggo.nl'),
      shopperIP: p('ip', '84.241.193.60'),
      threeDAuthenticated: 'true',
      threeDSVersion: '2.2.0',
    },
    fraudResult: {
      accountScore: 12,
      results: [
        { accountScore: 0, checkId: 2, name: 'CardChunkUsage' },
        { accountScore: 12, checkId: 7, name: 'ShopperIpUsage' },
        { accountScore: 0, checkId: 15, name: 'IssuerRefCheck' },
      ],
    },
  }),
  'adyen legal entity individual': () => ({
    id: 'LE3227C223222B5FMQ2SZ4K9H',
    type: 'individual',
    reference: 'seller-0091',
    individual: {
      birthData: { dateOfBirth: p('birth', '1991-02-14') },
      email: p('email', 'giulia.ferrari85@libero.it'),
      identificationData: {
        issuerCountry: 'IT',
        nationalIdExempt: false,
        number: p('national', 'FRRGLI85C52F205O'),
        type: 'nationalIdNumber',
      },
      name: { firstName: p('name', 'Giulia'), infix: null, lastName: p('name', 'Ferrari') },
      phone: { number: p('phone', '+393391274408'), type: 'mobile' },
      residentialAddress: {
        city: p('address', 'Milano'),
        country: 'IT',
        postalCode: p('address', '20121'),
        stateOrProvince: p('address', 'MI'),
        street: p('address', 'Via Solferino'),
        street2: p('address', '12'),
      },
    },
    capabilities: {
      sendToTransferInstrument: {
        allowed: true,
        requested: true,
        verificationStatus: 'valid',
        transferInstruments: [{ allowed: true, id: 'SE322KH223222F5GV2SQ924F6', verificationStatus: 'valid' }],
      },
    },
    documentDetails: [
      { active: true, fileName: 'carta_identita.jpg', id: 'DC322KT223222D5FLTZ6C7P3B', type: 'identityCard' },
    ],
    entityAssociations: [],
    problems: [],
    transferInstruments: [
      {
        accountIdentifier: open('***********3456'),
        id: 'SE322KH223222F5GV2SQ924F6',
        realLastFour: open('3456'),
        trustedSource: false,
      },
    ],
    verificationPlan: 'FrontloadUS',
  }),
  'adyen notification sepa': () => ({
    live: 'false',
    notificationItems: [
      {
        NotificationRequestItem: {
          additionalData: {
            'sepadirectdebit.dateOfSignature': '2024-06-17',
            'sepadirectdebit.mandateId': '8815601234409912',
            'sepadirectdebit.sequenceType': 'OneOff',
            iban: p('iban', 'DE44500105175407324931'),
            ownerName: p('name', 'Henrike Aschenbach'),
            hmacSignature: open('kq2Rt7Lw0B4mVxNdY6aPz1SgHc8UjE3fOiQ5TyKbMrA='),
          },
          amount: { currency: 'EUR', value: 12900 },
          eventCode: 'AUTHORISATION',
          eventDate: '2024-06-17T09:21:44+02:00',
          merchantAccountCode: 'BuchladenECOM',
          merchantReference: trap('invoice', 'RE-24-0617-0093'),
          operations: ['CANCEL', 'REFUND'],
          paymentMethod: 'sepadirectdebit',
          pspReference: 'QFQTPCQ8HXSKGK82',
          reason: '',
          success: 'true',
        },
      },
    ],
  }),
  'paypal order captured': () => ({
    id: '5O190127TN364715T',
    intent: 'CAPTURE',
    status: 'COMPLETED',
    create_time: '2024-06-18T11:02:55Z',
    update_time: '2024-06-18T11:03:30Z',
    payment_source: {
      paypal: {
        name: { given_name: p('name', 'Thandiwe'), surname: p('name', 'Dlamini') },
        email_address: p('email', 'thandi.dlamini@webmail.co.za'),
        account_id: 'QYR5Z8XDVJNXQ',
        account_status: 'VERIFIED',
        phone_number: { national_number: p('phone', '0825550173') },
        birth_date: p('birth', '1992-04-15'),
        address: {
          address_line_1: p('address', '23 Kloof Nek Road'),
          admin_area_2: p('address', 'Cape Town'),
          admin_area_1: p('address', 'Western Cape'),
          postal_code: p('address', '8001'),
          country_code: 'ZA',
        },
      },
    },
    payer: {
      name: { given_name: p('name', 'Thandiwe'), surname: p('name', 'Dlamini') },
      email_address: p('email', 'thandi.dlamini@webmail.co.za'),
      payer_id: 'QYR5Z8XDVJNXQ',
      address: { country_code: 'ZA' },
    },
    purchase_units: [
      {
        reference_id: 'd9f80740-38f0-11e8-b467-0ed5f89f718b',
        amount: {
          currency_code: 'ZAR',
          value: '1850.00',
          breakdown: {
            item_total: { currency_code: 'ZAR', value: '1700.00' },
            shipping: { currency_code: 'ZAR', value: '150.00' },
          },
        },
        payee: { email_address: p('email', 'billing@kaapcoffee.co.za'), merchant_id: 'C7CYMKZDG8D6E' },
        description: 'Kaap Coffee 2x 1kg',
        invoice_id: trap('invoice', 'KC-00018842'),
        items: [
          {
            name: 'Bo-Kaap Blend 1kg',
            quantity: '2',
            sku: trap('sku', 'KC-BKB-1000'),
            unit_amount: { currency_code: 'ZAR', value: '850.00' },
          },
        ],
        shipping: {
          name: { full_name: p('name', 'Sipho Dlamini') },
          address: {
            address_line_1: p('address', '4 Long Street'),
            address_line_2: p('address', 'Unit 1102'),
            admin_area_2: p('address', 'Cape Town'),
            postal_code: p('address', '8000'),
            country_code: 'ZA',
          },
        },
        payments: {
          captures: [
            {
              id: '3C679366HH908993F',
              status: 'COMPLETED',
              amount: { currency_code: 'ZAR', value: '1850.00' },
              final_capture: true,
              seller_protection: {
                status: 'ELIGIBLE',
                dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
              },
            },
          ],
        },
      },
    ],
    links: [{ href: 'https://api-m.paypal.com/v2/checkout/orders/5O190127TN364715T', rel: 'self', method: 'GET' }],
  }),
  'paypal disputes list': () => ({
    items: [
      {
        dispute_id: 'PP-D-27803',
        create_time: '2024-05-11T04:17:10.000Z',
        reason: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
        status: 'UNDER_REVIEW',
        dispute_amount: { currency_code: 'USD', value: '96.00' },
        dispute_life_cycle_stage: 'INQUIRY',
        disputed_transactions: [
          {
            seller_transaction_id: '9PC74112KK0917354',
            invoice_number: trap('invoice', '2024051100417'),
            buyer: { email: p('email', 'hyunwoo.seo@naver.com'), name: p('name', 'Hyunwoo Seo') },
            seller: { email: p('email', 'ops@tinykeebs.io'), merchant_id: '5DEJUG27PZB9J', name: 'Tiny Keebs LLC' },
          },
        ],
        messages: [
          {
            posted_by: 'BUYER',
            time_posted: '2024-05-11T04:18:00.000Z',
            content: prose(
              'The 65% keyboard has firmware 1.0.4.2 not 2.1.0. Call me at ',
              p('phone', '+82 10-4417-2295'),
              ' please.',
            ),
          },
        ],
      },
    ],
    links: [
      {
        href: 'https://api-m.paypal.com/v1/customer/disputes?page_size=1&next_page_token=AAAAB3NzaC1yc2E',
        rel: 'next',
        method: 'GET',
      },
    ],
  }),
};
