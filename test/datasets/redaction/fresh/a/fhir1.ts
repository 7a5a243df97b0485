/** Health: FHIR R4 resources. */
import { type Draft, open, p, trap } from '../../label.ts';

export const FHIR1: Record<string, () => Draft> = {
  'fhir patient bundle': () => ({
    resourceType: 'Bundle',
    id: trap('uuid', 'b3c1a7e0-5f2d-4c55-9a0e-6d7f1e2c3b4a'),
    meta: { lastUpdated: '2024-06-18T09:30:12.004+00:00' },
    type: 'searchset',
    total: 2,
    link: [{ relation: 'self', url: 'https://fhir.leedsth.example/r4/Patient?_count=2' }],
    entry: [
      {
        fullUrl: 'https://fhir.leedsth.example/r4/Patient/81771',
        resource: {
          resourceType: 'Patient',
          id: '81771',
          meta: { versionId: '7', lastUpdated: '2024-05-02T11:00:00Z' },
          identifier: [
            { use: 'official', system: 'https://fhir.nhs.uk/Id/nhs-number', value: p('national', '6129048378') },
            {
              use: 'usual',
              type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] },
              system: 'urn:oid:1.2.36.146.595.217.0.1',
              value: p('health', '0018472'),
            },
          ],
          active: true,
          name: [
            {
              use: 'official',
              family: p('name', 'Adebayo-Clarke'),
              given: [p('name', 'Folasade'), p('name', 'Ruth')],
              prefix: ['Mrs'],
            },
            { use: 'maiden', family: p('name', 'Adebayo') },
          ],
          telecom: [
            { system: 'phone', value: p('phone', '0113 496 0288'), use: 'home' },
            { system: 'phone', value: p('phone', '07911 204482'), use: 'mobile', rank: 1 },
            { system: 'email', value: p('email', 'fola.clarke@btinternet.com') },
          ],
          gender: open('female'),
          birthDate: p('birth', '1958-07-02'),
          deceasedBoolean: false,
          address: [
            {
              use: 'home',
              line: [p('address', '18 Beechwood Terrace')],
              city: p('address', 'Leeds'),
              district: p('address', 'Burley'),
              postalCode: p('address', 'LS4 2NG'),
              period: { start: '2011-05-06' },
            },
          ],
          maritalStatus: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', code: 'M' }] },
          multipleBirthBoolean: false,
          contact: [
            {
              relationship: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0131', code: 'N' }] }],
              name: { family: p('name', 'Clarke'), given: [p('name', 'Winston')] },
              telecom: [{ system: 'phone', value: p('phone', '+44 7911 204119') }],
            },
          ],
          generalPractitioner: [{ reference: 'Practitioner/4412', display: p('name', 'Dr Harpreet Sandhu') }],
          managingOrganization: { reference: 'Organization/1', display: 'Leeds Teaching Hospitals' },
        },
        search: { mode: 'match' },
      },
      {
        fullUrl: 'https://fhir.leedsth.example/r4/Patient/81772',
        resource: {
          resourceType: 'Patient',
          id: '81772',
          active: true,
          text: {
            status: 'generated',
            div: open('<div xmlns="http://www.w3.org/1999/xhtml">Baby boy Kowalczyk</div>'),
          },
          name: [{ use: 'official', text: p('name', 'Kowalczyk, Baby Boy'), family: p('name', 'Kowalczyk') }],
          birthDate: p('birth', '2024-06-17'),
          _birthDate: {
            extension: [
              {
                url: 'http://hl7.org/fhir/StructureDefinition/patient-birthTime',
                valueDateTime: p('birth', '2024-06-17T03:41:00+01:00'),
              },
            ],
          },
          gender: open('male'),
          multipleBirthInteger: 2,
        },
      },
    ],
  }),
  'fhir observation vitals': () => ({
    resourceType: 'Observation',
    id: 'bp-81771-3',
    meta: { profile: ['http://hl7.org/fhir/StructureDefinition/vitalsigns'] },
    identifier: [{ system: 'urn:ietf:rfc:3986', value: trap('uuid', 'urn:uuid:187e0c12-8dd2-67e2-99b2-bf273c878281') }],
    basedOn: [{ identifier: { system: 'https://acme.org/identifiers', value: trap('order', '1234-5566-901') } }],
    status: 'final',
    category: [
      {
        coding: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/observation-category',
            code: 'vital-signs',
            display: 'Vital Signs',
          },
        ],
      },
    ],
    code: {
      coding: [
        { system: 'http://loinc.org', code: '85354-9', display: 'Blood pressure panel with all children optional' },
      ],
      text: 'Blood pressure systolic & diastolic',
    },
    subject: { reference: 'Patient/81771', display: p('name', 'Folasade Adebayo-Clarke') },
    effectiveDateTime: '2024-05-02',
    performer: [{ reference: 'Practitioner/4412', display: p('name', 'Harpreet Sandhu') }],
    interpretation: [{ coding: [{ code: 'L', display: 'low' }], text: 'Below low normal' }],
    bodySite: { coding: [{ system: 'http://snomed.info/sct', code: trap('id', '368209003'), display: 'Right arm' }] },
    component: [
      {
        code: { coding: [{ system: 'http://loinc.org', code: '8480-6' }] },
        valueQuantity: { value: 107, unit: 'mmHg', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' },
      },
      {
        code: { coding: [{ system: 'http://loinc.org', code: '8462-4' }] },
        valueQuantity: { value: 60, unit: 'mmHg', code: 'mm[Hg]' },
      },
    ],
    device: { display: 'Omron HEM-907XL, fw 2.0.1.14' },
  }),
  'fhir practitioner': () => ({
    resourceType: 'Practitioner',
    id: '4412',
    identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: open('1487663209') }],
    active: true,
    name: [{ family: p('name', 'Sandhu'), given: [p('name', 'Harpreet')], prefix: ['Dr'], suffix: ['MRCGP'] }],
    telecom: [
      { system: 'email', value: p('email', 'h.sandhu@burleypractice.nhs.example.uk'), use: 'work' },
      { system: 'fax', value: p('phone', '0113 496 0300'), use: 'work' },
      { system: 'url', value: 'https://burleypractice.example.uk' },
    ],
    address: [
      {
        use: 'home',
        line: [p('address', '5 Kirkstall Lane')],
        city: p('address', 'Leeds'),
        postalCode: p('address', 'LS5 3BT'),
      },
    ],
    birthDate: p('birth', '1975-01-30'),
    qualification: [
      {
        identifier: [{ system: 'http://example.org/UniversityIdentifier', value: '12345' }],
        code: {
          coding: [
            { system: 'http://terminology.hl7.org/CodeSystem/v2-0360/2.7', code: 'BS', display: 'Bachelor of Science' },
          ],
        },
        period: { start: '1995' },
        issuer: { display: 'Example University' },
      },
    ],
    communication: [{ coding: [{ system: 'urn:ietf:bcp:47', code: 'pa' }] }],
  }),
  'fhir coverage': () => ({
    resourceType: 'Coverage',
    id: '9876B1',
    identifier: [{ system: 'http://benefitsinc.com/certificate', value: open('12345') }],
    status: 'active',
    type: {
      coding: [
        { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'EHCPOL', display: 'extended healthcare' },
      ],
    },
    policyHolder: { reference: 'http://benefitsinc.com/FHIR/Organization/CBI35' },
    subscriber: { reference: 'Patient/4', display: p('name', 'Everett Littlefeather') },
    subscriberId: p('health', 'W2209-441-7781'),
    beneficiary: { reference: 'Patient/5', display: p('name', 'Dakota Littlefeather') },
    dependent: '0',
    relationship: { coding: [{ code: 'self' }] },
    period: { start: '2024-01-01', end: '2024-12-31' },
    payor: [{ reference: 'Organization/2', display: 'Benefits Inc' }],
    class: [
      {
        type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/coverage-class', code: 'group' }] },
        value: 'CB135',
        name: 'Corporate Baker Inc. Local #35',
      },
      { type: { coding: [{ code: 'rxbin' }] }, value: '987654' },
    ],
    order: 2,
    network: '5',
    costToBeneficiary: [{ type: { coding: [{ code: 'gpvisit' }] }, valueMoney: { value: 20, currency: 'USD' } }],
  }),
  'fhir encounter': () => ({
    resourceType: 'Encounter',
    id: 'f203',
    identifier: [{ use: 'temp', system: 'urn:oid:2.16.840.1.113883.2.4.6.3', value: 'Encounter_Roel_20240311' }],
    status: 'finished',
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'IMP', display: 'inpatient encounter' },
    priority: {
      coding: [{ system: 'http://snomed.info/sct', code: trap('id', '394849002'), display: 'High priority' }],
    },
    subject: { reference: 'Patient/f201', display: p('name', 'Roelof Olijslager') },
    participant: [
      {
        type: [{ coding: [{ code: 'PART' }] }],
        individual: { reference: 'Practitioner/f201', display: p('name', 'Dr. Anneke ter Horst') },
      },
    ],
    period: { start: '2024-03-11T09:15:00+01:00', end: '2024-03-20T12:00:00+01:00' },
    reasonCode: [{ text: open('The patient seems to suffer from bilateral pneumonia.') }],
    diagnosis: [
      {
        condition: { reference: 'Condition/stroke' },
        use: { coding: [{ code: 'AD', display: 'Admission diagnosis' }] },
        rank: 1,
      },
    ],
    account: [{ reference: 'Account/f203' }],
    hospitalization: {
      admitSource: {
        coding: [
          { system: 'http://snomed.info/sct', code: trap('id', '309902002'), display: 'Clinical Oncology Department' },
        ],
      },
    },
    location: [{ location: { reference: 'Location/1', display: 'Ward 4B, Bed 12' }, status: 'completed' }],
    serviceProvider: { reference: 'Organization/2' },
  }),
};
