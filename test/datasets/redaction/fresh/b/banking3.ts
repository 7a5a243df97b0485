/** Core banking, payments, market data and insurance claims: answers of in-house systems. */
import { type Draft, keyed, open, p, trap } from '../../label.ts';

export const BANKING3: Record<string, () => Draft> = {
  'claims-motor-camel': () => ({
    claimNumber: 'KFZ-25-0041187-3',
    policyNumber: 'MP 3381 0092 117',
    lossDate: '2025-01-18',
    reportedAt: '2025-01-19T09:12:00Z',
    status: 'UNDER_ASSESSMENT',
    reserveAmount: 6800.0,
    deductible: 300,
    currency: 'EUR',
    lineOfBusiness: 'MTPL',
    insured: {
      partyRole: 'POLICYHOLDER',
      givenName: p('name', 'Wolfram'),
      familyName: p('name', 'Leitgeb'),
      birthDate: p('birth', '1979-06-14'),
      socialInsuranceNo: p('national', '4693 140679'),
      contact: { phoneNumber: p('phone', '+43 664 1839027'), email: p('email', 'w.leitgeb@alpenpost.at') },
      payout: { iban: p('iban', 'AT651200005450045950'), accountHolder: p('name', 'Wolfram Leitgeb') },
    },
    claimant: {
      partyRole: 'INJURED_PARTY',
      givenName: p('name', 'Dorottya'),
      familyName: p('name', 'Szabolcsi'),
      address: {
        street: p('address', 'Neubaugasse 62/14'),
        postalCode: p('address', '1070'),
        city: p('address', 'Wien'),
        countryCode: 'AT',
      },
      licensePlate: open('W-41872K'),
      injury: open('whiplash, grade I'),
    },
    vehicle: {
      make: 'Škoda',
      model: 'Octavia Combi 2.0 TDI',
      vin: open('TMBJG7NE4K0158833'),
      firstRegistration: '2019-03',
      mileageKm: 88412,
      hsnTsn: '8004/ARU',
    },
    assessor: {
      companyName: 'Dekra Wien Nord',
      name: p('name', 'Ing. Radomir Petković'),
      phone: p('phone', '01 60104-220'),
      appointment: '2025-01-24T10:30:00+01:00',
    },
    documents: [
      {
        docId: 'd3ad4b40-6dad-4b1b-a0fa-bce93a8a0862',
        kind: 'EUROPEAN_ACCIDENT_REPORT',
        pages: 2,
        mime: 'application/pdf',
        sha256: trap('hash', 'd7508c504c77171bf0b858a7acc637a6ca512b703638b551d951311ea6b2d6e9'),
      },
    ],
    history: [
      { at: '2025-01-19T09:12:00Z', by: 'SYSTEM', action: 'CREATED' },
      {
        at: '2025-01-20T13:40:51Z',
        by: p('email', 'e.haslinger@donau-assekuranz.at'),
        action: 'RESERVE_SET',
        from: 0,
        to: 6800,
      },
    ],
  }),
  'loan-application-dynamodb': () => ({
    Count: 1,
    ScannedCount: 1,
    ConsumedCapacity: { TableName: 'loan-applications-prod', CapacityUnits: 0.5 },
    Items: [
      {
        pk: { S: 'LOAN#2025#008831' },
        sk: { S: 'APPL#1' },
        createdAt: { N: '1741353600' },
        ttl: { N: '1772889600' },
        stage: { S: 'UNDERWRITING' },
        amountCents: { N: '2450000' },
        termMonths: { N: '60' },
        aprBps: { N: '689' },
        autoDecision: { BOOL: false },
        applicant: {
          M: {
            firstName: { S: p('name', 'Thaddeus') },
            lastName: { S: p('name', 'Okonkwo') },
            ssn: { S: p('ssn', '461-51-7576') },
            dateOfBirth: { S: p('birth', '03/30/1990') },
            email: { S: p('email', 'thad.okonkwo@proton.me') },
            phone: { S: p('phone', '312-555-0177') },
            annualIncome: { N: '84500' },
          },
        },
        address: {
          M: {
            street: { S: p('address', '2214 N Kedzie Blvd') },
            city: { S: p('address', 'Chicago') },
            state: { S: open('IL') },
            zip: { S: p('address', '60647') },
          },
        },
        decisionLog: {
          L: [
            { M: { rule: { S: 'DTI_MAX_43' }, outcome: { S: 'PASS' }, value: { N: '38.2' } } },
            { M: { rule: { S: 'FICO_MIN_640' }, outcome: { S: 'REFER' }, value: { N: '638' } } },
            { M: { rule: { S: 'OFAC' }, outcome: { S: 'CLEAR' }, value: { NULL: true } } },
          ],
        },
        flags: { SS: ['THIN_FILE', 'INCOME_VERIFIED'] },
        scoreModel: { S: 'fico9.2.1.4' },
        bureauRef: { S: trap('order', '4470029918827') },
      },
    ],
  }),
  'limits-by-customer-email': () => ({
    as_of: '2025-03-01',
    unit: 'PLN',
    customers: keyed('email', [
      ['zofia.brzezicka@wp.pl', { limit: 20000, used: 1882.5, rating: 'B+' }],
      ['kacper.mroz77@o2.pl', { limit: 5000, used: 0, rating: 'C' }],
    ]),
    product_ids: ['RL-01', 'RL-07'],
    page: { no: 1, of: 14, size: 2 },
    engine: 'scoring-core/3.18.2',
    reviewed_by: p('name', 'Bożena Kwiatkowska-Lis'),
  }),
};
