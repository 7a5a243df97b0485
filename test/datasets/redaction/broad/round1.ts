/** A first round of answers as services write them, scored before any rule was made for them. */
import { open, trap as t } from '../label.ts';
import type { Template } from '../structured/tuning.ts';
import {
  address,
  bank,
  birth,
  card,
  company,
  email,
  health,
  iban,
  id,
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
  tax,
} from './shorthand.ts';

export const ROUND1: Readonly<Record<string, Template>> = {
  r1Cruise: (v) => ({
    booking: {
      pnr: t('code', v.token(6).toUpperCase()),
      ship: { name: t('ship', 'Ocean Symphony'), imo: t('id', v.digits(7)) },
      voyageNo: reference(`VY-${v.digits(5)}`),
    },
    travellers: many(3, (i) => {
      const q = v.person();
      return {
        seq: i + 1,
        honorific: 'Mr',
        nameGiven: name(q.first),
        nameFamily: name(q.last),
        dateBirth: birth(q.birth),
        docs: [
          { docType: 'P', docNo: passport(`C${v.digits(8)}`), issuedIn: 'DEU', expires: t('iso date', '2031-04-02') },
        ],
        contactEmail: email(q.email),
        cabin: t('code', `B${v.digits(3)}`),
        diet: 'vegan',
        embark: 'Miami',
      };
    }),
    agency: { name: company('Blue Anchor Travel'), iataNumber: reference(v.digits(8)) },
  }),
  r1Dentist: (v) => ({
    recalls: many(3, () => {
      const q = v.person();
      return {
        patNum: health(v.digits(6)),
        LName: name(q.last),
        FName: name(q.first),
        Preferred: name(q.first),
        Birthdate: birth(q.birth),
        HmPhone: phone(q.phone),
        WirelessPhone: phone(q.phone),
        Email: email(q.email),
        Address: address(q.street),
        City: address(q.city),
        Zip: address(q.zip),
        PriProv: t('code', 'DOC1'),
        RecallStatus: 'Scheduled',
        BalTotal: 120.5,
      };
    }),
    version: t('version', '21.4.17.0'),
  }),
  r1Payslip: (v) => {
    const q = v.person();
    return {
      Gehaltsabrechnung: {
        Abrechnungsmonat: '2024-05',
        Personalnummer: t('id', v.digits(6)),
        Arbeitnehmer: {
          Vorname: name(q.first),
          Nachname: name(q.last),
          Anschrift: { Strasse: address(q.street), PLZ: address(q.zip), Ort: address(q.city) },
          Geburtsdatum: birth(q.birth),
          SteuerID: tax(v.digits(11)),
          SVNummer: national(`12${v.digits(6)}M${v.digits(3)}`),
          Steuerklasse: '1',
          Konfession: '--',
          Eintritt: t('iso date', v.day()),
        },
        Bankverbindung: {
          IBAN: iban(v.iban()),
          Kreditinstitut: company('Sparkasse Musterstadt'),
          Kontoinhaber: name(q.full),
        },
        Arbeitgeber: { Name: company('Nordwind Logistik GmbH'), Betriebsnummer: reference(v.digits(8)) },
        Brutto: 4200.0,
        Netto: 2610.44,
      },
    };
  },
  r1UiForms: () => ({
    locale: 'de-DE',
    form: {
      title: t('label', 'Kundendaten'),
      sections: [
        {
          heading: t('label', 'Persönliche Angaben'),
          inputs: [
            {
              id: 'first_name',
              label: t('label', 'Vorname'),
              placeholder: t('label', 'Max'),
              required: true,
              rule: t('pattern', '^\\p{L}+$'),
            },
            {
              id: 'dob',
              label: t('label', 'Geburtsdatum'),
              placeholder: t('label', 'TT.MM.JJJJ'),
              mask: t('pattern', '99.99.9999'),
            },
            {
              id: 'phone',
              label: t('label', 'Telefonnummer'),
              placeholder: t('label', '+49 …'),
              rule: t('pattern', '\\+?[0-9 ]{7,}'),
            },
            { id: 'password', label: t('label', 'Passwort'), hint: t('label', 'Mindestens 12 Zeichen') },
          ],
        },
      ],
    },
    messages: {
      email: t('i18n string', 'E-Mail-Adresse'),
      phone: t('i18n string', 'Telefon (mobil)'),
      street: t('i18n string', 'Straße'),
      zip: t('i18n string', 'Postleitzahl'),
      birthDate: t('i18n string', 'Geboren am'),
      passport: t('i18n string', 'Reisepassnummer'),
      lastName: t('i18n string', 'Familienname'),
      iban: t('i18n string', 'IBAN / Kontonummer'),
      confirmPassword: t('i18n string', 'Passwort bestätigen'),
    },
    errors: {
      email: t('i18n string', 'is not a valid address'),
      password: t('i18n string', 'Das Passwort ist zu kurz'),
      last_name: t('i18n string', 'can’t be blank'),
      phone_number: t('i18n string', 'is too short (minimum is 10 characters)'),
    },
  }),
  r1Products: (v) => ({
    products: many(4, () => ({
      id: id(v.digits(9)),
      name: t('product', v.pick(['Stan Smith', 'Chuck Taylor', 'Earl Grey', 'Mary Berry Tin', 'Oliver Sofa'])),
      ean13: t('ean', v.ean()),
      country_of_origin: t('country name', v.pick(['Italy', 'Vietnam', 'Turkey'])),
      supplier: {
        name: company(v.pick(['Marks & Spencer', 'Villeroy & Boch', 'Johnson Matthey'])),
        country: t('country name', 'Portugal'),
      },
      designer: { name: open('Jane Weaver') },
      colours: [{ name: t('colour', 'Dusty Rose') }, { name: t('colour', 'Sage Green') }],
      sizes: ['S', 'M'],
      made_in: t('country name', 'Bangladesh'),
      markets: [t('country name', 'Germany'), t('country name', 'France')],
    })),
  }),
  r1Twilio: (v) => ({
    messages: many(3, () => ({
      sid: t('prefixed id', `SM${v.hex(32)}`),
      account_sid: t('prefixed id', `AC${v.hex(32)}`),
      from: phone(v.phone()),
      to: phone(v.phone()),
      status: t('status', 'delivered'),
      num_segments: '1',
      price: '-0.00750',
      error_code: null,
      messaging_service_sid: t('prefixed id', `MG${v.hex(32)}`),
      api_version: '2010-04-01',
      date_sent: t('date', 'Mon, 16 Aug 2024 03:45:03 +0000'),
    })),
    authToken: secret(v.hex(32)),
  }),
  r1Directory: (v) => ({
    dn: open(`uid=${`u${v.hex(6)}`},ou=people,dc=corp`),
    entries: many(3, () => {
      const q = v.person();
      return {
        givenName: [name(q.first)],
        sn: [name(q.last)],
        cn: [name(q.full)],
        mail: [email(q.email)],
        telephoneNumber: [phone(q.phone)],
        homePostalAddress: [address(`${q.street}$${q.zip} ${q.city}`)],
        l: [open(q.city)],
        postalCode: [address(q.zip)],
        street: [address(q.street)],
        objectClass: ['top', 'inetOrgPerson'],
        employeeType: ['staff'],
        userPassword: [secret(`{SSHA}${v.token(32)}`)],
        uidNumber: ['10022'],
        loginShell: ['/bin/bash'],
      };
    }),
  }),
  r1CourtCase: (v) => ({
    caseNumber: reference(`2:24-cv-0${v.digits(4)}`),
    court: { name: company('Superior Court of Orange County') },
    judge: { name: name(v.person().full), division: 'Civil' },
    parties: many(3, () => {
      const q = v.person();
      return {
        partyRole: v.pick(['Plaintiff', 'Defendant']),
        partyName: name(q.full),
        address: { addrLine1: address(q.street), cityStateZip: address(`${q.city} ${q.zip}`) },
        counsel: [{ barNo: open(v.digits(6)), name: name(v.person().full), firm: company('Baker Hughes LLP') }],
        dob: birth(q.birth),
        dlNum: licence(`D${v.digits(7)}`),
      };
    }),
    docket: [{ no: 12, filed: t('iso date', v.day()), text: t('prose', 'Motion to dismiss granted in part') }],
  }),
  r1GitLog: (v) => ({
    commits: many(3, () => {
      const q = v.person();
      return {
        sha: t('hash', v.hex(40)),
        commit: {
          author: { name: name(q.full), email: email(q.email), date: t('iso date', v.iso()) },
          committer: { name: t('bot', 'GitHub'), email: email('noreply@github.example') },
          message: t('prose', 'Bump lodash from 4.17.20 to 4.17.21'),
        },
        author: { login: t('login', `u${v.hex(6)}`), id: id(v.digits(7)), type: 'User' },
        stats: { additions: 12, deletions: 3 },
      };
    }),
    compare: { base: t('version', 'v3.12.0.1'), head: t('version', 'v3.12.1.0') },
    maintainers: [{ name: name(v.person().full), email: email(v.person().email) }],
  }),
  r1Loan: (v) => {
    const q = v.person();
    const w = v.person();
    return {
      loanApplication: {
        applicationRef: reference(`LN${v.digits(8)}`),
        primaryBorrower: {
          legalName: name(q.full),
          ssnLast4: t('open', '0000') && open(v.digits(4)),
          dob: birth(q.birth),
          currentAddress: { unparsedAddress: address(`${q.street}, ${q.city}`), residencyType: 'Own' },
          cellPhone: phone(q.phone),
          emailAddr: email(q.email),
          employer: { name: company('Acme Freight Lines'), position: 'Dispatcher' },
        },
        coBorrower: { legalName: name(w.full), homePhone: phone(w.phone) },
        subjectProperty: { propertyType: 'Condo', address: open(q.street) },
        disbursement: {
          accountHolder: name(q.full),
          routingNo: bank('021000021'),
          accountNo: bank(v.digits(10)),
          bankName: company('First Valley Bank'),
        },
      },
    };
  },
  r1School: (v) => ({
    classes: [{ name: t('class', 'Year 7 Maple'), teacher: name(v.person().full), room: t('code', 'B12') }],
    pupils: many(3, () => {
      const q = v.person();
      const w = v.person();
      return {
        upn: open(`A${v.digits(12)}`),
        legal_forename: name(q.first),
        legal_surname: name(q.last),
        known_as: name(q.first),
        dateOfBirth: birth(q.birth),
        parental_contacts: [
          {
            relationship: 'Mother',
            title: 'Mrs',
            forename: name(w.first),
            surname: name(w.last),
            tel_home: phone(w.phone),
            tel_mob: phone(w.phone),
            lives_at: address(`${w.street}, ${w.zip}`),
          },
        ],
        house: t('house', 'Gryphon'),
        attendance: 96.4,
        sen: false,
      };
    }),
  }),
  r1Banking: (v) => ({
    accounts: many(2, () => {
      const q = v.person();
      return {
        resourceId: id(v.uuid()),
        iban: iban(v.iban()),
        ownerName: name(q.full),
        product: t('product', 'Girokonto Plus'),
        name: t('label', 'Main account'),
        cashAccountType: 'CACC',
        currency: 'EUR',
        status: t('status', 'enabled'),
        balances: [{ balanceAmount: { amount: '500.00', currency: 'EUR' }, balanceType: 'closingBooked' }],
      };
    }),
    transactions: many(3, () => ({
      transactionId: t('id', v.digits(12)),
      creditorName: name(v.person().full),
      creditorAccount: { iban: iban(v.iban()) },
      remittanceInformationUnstructured: t('prose', 'Rent May'),
      endToEndId: reference(`E2E-${v.digits(9)}`),
      mandateId: reference(`MD-${v.digits(6)}`),
      bankTransactionCode: 'PMNT-RCDT-ESCT',
    })),
  }),
  r1Insurance: (v) => {
    const q = v.person();
    return {
      claim: {
        claimNo: reference(`CLM-${v.digits(7)}`),
        policyNumber: reference(`POL${v.digits(8)}`),
        lossDate: t('iso date', v.day()),
        claimant: {
          fullNm: name(q.full),
          gender: 'F',
          birthDt: birth(q.birth),
          addr: { line1: address(q.street), city: address(q.city), pstcd: address(q.zip), ctry: 'GB' },
          phones: [{ kind: 'M', num: phone(q.phone) }],
          drivingLicenceNo: licence(`MORGA${v.digits(6)}SM9IJ`),
        },
        vehicle: { make: 'Mercedes', model: t('model', 'Clara Estate'), reg: open('AB12 CDE') },
        garage: { name: company('Kwik Motors'), town: 'Leeds' },
        adjuster: { staffName: name(v.person().full), directPhone: phone(v.phone()) },
        payTo: { acctName: name(q.full), sortCode: bank('20-00-00'), acctNo: bank(v.digits(8)) },
      },
    };
  },
  r1Fleet: (v) => ({
    vehicles: many(3, () => {
      const q = v.person();
      return {
        vin: open('1M8GDM9AXKP042788'),
        label: t('label', 'Van 12'),
        driver: {
          id: id(v.digits(5)),
          fullName: name(q.full),
          mobileNo: phone(q.phone),
          licenseNo: licence(`N${v.digits(9)}`),
        },
        gateway: {
          serial: t('serial', v.token(10).toUpperCase()),
          fwVersion: t('version', '2.14.3.9'),
          imsi: open(v.digits(15)),
        },
        lastPosition: {
          lat: t('coordinate', 48.137),
          lon: t('coordinate', 11.575),
          geofence: t('place', 'Depot Nord'),
        },
        odometer: 128331,
      };
    }),
  }),
  r1Hotel: (v) => ({
    reservations: many(3, () => {
      const q = v.person();
      return {
        confirmationNo: reference(v.digits(9)),
        guestProfile: {
          surname: name(q.last),
          nameTitle: 'Dr',
          firstName: name(q.first),
          nationality: nationality('Austrian'),
          passportDetails: { number: passport(`P${v.digits(7)}`), issueCountry: 'AT' },
          phones: [{ phoneUseType: 'HOME', phoneNumber: phone(q.phone) }],
          addresses: [
            {
              addressLine: [address(q.street)],
              cityName: address(q.city),
              postalCode: address(q.zip),
              country: { code: 'AT', value: 'Austria' },
            },
          ],
        },
        roomType: { name: t('room', 'Victoria Suite'), code: 'VSU' },
        guarantee: {
          cardNumberMasked: open('XXXXXXXXXXXX1111'),
          cardHolder: name(q.full),
          expirationDate: open('2027-09'),
        },
        ratePlan: 'BAR',
        arrival: t('iso date', v.day()),
      };
    }),
    hotel: {
      name: company('Hotel Sacher'),
      address: { line: open('Philharmoniker Str. 4') },
      phone: open('+43 1 51456'),
    },
  }),
  r1Iam: (v) => ({
    Users: many(2, () => ({
      UserName: open(`u${v.hex(6)}`),
      Arn: t('arn', `arn:aws:iam::${v.digits(12)}:user/build`),
      CreateDate: t('iso date', v.iso()),
      AccessKeys: [
        {
          AccessKeyId: open(`AKIA${v.token(16).toUpperCase()}`),
          Status: t('status', 'Active'),
          SecretAccessKey: secret(v.token(40)),
        },
      ],
      Tags: [
        { Key: 'owner', Value: email(v.person().email) },
        { Key: 'Name', Value: t('name of a thing', 'Build Agent') },
      ],
    })),
    sourceIPAddress: ip(v.ip()),
    userAgent: t('user agent', 'aws-cli/2.15.30 Python/3.11.8 Linux/5.10.205 botocore/2.4.5'),
  }),
  r1Museum: (v) => ({
    objects: many(3, () => ({
      objectID: id(v.digits(6)),
      title: t('work', v.pick(['Portrait of Madame X', 'Saint Jerome', 'Lady Agnew'])),
      artistDisplayName: open('John Sargent'),
      culture: 'Dutch',
      accessionNumber: t('reference', '50.135.2'),
      department: 'European Paintings',
      dimensions: '12 x 14 in',
      country: t('country name', 'Netherlands'),
      creditLine: open('Bequest of Anna Ford'),
      rightsHolder: company('Getty Trust'),
    })),
  }),
  r1Warehouse: (v) => ({
    consignments: many(3, () => {
      const q = v.person();
      return {
        consignmentRef: reference(`CN${v.digits(9)}`),
        sscc: t('ean', `00${v.digits(16)}`),
        deliverTo: {
          contact: name(q.full),
          company: company('Fischer Werke'),
          street1: address(q.street),
          town: address(q.city),
          postcode: address(q.zip),
          countryIso: 'DE',
          tel: phone(q.phone),
        },
        carrierService: t('service', 'Express Parcel Next Day'),
        items: [
          { gtin: t('ean', v.ean()), descr: 'Pump', hsCode: '84137030', origin: t('country name', 'China'), qty: 3 },
        ],
        signedBy: name(q.full),
        podAt: t('iso date', v.iso()),
      };
    }),
  }),
  r1Okta: (v) =>
    many(2, () => {
      const q = v.person();
      return {
        id: t('prefixed id', `00u${v.token(17)}`),
        status: 'ACTIVE',
        profile: {
          firstName: name(q.first),
          lastName: name(q.last),
          mobilePhone: phone(q.phone),
          secondEmail: email(q.email),
          login: email(q.email),
          manager: name(v.person().full),
          streetAddress: address(q.street),
          zipCode: address(q.zip),
          city: address(q.city),
          department: 'Sales',
          costCenter: '4411',
          organization: company('Umbrella Europe'),
        },
        credentials: {
          password: {},
          recovery_question: { question: 'Pet?', answer: secret('fluffy') },
          provider: { type: 'OKTA', name: t('name of a thing', 'OKTA') },
        },
      };
    }),
  r1Charity: (v) => ({
    donations: many(3, () => {
      const q = v.person();
      return {
        receiptNo: reference(v.digits(7)),
        donorName: name(q.full),
        donorMail: email(q.email),
        giftAid: {
          declared: true,
          homeAddr: address(q.street),
          houseNameOrNumber: address('Rose Cottage'),
          postcode: address(q.zip),
        },
        campaign: { name: t('campaign', 'Winter Appeal') },
        inMemoryOf: name(v.person().full),
        amount: 25,
        card: { brand: 'visa', panMasked: open('4111********1111'), exp: open('09/27'), name: name(q.full) },
      };
    }),
  }),
  r1Weather: () => ({
    stations: [
      {
        wmo: '10384',
        name: t('station', 'Berlin Tempelhof'),
        country: t('country name', 'Germany'),
        lat: 52.4,
        lon: 13.4,
      },
    ],
    alerts: [
      {
        event: 'Storm Eleanor',
        sender: t('company', 'Deutscher Wetterdienst'),
        headline: t('prose', 'Wind warning for county Cork'),
        areas: [t('place', 'Cork'), t('place', 'Kerry')],
      },
    ],
    provider: { name: company('Open Meteo'), version: t('version', '1.3.0.2') },
  }),
  r1Iot: (v) => ({
    things: many(3, () => ({
      thingName: t('name of a thing', `sensor-${v.digits(4)}`),
      deviceName: t('name of a thing', 'Kitchen Lamp'),
      ownerEmail: email(v.person().email),
      attributes: {
        model: t('model', 'Hue Go'),
        fw: t('version', '1.108.7.0'),
        hwRev: '3.1',
        localIp: ip(`192.168.1.${v.int(2, 250)}`),
        wifiPassword: secret(v.token(12)),
        ssid: t('name of a thing', 'Casa Verde'),
      },
      shadow: {
        reported: { build: t('version', '4.2.1.88'), uptime: 88123 },
        desired: { build: t('version', '4.2.1.90') },
      },
    })),
  }),
  r1Portuguese: (v) => {
    const q = v.person();
    return {
      cliente: {
        nome_completo: name(q.full),
        data_nasc: birth(q.birth),
        cpf: national(v.cpf()),
        rg: national(v.fill('##.###.###-#')),
        nome_mae: name(v.person().full),
        contato: { celular: phone(q.phone), email: email(q.email) },
        endereco: {
          logradouro: address(q.street),
          numero: address('120'),
          bairro: address('Centro'),
          cep: address('01310-100'),
          cidade: address('São Paulo'),
          uf: address('SP'),
        },
        chave_pix: email(q.email),
        situacao: t('status', 'ativo'),
      },
      empresa: {
        razao_social: company('Padaria Estrela Ltda'),
        nome_fantasia: company('Padaria Estrela'),
        cnpj: open('12.345.678/0001-95'),
      },
    };
  },
  r1French: (v) => {
    const q = v.person();
    return {
      dossier: {
        numero: reference(v.digits(9)),
        etat: t('status', 'en cours'),
        assure: {
          nom: name(q.last),
          prenom: name(q.first),
          dateNaissance: birth(q.birth),
          numSecu: national(`1 85 05 78 006 084 36`),
          adresse: { voie: address(q.street), codePostal: address(q.zip), ville: address(q.city), pays: 'France' },
          telPortable: phone(q.phone),
          courriel: email(q.email),
        },
        medecin: { nom: name(v.person().last), rpps: open(v.digits(11)) },
        organisme: { libelle: company('CPAM du Rhône') },
        ayantsDroit: [{ nom: name(q.last), prenom: name(v.person().first), lien: 'enfant' }],
      },
      libelles: {
        nom: t('i18n string', 'Nom'),
        prenom: t('i18n string', 'Prénom'),
        adresse: t('i18n string', 'Adresse postale'),
        telephone: t('i18n string', 'Téléphone'),
      },
    };
  },
  r1Spanish: (v) => {
    const q = v.person();
    return {
      matricula: {
        alumno: {
          nombre: name(q.first),
          apellidos: name(`${q.last} López`),
          dni: national(v.dni()),
          fechaNac: birth(q.birth),
          tutores: [{ nombreCompleto: name(v.person().full), parentesco: 'padre', movil: phone(v.phone()) }],
          domicilio: address(q.street),
          codPostal: address(q.zip),
          localidad: address(q.city),
        },
        centro: { nombre: company('Colegio San José'), codigo: reference(v.digits(8)) },
        curso: t('course', '3º ESO'),
      },
    };
  },
  r1Polish: (v) => {
    const q = v.person();
    return {
      zamowienie: {
        numer: reference(`ZAM/${v.digits(5)}/2024`),
        klient: {
          imieNazwisko: name(q.full),
          telefon: phone(q.phone),
          email: email(q.email),
          nip: tax(v.digits(10)),
          adresDostawy: {
            ulica: address(q.street),
            nrDomu: address('12'),
            nrLokalu: address('4'),
            kod: address('00-950'),
            miasto: address(q.city),
          },
        },
        pozycje: [{ nazwa: t('product', 'Kawa Anna'), ilosc: 2, ean: t('ean', v.ean()) }],
        status: t('status', 'wysłane'),
      },
    };
  },
  r1Japanese: (v) => ({
    注文: {
      注文番号: reference(v.digits(10)),
      購入者: {
        氏名: name('佐藤 美咲'),
        フリガナ: name('サトウ ミサキ'),
        電話番号: phone('090-1234-5678'),
        住所: {
          郵便番号: address('150-0002'),
          都道府県: address('東京都'),
          市区町村: address('渋谷区'),
          番地: address('渋谷2-21-1'),
        },
        生年月日: birth('1988年4月12日'),
      },
      商品: [{ 商品名: t('product', '富士リンゴ'), 数量: 2, 原産国: t('country name', '日本') }],
      販売者: company('株式会社ミドリ'),
    },
  }),
  r1Korean: (v) => ({
    회원: {
      이름: name('김민준'),
      휴대폰번호: phone('010-2345-6789'),
      이메일: email(v.person().email),
      주소: address('서울특별시 강남구 테헤란로 152'),
      생년월일: birth('1990-05-12'),
    },
    상품명: t('product', '제주 감귤'),
    주문상태: t('status', '배송중'),
  }),
  r1Turkish: (v) => {
    const q = v.person();
    return {
      musteri: {
        ad: name('Ayşe'),
        soyad: name('Yılmaz'),
        tcKimlikNo: national(v.digits(11)),
        cepTelefonu: phone('+90 532 123 45 67'),
        ePosta: email(q.email),
        dogumTarihi: birth('12.04.1985'),
        adres: {
          mahalle: address('Caferağa Mah.'),
          cadde: address('Moda Cad.'),
          kapiNo: address('12'),
          ilce: address('Kadıköy'),
          il: address('İstanbul'),
        },
      },
      firma: company('Anadolu Tekstil A.Ş.'),
      durum: t('status', 'onaylandı'),
    };
  },
  r1Dutch: (v) => {
    const q = v.person();
    return {
      relatie: {
        relatienummer: t('id', v.digits(6)),
        voorletters: name('J.A.'),
        tussenvoegsel: name('van der'),
        achternaam: name('Berg'),
        geboortedatum: birth(q.birth),
        bsn: national(v.bsn()),
        huisadres: {
          straatnaam: address('Keizersgracht'),
          huisnr: address('124'),
          toevoeging: address('2-hoog'),
          pcode: address('1015 CW'),
          plaats: address('Amsterdam'),
        },
        telefoonPrive: phone('+31 6 12345678'),
        rekeningnr: iban(v.iban()),
      },
      kantoor: { naam: company('Rabobank Utrecht'), land: t('country name', 'Nederland') },
    };
  },
  r1Meetings: (v) => ({
    meeting: {
      topic: t('title', 'Project Anna Kickoff'),
      join_url: t('url', `https://meet.example/j/${v.digits(11)}`),
      meeting_id: t('id', v.digits(11)),
      passcode: secret(v.digits(6)),
      host_email: email(v.person().email),
      participants: many(3, () => {
        const q = v.person();
        return {
          display_name: name(q.full),
          user_email: email(q.email),
          ip_address: ip(v.ip()),
          join_time: t('iso date', v.iso()),
          device: 'Windows',
          client_version: t('version', '5.17.11.34827'),
        };
      }),
      dial_in: [{ country: t('country name', 'Germany'), number: open('+49 69 7104 9922') }],
    },
  }),
  r1Tables: (v) => {
    const rows = many(3, () => {
      const q = v.person();
      return [
        id(v.digits(5)),
        name(q.full),
        email(q.email),
        phone(q.phone),
        birth(q.birth),
        t('status', 'open'),
        t('country name', 'Spain'),
      ];
    });
    return { header: ['id', 'client', 'email', 'mobile', 'dob', 'state', 'market'], data: rows };
  },
  r1Audit: (v) => ({
    changes: [
      { field: 'Phone', oldValue: phone(v.phone()), newValue: phone(v.phone()) },
      { field: 'Status', oldValue: 'New', newValue: 'Working' },
      { field: 'Mailing Street', oldValue: address(v.person().street), newValue: address(v.person().street) },
      { field: 'Version', oldValue: t('version', '3.1.4.15'), newValue: t('version', '3.1.5.0') },
      { field: 'Last Name', oldValue: name(v.person().last), newValue: name(v.person().last) },
    ],
    actor: { id: t('prefixed id', `usr_${v.token(12)}`), name: name(v.person().full) },
    entity: { type: 'Account', name: company('Cooper Standard') },
  }),
  r1Gov: (v) => ({
    permits: many(3, () => ({
      permit_num: reference(`BP-${v.digits(6)}`),
      applicant_name: name(v.person().full),
      contractor_name: company('Peterson Roofing Inc'),
      owner_first: name(v.person().first),
      owner_last: name(v.person().last),
      site_address: open('12 Main St'),
      owner_phone: phone(v.phone()),
      status_desc: t('status', 'Permit Issued'),
      council_district: '7',
      inspector: name(v.person().full),
    })),
  }),
  r1Telco: (v) => {
    const q = v.person();
    return {
      subscriber: {
        msisdn: phone('447700900123'),
        iccid: open(`8944${v.digits(15)}`),
        simPin: open(v.digits(4)),
        puk: open(v.digits(8)),
        holder: {
          title: 'Ms',
          givenNames: name(q.first),
          lastNames: name(q.last),
          idDoc: { type: 'NATIONAL_ID', value: national(v.dni()) },
        },
        billingAcct: t('id', v.digits(9)),
        tariff: { name: t('plan', 'Red Max 20') },
      },
      cdrs: many(3, () => ({
        a_number: phone('447700900123'),
        b_number: phone('447700900456'),
        cell_id: t('id', `234-15-${v.digits(5)}`),
        duration: 312,
      })),
    };
  },
  r1Gaming: (v) => ({
    players: many(3, () => ({
      gamertag: open(`u${v.hex(6)}`),
      realName: name(v.person().full),
      clan: { name: t('team', 'Shadow Knights') },
      character: { name: t('character', 'Lyra Dawnbringer'), class: 'Mage' },
      lastIp: ip(v.ip()),
      buildVersion: t('version', '1.20.4.2'),
      region: 'EUW',
    })),
    server: { name: t('name of a thing', 'King Arthur'), version: t('version', '7.32.4.1') },
  }),
  r1Crypto: (v) => ({
    kyc: {
      full_legal_name: name(v.person().full),
      residential_street: address(v.person().street),
      tax_residency: [{ country: 'DE', tin: tax(v.digits(11)) }],
      selfie_status: t('status', 'approved'),
      pep: false,
    },
    wallets: [{ address: t('wallet', `0x${v.hex(40)}`), label: t('label', 'Cold Storage') }],
    api: { key: secret(v.token(32)), secret: secret(v.token(48)), passphrase: secret('orange-boat-77') },
  }),
  r1Pharmacy: (v) => ({
    rx: many(3, () => {
      const q = v.person();
      return {
        rxNumber: reference(v.digits(7)),
        patient: {
          nameLast: name(q.last),
          nameFirst: name(q.first),
          dob: birth(q.birth),
          memberId: health(`W${v.digits(9)}`),
        },
        drug: {
          name: t('drug', v.pick(['St. Johns Wort', 'Lisinopril 10 MG'])),
          ndc: t('code', `00093-${v.digits(4)}-01`),
        },
        prescriber: { name: name(`Dr. ${v.person().last}`), npi: open(v.digits(10)), dea: open(`BM${v.digits(7)}`) },
        pharmacy: { name: company('Walgreens Corner'), phone: open('+1 312 555 0142') },
        refills: 2,
      };
    }),
  }),
  r1CardVault: (v) => ({
    vault: many(2, () => {
      const q = v.person();
      return {
        token: t('prefixed id', `tok_${v.token(14)}`) && secret(`tok_${v.token(24)}`),
        card: {
          pan: card(v.card('visa')),
          holder: name(q.full),
          expMonth: open(9),
          bin: t('bin', '411111'),
          issuer: { name: company('Chase Manhattan'), country: t('country name', 'United States') },
        },
        payer: {
          name: { given_name: name(q.first), surname: name(q.last) },
          address: {
            country_code: 'US',
            address_line_1: address(q.street),
            admin_area_2: address(q.city),
            admin_area_1: address('CA'),
            postal_code: address(q.zip),
          },
        },
      };
    }),
  }),
};
