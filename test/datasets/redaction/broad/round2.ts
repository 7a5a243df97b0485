/** A second round of unseen answers: clerks' and machines' names of fields, more trades and languages, more that only looks personal. */
import { open, p, prose, trap as t } from '../label.ts';
import type { Template } from '../structured/tuning.ts';
import {
  address,
  bank,
  birth,
  birthPlace,
  card,
  company,
  email,
  health,
  iban,
  ip,
  mac,
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

export const ROUND2: Readonly<Record<string, Template>> = {
  r2Airline: (v) => ({
    PNR: {
      RecordLocator: t('code', v.token(6).toUpperCase()),
      Passengers: many(3, () => {
        const q = v.person();
        return {
          PaxType: 'ADT',
          Title: 'MRS',
          Surname: name(q.last.toUpperCase()),
          GivenName: name(q.first.toUpperCase()),
          APIS: {
            DateOfBirth: birth(q.birth),
            PassportNo: passport(`X${v.digits(7)}`),
            Nationality: nationality('SWE'),
            ExpiryDate: t('iso date', '2030-01-01'),
          },
          FrequentFlyer: { Airline: 'LH', Number: open(v.digits(10)) },
          CTCM: phone('+46701740605'),
          CTCE: email(q.email),
          SeatNo: '14C',
          TicketNumber: reference(`220${v.digits(10)}`),
        };
      }),
      Segments: [
        {
          Carrier: { code: 'LH', name: company('Lufthansa Cargo') },
          From: 'FRA',
          To: 'ARN',
          Aircraft: t('model', 'Airbus A321'),
          Terminal: '1',
        },
      ],
      Remarks: [prose('CTC ', p('phone', '+46 70 174 06 05'), ' HOME')],
    },
  }),
  r2Ehr: (v) => {
    const q = v.person();
    return {
      PID: {
        PatientID: health(v.digits(7)),
        PatientName: { FamilyName: name(q.last), GivenName: name(q.first), MiddleInit: name('K') },
        DOB: birth(q.birth),
        Sex: open('F'),
        HomeAddr: { Street: address(q.street), City: address(q.city), Zip: address(q.zip) },
        HomePh: phone(q.phone),
        SSNNo: ssn(v.ssn()),
        MotherMaiden: name(v.person().last),
      },
      NK1: [{ Name: name(v.person().full), Relationship: 'SPO', Ph: phone(v.phone()) }],
      OBX: [{ Test: 'Glucose', Value: '5.4', Unit: 'mmol/L', LOINC: t('code', '2345-7') }],
      Attending: name(v.person().full),
      Facility: { Name: company('St. Mary Medical Center'), Ward: '3B' },
    };
  },
  r2Realty: (v) => ({
    listings: many(3, () => ({
      mlsId: reference(v.digits(8)),
      title: t('title', 'Charming Victorian Cottage'),
      listingAgent: {
        fullName: name(v.person().full),
        officeName: company('Keller Realty'),
        cell: phone(v.phone()),
        licNum: open(v.digits(8)),
      },
      price: t('price', 350000),
      seller: { names: [name(v.person().full)], forwardingAddress: address(v.person().street) },
      yearBuilt: 1921,
      subdivision: t('place', 'Walnut Creek'),
      schools: [{ name: t('place', 'Abraham Lincoln Elementary'), rating: 8 }],
    })),
  }),
  r2Tenancy: (v) => {
    const q = v.person();
    return {
      mietvertrag: {
        nr: reference(`MV-${v.digits(5)}`),
        vermieter: name(v.person().full),
        mieter: [
          {
            anrede: 'Frau',
            vorname: name(q.first),
            name: name(q.last),
            geburtsdatum: birth(q.birth),
            geburtsort: birthPlace('Dresden'),
            ausweisnr: national('L01X00T47'),
            telefon: phone(q.phone),
            vorherigeAnschrift: address(`${q.street}, ${q.zip} ${q.city}`),
          },
        ],
        objekt: { bezeichnung: t('label', 'Whg. 3. OG links'), wohnflaeche: 72.5 },
        kaution: { kontoinhaber: name(q.full), iban: iban(v.iban()), bic: bank('COBADEFFXXX') },
        hausverwaltung: { firma: company('Schmidt Immobilien GmbH'), land: t('country name', 'Österreich') },
      },
    };
  },
  r2Support: (v) => ({
    tickets: many(3, () => {
      const q = v.person();
      return {
        id: t('prefixed id', `tkt_${v.token(10)}`),
        subject: t('prose', 'Printer offline since update 4.2.0.18'),
        requester: {
          name: name(q.full),
          email: email(q.email),
          phone: phone(q.phone),
          locale: 'en-GB',
          timezone: t('timezone', 'Eastern Time (US & Canada)'),
        },
        custom_fields: [
          { id: 360001, title: 'Serial number', value: t('serial', v.token(12).toUpperCase()) },
          { id: 360002, title: 'Callback number', value: phone(v.phone()) },
          { id: 360003, title: 'Country', value: t('country name', 'South Africa') },
        ],
        assignee: name(v.person().full),
        group: { name: t('team', 'Tier Two') },
        satisfaction: { score: 'good' },
        via: {
          channel: 'email',
          source: {
            from: { address: email(q.email), name: name(q.full) },
            to: { address: open('help@corp.example'), name: t('team', 'Acme Support') },
          },
        },
        tags: ['vip', 'hardware'],
      };
    }),
  }),
  r2Marketing: (v) => ({
    contacts: many(3, () => {
      const q = v.person();
      return {
        vid: t('id', v.digits(8)),
        properties: {
          firstname: { value: name(q.first) },
          lastname: { value: name(q.last) },
          hs_email_domain: { value: t('domain', 'acme.example') },
          mobilephone: { value: phone(q.phone) },
          company: { value: company('Stone Brewing') },
          lifecyclestage: { value: t('status', 'lead') },
          hs_ip_timezone: { value: 'europe_slash_berlin' },
          ip_city: { value: open(q.city) },
          address: { value: address(q.street) },
          zip: { value: address(q.zip) },
          date_of_birth: { value: birth(q.birth) },
        },
        'list-memberships': [{ 'static-list-id': 12 }],
      };
    }),
    subjectLines: [t('prose', 'Meet Anna, our new assistant')],
    merge: { FNAME: t('pattern', '*|FNAME|*'), email: t('pattern', '{{ contact.email }}') },
  }),
  r2Survey: (v) => ({
    responses: many(3, () => {
      const q = v.person();
      return {
        response_id: t('id', v.token(16)),
        answers: [
          { q: 'What is your full name?', a: name(q.full) },
          { q: 'E-mail', a: email(q.email) },
          { q: 'Date of birth', a: birth(q.birth) },
          { q: 'Favourite brand?', a: t('brand', 'Ben & Jerry') },
          { q: 'How likely are you to recommend us?', a: 9 },
        ],
        metadata: { browser: 'Firefox 121.0.1.2', ip_addr: ip(v.ip()) },
      };
    }),
  }),
  r2Logs: (v) => ({
    hits: {
      hits: many(4, () => ({
        _id: t('id', v.token(20)),
        _source: {
          '@timestamp': t('iso date', v.iso()),
          client: {
            ip: ip(v.ip()),
            geo: { country_name: t('country name', 'United Kingdom'), city_name: open('London') },
          },
          user: { name: open(`u${v.hex(5)}`), full_name: name(v.person().full), email: email(v.person().email) },
          host: {
            hostname: t('host', 'web-07'),
            mac: [mac(v.mac())],
            os: { name: 'Ubuntu', kernel: t('version', '5.15.0.91') },
          },
          url: { path: t('path', '/api/v2/orders/778812') },
          agent: { version: t('version', '8.11.3.0'), name: t('name of a thing', 'Filebeat Edge') },
          http: {
            request: { headers: { authorization: secret(`Bearer ${v.jwt()}`), cookie: secret(`sid=${v.token(24)}`) } },
          },
        },
      })),
    },
  }),
  r2Hr: (v) => ({
    employees: many(3, () => {
      const q = v.person();
      return {
        emp_no: t('id', v.digits(6)),
        emp_nm: name(q.full),
        emp_first_nm: name(q.first),
        emp_last_nm: name(q.last),
        brth_dt: birth(q.birth),
        home_addr_ln1: address(q.street),
        home_addr_city: address(q.city),
        home_addr_zip: address(q.zip),
        pers_eml: email(q.email),
        wrk_ph_nbr: phone(q.phone),
        mgr_nm: name(v.person().full),
        dept_nm: t('department', 'Talent Acquisition'),
        job_ttl: 'Analyst',
        sal_amt: 5200,
        emerg_cntct_nm: name(v.person().full),
        emerg_cntct_ph: phone(v.phone()),
        ssn_nbr: ssn(v.ssn()),
        bank_acct_no: bank(v.digits(10)),
      };
    }),
  }),
  r2Police: (v) => ({
    incidents: many(2, () => ({
      incident_no: reference(`24-${v.digits(6)}`),
      offense: t('prose', 'Theft from motor vehicle'),
      involved: [
        {
          role: 'victim',
          nameLast: name(v.person().last),
          nameFirst: name(v.person().first),
          dob: birth(v.person().birth),
          residence: address('12 Elm Street'),
        },
        { role: 'witness', full: name(v.person().full), contactNo: phone(v.phone()) },
      ],
      vehicle: { plate: open('7ABC123'), make: 'Ford', model: t('model', 'Austin Mini') },
      officer: { badge: '4411', name: name(v.person().full) },
      station: { name: t('place', 'Santa Monica') },
    })),
  }),
  r2Sports: (v) => ({
    match: {
      home: { team: t('team', 'Aston Villa'), coach: open('Unai Emery') },
      away: { team: t('team', 'West Ham'), coach: open('Julen Lopetegui') },
      venue: { name: t('place', 'Villa Park'), city: 'Birmingham' },
      referee: open('Michael Oliver'),
      league: { name: t('league', 'Premier League'), country: t('country name', 'England') },
    },
    ticketHolder: { name: name(v.person().full), seat: 'H12', email: email(v.person().email) },
  }),
  r2Recipes: () => ({
    recipes: [
      {
        title: t('work', 'Nigella Lemon Cake'),
        author: open('Nigella Law'),
        cuisine: 'British',
        origin: t('country name', 'Great Britain'),
        ingredients: [
          { item: t('ingredient', 'Maris Piper'), amount: '1 kg' },
          { item: t('ingredient', 'Bramley Apple'), amount: '2' },
        ],
        source: { name: t('site', 'Good Food'), url: t('url', 'https://food.example/r/22871') },
      },
    ],
  }),
  r2Schema: () => ({
    tables: [
      {
        name: t('name of a thing', 'customers'),
        columns: [
          {
            name: t('label', 'first_name'),
            type: t('label', 'varchar(64)'),
            comment: t('label', 'First name of the customer'),
          },
          { name: t('label', 'email'), type: 'citext', example: open('ann@corp.example') },
          { name: t('label', 'ssn'), masking: t('pattern', 'XXX-XX-####') },
        ],
      },
    ],
    mapping: {
      firstName: t('label', 'FIRST_NM'),
      surname: t('label', '$.person.last'),
      email: t('label', 'contact_email'),
      phone: t('label', 'tel1'),
      street: t('label', 'addr.line1'),
      birthDate: t('label', 'DOB_DT'),
      password: t('label', 'env:DB_PASSWORD'),
    },
    validation: {
      email: t('pattern', '/^[^@]+@[^@]+$/'),
      phone: t('pattern', '^\\(?\\d{3}\\)?'),
      zip: t('pattern', '#####-####'),
      name: t('pattern', '[A-Za-z -]{2,40}'),
      password: t('pattern', '.{8,64}'),
      iban: t('pattern', 'AA00 XXXX XXXX'),
    },
    required: ['first_name', 'email'],
    sortable: { name: 'asc', email: 'desc' },
  }),
  r2I18n: () => ({
    sv: {
      first_name: t('i18n string', 'Förnamn'),
      last_name: t('i18n string', 'Efternamn'),
      email: t('i18n string', 'E-postadress'),
      address: t('i18n string', 'Adress'),
      city: t('i18n string', 'Stad'),
    },
    nl: {
      firstName: t('i18n string', 'Voornaam'),
      street: t('i18n string', 'Straatnaam'),
      houseNumber: t('i18n string', 'Huisnummer'),
      password: t('i18n string', 'Wachtwoord vergeten?'),
    },
    es: {
      surname: t('i18n string', 'Apellidos'),
      birthPlace: t('i18n string', 'Lugar de nacimiento'),
      nationality: t('i18n string', 'Nacionalidad'),
      address: t('i18n string', 'Dirección de entrega'),
      cardholder: t('i18n string', 'Titular de la tarjeta'),
    },
    ja: { fullName: t('i18n string', '氏名'), address: t('i18n string', '住所'), city: t('i18n string', '市区町村') },
    pl: {
      surname: t('i18n string', 'Nazwisko'),
      street: t('i18n string', 'Ulica i numer domu'),
      city: t('i18n string', 'Miejscowość'),
    },
    en: {
      customerName: t('i18n string', 'Customer name'),
      fullName: t('i18n string', 'Enter your full name'),
      recipient: t('i18n string', 'Ship to'),
      contactPerson: t('i18n string', 'Contact person'),
      owner: t('i18n string', 'Account Owner'),
      assignee: t('i18n string', 'Assigned To'),
      nationality: t('i18n string', 'Select nationality'),
      secret: t('i18n string', 'Client secret'),
      pin: t('i18n string', 'Enter PIN'),
    },
  }),
  r2Deploy: (v) => ({
    releases: many(3, () => ({
      tag: t('version', 'v2.18.4.1'),
      commit: t('hash', v.hex(40)),
      deployed_by: name(v.person().full),
      environment: { name: t('name of a thing', 'Staging East') },
      from: t('version', '2.18.3.9'),
      to: t('version', '2.18.4.1'),
      image: t('image', `repo/app:2.18.4.1`),
      approvals: [
        {
          approver: { displayName: name(v.person().full), uniqueName: email(v.person().email) },
          status: t('status', 'approved'),
        },
      ],
      rollback: { version: t('version', '2.18.2.0') },
      artifacts: [{ name: t('file', 'app-2.18.4.1.tgz'), sha512: t('hash', v.hex(64)) }],
    })),
    changelog: [t('prose', 'Updated protobuf from 3.21.12.0 to 4.25.1.2')],
  }),
  r2Wifi: (v) => ({
    clients: many(3, () => ({
      mac: mac(v.mac()),
      hostname: t('host', 'laptop-14'),
      ip: ip(v.ip()),
      assigned_ip: ip(v.ip()),
      user: email(v.person().email),
      ap: { name: t('name of a thing', 'Lobby North'), mac: mac(v.mac()), firmware: t('version', '8.5.151.0') },
      oui: t('company', 'Texas Instruments'),
      signal: -61,
    })),
    psk: secret(v.token(14)),
  }),
  r2Payouts: (v) => ({
    payouts: many(3, () => {
      const q = v.person();
      return {
        id: t('prefixed id', `po_${v.token(24)}`),
        destination: {
          object: 'bank_account',
          account_holder_name: name(q.full),
          account_holder_type: 'individual',
          last4: open(v.digits(4)),
          routing_number: bank('110000000'),
          fingerprint: t('fingerprint', v.token(16)),
          bank_name: company('Wells Fargo'),
        },
        statement_descriptor: t('label', 'ACME WEEKLY'),
        trace_id: { status: 'supported', value: reference(v.digits(15)) },
        recipient: {
          legal_entity: {
            first_name: name(q.first),
            last_name: name(q.last),
            dob: { day: birth(12), month: birth(4), year: birth(1985) },
            id_number: national(v.digits(9)),
            address: {
              line1: address(q.street),
              city: address(q.city),
              postal_code: address(q.zip),
              state: address('CA'),
              country: 'US',
            },
          },
        },
      };
    }),
  }),
  r2Czech: (v) => {
    const q = v.person();
    return {
      zakaznik: {
        jmeno: name('Tomáš'),
        prijmeni: name('Dvořák'),
        rodneCislo: national('850412/1234'),
        datumNarozeni: birth('12.4.1985'),
        telefon: phone('+420 603 123 456'),
        adresa: { ulice: address('Dlouhá 12'), mesto: address('Praha'), psc: address('110 00') },
        cisloUctu: bank('19-2000145399/0800'),
        email: email(q.email),
      },
      faktura: { cislo: reference(v.digits(10)), stav: t('status', 'zaplaceno') },
      dodavatel: { nazev: company('Alza Morava s.r.o.'), ico: open('27082440') },
    };
  },
  r2Swedish: (v) => {
    const q = v.person();
    return {
      kund: {
        kundnr: t('id', v.digits(6)),
        förnamn: name('Astrid'),
        efternamn: name('Lindqvist'),
        personnr: national('19850412-1234'),
        mobilnr: phone('070-174 06 05'),
        'e-post': email(q.email),
        gatuadress: address('Storgatan 5'),
        postnr: address('111 22'),
        ort: address('Stockholm'),
      },
      order: {
        ordernr: reference(v.digits(8)),
        status: t('status', 'skickad'),
        artiklar: [{ artikelnr: t('sku', v.digits(7)), namn: t('product', 'Billy Bokhylla') }],
      },
    };
  },
  r2Hungarian: (v) => ({
    ugyfel: {
      vezeteknev: name('Kovács'),
      keresztnev: name('Eszter'),
      szuletesiDatum: birth('1985.04.12'),
      szuletesiHely: birthPlace('Szeged'),
      adoazonosito: tax(v.digits(10)),
      tajSzam: national('123 456 788'),
      telefonszam: phone('+36 30 123 4567'),
      lakcim: { iranyitoszam: address('1052'), varos: address('Budapest'), utca: address('Váci utca 12') },
      anyjaNeve: name('Nagy Ilona'),
    },
    szamla: { szamlaszam: open(v.digits(8)), allapot: t('status', 'fizetve') },
  }),
  r2Romanian: (v) => ({
    client: {
      nume: name('Popescu'),
      prenume: name('Andreea'),
      cnp: national(v.digits(13)),
      telefon: phone('+40 721 234 567'),
      adresa: {
        strada: address('Strada Lungă 12'),
        oras: address('Brașov'),
        judet: address('Brașov'),
        codPostal: address('500035'),
      },
      serieBuletin: open('BV 123456'),
    },
    comanda: { numar: reference(v.digits(7)), stare: t('status', 'livrată') },
  }),
  r2Greek: (v) => ({
    πελάτης: {
      όνομα: name('Ελένη'),
      επώνυμο: name('Παπαδοπούλου'),
      τηλέφωνο: phone('+30 694 123 4567'),
      διεύθυνση: address('Ερμού 12'),
      πόλη: address('Αθήνα'),
      τκ: address('105 63'),
      αφμ: tax(v.digits(9)),
    },
    προϊόν: t('product', 'Καφές Άννα'),
  }),
  r2Russian: (v) => ({
    клиент: {
      фамилия: name('Иванова'),
      имя: name('Ольга'),
      отчество: name('Петровна'),
      дата_рождения: birth('12.04.1985'),
      паспорт: { серия: national('4510'), номер: passport('123456') },
      инн: tax(v.digits(12)),
      телефон: phone('+7 912 345-67-89'),
      адрес: address('г. Москва, ул. Тверская, д. 12'),
    },
    заказ: { номер: reference(v.digits(8)), статус: t('status', 'доставлен'), товар: t('product', 'Чай Иван') },
  }),
  r2Chinese: (v) => ({
    订单: {
      订单号: reference(v.digits(16)),
      收货人: {
        姓名: name('王小明'),
        手机号码: phone('13800138000'),
        详细地址: address('北京市朝阳区建国路88号'),
        邮编: address('100022'),
      },
      身份证号码: national('11010519880412123X'),
      商品: [{ 名称: t('product', '张小泉剪刀'), 产地: t('country name', '德国') }],
      商家: company('海尔集团'),
      状态: t('status', '已发货'),
    },
  }),
  r2Indian: (v) => {
    const q = v.person();
    return {
      applicant: {
        applicantName: name('Priya Sharma'),
        fatherName: name('Rakesh Sharma'),
        dob: birth('12/04/1985'),
        aadhaarNo: national('2345 6789 0123'),
        panNo: tax('ABCPS1234D'),
        mobileNo: phone('+91 98765 43210'),
        emailId: email(q.email),
        presentAddress: {
          houseNo: address('B-12'),
          locality: address('Koramangala'),
          pinCode: address('560034'),
          state: address('Karnataka'),
        },
      },
      bankDetails: {
        accNo: bank(v.digits(14)),
        ifscCode: bank('HDFC0001234'),
        accHolderName: name('Priya Sharma'),
        branchName: t('place', 'Indira Nagar'),
      },
      gstin: open('29ABCDE1234F1Z5'),
    };
  },
  r2Indonesian: (v) => {
    const q = v.person();
    return {
      nasabah: {
        namaLengkap: name('Siti Rahmawati'),
        nik: national(v.digits(16)),
        tempatLahir: birthPlace('Bandung'),
        tanggalLahir: birth('12-04-1985'),
        noHp: phone('+62 812-3456-7890'),
        alamat: address('Jl. Merdeka No. 12'),
        kota: address('Jakarta'),
        kodePos: address('10110'),
        namaIbuKandung: name('Dewi Lestari'),
        email: email(q.email),
      },
      produk: { nama: t('product', 'Tabungan Emas') },
      status: t('status', 'aktif'),
    };
  },
  r2Vietnamese: () => ({
    khach_hang: {
      ho_ten: name('Nguyễn Thị Lan'),
      ngay_sinh: birth('12/04/1985'),
      so_dien_thoai: phone('0912 345 678'),
      dia_chi: address('12 Lê Lợi, Quận 1'),
      cccd: national('079185001234'),
    },
    san_pham: { ten: t('product', 'Cà phê Trung Nguyên'), xuat_xu: t('country name', 'Việt Nam') },
  }),
  r2Arabic: () => ({
    العميل: {
      'الاسم الكامل': name('محمد العلي'),
      'رقم الجوال': phone('+966 50 123 4567'),
      'تاريخ الميلاد': birth('1985-04-12'),
      العنوان: address('شارع الملك فهد 12'),
      'رقم الهوية': national('1023456789'),
    },
    الشركة: company('شركة النور'),
  }),
  r2Italian: (v) => {
    const q = v.person();
    return {
      anagrafica: {
        cognomeNome: name(q.full),
        codFisc: national('RSSMRA85M01H501Z'),
        nascita: { data: birth('12/04/1985'), luogo: birthPlace('Bologna') },
        residenza: {
          indirizzo: address('Via Verdi 12'),
          cap: address('40121'),
          comune: address('Bologna'),
          prov: address('BO'),
        },
        cell: phone('347 12 34 567'),
        pec: email(q.email),
      },
      ditta: { ragioneSociale: company('Fratelli Rossi Srl'), partitaIva: open('01234567890') },
      pratica: { numero: reference('2024/1182'), stato: t('status', 'chiusa') },
    };
  },
  r2Finnish: () => ({
    asiakas: {
      etunimet: name('Aino Maria'),
      sukunimi: name('Virtanen'),
      hetu: national('120485-123A'),
      puhelinnro: phone('+358 40 123 4567'),
      lähiosoite: address('Mannerheimintie 12'),
      postinumero: address('00100'),
      postitoimipaikka: address('Helsinki'),
    },
    tilaus: { tilausnumero: reference('778812'), tila: t('status', 'toimitettu') },
  }),
  r2Danish: () => ({
    medlem: {
      fornavn: name('Mette'),
      efternavn: name('Sørensen'),
      cprnr: national('120485-1234'),
      mobiltlf: phone('+45 20 12 34 56'),
      vejnavn: address('Nørregade'),
      husnr: address('12'),
      etage: address('3. tv'),
      postnr: address('1165'),
      bynavn: address('København'),
      regnr: bank('1234'),
      kontonr: bank('0001234567'),
    },
  }),
  r2Norwegian: () => ({
    søker: {
      navn: name('Ingrid Haugen'),
      fødselsnummer: national('12048512345'),
      mobil: phone('+47 412 34 567'),
      bostedsadresse: {
        adressenavn: address('Storgata'),
        husnummer: address('12'),
        postnummer: address('0155'),
        poststed: address('Oslo'),
      },
      statsborgerskap: nationality('Norsk'),
    },
    arbeidsgiver: { navn: company('Equinor Energi AS'), orgnr: open('923609016') },
  }),
  r2Library: (v) => ({
    loans: many(3, () => ({
      barcode: t('barcode', v.digits(14)),
      patron: { patronName: name(v.person().full), cardNo: open(v.digits(10)), smsNo: phone(v.phone()) },
      item: {
        title: t('work', 'Emma'),
        author: open('Jane Austen'),
        isbn: t('isbn', v.isbn()),
        publisher: company('Penguin Classics'),
      },
      due: t('iso date', v.day()),
    })),
  }),
  r2Energy: (v) => ({
    meter: {
      mpan: open(v.digits(13)),
      serialNo: t('serial', v.token(10).toUpperCase()),
      fwRelease: t('version', '1.12.3.40'),
    },
    accountHolder: {
      primaryName: name(v.person().full),
      jointName: name(v.person().full),
      correspondence: {
        houseNum: address('12'),
        street1: address('Rose Lane'),
        town: address('Leeds'),
        pcode: address('LS1 4AP'),
      },
      altTel: phone(v.phone()),
      ddMandate: { acctHolder: name(v.person().full), acctNum: bank(v.digits(8)), sort: bank('40-47-84') },
    },
    tariff: { name: t('plan', 'Super Saver') },
  }),
  r2Error: (v) => ({
    error: {
      code: t('code', 'E_VALIDATION'),
      message: prose('User with email ', p('email', v.person().email), ' already exists'),
      details: [
        { field: 'phone', rejectedValue: phone(v.phone()), message: t('prose', 'must match pattern ^\\+[0-9]{8,15}$') },
        { field: 'dateOfBirth', rejectedValue: birth('1985-04-12'), reason: t('prose', 'must be in the past') },
        { field: 'sku', rejectedValue: t('sku', v.token(9)), reason: 'unknown' },
      ],
      traceId: t('id', v.hex(32)),
      docs: t('url', 'https://docs.example/errors/E1021'),
    },
  }),
  r2Webhook: (v) => {
    const q = v.person();
    return {
      event: {
        type: 'order.created',
        api_version: t('version', '2024.10.1.3'),
        data: {
          object: {
            order_number: reference(v.digits(6)),
            buyer_first: name(q.first),
            buyer_last: name(q.last),
            buyer_note: t('prose', 'Please gift wrap'),
            ship_to: {
              attn: name(q.full),
              st1: address(q.street),
              st2: null,
              city: address(q.city),
              st: address('TX'),
              zip: address(q.zip),
            },
            payment: { cc_last4: open('4242'), cc_name: name(q.full), cc_num: card(v.card('visa')) },
            gift_message: { from: open('Grandma'), text: t('prose', 'Happy Birthday') },
          },
        },
        secret: secret(`whsec_${v.token(32)}`),
      },
    };
  },
};
