/** Payments, banking, insurance: shapes after the public documentation of such services. */
import { open, prose, trap } from '../label.ts';
import type { Template } from '../structured/tuning.ts';
import * as s from './shorthand.ts';

export const MONEY: Readonly<Record<string, Template>> = {
  adyenNotification: (v) => {
    const a = v.person();
    const number = v.card('visa');
    return {
      live: 'false',
      notificationItems: s.many(2, () => ({
        NotificationRequestItem: {
          additionalData: {
            expiryDate: s.card('12/2030'),
            authCode: trap('code', v.digits(6)),
            cardSummary: trap('last four', number.slice(-4)),
            cardHolderName: s.name(a.full),
            shopperEmail: s.email(a.email),
            shopperIP: s.ip(v.ip()),
            shopperReference: s.reference(`SR-${v.digits(6)}`),
            'billingAddress.street': s.address(a.street),
            'billingAddress.city': s.address(a.city),
            'billingAddress.postalCode': s.address(a.zip),
            'billingAddress.houseNumberOrName': s.address('17b'),
            'bankAccount.ownerName': s.name(a.full),
            'bankAccount.iban': s.iban(v.iban()),
            issuerCountry: 'PL',
            issuerBin: trap('bin', number.slice(0, 6)),
            fraudResultType: 'GREEN',
          },
          amount: { currency: 'EUR', value: trap('minor units', v.int(100, 99999)) },
          eventCode: 'AUTHORISATION',
          eventDate: trap('iso time', v.iso()),
          merchantAccountCode: 'TestMerchant',
          merchantReference: s.reference(v.fill('9313-########')),
          pspReference: s.reference(v.digits(16).replace(/^[3-6]/, '8')),
          reason: trap('text', `${v.digits(6)}:1111:12/2030`),
          success: 'true',
        },
      })),
    };
  },
  squareCards: (v) => ({
    cards: s.many(3, () => {
      const a = v.person();
      return {
        id: s.id(`ccof:${v.token(20)}`),
        billing_address: {
          address_line_1: s.address(a.street),
          address_line_2: s.address('Suite 600'),
          locality: s.address(a.city),
          administrative_district_level_1: s.address(a.region),
          postal_code: s.address(a.zip),
          country: 'US',
          first_name: s.name(a.first),
          last_name: s.name(a.last),
        },
        bin: trap('bin', v.digits(6)),
        card_brand: 'VISA',
        card_type: 'CREDIT',
        cardholder_name: s.name(a.full),
        customer_id: s.id(v.token(26)),
        enabled: true,
        exp_month: s.card(v.int(1, 12)),
        exp_year: s.card(v.int(2026, 2032)),
        fingerprint: trap('fingerprint', `sq-1-${v.token(60)}`),
        last_4: trap('last four', v.digits(4)),
        prepaid_type: 'NOT_PREPAID',
        reference_id: s.reference('user-id-1'),
        version: 1,
      };
    }),
  }),
  braintree: (v) => {
    const a = v.person();
    return {
      transaction: {
        id: s.id(v.token(8)),
        graphqlId: s.id(v.token(24)),
        merchantAccountId: 'ourcompany',
        orderId: s.reference(v.fill('ORD-#######')),
        creditCard: {
          token: open(v.token(6) + v.digits(4)),
          bin: trap('bin', v.digits(6)),
          last4: trap('last four', v.digits(4)),
          cardType: 'Visa',
          expirationMonth: s.card('12'),
          expirationYear: s.card('2029'),
          customerLocation: 'US',
          cardholderName: s.name(a.full),
          uniqueNumberIdentifier: s.id(v.hex(32)),
          maskedNumber: open('401288******1881'),
        },
        customer: {
          id: s.id(v.digits(9)),
          firstName: s.name(a.first),
          lastName: s.name(a.last),
          company: s.company('Braintree Widgets'),
          email: s.email(a.email),
          website: null,
          phone: s.phone(a.phone),
          fax: s.phone(v.phone()),
        },
        billing: {
          firstName: s.name(a.first),
          lastName: s.name(a.last),
          streetAddress: s.address(a.street),
          extendedAddress: s.address('Apt 2'),
          locality: s.address(a.city),
          region: s.address(a.region),
          postalCode: s.address(a.zip),
          countryCodeAlpha2: 'US',
          countryName: trap('country name', 'United States of America'),
        },
        descriptor: { name: trap('descriptor', 'abc*def'), phone: null, url: null },
        networkTransactionId: s.id(v.digits(15).replace(/^[3-6]/, '0')),
        processorAuthorizationCode: trap('code', v.token(6).toUpperCase()),
      },
    };
  },
  paypalOrder: (v) => {
    const a = v.person();
    return {
      id: s.id(`${v.digits(1)}${v.token(16).toUpperCase()}`),
      status: 'COMPLETED',
      payment_source: {
        paypal: {
          name: { given_name: s.name(a.first), surname: s.name(a.last) },
          email_address: s.email(a.email),
          account_id: s.id(v.token(13).toUpperCase()),
          phone_type: 'MOBILE',
          phone_number: { national_number: s.phone(v.fill('408555####')) },
          birth_date: s.birth(a.birth),
          tax_info: { tax_id: s.tax(v.digits(11)), tax_id_type: 'BR_CPF' },
          address: {
            address_line_1: s.address(a.street),
            admin_area_2: s.address(a.city),
            admin_area_1: s.address(a.region),
            postal_code: s.address(a.zip),
            country_code: 'US',
          },
        },
      },
      purchase_units: [
        {
          reference_id: s.reference('d9f80740-38f0-11e8-b467-0ed5f89f718b'),
          payee: { email_address: s.email('merchant@shop.example'), merchant_id: s.id(v.token(13).toUpperCase()) },
          shipping: {
            name: { full_name: s.name(a.full) },
            address: {
              address_line_1: s.address(a.street),
              admin_area_2: s.address(a.city),
              admin_area_1: s.address(a.region),
              postal_code: s.address(a.zip),
              country_code: 'US',
            },
          },
          items: [{ name: trap('product', 'T-Shirt'), sku: trap('sku', 'sku01'), quantity: '1' }],
        },
      ],
      payer: {
        name: { given_name: s.name(a.first), surname: s.name(a.last) },
        email_address: s.email(a.email),
        payer_id: s.id(v.token(13).toUpperCase()),
      },
    };
  },
  molliePayment: (v) => {
    const a = v.person();
    return {
      resource: 'payment',
      id: s.id(`tr_${v.token(10)}`),
      mode: 'live',
      amount: { value: trap('price', '75.00'), currency: 'EUR' },
      description: trap('text', `Order #${v.digits(5)}`),
      method: 'directdebit',
      details: {
        consumerName: s.name(a.full),
        consumerAccount: s.iban(v.iban('NL')),
        consumerBic: s.bank('ABNANL2A'),
        transferReference: s.reference(v.fill('RF12-3456-7890-####')),
        cardNumber: open(v.digits(4)),
        cardHolder: s.name(a.full),
        cardLabel: 'Mastercard',
        cardFingerprint: trap('fingerprint', v.token(20)),
        creditorIdentifier: open('NL08ZZZ502057730000'),
        mandateReference: s.reference('1001'),
        dueDate: trap('iso date', v.day()),
        bankReasonCode: trap('code', 'AC01'),
        bankReason: 'Account identifier incorrect',
      },
      profileId: s.id(`pfl_${v.token(10)}`),
      settlementId: s.id(`stl_${v.token(10)}`),
    };
  },
  stripeCustomer: (v) => {
    const a = v.person();
    return {
      id: s.id(`cus_${v.token(14)}`),
      object: 'customer',
      address: {
        city: s.address(a.city),
        country: 'US',
        line1: s.address(a.street),
        line2: s.address('Unit 4'),
        postal_code: s.address(a.zip),
        state: s.address(a.region),
      },
      balance: 0,
      invoice_prefix: trap('code', v.hex(7).toUpperCase()),
      individual_name: s.name(a.full),
      name: s.name(a.full),
      next_invoice_sequence: 12,
      phone: s.phone(a.phone),
      preferred_locales: ['en', 'de-AT'],
      shipping: {
        name: s.name(a.full),
        phone: s.phone(a.phone),
        address: { city: s.address(a.city), line1: s.address(a.street), postal_code: s.address(a.zip) },
      },
      tax_exempt: 'none',
      tax_ids: {
        object: 'list',
        data: [
          { id: s.id(`txi_${v.token(20)}`), object: 'tax_id', country: 'BR', type: 'br_cpf', value: s.tax(v.cpf()) },
        ],
      },
      sources: {
        data: [
          {
            id: s.id(`card_${v.token(20)}`),
            object: 'card',
            address_city: s.address(a.city),
            address_line1: s.address(a.street),
            address_zip: s.address(a.zip),
            address_line1_check: 'pass',
            brand: 'Visa',
            cvc_check: 'pass',
            dynamic_last4: null,
            exp_month: s.card(8),
            exp_year: s.card(2030),
            funding: 'credit',
            last4: trap('last four', '4242'),
            name: s.name(a.full),
          },
          {
            id: s.id(`ba_${v.token(20)}`),
            object: 'bank_account',
            account_holder_name: s.name(a.full),
            account_holder_type: 'individual',
            bank_name: trap('bank name', 'STRIPE TEST BANK'),
            country: 'US',
            fingerprint: trap('fingerprint', v.token(16)),
            last4: trap('last four', '6789'),
            routing_number: s.bank('110000000'),
            status: 'new',
          },
        ],
      },
      test_clock: null,
    };
  },
  stripeAccountPerson: (v) => {
    const a = v.person();
    return {
      id: s.id(`person_${v.token(16)}`),
      object: 'person',
      account: s.id(`acct_${v.token(16)}`),
      dob: { day: s.birth(v.int(1, 28)), month: s.birth(v.int(1, 12)), year: s.birth(v.int(1950, 2001)) },
      first_name: s.name(a.first),
      first_name_kana: s.name('ジェニー'),
      last_name: s.name(a.last),
      maiden_name: s.name(v.person().last),
      id_number_provided: true,
      nationality: s.nationality('DE'),
      political_exposure: 'none',
      registered_address: { city: s.address(a.city), line1: s.address(a.street), postal_code: s.address(a.zip) },
      relationship: { director: false, owner: true, percent_ownership: 25.5, title: 'CEO' },
      requirements: { currently_due: ['individual.id_number', 'dob.day'], eventually_due: ['ssn_last_4'] },
      ssn_last_4: s.ssn(v.digits(4)),
      verification: { document: { details: null, front: s.id(`file_${v.token(20)}`) }, status: 'verified' },
    };
  },
  plaidIdentity: (v) => {
    const a = v.person();
    return {
      accounts: [
        {
          account_id: s.id(v.token(37)),
          name: trap('account name', 'Plaid Savings'),
          official_name: trap('account name', 'Plaid Silver Standard 0.1% Interest Saving'),
          mask: trap('last four', v.digits(4)),
          owners: [
            {
              addresses: [
                {
                  data: {
                    city: s.address(a.city),
                    country: 'US',
                    postal_code: s.address(a.zip),
                    region: s.address(a.region),
                    street: s.address(a.street),
                  },
                  primary: true,
                },
              ],
              emails: [{ data: s.email(a.email), primary: true, type: 'primary' }],
              names: [s.name(a.full), s.name(v.person('us').full)],
              phone_numbers: [{ data: s.phone(a.phone), primary: false, type: 'home' }],
            },
          ],
        },
      ],
      item: { institution_id: 'ins_3', webhook: trap('url', 'https://www.genericwebhookurl.com/webhook') },
    };
  },
  openBanking: (v) => {
    const a = v.person();
    return {
      Data: {
        Account: s.many(2, () => ({
          AccountId: s.id(v.digits(5)),
          Currency: 'GBP',
          AccountType: 'Personal',
          Nickname: 'Bills',
          Account: [
            {
              SchemeName: 'UK.OBIE.SortCodeAccountNumber',
              Identification: s.bank(v.digits(14)),
              Name: s.name(a.full),
              SecondaryIdentification: s.reference('00021'),
            },
          ],
          Servicer: { SchemeName: 'UK.OBIE.BICFI', Identification: s.bank('80200112') },
        })),
        Party: {
          PartyId: s.id(`PABC${v.digits(3)}`),
          PartyType: 'Sole',
          Name: s.name(a.full),
          FullLegalName: s.name(a.full),
          EmailAddress: s.email(a.email),
          Phone: s.phone(a.phone),
          Address: [
            {
              AddressType: 'Residential',
              StreetName: s.address(a.street),
              BuildingNumber: s.address('15'),
              PostCode: s.address(a.zip),
              TownName: s.address(a.city),
              Country: 'GB',
            },
          ],
        },
        Transaction: s.many(3, () => ({
          TransactionId: s.id(v.digits(9)),
          TransactionReference: s.reference(`Ref ${v.digits(1)}`),
          CreditDebitIndicator: 'Credit',
          BookingDateTime: trap('iso time', v.iso()),
          TransactionInformation: 'Cash from Aubrey',
          ProprietaryBankTransactionCode: { Code: 'Transfer', Issuer: 'AlphaBank' },
          CreditorAccount: {
            SchemeName: 'UK.OBIE.IBAN',
            Identification: s.iban(v.iban('GB')),
            Name: s.name(v.person().full),
          },
          MerchantDetails: { MerchantName: s.company('MerchantXYZ'), MerchantCategoryCode: trap('code', '5967') },
        })),
      },
    };
  },
  psd2Transactions: (v) => ({
    account: {
      iban: s.iban(v.iban()),
      ownerName: s.name(v.person().full),
      product: 'Girokonto',
      cashAccountType: 'CACC',
    },
    transactions: {
      booked: s.many(4, () => ({
        transactionId: s.id(v.digits(13).replace(/^1/, '2')),
        endToEndId: s.id(v.fill('E2E-########')),
        mandateId: s.id(`MD${v.digits(6)}`),
        creditorName: s.name(v.person().full),
        creditorAccount: { iban: s.iban(v.iban()) },
        debtorName: s.name(v.person().full),
        debtorAccount: { iban: s.iban(v.iban('DE')), bban: s.bank(v.digits(18)) },
        debtorAgent: s.bank('COBADEFFXXX'),
        ultimateDebtor: s.name(v.person().full),
        remittanceInformationUnstructured: trap('text', `Rechnung ${v.fill('2024-#####')}`),
        transactionAmount: { currency: 'EUR', amount: trap('price', '-12.99') },
        bookingDate: trap('iso date', v.day()),
        valueDate: trap('iso date', v.day()),
        bankTransactionCode: 'PMNT-RCDT-ESCT',
      })),
    },
  }),
  camtAsJson: (v) => ({
    Document: {
      '@xmlns': 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.03',
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: s.id(`MSG-${v.digits(8)}`),
          CreDtTm: trap('iso time', v.iso()),
          NbOfTxs: '1',
          InitgPty: { Nm: s.name(v.person().full) },
        },
        PmtInf: {
          PmtInfId: s.id(v.digits(10).replace(/^./, 'P')),
          Dbtr: {
            Nm: s.name(v.person().full),
            PstlAdr: {
              StrtNm: s.address(v.person().street),
              PstCd: s.address(v.person().zip),
              TwnNm: s.address(v.person().city),
              Ctry: 'DE',
            },
          },
          DbtrAcct: { Id: { IBAN: s.iban(v.iban('DE')) } },
          DbtrAgt: { FinInstnId: { BIC: s.bank('DEUTDEFF') } },
          CdtTrfTxInf: {
            Amt: { InstdAmt: { '@Ccy': 'EUR', '#text': trap('price', '120.00') } },
            Cdtr: { Nm: s.name(v.person().full) },
            CdtrAcct: { Id: { IBAN: s.iban(v.iban('FR')) } },
            RmtInf: { Ustrd: trap('text', 'Miete Mai') },
          },
        },
      },
    },
  }),
  wiseRecipient: (v) => ({
    content: s.many(3, () => {
      const a = v.person();
      return {
        id: s.id(v.int(10000000, 99999999)),
        creatorId: s.id(v.int(1000, 99999)),
        profileId: s.id(v.int(1000, 99999)),
        name: { fullName: s.name(a.full), givenName: null, familyName: null, patronymicName: null },
        currency: 'GBP',
        country: 'GB',
        type: 'SortCode',
        legalEntityType: 'PERSON',
        active: true,
        details: {
          reference: null,
          sortCode: s.bank('04-00-04'),
          accountNumber: s.bank(v.digits(8)),
          hashedByLooseHashAlgorithm: trap('hash', v.hex(40)),
        },
        commonFieldMap: { accountNumberField: 'accountNumber', bankCodeField: 'sortCode' },
        accountSummary: prose('(04-00-04) ', s.bank(v.digits(8))),
        longAccountSummary: open('GBP account ending in 6819'),
        displayFields: [
          { key: 'details/sortCode', label: 'UK sort code', value: s.bank('04-00-04') },
          { key: 'details/accountNumber', label: 'Account number', value: s.bank(v.digits(8)) },
        ],
        ownedByCustomer: false,
        email: s.email(a.email),
      };
    }),
  }),
  gocardless: (v) => {
    const a = v.person();
    return {
      customers: {
        id: s.id(`CU${v.digits(6)}`),
        given_name: s.name(a.first),
        family_name: s.name(a.last),
        company_name: null,
        address_line1: s.address(a.street),
        address_line2: null,
        address_line3: null,
        city: s.address(a.city),
        region: s.address(a.region),
        postal_code: s.address(a.zip),
        country_code: 'GB',
        danish_identity_number: null,
        swedish_identity_number: s.national(v.fill('8506##-####')),
        phone_number: s.phone(a.phone),
        language: 'en',
        metadata: { salesforce_id: s.id('ABCD1234') },
      },
      customer_bank_accounts: {
        account_holder_name: s.name(a.full),
        account_number: s.bank(v.digits(8)),
        account_number_ending: trap('last four', '11'),
        branch_code: s.bank('200000'),
        bank_code: s.bank('60161331'),
        bank_name: trap('bank name', 'BARCLAYS BANK PLC'),
        iban: s.iban(v.iban('GB')),
        links: { customer: s.id(`CU${v.digits(6)}`) },
      },
      mandates: {
        scheme: 'bacs',
        reference: s.reference('REF-123'),
        next_possible_charge_date: trap('iso date', v.day()),
      },
    };
  },
  pix: (v) => {
    const a = v.person('br');
    return {
      endToEndId: s.id(`E${v.digits(8)}20240101${v.token(11)}`),
      txid: s.id(v.token(32)),
      valor: trap('price', '37.00'),
      horario: trap('iso time', v.iso()),
      devedor: {
        cpf: s.national(v.cpf().replace(/\D/g, '')),
        nome: s.name(a.full),
        logradouro: s.address(a.street),
        cidade: s.address(a.city),
        uf: s.address('SP'),
        cep: s.address(a.zip),
      },
      recebedor: {
        nome: s.name(v.person('br').full),
        cpfCnpj: s.national(v.cpf()),
        chavePix: s.phone('+5511987654321'),
        agencia: s.bank('0001'),
        conta: s.bank(v.fill('#######-#')),
      },
      tipoChave: 'TELEFONE',
      solicitacaoPagador: 'Serviço realizado.',
      status: 'CONCLUIDA',
    };
  },
  upi: (v) => {
    const a = v.person('us');
    return {
      entity: 'payment',
      id: s.id(`pay_${v.token(14)}`),
      vpa: open(`${a.first.toLowerCase()}@okhdfcbank`),
      email: s.email(a.email),
      contact: s.phone('+919876543210'),
      payer_account: {
        ifsc: s.bank('HDFC0000053'),
        account_number: s.bank(v.digits(12)),
        beneficiary_name: s.name(a.full),
      },
      pan_number: s.tax('ABCPE1234F'),
      aadhaar_no: s.national('2341 2341 2346'),
      acquirer_data: { rrn: s.reference(v.digits(12)), upi_transaction_id: s.id(v.hex(32).toUpperCase()) },
      order_id: s.id(`order_${v.token(14)}`),
      fee: 23,
    };
  },
  ach: (v) => ({
    batches: [
      {
        batchHeader: {
          companyName: s.company('Origin Co'),
          companyIdentification: s.id(`${v.digits(10)}`),
          standardEntryClassCode: 'PPD',
          companyEntryDescription: 'PAYROLL',
          ODFIIdentification: open('12104288'),
        },
        entryDetails: s.many(3, () => ({
          transactionCode: 22,
          RDFIIdentification: open('23138010'),
          DFIAccountNumber: s.bank(v.digits(11)),
          amount: v.int(1000, 99999),
          individualName: s.name(v.person('us').full),
          identificationNumber: open(v.digits(9)),
          traceNumber: s.id(v.digits(15).replace(/^[3-6]/, '1')),
        })),
      },
    ],
  }),
  insuranceClaim: (v) => {
    const a = v.person();
    return {
      claimNumber: s.reference(v.fill('CLM-####-######')),
      policyNumber: s.reference(v.fill('POL-########')),
      lossDate: trap('iso date', v.day()),
      lossLocation: open('I-80 near exit 12'),
      policyHolder: {
        name: s.name(a.full),
        dateOfBirth: s.birth(a.birth),
        occupation: 'Teacher',
        maritalStatus: open('married'),
      },
      insuredVehicle: {
        make: 'Volvo',
        model: 'V60',
        year: 2019,
        vin: open('YV1FW61C081234567'),
        licensePlate: open('B-XY 1234'),
      },
      claimants: [{ claimantName: s.name(v.person().full), relationship: 'spouse', injuryType: 'whiplash' }],
      thirdParty: {
        driverName: s.name(v.person().full),
        insurer: s.company('Allgemeine Versicherung AG'),
        insurerPolicyNo: s.reference(v.digits(9)),
      },
      adjuster: { name: s.name(v.person().full), desk: 'Claims North', extension: trap('extension', v.digits(4)) },
      witnesses: [{ witnessName: s.name(v.person().full), tel: s.phone(v.phone()) }],
      beneficiaries: s.many(2, () => ({
        beneficiaryName: s.name(v.person().full),
        share: 50,
        relation: 'child',
        birthDate: s.birth(v.person().birth),
      })),
      bankDetails: {
        holder: s.name(a.full),
        iban: s.iban(v.iban()),
        bic: s.bank('INGDDEFF'),
        bankName: trap('bank name', 'ING'),
      },
      reserve: { amount: trap('price', 4500.5), currency: 'EUR' },
      estimates: [{ repairShop: s.company('Kraftwerk Karosserie'), total: trap('price', 3120.9) }],
      coverageLimits: { bodilyInjury: 100000, propertyDamage: 50000 },
    };
  },
};
