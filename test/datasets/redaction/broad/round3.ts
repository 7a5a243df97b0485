/** A third round of unseen answers: secrets of all trades, tuples and maps, records of machines, forms of services not yet here. */
import { open, p, prose, trap as t } from '../label.ts';
import type { Template } from '../structured/tuning.ts';
import {
  address,
  bank,
  birth,
  birthPlace,
  company,
  email,
  health,
  iban,
  ip,
  licence,
  many,
  name,
  national,
  nationality,
  passport,
  phone,
  reference,
  secret,
  ssn,
  tax,
} from './shorthand.ts';

export const ROUND3: Readonly<Record<string, Template>> = {
  r3EnvVars: (v) => ({
    app: t('name of a thing', 'billing-api'),
    env: [
      { name: 'DATABASE_PASSWORD', value: secret(v.token(16)) },
      { name: 'LOG_LEVEL', value: 'debug' },
      { name: 'STRIPE_SECRET_KEY', value: secret(`sk_test_${v.token(24)}`) },
      { name: 'REGION', value: 'eu-west-1' },
      { name: 'JWT_SIGNING_SECRET', value: secret(v.token(32)) },
      { name: 'APP_VERSION', value: t('version', '4.18.2.1') },
    ],
    config: {
      DB_USER: open('app'),
      DB_PASS: secret(v.token(12)),
      REDIS_URL: secret(`redis://:${v.token(16)}@cache.internal:6379/0`),
      SMTP_PASSWORD: secret(v.token(14)),
      SENTRY_DSN: open(`https://${v.hex(32)}@o1.ingest.example/5`),
      MAX_TOKENS: '4096',
      TOKEN_TTL: '3600',
    },
  }),
  r3Headers: (v) => ({
    request: {
      method: 'POST',
      headers: [
        ['Host', 'api.corp.example'],
        ['Authorization', secret(`Basic ${v.token(24)}==`)],
        ['X-Api-Key', secret(v.token(32))],
        ['X-Forwarded-For', ip(v.ip())],
        ['Accept', '*/*'],
        ['X-Request-Id', t('id', v.uuid())],
      ],
      rawHeaders: ['Content-Type: application/json', prose('Cookie: session=', p('secret', v.token(32)))],
      query: { api_key: secret(v.token(20)), page: '2' },
    },
    curl: prose("curl -H 'Authorization: Bearer ", p('secret', v.jwt()), "' https://api.corp.example/v1"),
  }),
  r3Access: (v) => ({
    units: many(3, () => ({
      unit: '12B',
      doorCode: secret(`${v.digits(4)}#`),
      gate_code: secret(v.digits(6)),
      alarm: { disarmCode: secret(v.digits(4)), panel: t('model', 'Honeywell Vista') },
      wifi: { network: t('name of a thing', 'Guest House'), key: secret(v.token(12)) },
      lockbox_combination: secret('12-34-08'),
      tenantName: name(v.person().full),
      tenantCell: phone(v.phone()),
    })),
  }),
  r3Mfa: (v) => ({
    enrollments: [
      {
        type: 'totp',
        secret: secret(v.token(32).toUpperCase()),
        otpauth: secret(`otpauth://totp/Corp:ann?secret=${v.token(16).toUpperCase()}&issuer=Corp`),
        recovery_codes: [secret('4f9a-77bc'), secret('91de-02ac')],
        verified: true,
      },
      { type: 'sms', phone_number: phone(v.phone()), last_code: secret(v.digits(6)) },
    ],
    device_id: t('id', v.uuid()),
    status: t('status', 'active'),
  }),
  r3Ssh: (v) => ({
    keys: [
      {
        id: t('id', v.digits(7)),
        title: t('label', 'Work Laptop'),
        key: open(`ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${v.token(40)}`),
        fingerprint: t('fingerprint', `SHA256:${v.token(43)}`),
      },
    ],
    server: {
      host: open(v.ip()),
      user: open('deploy'),
      passphrase: secret('blue-horse-93'),
      private_key: secret(`-----BEGIN OPENSSH PRIVATE KEY-----\n${v.token(60)}\n-----END OPENSSH PRIVATE KEY-----`),
    },
    snmp: { version: '2c', community: secret('n0tpublic'), location: t('place', 'Rack 12') },
  }),
  r3Seating: (v) => ({
    event: { name: t('event', 'Taylor Night'), venue: t('place', 'Madison Square Garden') },
    tables: {
      T1: [{ guest: name(v.person().full), plus_one: name(v.person().full), meal: 'veg' }],
      T2: [{ guest: name(v.person().full), meal: 'fish' }],
    },
    hosts: [name(v.person().full), name(v.person().full)],
    rsvp: { Yes: 12, No: 3 },
  }),
  r3Flat: (v) =>
    many(3, () => {
      const q = v.person();
      return {
        'customer.name.first': name(q.first),
        'customer.name.last': name(q.last),
        'customer.contact.email': email(q.email),
        'customer.contact.phone.0': phone(q.phone),
        'customer.address.street': address(q.street),
        'customer.address.city': address(q.city),
        'customer.address.zip': address(q.zip),
        'order.ref': reference(v.digits(9)),
        'order.total': t('price', '89.90'),
        'order.market': t('country name', 'Switzerland'),
      };
    }),
  r3Pivot: (v) => ({
    fields: [
      { key: 'full_name', label: t('label', 'Full name'), value: name(v.person().full) },
      { key: 'phone', label: t('label', 'Phone'), value: phone(v.phone()) },
      { key: 'plan', label: t('label', 'Plan'), value: t('plan', 'Gold Plus') },
      { key: 'home_address', label: t('label', 'Home address'), value: address(`${v.person().street}, Berlin`) },
      { key: 'nationality', label: t('label', 'Nationality'), value: nationality('Irish') },
      { key: 'emergency_contact', label: t('label', 'Emergency contact'), value: name(v.person().full) },
    ],
  }),
  r3Xmlish: (v) => {
    const q = v.person();
    return {
      Envelope: {
        Body: {
          Party: {
            '@type': 'Individual',
            PersonNm: { FirstNm: { '#text': name(q.first) }, LastNm: { '#text': name(q.last) } },
            BirthDt: { '#text': birth(q.birth) },
            TIN: { '@issuedBy': 'US', '#text': tax(v.fill('9##-7#-####')) },
            USAddress: {
              AddressLine1Txt: address(q.street),
              CityNm: address(q.city),
              StateAbbreviationCd: address('NY'),
              ZIPCd: address('10001'),
            },
            PhoneNum: phone('2125550142'),
          },
          Software: { '@ver': t('version', '2.1.0.44'), Vendor: company('Intuit Canada') },
        },
      },
    };
  },
  r3GraphQl: (v) => ({
    data: {
      viewer: {
        organization: { name: company('Rose Petal Labs') },
        members: {
          edges: many(3, () => {
            const q = v.person();
            return {
              node: {
                id: t('id', `VXNlcjo${v.token(6)}`),
                fullName: name(q.full),
                primaryEmail: { address: email(q.email), verified: true },
                phones: { nodes: [{ value: phone(q.phone), kind: 'MOBILE' }] },
                team: { name: t('team', 'Blue Team') },
                locale: { country: t('country name', 'New Zealand') },
              },
            };
          }),
          pageInfo: { endCursor: t('cursor', v.token(24)) },
        },
      },
    },
  }),
  r3Jsonapi: (v) => ({
    data: many(3, () => {
      const q = v.person();
      return {
        type: 'volunteers',
        id: v.digits(5),
        attributes: {
          'given-name': name(q.first),
          'family-name': name(q.last),
          'date-of-birth': birth(q.birth),
          'phone-home': phone(q.phone),
          'address-line-1': address(q.street),
          'post-code': address(q.zip),
          'dbs-number': open(v.digits(12)),
          status: t('status', 'cleared'),
        },
        relationships: { branch: { data: { type: 'branches', id: '4' } } },
      };
    }),
    included: [
      { type: 'branches', id: '4', attributes: { name: company('St Andrews Branch'), phone: open('0131 496 0000') } },
    ],
  }),
  r3Odata: (v) => ({
    '@odata.context': '$metadata#Leads',
    value: many(3, () => {
      const q = v.person();
      return {
        leadid: t('id', v.uuid()),
        fullname: name(q.full),
        firstname: name(q.first),
        telephone1: phone(q.phone),
        mobilephone: phone(q.phone),
        emailaddress1: email(q.email),
        address1_line1: address(q.street),
        address1_city: address(q.city),
        address1_postalcode: address(q.zip),
        companyname: company('Lakeside Partners'),
        'statuscode@OData.Community.Display.V1.FormattedValue': t('status', 'Contacted'),
        versionnumber: t('version', '1122334'),
        _ownerid_value: t('id', v.uuid()),
        '_ownerid_value@OData.Community.Display.V1.FormattedValue': open('Kim Park'),
      };
    }),
  }),
  r3Transcript: (v) => ({
    call: {
      id: t('prefixed id', `call_${v.token(12)}`),
      ani: phone('14155550142'),
      dnis: open('18005550199'),
      agent: { agentName: name(v.person().full), ext: '4412' },
      caller: { name: name(v.person().full), dob: birth('1985-04-12') },
      turns: [
        { speaker: 'agent', text: prose('Can I call you back on ', p('phone', '(415) 555-0142'), '?') },
        { speaker: 'caller', text: prose('Yes, my email is ', p('email', 'ann.lee@mail.example'), ' thanks') },
      ],
      summary: t('prose', 'Refund for order 4471-9982 approved, version 3.2.1.0 affected'),
    },
  }),
  r3Genealogy: (v) => ({
    individuals: many(3, () => {
      const q = v.person();
      return {
        NAME: { GIVN: name(q.first), SURN: name(q.last) },
        SEX: open('M'),
        BIRT: { DATE: birth('12 APR 1885'), PLAC: birthPlace('Cork, Ireland') },
        FAMC: t('id', '@F12@'),
        nickname: open('Bob'),
      };
    }),
    source: { title: t('work', 'Parish Register of St Mary'), repository: t('place', 'National Archives') },
  }),
  r3Clinical: (v) => ({
    subjects: many(3, () => {
      return {
        subjectId: t('id', `S-${v.digits(4)}`),
        initials: name('A.B.'),
        yob: birth(1985),
        nhs_no: national(v.nhs()),
        gp: { gpName: name(v.person().full), practice: company('Rosewood Surgery'), surgeryTel: open('01632 960001') },
        carer: { carer_name: name(v.person().full), carer_tel: phone(v.phone()) },
        hospitalNo: health(`H${v.digits(7)}`),
        arm: 'B',
        site: { name: t('place', 'Addenbrooke North'), country: t('country name', 'United Kingdom') },
      };
    }),
  }),
  r3Visa: (v) => {
    const q = v.person();
    return {
      application: {
        ref: reference(`VAF${v.digits(7)}`),
        mainApplicant: {
          surnames: name(q.last),
          givenNames: name(q.first),
          otherNames: name(q.first),
          birth: { date: birth(q.birth), town: birthPlace('Lagos'), country: t('country name', 'Nigeria') },
          travelDocument: {
            type: 'Passport',
            number: passport(`A0${v.digits(7)}`),
            issuedBy: t('country name', 'Nigeria'),
          },
          currentNationality: nationality('Nigerian'),
          occupation: 'Nurse',
          residentialAddress: {
            house: address('12'),
            road: address('Broad Street'),
            town: address('Lagos'),
            country: t('country name', 'Nigeria'),
          },
          spouseDetails: { spouseFullName: name(v.person().full), spouseDob: birth('1986-01-02') },
        },
        purpose: 'Tourism',
      },
    };
  },
  r3Garage: (v) => ({
    workOrders: many(3, () => ({
      wo: reference(`WO${v.digits(6)}`),
      customer: name(v.person().full),
      cust_phone1: phone(v.phone()),
      cust_phone2: phone(v.phone()),
      bill_addr: address(v.person().street),
      bill_city: address(v.person().city),
      bill_zip: address(v.person().zip),
      mechanic: name(v.person().full),
      parts: [{ name: t('part', 'Clark Filter'), no: t('part number', '06A-115-561-B'), price: 12.4 }],
      car: { make: 'Alfa Romeo', model: t('model', 'Giulia Sprint') },
    })),
  }),
  r3Payroll: (v) => ({
    payees: many(3, () => {
      const q = v.person();
      return {
        payeeFirst: name(q.first),
        payeeLast: name(q.last),
        niNumber: national('QQ123456C'),
        utr: tax(v.digits(10)),
        bankSortCode: bank('20-44-91'),
        bankAcct: bank(v.digits(8)),
        taxCode: t('code', '1257L'),
        payRef: reference(`PR${v.digits(6)}`),
        addr1: address(q.street),
        addr2: address('Flat 2'),
        postTown: address(q.city),
        postCode: address(q.zip),
      };
    }),
    employer: { name: company('Harper Collins Logistics'), paye: reference('123/AB456') },
  }),
  r3Delivery: (v) => ({
    stops: many(3, () => ({
      seq: 1,
      recipient: { name: name(v.person().full), phone: phone(v.phone()) },
      dropoff: {
        formatted_address: address('12 Rose Lane, Leeds LS1 4AP'),
        instructions: prose('Leave with ', 'neighbour', ', gate ', 'on left'),
        lat: t('coordinate', 53.8),
        lng: t('coordinate', -1.55),
      },
      courier: { name: name(v.person().full), vehicle: 'bike' },
      pickup: { name: company('Burger Brothers'), address: open('1 High Street') },
      pod: { signee: name(v.person().full), photo: t('url', 'https://cdn.example/pod/8812.jpg') },
    })),
  }),
  r3Ads: (v) => ({
    campaigns: many(2, () => ({
      name: t('campaign', 'Mother Day Sale'),
      audience: { name: t('segment', 'Young Parents'), size: 1200 },
      advertiser: { name: company('Dove Care') },
      geo: [t('country name', 'Austria'), t('country name', 'Switzerland')],
      creatives: [{ name: t('creative', 'Hero Banner'), headline: t('prose', 'Call 1-800-FLOWERS today') }],
      tracking: { pixel: t('id', v.digits(15)), utm: 'spring' },
      owner: { name: name(v.person().full), email: email(v.person().email) },
    })),
  }),
  r3Chess: () => ({
    games: many(2, () => ({
      white: { player: open('Magnus Carl'), elo: 2850 },
      black: { player: open('Ding Liren'), elo: 2780 },
      opening: { name: t('opening', 'Queens Gambit'), eco: 'D30' },
      event: t('event', 'Tata Steel Masters'),
      result: '1-0',
      timeControl: '40/7200:3600',
    })),
    engine: { name: t('software', 'Stockfish Dev'), version: t('version', '16.1.0.2') },
  }),
  r3Films: () => ({
    results: [
      {
        id: 603,
        title: t('work', 'John Wick'),
        original_title: t('work', 'Anna Karenina'),
        overview: t('prose', 'Released 1999-03-31'),
        production_countries: [{ iso_3166_1: 'US', name: t('country name', 'United States of America') }],
        spoken_languages: [{ name: t('language', 'Bahasa Indonesia') }],
        production_companies: [{ id: 79, name: company('Village Roadshow') }],
        collection: { name: t('work', 'Harry Potter') },
      },
    ],
  }),
  r3Flags: (v) => ({
    flags: many(3, () => ({
      key: t('slug', 'new-address-form'),
      name: t('label', 'Phone Verification'),
      description: t('prose', 'Show phone field'),
      variations: [
        { name: t('label', 'Control Group'), value: 'off' },
        { name: t('label', 'Treatment One'), value: 'on' },
      ],
      targeting: {
        email: t('pattern', '*@corp.example'),
        country: t('country name', 'Costa Rica'),
        app_version: t('version range', '>=4.2.0.1'),
      },
      maintainer: { name: name(v.person().full), _id: t('id', v.hex(24)) },
    })),
  }),
  r3Monitor: (v) => ({
    checks: many(3, () => ({
      name: t('name of a thing', 'Login Page'),
      target: open('203.0.113.9'),
      contact_groups: [t('team', 'Night Shift')],
      last_error: prose('connect timeout to ', p('ip', v.ip()), ' port 443'),
      agents: [
        {
          name: t('name of a thing', 'Probe Frankfurt'),
          version: t('version', '7.1.4.0'),
          os: t('version', 'Windows 10.0.17763.1'),
        },
      ],
    })),
  }),
  r3Accounts: (v) => ({
    beneficiaries: many(3, () => {
      const q = v.person();
      return {
        nickname: open('Mum'),
        payeeName: name(q.full),
        payeeAccountNumber: bank(v.digits(8)),
        payeeSortCode: bank('11-22-33'),
        paymentReference: reference('RENT 12B'),
        type: 'PERSON',
      };
    }),
    standingOrders: [{ to: name(v.person().full), iban: iban(v.iban()), amount: 50 }],
  }),
  r3Voter: (v) => ({
    voters: many(3, () => {
      const q = v.person();
      return {
        voterRegNo: open(v.digits(9)),
        nameSuffix: 'Jr',
        last_nm: name(q.last),
        first_nm: name(q.first),
        res_house_num: address('12'),
        res_street_nm: address('Elm'),
        res_city_nm: address(q.city),
        res_zip5: address('62704'),
        birth_yr: birth(1985),
        drivers_lic: licence(`D${v.digits(8)}`),
        ssn4: ssn(v.digits(4)),
        precinct: t('code', '12-B'),
        party: 'UNA',
        county_nm: open('Orange'),
      };
    }),
  }),
  r3German: (v) => {
    const q = v.person();
    return {
      Patient: {
        Nachname: name(q.last),
        Vorname: name(q.first),
        GebDat: birth('12.04.1985'),
        GebName: name('Müller'),
        KrankenversichertenNr: health('A123456789'),
        TelPrivat: phone('030 1234567'),
        TelDienst: phone('0171 2345678'),
        StrasseHausNr: address('Lindenweg 4'),
        PLZOrt: address('10115 Berlin'),
        Hausarzt: name('Dr. Weber'),
        Angehoerige: [{ Name: name(v.person().full), Beziehung: 'Ehefrau', Tel: phone('030 7654321') }],
      },
      Kasse: { Name: company('Techniker Krankenkasse'), IK: reference(v.digits(9)) },
      Befund: t('prose', 'Röntgen Thorax unauffällig'),
      Geraet: { Hersteller: company('Siemens Healthineers'), SWVersion: t('version', '3.4.12.1') },
    };
  },
  r3Spanish2: (v) => {
    const q = v.person();
    return {
      expediente: reference('2024/00118'),
      solicitante: {
        primerNombre: name('Lucía'),
        primerApellido: name('Gómez'),
        segundoApellido: name('Pérez'),
        rut: national('12.345.678-5'),
        telefonoContacto: phone('+56 9 8765 4321'),
        correo: email(q.email),
        direccionParticular: address('Av. Providencia 1234'),
        comuna: address('Providencia'),
        region: address('Metropolitana'),
        nacionalidad: nationality('Chilena'),
        fechaNacimiento: birth('12-04-1985'),
      },
      estado: t('status', 'Aprobado'),
      sucursal: { nombre: t('place', 'Sucursal Santa Ana'), pais: t('country name', 'Chile') },
    };
  },
  r3Portuguese2: (v) => {
    const q = v.person();
    return {
      utente: {
        nomeUtente: name(q.full),
        numUtente: health(v.digits(9)),
        nif: tax(v.digits(9)),
        contactoTelefonico: phone('912 345 678'),
        moradaCompleta: address('Rua Augusta 12, 3º Esq'),
        codPostal: address('1100-048'),
        localidade: address('Lisboa'),
        cartaoCidadao: national('12345678 9 ZZ1'),
        dataNascimento: birth('12/04/1985'),
      },
      unidade: { designacao: t('place', 'USF Santa Maria') },
      estadoMarcacao: t('status', 'Confirmada'),
    };
  },
  r3Catalan: (v) => ({
    client: {
      nom: name('Jordi'),
      cognoms: name('Puig Ferrer'),
      nif: national('12345678Z'),
      telèfon: phone('612 345 678'),
      adreça: address('Carrer Major 12'),
      població: address('Girona'),
      codiPostal: address('17001'),
    },
    comanda: { número: reference(v.digits(7)), estat: t('status', 'enviada') },
  }),
  r3Ukrainian: () => ({
    клієнт: {
      прізвище: name('Шевченко'),
      "ім'я": name('Олена'),
      по_батькові: name('Іванівна'),
      телефон: phone('+380 67 123 4567'),
      адреса: address('вул. Хрещатик 12, Київ'),
      дата_народження: birth('12.04.1985'),
      ІПН: tax('1234567890'),
    },
    країна: t('country name', 'Україна'),
  }),
  r3Thai: () => ({
    ลูกค้า: {
      ชื่อ: name('สมชาย'),
      นามสกุล: name('ใจดี'),
      เบอร์โทรศัพท์: phone('081-234-5678'),
      ที่อยู่: address('123 ถนนสุขุมวิท กรุงเทพ'),
      เลขบัตรประชาชน: national('1101700230708'),
      วันเกิด: birth('12/04/2528'),
    },
  }),
  r3Hebrew: () => ({
    לקוח: {
      שם_פרטי: name('נועה'),
      שם_משפחה: name('כהן'),
      טלפון: phone('052-123-4567'),
      כתובת: address('הרצל 12, תל אביב'),
      תאריך_לידה: birth('12/04/1985'),
      תעודת_זהות: national('012345678'),
    },
  }),
};
