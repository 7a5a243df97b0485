/** Clinics, insurers and laboratories. */
import { type Draft, open, p, trap } from '../../label.ts';

export const HEALTH1: Record<string, () => Draft> = {
  'fhir patient (uk core)': () => ({
    resourceType: 'Patient',
    id: trap('uuid', 'f7a2c1d8-55b0-4f5e-8a5c-01c9e44f6e10'),
    meta: {
      versionId: '3',
      lastUpdated: trap('iso date', '2024-02-13T09:14:55.221+00:00'),
      profile: ['https://fhir.hl7.org.uk/StructureDefinition/UKCore-Patient'],
    },
    identifier: [
      {
        use: 'official',
        system: trap('url', 'https://fhir.nhs.uk/Id/nhs-number'),
        value: p('national', '5588515285'),
        extension: [
          {
            url: trap(
              'url',
              'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-NHSNumberVerificationStatus',
            ),
            valueCodeableConcept: {
              coding: [
                {
                  system: trap('url', 'https://fhir.hl7.org.uk/CodeSystem/UKCore-NHSNumberVerificationStatus'),
                  code: 'number-present-and-verified',
                  display: 'Number present and verified',
                },
              ],
            },
          },
        ],
      },
      {
        use: 'usual',
        type: {
          coding: [
            {
              system: trap('url', 'http://terminology.hl7.org/CodeSystem/v2-0203'),
              code: 'MR',
              display: 'Medical record number',
            },
          ],
        },
        system: trap('oid', 'urn:oid:2.16.840.1.113883.2.1.3.2.4.18.24'),
        value: p('health', 'RX1-0047713'),
      },
    ],
    active: true,
    name: [
      {
        use: 'official',
        family: p('name', 'Featherstone'),
        given: [p('name', 'Winifred'), p('name', 'Joy')],
        prefix: ['Mrs'],
      },
    ],
    telecom: [
      { system: 'phone', value: p('phone', '0115 496 3382'), use: 'home' },
      { system: 'email', value: p('email', 'joy.featherstone@btinternet.com'), rank: 1 },
    ],
    gender: open('female'),
    birthDate: p('birth', '1948-03-06'),
    deceasedBoolean: false,
    address: [
      {
        use: 'home',
        line: [p('address', '22 Brightside Crescent'), p('address', 'Overtown')],
        city: p('address', 'Nottingham'),
        postalCode: p('address', 'NG5 4PB'),
        period: { start: '2011-06-01' },
      },
    ],
    communication: [{ language: { coding: [{ system: 'urn:ietf:bcp:47', code: 'en-GB' }] }, preferred: true }],
    generalPractitioner: [
      {
        reference: 'Organization/C81077',
        display: 'Sherwood Rise Medical Centre',
        identifier: { system: trap('url', 'https://fhir.nhs.uk/Id/ods-organization-code'), value: 'C81077' },
      },
    ],
    contact: [
      {
        relationship: [{ text: 'Son' }],
        name: { text: p('name', 'Giles Featherstone') },
        telecom: [{ system: 'phone', value: p('phone', '07700 941 226') }],
      },
    ],
  }),
  'fhir bundle observation practitioner': () => ({
    resourceType: 'Bundle',
    id: 'bundle-lab-20240207',
    type: 'searchset',
    total: 2,
    timestamp: trap('iso date', '2024-02-07T13:28:17.239+02:00'),
    link: [
      { relation: 'self', url: trap('url', 'https://hapi.klinikum.example/fhir/Observation?code=718-7&_count=2') },
    ],
    entry: [
      {
        fullUrl: trap('url', 'https://hapi.klinikum.example/fhir/Observation/o-718'),
        resource: {
          resourceType: 'Observation',
          id: 'o-718',
          status: 'final',
          category: [
            {
              coding: [
                {
                  system: trap('url', 'http://terminology.hl7.org/CodeSystem/observation-category'),
                  code: 'laboratory',
                },
              ],
            },
          ],
          code: {
            coding: [
              {
                system: trap('url', 'http://loinc.org'),
                code: trap('code', '718-7'),
                display: 'Hemoglobin [Mass/volume] in Blood',
              },
            ],
            text: 'Hämoglobin',
          },
          subject: { reference: 'Patient/88412', display: p('name', 'Ottokar Wiesinger') },
          effectiveDateTime: trap('iso date', '2024-02-06T07:50:00+01:00'),
          issued: trap('iso date', '2024-02-06T11:02:41.000+01:00'),
          valueQuantity: { value: 7.2, unit: 'g/dL', system: trap('url', 'http://unitsofmeasure.org'), code: 'g/dL' },
          interpretation: [{ coding: [{ code: 'L', display: 'Low' }] }],
          referenceRange: [{ low: { value: 7.5, unit: 'g/dl' }, high: { value: 10, unit: 'g/dl' } }],
          device: { display: 'Sysmex XN-1000 SN 11023' },
        },
        search: { mode: 'match' },
      },
      {
        fullUrl: trap('url', 'https://hapi.klinikum.example/fhir/Practitioner/p-20'),
        resource: {
          resourceType: 'Practitioner',
          id: 'p-20',
          active: true,
          name: [
            {
              text: p('name', 'Dr. med. Roswitha Angerer'),
              family: p('name', 'Angerer'),
              given: [p('name', 'Roswitha')],
              prefix: ['Dr.', 'med.'],
            },
          ],
          telecom: [{ system: 'phone', value: p('phone', '+43 512 50 42 2310'), use: 'work' }],
          qualification: [{ code: { text: 'FÄ für Innere Medizin' }, period: { start: '2004' } }],
        },
        search: { mode: 'include' },
      },
    ],
  }),
  'fhir coverage and claim': () => ({
    resourceType: 'Coverage',
    id: '9876B1',
    identifier: [{ system: trap('url', 'http://benefitsinc.com/certificate'), value: p('health', '12345-HM-009') }],
    status: 'active',
    kind: 'insurance',
    type: {
      coding: [
        {
          system: trap('url', 'http://terminology.hl7.org/CodeSystem/v3-ActCode'),
          code: 'EHCPOL',
          display: 'extended healthcare',
        },
      ],
    },
    policyHolder: { reference: 'Organization/CBI35', display: 'Prairie Rail Workers Fund' },
    subscriber: { reference: 'Patient/4', display: p('name', 'Evangeline Laframboise') },
    subscriberId: [{ value: p('health', 'PRW 204 771 883') }],
    beneficiary: { reference: 'Patient/4' },
    dependent: '0',
    relationship: { coding: [{ code: 'self' }] },
    period: { start: '2023-05-23', end: '2024-05-22' },
    class: [
      { type: { coding: [{ code: 'group' }] }, value: { value: 'CB135' }, name: "Corporate Baker's Inc. Local #35" },
      { type: { coding: [{ code: 'rxbin' }] }, value: { value: trap('digits', '987654') } },
    ],
    order: 2,
    network: '5',
    costToBeneficiary: [{ type: { coding: [{ code: 'gpvisit' }] }, valueMoney: { value: 20.0, currency: 'CAD' } }],
    subrogation: false,
    contained: [
      {
        resourceType: 'RelatedPerson',
        id: 'rp1',
        patient: { reference: 'Patient/4' },
        name: [{ family: p('name', 'Laframboise'), given: [p('name', 'Théo')] }],
        identifier: [{ type: { text: 'SIN' }, value: p('national', '131 214 314') }],
        birthDate: p('birth', '2012-12-19'),
      },
    ],
  }),
};
