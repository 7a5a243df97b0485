/** Blind answers: accounts, transfers and statements. */
import { open, p, prose, trap } from '../../label.ts';
import { many, type Shapes } from './shapes.ts';

export const BANKING: Shapes = {
  linkedAccounts: (v) => {
    const a = v.who('us');
    return {
      accounts: many(2, (index) => ({
        account_id: trap('token id', v.b62(37)),
        balances: {
          available: trap('price', v.cents()),
          current: trap('price', v.cents()),
          iso_currency_code: 'USD',
          limit: null,
        },
        mask: open(v.fill('####')),
        name: trap('product name', ['Plaid Checking', 'Total Rewards Saver'][index]!),
        official_name: trap('product name', 'Gold Standard 0% Interest Checking'),
        subtype: 'checking',
        type: 'depository',
        owners: [
          {
            names: [p('name', a.full)],
            emails: [
              { data: p('email', a.email), primary: true, type: 'primary' },
              { data: p('email', v.who('us').email), primary: false, type: 'secondary' },
            ],
            phone_numbers: [{ data: p('phone', a.e164.slice(2)), primary: false, type: 'home' }],
            addresses: [
              {
                data: {
                  city: p('address', a.city),
                  country: 'US',
                  postal_code: p('address', a.zip),
                  region: p('address', a.region),
                  street: p('address', a.street),
                },
                primary: true,
              },
            ],
          },
        ],
      })),
      numbers: {
        ach: [
          {
            account: p('bank-account', v.digits(12)),
            account_id: trap('token id', v.b62(37)),
            routing: p('bank-account', v.routing()),
            wire_routing: p('bank-account', v.routing()),
          },
        ],
        bacs: [
          {
            account: p('bank-account', v.fill('318#####')),
            account_id: trap('token id', v.b62(37)),
            sort_code: p('bank-account', v.fill('60-16-##')),
          },
        ],
        international: [
          {
            account_id: trap('token id', v.b62(37)),
            iban: p('iban', v.iban('GB')),
            bic: p('bank-account', 'NWBKGB21'),
          },
        ],
      },
      item: {
        available_products: ['balance', 'credit_details'],
        institution_id: 'ins_109508',
        item_id: trap('token id', v.b62(37)),
        products: ['auth', 'identity'],
        webhook: trap('url', 'https://hooks.brightwater.example.com/plaid'),
      },
      request_id: trap('token id', v.b62(15)),
    };
  },

  openBankingBalances: (v) => ({
    Data: {
      Account: many(3, () => {
        const a = v.who('uk');
        return {
          AccountId: trap('numeric string id', v.digits(5)),
          Status: 'Enabled',
          StatusUpdateDateTime: trap('iso time', v.stamp()),
          Currency: 'GBP',
          AccountType: 'Personal',
          AccountSubType: 'CurrentAccount',
          Nickname: trap('label', 'Bills'),
          OpeningDate: trap('iso date', v.day()),
          Account: [
            {
              SchemeName: 'UK.OBIE.SortCodeAccountNumber',
              Identification: p('bank-account', v.fill('80200110######')),
              Name: p('name', `Ms ${a.full}`),
              SecondaryIdentification: open(v.fill('00021')),
            },
          ],
          Servicer: { SchemeName: 'UK.OBIE.BICFI', Identification: open('BARCGB22') },
        };
      }),
      Transaction: many(4, (index) => ({
        TransactionId: trap('numeric string id', v.digits(4)),
        TransactionReference: trap('reference number', `Ref ${v.digits(6)}`),
        Amount: { Amount: trap('amount string', v.cents().toFixed(2)), Currency: 'GBP' },
        CreditDebitIndicator: index % 2 ? 'Debit' : 'Credit',
        BookingDateTime: trap('iso time', v.stamp()),
        TransactionInformation: ['CASH DEPOSIT 0211', 'TFL TRAVEL CH', 'COUNCIL TAX 0417', 'INTEREST'][index]!,
        BankTransactionCode: { Code: 'ReceivedCreditTransfer', SubCode: 'DomesticCreditTransfer' },
        ProprietaryBankTransactionCode: { Code: 'Transfer', Issuer: trap('company name', 'AlphaBank') },
        MerchantDetails: {
          MerchantName: trap('company name', v.pick(['Greggs', 'Boots', 'TfL'])),
          MerchantCategoryCode: trap('code', v.fill('5###')),
        },
        Balance: { Amount: { Amount: trap('amount string', '230.00'), Currency: 'GBP' }, Type: 'InterimBooked' },
      })),
    },
    Links: { Self: trap('url', 'https://api.alphabank.example/open-banking/v4.0/aisp/accounts/22289/transactions/') },
    Meta: { TotalPages: 1, FirstAvailableDateTime: trap('iso time', v.zulu()) },
  }),

  transferRecipients: (v) => ({
    content: many(4, (index) => {
      const a = v.who((['us', 'de', 'in', 'br'] as const)[index]!);
      const details = [
        {
          abartn: p('bank-account', v.routing()),
          accountNumber: p('bank-account', v.digits(10)),
          accountType: 'CHECKING',
        },
        { IBAN: p('iban', v.iban('DE')), BIC: p('bank-account', 'GENODEF1CEL') },
        { ifscCode: open(v.fill('YESB0######')), accountNumber: p('bank-account', v.digits(11)) },
        {
          cpf: p('national-id', v.cpfPlain()),
          accountNumber: p('bank-account', v.fill('1####-#')),
          branchCode: open('0001'),
          bankCode: trap('code', '341'),
        },
      ][index]!;
      return {
        id: trap('numeric id', v.int(10_000_000, 99_000_000)),
        creatorId: trap('numeric id', v.int(1_000_000, 9_900_000)),
        profileId: trap('numeric id', v.int(1_000_000, 9_900_000)),
        name: { fullName: p('name', a.full), givenName: null, familyName: null, patronymicName: null },
        currency: trap('currency code', ['USD', 'EUR', 'INR', 'BRL'][index]!),
        country: trap('country code', a.country),
        type: ['Aba', 'Iban', 'Indian', 'Brazil'][index]!,
        legalEntityType: 'PERSON',
        active: true,
        details: {
          ...details,
          email: p('email', a.email),
          address: {
            country: a.country,
            city: p('address', a.city),
            postCode: p('address', a.zip),
            firstLine: p('address', a.street),
          },
        },
        hash: trap('hash', v.hex(40)),
        ownedByCustomer: false,
        isInternal: false,
        displayFields: [{ key: 'details/accountType', label: 'Account type', value: 'Checking' }],
        commonFieldMap: { bankCodeField: 'bic' },
      };
    }),
    sort: { empty: true, sorted: false },
    size: 4,
    seekPositionForNext: trap('numeric id', v.int(10_000_000, 99_000_000)),
  }),

  kontoumsaetze: (v) => ({
    kontoinhaber: p('name', v.who('de').full),
    konto: {
      iban: p('iban', v.iban('DE')),
      bic: p('bank-account', 'COBADEFFXXX'),
      kontoart: 'Girokonto',
      waehrung: 'EUR',
    },
    saldo: { betrag: trap('price', v.cents()), stichtag: trap('iso date', v.day()) },
    umsaetze: many(5, (index) => {
      const a = v.who('de');
      return {
        buchungstag: trap('iso date', v.day()),
        wertstellung: trap('iso date', v.day()),
        betrag: trap('price', -v.cents()),
        buchungstext: ['SEPA-LASTSCHRIFT', 'DAUERAUFTRAG', 'GUTSCHRIFT', 'KARTENZAHLUNG', 'ENTGELT'][index]!,
        primanota: trap('code', v.fill('####')),
        verwendungszweck: [
          'Miete Juli, Mietkonto 4711-0815',
          'Rechnung 2024-004417 vom 03.07.2024',
          'Kundennr. 88123456 Vertrag 6003-22',
          'EDEKA SAGT DANKE//BERLIN/DE 2024-07-11T18:22:05 Kfn.0',
          'Kontofuehrung Q2/2024',
        ][index]!,
        gegenkonto: { inhaber: p('name', a.full), iban: p('iban', v.iban('DE')) },
        glaeubigerId: open(v.fill('DE98ZZZ0000#######')),
        mandatsreferenz: trap('reference number', v.fill('MREF-######-##')),
        endToEndReferenz: 'NOTPROVIDED',
      };
    }),
  }),

  creditTransferMessage: (v) => {
    const a = v.who();
    const b = v.who();
    return {
      Document: {
        '@xmlns': trap('urn', 'urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08'),
        FIToFICstmrCdtTrf: {
          GrpHdr: {
            MsgId: trap('message id', v.fill('ABNANL2A/##########')),
            CreDtTm: trap('iso time', v.zulu()),
            NbOfTxs: '1',
            SttlmInf: { SttlmMtd: 'INDA' },
          },
          CdtTrfTxInf: {
            PmtId: {
              InstrId: trap('reference number', v.digits(14)),
              EndToEndId: trap('reference number', v.fill('E2E-??-########')),
              UETR: trap('uuid', v.uuid()),
            },
            IntrBkSttlmAmt: { '@Ccy': 'EUR', '#text': trap('amount string', '1500.25') },
            IntrBkSttlmDt: trap('iso date', v.day()),
            ChrgBr: 'SHAR',
            Dbtr: {
              Nm: p('name', a.full),
              PstlAdr: {
                StrtNm: p('address', a.street),
                PstCd: p('address', a.zip),
                TwnNm: p('address', a.city),
                Ctry: trap('country code', a.country),
              },
            },
            DbtrAcct: { Id: { IBAN: p('iban', v.iban()) } },
            DbtrAgt: { FinInstnId: { BICFI: open('ABNANL2A') } },
            Cdtr: {
              Nm: p('name', b.full),
              PstlAdr: { Ctry: b.country, AdrLine: [p('address', b.street), p('address', `${b.zip} ${b.city}`)] },
            },
            CdtrAcct: { Id: { IBAN: p('iban', v.iban()) } },
            RmtInf: { Ustrd: 'Invoice 2024-118 and credit note CN-44' },
          },
        },
      },
    };
  },

  exchangeCandles: (v) => ({
    symbol: 'BTC-EUR',
    granularity: 300,
    candles: many(12, () => [
      trap('epoch seconds', v.seconds()),
      trap('price', v.cents(60_000)),
      trap('price', v.cents(60_000)),
      trap('price', v.cents(60_000)),
      trap('quantity', v.int(1, 10_000) / 1e8),
    ]),
    trades: many(6, () => ({
      trade_id: trap('numeric id', v.int(1e8, 9e8)),
      maker_order_id: trap('uuid', v.uuid()),
      side: v.pick(['buy', 'sell']),
      size: trap('quantity', `0.${v.fill('########')}`),
      price: trap('amount string', `${v.int(20_000, 60_000)}.${v.fill('##')}`),
      time: trap('iso time', v.stamp()),
      sequence: trap('big number id', v.digits(11)),
    })),
    instruments: [
      {
        isin: trap('isin', 'DE0007164600'),
        cusip: trap('cusip', '037833100'),
        figi: trap('figi', 'BBG000B9XRY4'),
        lei: trap('lei', '529900D6BF99LW9R2E68'),
        name: trap('company name', 'SAP SE'),
      },
      {
        isin: trap('isin', 'US0378331005'),
        wkn: trap('code', '865985'),
        sedol: trap('code', '2046251'),
        name: trap('company name', 'Apple Inc.'),
      },
    ],
  }),

  expenseReports: (v) => ({
    reports: many(3, (index) => {
      const a = v.who();
      return {
        reportID: trap('token id', v.fill('R00#?#?#?#?#?')),
        reportName: trap('label', `Offsite Lisbon ${index + 1}`),
        submitter: {
          email: p('email', a.email),
          displayName: p('name', a.full),
          employeePayrollID: trap('employee number', v.fill('E#####')),
        },
        managerEmail: p('email', v.who().email),
        currency: 'EUR',
        total: trap('minor units', -v.int(1000, 90_000)),
        created: '2024-06-30 14:22:01',
        expenses: many(3, (line) => ({
          transactionID: trap('big number id', v.digits(18)),
          merchant: trap('company name', ['TAP Air Portugal', 'Uber', 'Pastéis de Belém'][line]!),
          mcc: trap('code', ['3058', '4121', '5462'][line]!),
          amount: trap('minor units', -v.int(300, 40_000)),
          category: ['Travel', 'Ground transport', 'Meals'][line]!,
          comment: ['Seat 14C', 'T1 to Rua Augusta', '6 people'][line]!,
          cardNumber: p('card', v.card('amex')),
          receiptFilename: trap('path', `w_${v.hex(32)}.jpg`),
          receiptObject: {
            url: trap('url', `https://files.example.com/receipts/w_${v.hex(40)}.jpg`),
            transaction: null,
          },
          convertedAmount: trap('minor units', -v.int(300, 40_000)),
          mileage: 0,
        })),
        reimbursementAccount: { holderName: p('name', a.full), iban: p('iban', v.iban()) },
        note: prose('Ask ', p('email', a.email), ' for the train tickets 7Q3LMN and 7Q3LMP.'),
      };
    }),
    nextPageToken: trap('cursor', v.blob(24)),
  }),
};
