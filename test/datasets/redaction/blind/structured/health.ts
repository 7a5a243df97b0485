/** Blind answers: hospitals, practices, laboratories and insurers. */
import { open, p, trap } from '../../label.ts';
import { many, type Shapes } from './shapes.ts';

export const HEALTH: Shapes = {
  patientBundle: (v) => ({
    resourceType: 'Bundle',
    id: trap('uuid', v.uuid()),
    type: 'searchset',
    total: 2,
    link: [{ relation: 'self', url: trap('url', 'https://fhir.example.org/r4/Patient?_count=2&_sort=-_lastUpdated') }],
    entry: many(2, () => {
      const a = v.who('us');
      const b = v.who('us');
      return {
        fullUrl: trap('urn', `urn:uuid:${v.uuid()}`),
        resource: {
          resourceType: 'Patient',
          id: trap('uuid', v.uuid()),
          meta: {
            versionId: '4',
            lastUpdated: trap('iso time', v.stamp()),
            profile: [trap('url', 'http://hl7.example.org/fhir/us/core/StructureDefinition/us-core-patient')],
          },
          identifier: [
            {
              use: 'usual',
              type: {
                coding: [{ system: trap('url', 'http://terminology.hl7.example.org/CodeSystem/v2-0203'), code: 'MR' }],
                text: 'Medical Record Number',
              },
              system: trap('oid', 'urn:oid:1.2.36.146.595.217.0.1'),
              value: p('health-record', v.digits(8)),
            },
            {
              type: { coding: [{ code: 'SS' }] },
              system: trap('url', 'http://hl7.example.org/fhir/sid/us-ssn'),
              value: p('ssn', v.ssn()),
            },
          ],
          active: true,
          name: [
            {
              use: 'official',
              family: p('name', a.last),
              given: [p('name', a.first), p('name', 'Rae')],
              prefix: ['Ms.'],
            },
          ],
          telecom: [
            { system: 'phone', value: p('phone', a.local), use: 'mobile', rank: 1 },
            { system: 'email', value: p('email', a.email) },
          ],
          gender: open('female'),
          birthDate: p('birth-date', a.birth),
          deceasedBoolean: false,
          address: [
            {
              use: 'home',
              type: 'both',
              text: p('address', `${a.street}, ${a.city} ${a.zip}`),
              line: [p('address', a.street)],
              city: p('address', a.city),
              district: open('Rainbow'),
              state: p('address', a.region),
              postalCode: p('address', a.zip),
              period: { start: trap('iso date', v.day()) },
            },
          ],
          maritalStatus: { coding: [{ code: 'M' }] },
          multipleBirthBoolean: false,
          contact: [
            {
              relationship: [{ coding: [{ code: 'N', display: 'Next-of-Kin' }] }],
              name: { family: p('name', b.last), given: [p('name', b.first)] },
              telecom: [{ system: 'phone', value: p('phone', b.intl) }],
            },
          ],
          communication: [
            {
              language: {
                coding: [
                  {
                    system: trap('urn', 'urn:ietf:bcp:47'),
                    code: trap('locale code', 'en-US'),
                    display: 'English (United States)',
                  },
                ],
              },
              preferred: true,
            },
          ],
          generalPractitioner: [
            { reference: trap('path', `Practitioner/${v.digits(10)}`), display: p('name', `Dr. ${v.who('us').full}`) },
          ],
          managingOrganization: {
            reference: trap('path', 'Organization/2.16.840.1.113883.19.5'),
            display: trap('organisation name', 'Good Health Clinic'),
          },
        },
        search: { mode: 'match' },
      };
    }),
  }),

  labObservations: (v) => ({
    resourceType: 'Bundle',
    type: 'collection',
    entry: many(5, (index) => ({
      resource: {
        resourceType: 'Observation',
        id: trap('uuid', v.uuid()),
        status: 'final',
        category: [
          {
            coding: [
              {
                system: trap('url', 'http://terminology.hl7.example.org/CodeSystem/observation-category'),
                code: 'laboratory',
              },
            ],
          },
        ],
        code: {
          coding: [
            {
              system: trap('url', 'http://loinc.example.org'),
              code: trap('medical code', ['718-7', '2093-3', '4548-4', '2160-0', '6690-2'][index]!),
              display: ['Hemoglobin', 'Cholesterol', 'HbA1c', 'Creatinine', 'Leukocytes'][index]!,
            },
          ],
        },
        subject: { reference: trap('path', `Patient/${v.uuid()}`) },
        effectiveDateTime: trap('iso time', v.stamp()),
        valueQuantity: {
          value: trap('quantity', v.int(10, 2000) / 10),
          unit: 'mg/dL',
          system: trap('url', 'http://unitsofmeasure.example.org'),
          code: 'mg/dL',
        },
        interpretation: [{ coding: [{ code: 'N' }], text: 'Normal' }],
        referenceRange: [{ low: { value: 3.1 }, high: { value: 6.2 }, text: '3.1 - 6.2' }],
        specimen: { reference: trap('path', `Specimen/${v.digits(10)}`), display: 'Venous blood, tube 4 of 6' },
        device: { identifier: { value: trap('serial number', v.fill('(01)0######78901?(21)SN####')) } },
      },
    })),
  }),

  appointmentSlots: (v) => ({
    Appointments: many(3, () => {
      const a = v.who('us');
      return {
        VisitTypeName: 'Office Visit',
        Date: trap('local date', '07/19/2024'),
        Time: '09:45 AM',
        DurationMinutes: 30,
        ContactIDs: [
          { ID: trap('numeric string id', v.digits(5)), Type: 'CSN' },
          { ID: trap('big number string', v.digits(16)), Type: 'UCI' },
        ],
        Patient: {
          Name: p('name', `${a.last.toUpperCase()},${a.first.toUpperCase()}`),
          DateOfBirth: p('birth-date', `${a.born[1]}/${a.born[2]}/${a.born[0]}`),
          MRN: p('health-record', v.fill('E#####')),
          HomePhone: p('phone', a.local),
          Age: open(2024 - Number(a.born[0])),
        },
        Provider: {
          DepartmentName: trap('organisation unit', 'EMC Family Medicine'),
          DepartmentIDs: [{ ID: trap('numeric string id', '1000101'), Type: 'External' }],
          Name: p('name', `${v.who('us').full}, MD`),
          NPI: open(v.fill('1#########')),
        },
        Status: 'Scheduled',
        VisitReason: 'Follow-up, suture removal day 10',
        RoomNumber: trap('room number', '4-112-B'),
        Copay: { Expected: trap('price', 25), Currency: 'USD' },
        Extensions: {},
      };
    }),
  }),

  spinePatient: (v) => {
    const a = v.who('uk');
    const nhs = v.nhs();
    return {
      resourceType: 'Patient',
      id: open(nhs),
      identifier: [
        {
          system: trap('url', 'https://fhir.nhs.example.uk/Id/nhs-number'),
          value: p('national-id', nhs),
          extension: [
            {
              url: trap(
                'url',
                'https://fhir.hl7.example.org.uk/StructureDefinition/Extension-UKCore-NHSNumberVerificationStatus',
              ),
              valueCodeableConcept: {
                coding: [{ version: trap('version', '1.0.0'), code: '01', display: 'Number present and verified' }],
              },
            },
          ],
        },
      ],
      meta: { versionId: '2', security: [{ code: 'U', display: 'unrestricted' }] },
      name: [
        {
          id: trap('token id', '123'),
          use: 'usual',
          period: { start: trap('iso date', v.day()) },
          given: [p('name', a.first)],
          family: p('name', a.last),
          prefix: ['Mrs'],
          suffix: ['MBE'],
        },
      ],
      birthDate: p('birth-date', a.birth),
      generalPractitioner: [
        {
          id: trap('numeric string id', '254406A3'),
          type: 'Organization',
          identifier: {
            system: trap('url', 'https://fhir.nhs.example.uk/Id/ods-organization-code'),
            value: trap('code', 'Y12345'),
            period: { start: trap('iso date', v.day()) },
          },
        },
      ],
      extension: [
        {
          url: trap('url', 'https://fhir.nhs.example.uk/StructureDefinition/birthplace'),
          valueAddress: { city: p('birth-place', a.city), district: open('Kirklees'), country: 'GBR' },
        },
        {
          url: trap('url', 'https://fhir.nhs.example.uk/StructureDefinition/contactpreference'),
          extension: [{ url: 'PreferredContactTimes', valueString: 'Not after 7pm' }],
        },
      ],
      telecom: [
        {
          id: '789',
          period: { start: trap('iso date', v.day()) },
          system: 'phone',
          value: p('phone', a.local),
          use: 'home',
        },
        { id: '790', system: 'email', value: p('email', a.email), use: 'home' },
        { id: 'OC789', system: 'other', value: p('phone', v.who('uk').local), use: 'home' },
      ],
      address: [
        {
          id: '456',
          use: 'home',
          line: [p('address', a.street), p('address', a.city)],
          postalCode: p('address', a.zip),
          extension: [
            {
              url: trap('url', 'https://fhir.hl7.example.org.uk/StructureDefinition/Extension-UKCore-AddressKey'),
              extension: [
                { url: 'type', valueCoding: { code: 'PAF' } },
                { url: 'value', valueString: open(v.digits(8)) },
              ],
            },
          ],
        },
      ],
    };
  },

  imagingStudy: (v) =>
    many(2, () => {
      const a = v.who();
      return {
        '00080005': { vr: 'CS', Value: ['ISO_IR 192'] },
        '00080016': { vr: 'UI', Value: [trap('oid', '1.2.840.10008.5.1.4.1.1.2')] },
        '00080020': { vr: 'DA', Value: [trap('compact date', '20240719')] },
        '00080030': { vr: 'TM', Value: [trap('compact time', '101502.000000')] },
        '00080050': { vr: 'SH', Value: [trap('reference number', v.digits(11))] },
        '00080060': { vr: 'CS', Value: ['CT'] },
        '00080090': { vr: 'PN', Value: [{ Alphabetic: p('name', `${v.who().last}^${v.who().first}^^Dr.`) }] },
        '00100010': { vr: 'PN', Value: [{ Alphabetic: p('name', `${a.last}^${a.first}`) }] },
        '00100020': { vr: 'LO', Value: [open(v.digits(7))] },
        '00100030': { vr: 'DA', Value: [open(a.born.join(''))] },
        '0020000D': {
          vr: 'UI',
          Value: [trap('oid', v.fill('1.3.6.1.4.1.14519.5.2.1.7009.2403.#####').replace(/\.0+/g, '.7'))],
        },
        '0020000E': { vr: 'UI', Value: [trap('oid', '2.16.124.113543.6006.99.05290709415204236571')] },
        '00200010': { vr: 'SH', Value: ['4'] },
        '00201208': { vr: 'IS', Value: [242] },
        '00280030': { vr: 'DS', Value: [trap('quantity', 0.488281), trap('quantity', 0.488281)] },
        '00081190': { vr: 'UR', Value: [trap('url', 'https://pacs.example.org/dicomweb/studies/1.3.6.1.4.1.14519')] },
      };
    }),

  rendezVous: (v) => ({
    praticien: {
      rpps: open(v.fill('1##########')),
      nom: p('name', v.who('fr').last),
      prenom: p('name', v.who('fr').first),
      specialite: 'Dermatologie',
      telephone_cabinet: p('phone', v.who('fr').local),
    },
    rendez_vous: many(4, (index) => {
      const a = v.who('fr');
      return {
        id: trap('ulid', v.ulid()),
        debut: trap('iso time', v.stamp()),
        duree_min: 15,
        motif: ['Première consultation', 'Suivi', 'Téléconsultation', 'Contrôle annuel'][index]!,
        patient: {
          nom_naissance: p('name', a.last),
          nom_usage: p('name', v.who('fr').last),
          prenoms: p('name', a.first),
          date_de_naissance: p('birth-date', a.birth),
          lieu_de_naissance: p('birth-place', 'Saint-Brieuc'),
          numero_securite_sociale: p('national-id', v.nir()),
          adresse: { ligne1: p('address', a.street), code_postal: p('address', a.zip), commune: p('address', a.city) },
          tel_mobile: p('phone', a.local),
          mail: p('email', a.email),
        },
        tarif: {
          base: trap('price', 30),
          depassement: trap('price', 12.5),
          code_ccam: trap('medical code', 'QZRB001'),
        },
        salle: 'Box 3',
        statut: 'confirmé',
        annulable: true,
      };
    }),
  }),

  pharmacyClaims: (v) => ({
    claims: many(3, () => {
      const a = v.who('us');
      return {
        transaction: { bin: trap('code', '610279'), pcn: 'MAC', version: 'D0', code: 'B1' },
        member: {
          cardholder_id: open(v.fill('????#####')),
          group: trap('code', 'RX4417'),
          first_name: p('name', a.first),
          last_name: p('name', a.last),
          dob: p('birth-date', a.born.join('')),
          relationship_code: '1',
        },
        prescription: {
          rx_number: trap('prescription number', v.digits(7)),
          ndc: trap('drug code', v.fill('0####-####-##')),
          drug: trap('product name', 'Atorvastatin Calcium 20 MG Oral Tablet'),
          quantity: '30.000',
          days_supply: 30,
          daw: '0',
          written: trap('iso date', v.day()),
          refills: '5',
        },
        prescriber: {
          npi: open(v.fill('1#########')),
          last_name: p('name', v.who('us').last),
          phone: p('phone', v.who('us').local),
        },
        pricing: {
          ingredient_cost: trap('amount string', '18.42'),
          dispensing_fee: trap('amount string', '1.75'),
          usual_and_customary: trap('amount string', '24.99'),
        },
        response: {
          status: 'P',
          auth_number: trap('approval code', v.digits(18)),
          message: 'PAID; GENERIC SUBSTITUTED',
          reject_codes: [],
        },
        diagnosis_codes: [open('E78.5')],
      };
    }),
  }),

  codeLookup: (v) => ({
    icd10: many(6, (index) => ({
      code: trap('medical code', ['E11.9', 'I10', 'J45.909', 'M54.50', 'K21.9', 'Z00.00'][index]!),
      display: [
        'Type 2 diabetes',
        'Essential hypertension',
        'Unspecified asthma',
        'Low back pain',
        'Reflux disease',
        'General examination',
      ][index]!,
      billable: true,
      chapter: index + 1,
    })),
    snomed: many(6, () => ({
      conceptId: trap('big number string', v.digits(9)),
      moduleId: trap('big number string', '900000000000207008'),
      effectiveTime: trap('compact date', '20240301'),
      fsn: 'Parkinson disease (disorder)',
      active: true,
    })),
    eponyms: ['Alzheimer disease', 'Crohn disease', 'Hodgkin lymphoma', 'Graves disease', 'Tourette syndrome'],
    rxnorm: [
      {
        rxcui: trap('numeric string id', '617310'),
        name: trap('product name', 'atorvastatin 20 MG Oral Tablet'),
        tty: 'SCD',
        synonym: '',
      },
    ],
    codeSystem: {
      oid: trap('oid', '2.16.840.1.113883.6.96'),
      version: trap('version', '2024.3.1.0'),
      title: trap('document title', 'SNOMED Clinical Terms'),
    },
  }),

  insurancePolicy: (v) => {
    const a = v.who('de');
    return {
      vertrag: {
        vertragsnummer: trap('policy number', v.fill('KV-##.###.###-#')),
        sparte: 'Kfz-Haftpflicht',
        beginn: trap('iso date', v.day()),
        beitrag: { betrag: trap('price', 412.8), zahlweise: 'jährlich' },
        sfKlasse: 'SF 14',
      },
      versicherungsnehmer: {
        anrede: 'Herr',
        titel: 'Dr.',
        vorname: p('name', a.first),
        familienname: p('name', a.last),
        geburtsdatum: p('birth-date', a.birth),
        hausanschrift: {
          strasse: p('address', a.street.replace(/ \d.*/, '')),
          hausnummer: p('address', '27b'),
          postleitzahl: p('address', a.zip),
          wohnort: p('address', a.city),
        },
        erreichbarkeit: { telefon: p('phone', a.local), mobil: p('phone', a.intl), e_mail: p('email', a.email) },
      },
      fahrzeug: {
        hersteller: trap('product name', 'Mercedes-Benz'),
        modell: trap('product name', 'Karl Benz Edition'),
        hsn: trap('code', '0999'),
        tsn: trap('code', 'ADQ'),
        kennzeichen: open('CE-KV 1177'),
        erstzulassung: trap('local date', '11/2018'),
        fahrleistung: 12_000,
      },
      schaeden: many(3, () => ({
        schadennummer: trap('claim number', v.fill('S-2023-#######')),
        datum: trap('iso date', v.day()),
        art: 'Glasbruch',
        zahlung: trap('price', v.cents()),
        status: 'reguliert',
        sachbearbeiter: p('name', v.who('de').full),
      })),
      lastschriftmandat: {
        iban: p('iban', v.iban('DE')),
        mandatsreferenz: trap('reference number', v.fill('DE-KV-######')),
        kontoinhaber: p('name', a.full),
      },
    };
  },
};
