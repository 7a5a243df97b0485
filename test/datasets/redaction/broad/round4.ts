/** A fourth round of unseen answers: pairs under other names, short names of persons, lists of people in a string, rare parts of addresses. */
import { open, p, prose, trap as t } from '../label.ts';
import type { Template } from '../structured/tuning.ts';
import {
  address,
  bank,
  birth,
  company,
  email,
  iban,
  ip,
  many,
  name,
  national,
  phone,
  reference,
  secret,
  ssn,
} from './shorthand.ts';

export const ROUND4: Readonly<Record<string, Template>> = {
  r4Stack: (v) => ({
    Parameters: [
      { ParameterKey: 'DbPassword', ParameterValue: secret(v.token(16)) },
      { ParameterKey: 'InstanceType', ParameterValue: 't3.micro' },
      { ParameterKey: 'AdminEmail', ParameterValue: email(v.person().email) },
      { ParameterKey: 'EngineVersion', ParameterValue: t('version', '8.0.35.1') },
    ],
    OptionSettings: [
      { OptionName: 'SMTP_PASS', OptionValue: secret(v.token(14)) },
      { OptionName: 'Stage', OptionValue: 'prod' },
    ],
  }),
  r4Attributes: (v) => ({
    customer: {
      custom_attributes: [
        { attribute_code: 'mobile', value: phone(v.phone()) },
        { attribute_code: 'date_of_birth', value: birth('1985-04-12') },
        { attribute_code: 'shoe_size', value: '42' },
      ],
      extension: [
        { fieldName: 'Spouse name', fieldValue: name(v.person().full) },
        { fieldName: 'Preferred store', fieldValue: t('place', 'King Street') },
        { propertyName: 'home_phone', propertyValue: phone(v.phone()) },
      ],
    },
  }),
  r4People: (v) =>
    many(4, () => {
      const q = v.person();
      return {
        id: t('id', v.digits(6)),
        first: name(q.first),
        last: name(q.last),
        email: email(q.email),
        cell: phone(q.phone),
        active: true,
        score: 12,
      };
    }),
  r4Short: (v) => ({
    subs: many(3, () => {
      const q = v.person();
      return {
        fn: name(q.first),
        ln: name(q.last),
        em: email(q.email),
        ph: phone(q.phone),
        dob: birth(q.birth),
        st: t('status', 'ok'),
      };
    }),
  }),
  r4Minutes: (v) => {
    const a = v.person();
    const b = v.person();
    return {
      meeting: {
        chair: name(a.full),
        attendees: name(`${a.full}; ${b.full}`),
        apologies: name(`${b.full} and ${a.full}`),
        by: name(a.full),
        location: t('place', 'Room King'),
        actions: [{ who: name(b.full), what: t('prose', 'Send draft budget'), due: '2024-06-01' }],
      },
    };
  },
  r4Guest: (v) => ({
    stay: {
      guest_names: name(`${v.person().full} & ${v.person().full}`),
      lead_guest: name(`${v.person().full} (VIP)`),
      room: { name: t('room', 'Rose Garden') },
      notes: prose('Call ', p('phone', '+44 7700 900123'), ' on arrival'),
      bookedThrough: company('Booking Direct'),
    },
  }),
  r4Spanish: () => ({
    paciente: {
      nombre: name('María de los Ángeles'),
      apellidos: name('Ruiz de la Cruz'),
      medico: name('Carmen de las Heras'),
      responsable: name('José Luis del Río'),
    },
    centro: { nombre: company('Clínica Virgen del Mar') },
  }),
  r4Arabic: (v) => ({
    patient: name('محمد العلي'),
    doctor: name('Fatima al-Zahra'),
    referredBy: name('Ahmed el-Sayed'),
    mrnRef: reference(v.digits(6)),
    clinic: company('عيادة النور'),
  }),
  r4India: (v) => {
    const q = v.person();
    return {
      address: {
        houseNo: address('12/3'),
        buildingName: address('Shanti Niwas'),
        landmark: address('Near Ganesh Temple'),
        village: address('Kothrud'),
        taluk: address('Haveli'),
        district: address('Pune'),
        pincode: address('411038'),
        po: address('Kothrud'),
      },
      name: name(q.full),
      mobile: phone('+91 98220 12345'),
    };
  },
  r4Philippines: (v) => ({
    member: {
      fullname: name(v.person().full),
      permanent_address: {
        unit_no: address('4B'),
        block: address('Blk 7'),
        subdivision: address('Vista Verde'),
        barangay: address('San Isidro'),
        municipality: address('Cainta'),
        province: address('Rizal'),
        zip_code: address('1900'),
      },
      sss_no: national('34-1234567-8'),
    },
  }),
  r4Ireland: (v) => ({
    account: {
      holder: name(v.person().full),
      address: {
        line_1: address('4 Main Street'),
        extra: address('Apt 2'),
        townland: address('Ballyboden'),
        county: address('Co. Dublin'),
        eircode: address('D16 X2V3'),
        country: t('country name', 'Ireland'),
      },
      pps: national('1234567TW'),
      iban: iban(v.iban()),
    },
  }),
  r4Brazil: (v) => ({
    cliente: {
      nome: name(v.person().full),
      endereco: {
        rua: address('Rua das Flores'),
        numero: address('88'),
        complemento: address('Apto 12'),
        pontoReferencia: address('Perto da padaria'),
        cidade: address('Recife'),
        estado: address('PE'),
      },
      nomeContato: name(v.person().full),
      foneContato: phone('(81) 99876-5432'),
    },
    pedido: { numero: reference('88123'), estado: t('status', 'enviado') },
  }),
  r4Kube: (v) => ({
    kind: 'Secret',
    apiVersion: 'v1',
    metadata: { name: t('name of a thing', 'db-creds'), namespace: 'prod', uid: t('id', v.uuid()) },
    stringData: {
      username: open('app'),
      password: secret(v.token(16)),
      'tls.key': secret(`-----BEGIN PRIVATE KEY-----\n${v.token(64)}\n-----END PRIVATE KEY-----`),
    },
    type: 'Opaque',
  }),
  r4Keys: (v) => ({
    integrations: {
      maps: { app_key: secret(v.token(32)) },
      azure: { subscriptionKey: secret(v.hex(32)), instrumentationKey: open(v.uuid()) },
      payments: {
        merchantKey: secret(v.token(24)),
        merchantId: t('id', v.digits(8)),
        webhook: { signing: secret(`whsec_${v.token(24)}`) },
      },
      analytics: { writeKey: secret(v.token(32)), measurementId: t('id', 'G-ABC123DEF4') },
      idempotency_key: t('id', v.uuid()),
      partition_key: t('id', 'tenant#42'),
      project_key: t('code', 'PROJ'),
      translation_key: t('code', 'checkout.title'),
    },
  }),
  r4Oauth: (v) => ({
    grant_type: 'authorization_code',
    code: open(v.token(24)),
    client_assertion: secret(v.jwt()),
    code_verifier: secret(v.token(43)),
    redirect_uri: t('url', 'https://app.example/cb'),
    id_token_hint: secret(v.jwt()),
    expires_in: 3600,
    scope: 'openid profile',
    token_type: 'Bearer',
    refresh_token_expires_in: 86400,
  }),
  r4Login: (v) => ({
    events: many(3, () => ({
      actor: { alternateId: email(v.person().email), displayName: name(v.person().full), type: 'User' },
      client: {
        ipAddress: ip(v.ip()),
        userAgent: { os: 'Mac OS', browser: 'CHROME' },
        geographicalContext: { city: open('Madrid'), country: t('country name', 'Spain') },
      },
      outcome: { result: t('status', 'FAILURE'), reason: t('prose', 'Invalid credentials') },
      target: [{ type: 'AppInstance', displayName: t('name of a thing', 'Salesforce Prod') }],
      displayMessage: t('prose', 'User login to Okta'),
    })),
  }),
  r4Board: (v) => ({
    company: {
      name: company('Orchard Foods'),
      directors: [
        {
          name: name(v.person().full),
          appointed: t('iso date', v.day()),
          nationality: p('nationality', 'British'),
          country_of_residence: t('country name', 'England'),
        },
      ],
      secretary: name(v.person().full),
      registered_office: { premises: open('12'), address_line_1: open('High Street'), locality: open('Leeds') },
      sic: ['10710'],
      psc: [{ name: name(`Mr ${v.person().full}`), natures_of_control: ['ownership-of-shares-75'] }],
    },
  }),
  r4Patents: (v) => ({
    patent: {
      number: reference('US10123456B2'),
      title: t('work', 'Solar Panel Mount'),
      inventors: [{ first_name: name(v.person().first), last_name: name(v.person().last), city: open('Austin') }],
      assignee: { organization: company('Bosch Rexroth') },
      priority_country: t('country name', 'Germany'),
      cpc: 'H02S20/00',
    },
  }),
  r4Papers: (v) => ({
    paper: {
      doi: t('doi', '10.1000/182'),
      title: t('work', 'Attention in Rats'),
      corresponding_author: {
        given: name(v.person().first),
        family: name(v.person().last),
        email: email(v.person().email),
        affiliation: company('Kings College London'),
      },
      journal: { name: t('journal', 'Nature Energy'), issn: t('id', '0028-0836') },
      funder: [{ name: company('Wellcome Trust') }],
    },
  }),
  r4Rental: (v) => ({
    agreement: {
      ra: reference(v.digits(8)),
      renter: {
        name_first: name(v.person().first),
        name_last: name(v.person().last),
        license: { number: p('driver-license', 'B12345678'), state: open('CA'), exp: t('iso date', '2028-01-01') },
        tel1: phone(v.phone()),
        tel2: phone(v.phone()),
      },
      additionalDrivers: [{ driverName: name(v.person().full), age: open(41) }],
      car: { class: 'ICAR', name: t('model', 'Ford Mondeo') },
      branch: { name: t('place', 'Heathrow South'), country: t('country name', 'United Kingdom') },
    },
  }),
  r4Police: (v) => ({
    stop: {
      officerName: name(v.person().full),
      subject: {
        nm: name(v.person().full),
        dob: birth('04/12/1985'),
        addr: address('88 Pine Rd, Reno NV'),
        oln: p('driver-license', 'N1234567'),
        ssn: ssn(v.ssn()),
      },
      citation_no: reference('A1234567'),
      vehicle: { year: 2019, make: 'Kia', color: 'BLK' },
    },
  }),
  r4Bank: (v) => ({
    instruction: {
      Dbtr: {
        Nm: name(v.person().full),
        PstlAdr: {
          StrtNm: address('Gartenweg'),
          BldgNb: address('7'),
          PstCd: address('8001'),
          TwnNm: address('Zürich'),
          Ctry: 'CH',
        },
      },
      DbtrAcct: { Id: { IBAN: iban(v.iban()) } },
      DbtrAgt: { FinInstnId: { BICFI: bank('UBSWCHZH80A') } },
      Cdtr: { Nm: company('Stadtwerke Bern AG') },
      RmtInf: { Strd: { CdtrRefInf: { Ref: reference(v.digits(26)) } } },
      InstrId: t('id', v.token(16)),
    },
  }),
  r4Swift: (v) => ({
    mt103: {
      '20': reference(v.token(12)),
      '50K': open(`/${v.digits(10)}\nANN LEE`),
      sender_bic: bank('DEUTDEFF'),
      beneficiary: { account: bank(v.digits(12)), name: name(v.person().full) },
      orderingCustomer: name(v.person().full),
      details: t('prose', 'INVOICE 4471'),
      charges: 'SHA',
    },
  }),
  r4Crm: (v) => ({
    Deal: {
      Deal_Name: t('deal', 'Summer Rollout'),
      Account_Name: { name: company('Lake View Medical'), id: t('id', v.digits(18)) },
      Contact_Name: { name: name(v.person().full), id: t('id', v.digits(18)) },
      Owner: { name: name(v.person().full), email: email(v.person().email) },
      Stage: t('status', 'Closed Won'),
      Campaign_Source: { name: t('campaign', 'Trade Show') },
      Territory: [t('place', 'North America')],
      Layout: { name: t('label', 'Standard Layout') },
    },
  }),
  r4Jira: (v) => ({
    issues: many(3, () => ({
      key: t('key', 'OPS-4411'),
      fields: {
        summary: t('prose', 'Upgrade to 9.12.4.1 fails'),
        project: { key: 'OPS', name: t('project', 'Ocean Park') },
        fixVersions: [{ name: t('version', '9.12.4.2'), released: true }],
        assignee: { displayName: name(v.person().full), emailAddress: email(v.person().email) },
        components: [{ name: t('component', 'User Service') }],
        customfield_10010: { value: t('status', 'In Progress') },
        priority: { name: 'High' },
        labels: ['phone', 'address'],
      },
    })),
  }),
  r4Food: (v) => ({
    menu: {
      chef: open('Marco White'),
      dishes: [
        { name: t('dish', 'Caesar Salad'), price: 9 },
        { name: t('dish', 'Eggs Benedict'), price: 11 },
        { name: t('dish', 'Earl Grey Tart') },
      ],
    },
    order: {
      table: 4,
      server: { name: name(v.person().first) },
      guest: { name: name(v.person().first), phone: phone(v.phone()) },
    },
  }),
  r4Music: () => ({
    tracks: [
      {
        title: t('work', 'Billie Jean'),
        artists: [{ name: open('Michael Jackson') }],
        album: { name: t('work', 'Stevie Wonder Live') },
        label: company('Epic Records'),
        isrc: t('id', 'USSM19902990'),
        playlist: { name: t('playlist', 'Sunday Jazz'), owner: { display_name: open('Ann Lee') } },
      },
    ],
  }),
  r4Geo: () => ({
    results: [
      {
        name: t('place', 'Santa Barbara'),
        country: t('country name', 'United States'),
        admin1: t('place', 'California'),
        population: 91000,
      },
      { name: t('place', 'San Jose'), country: t('country name', 'Costa Rica') },
    ],
    regions: [
      { code: 'JO', name: t('country name', 'Jordan'), phone: '962', capital: 'Amman' },
      { code: 'DE', name: t('country name', 'Germany'), phone: '49', capital: 'Berlin' },
    ],
  }),
  r4Vehicles: (v) => ({
    fleet: many(2, () => ({
      vehicle: {
        name: t('name of a thing', 'Old Betsy'),
        ecu: t('version', '12.4.0.88'),
        vin: open('WVWZZZ1JZXW000001'),
      },
      operator: { name: company('Stage Coach North') },
      assigned: { driver_full: name(v.person().full), driver_ph: phone(v.phone()) },
    })),
  }),
  r4Webinar: (v) => ({
    registrants: many(3, () => {
      const q = v.person();
      return {
        first_name: name(q.first),
        last_name: name(q.last),
        org: company('Bright Minds'),
        questions: [
          { title: 'How did you hear about us?', value: t('prose', 'LinkedIn post') },
          { title: 'Phone', value: phone(q.phone) },
          { title: 'What is your job title?', value: t('title', 'Head Nurse') },
          { title: 'Name of your manager', value: name(v.person().full) },
        ],
        join_url: t('url', 'https://meet.example/w/88123456789'),
        status: t('status', 'approved'),
      };
    }),
  }),
  r4Adoption: (v) => ({
    pets: [
      {
        name: open('Bella'),
        breed: t('breed', 'Jack Russell'),
        species: 'dog',
        chip: t('id', v.digits(15)),
        fosterer: { name: name(v.person().full), phone: phone(v.phone()) },
        adopter: { fullName: name(v.person().full), houseType: 'flat', email: email(v.person().email) },
        vet: { practice: company('Paws Clinic'), vetName: name(v.person().full) },
      },
    ],
  }),
  r4Church: (v) => ({
    families: [
      {
        familyName: name(v.person().last),
        headOfHousehold: name(v.person().full),
        members: many(3, () => ({
          given: name(v.person().first),
          baptised: t('iso date', v.day()),
          relation: 'child',
        })),
        envelopeNo: t('id', v.digits(4)),
      },
    ],
    parish: { name: company('St Mary Parish') },
  }),
};
