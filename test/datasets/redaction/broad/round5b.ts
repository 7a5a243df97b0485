/** A fifth round of unseen answers: registers, networks, directories, machines and messengers, as these document them. */
import { open, p, prose, trap as t } from '../label.ts';
import type { Template } from '../structured/tuning.ts';
import { address, birth, email, health, ip, mac, name, national, phone, secret } from './shorthand.ts';

export const ROUND5B: Readonly<Record<string, Template>> = {
  r5Telegram: () => ({
    ok: true,
    result: [
      {
        update_id: 646911460,
        message: {
          message_id: 93,
          from: {
            id: 100001111,
            is_bot: false,
            first_name: name('Oksana'),
            last_name: name('Hrytsenko'),
            username: open('oksa_h'),
            language_code: 'uk',
          },
          chat: { id: -1001234567890, title: 'Deploy room', type: 'supergroup' },
          date: 1509641174,
          text: 'eevee',
          contact: { phone_number: phone('380671234418'), first_name: name('Marko'), user_id: 100002222 },
          entities: [{ offset: 0, length: 5, type: 'mention' }],
        },
      },
    ],
  }),
  r5Whatsapp: () => ({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '102290129340398',
        changes: [
          {
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: phone('15550783881'), phone_number_id: t('id', '106540352242922') },
              contacts: [{ profile: { name: name('Sheena Nelson') }, wa_id: phone('16505551234') }],
              messages: [
                {
                  from: phone('16505551234'),
                  id: 'wamid.HBgLMTY1MDM4Nzk0MzkVAgASGBQzQTRBNjU5OUFFRTAzODEwMTQ0RgA=',
                  timestamp: '1749416383',
                  type: 'text',
                  text: { body: 'Does it come in another color?' },
                },
              ],
            },
            field: 'messages',
          },
        ],
      },
    ],
  }),
  r5CompaniesHouse: () => ({
    active_count: 2,
    items: [
      {
        name: name('CALLOWAY, Imogen Ruth'),
        officer_role: 'director',
        appointed_on: '2019-03-11',
        date_of_birth: { month: birth(7), year: birth(1974) },
        nationality: open('British'),
        country_of_residence: 'United Kingdom',
        occupation: 'Surveyor',
        address: {
          premises: address('14a'),
          address_line_1: address('Mill Lane'),
          locality: address('Ludlow'),
          postal_code: address('SY8 1QX'),
          country: open('England'),
        },
        links: { officer: { appointments: '/officers/bJk3VgV2bN8Q/appointments' } },
      },
      {
        name: 'LUDLOW NOMINEES LIMITED',
        officer_role: 'corporate-secretary',
        appointed_on: '2019-03-11',
        identification: {
          identification_type: 'uk-limited-company',
          registration_number: t('company number', '07418832'),
        },
      },
    ],
    kind: 'officer-list',
    total_results: 2,
  }),
  r5Npi: () => ({
    result_count: 1,
    results: [
      {
        number: open('1467560003'),
        enumeration_type: 'NPI-1',
        basic: {
          first_name: name('MIRIAM'),
          last_name: name('ACHTERBERG'),
          credential: 'M.D.',
          sole_proprietor: 'NO',
          gender: open('F'),
          enumeration_date: '2007-03-08',
          status: 'A',
          name_prefix: 'Dr.',
        },
        taxonomies: [
          { code: '207Q00000X', desc: 'Family Medicine', license: open('036-118827'), state: 'IL', primary: true },
        ],
        identifiers: [],
      },
    ],
  }),
  r5Okapi: () => ({
    patron: {
      barcode: open('21817003418827'),
      patronGroup: 'staff',
      personal: {
        lastName: name('Halvorsen'),
        firstName: name('Dag'),
        email: email('dag.h@uio.no'),
        mobilePhone: phone('+47 412 08 827'),
        dateOfBirth: birth('1971-01-01T00:00:00.000+00:00'),
        addresses: [
          {
            addressLine1: address('Bygdøy allé 12'),
            city: address('Oslo'),
            postalCode: address('0257'),
            addressTypeId: t('uuid', '93d3d88d-499b-45d0-9bc7-ac73c3a19880'),
          },
        ],
        preferredContactTypeId: '002',
      },
      proxyFor: [],
      expirationDate: '2026-05-08T00:00:00.000+00:00',
    },
    loans: [
      {
        title: 'The Old Man and the Sea',
        author: open('Ernest Hemingway'),
        callNumber: 'PS3515.E37',
        dueDate: '2024-06-01',
      },
    ],
  }),
  r5Keycloak: () => [
    {
      id: t('uuid', '88e1225e-9b7a-4e8a-9bbd-b4d0c3a2a1f1'),
      createdTimestamp: 1591006453000,
      username: open('j.ferreira'),
      enabled: true,
      totp: false,
      emailVerified: true,
      firstName: name('Joaquim'),
      lastName: name('Ferreira'),
      email: email('j.ferreira@acme.pt'),
      attributes: {
        locale: ['pt'],
        mobile: [phone('+351 912 441 882')],
        nif: [national('143558226')],
        cost_center: ['CC-4418'],
      },
      federatedIdentities: [
        { identityProvider: 'google', userId: '104418827113', userName: email('joaquim.ferreira@gmail.com') },
      ],
      disableableCredentialTypes: [],
      requiredActions: ['VERIFY_EMAIL'],
      notBefore: 0,
    },
  ],
  r5Auth0Logs: () => [
    {
      date: '2024-05-20T10:11:12.123Z',
      type: 'fp',
      description: 'Wrong email or password.',
      connection: 'Username-Password-Authentication',
      connection_id: 'con_Qy4Fxm3KqVQ2',
      client_name: 'My Portal',
      ip: ip('86.121.44.18'),
      user_agent: 'Chrome Mobile 124.0.0 / Android 14.0.0',
      details: {
        error: { message: 'Wrong email or password.' },
        body: { email: email('radu.pop@yahoo.ro'), password: '*****' },
      },
      user_name: email('radu.pop@yahoo.ro'),
      location_info: {
        country_code: 'RO',
        city_name: open('Cluj-Napoca'),
        latitude: open(46.7667),
        longitude: open(23.6),
        time_zone: 'Europe/Bucharest',
      },
      log_id: '90020240520101112123000000000000001223372037468618',
      isMobile: true,
    },
  ],
  r5Ldap: () => ({
    entries: [
      {
        dn: open('uid=rhaas,ou=people,dc=example,dc=org'),
        uid: open('rhaas'),
        cn: name('Renate Haas'),
        sn: name('Haas'),
        givenName: name('Renate'),
        mail: email('renate.haas@example.org'),
        telephoneNumber: phone('+49 89 4418 8270'),
        homePhone: phone('089 7712044'),
        homePostalAddress: address('Implerstr. 41 $ 81371 München'),
        employeeNumber: open('100417'),
        userPassword: secret('{SSHA}W6ho8Z3S3Zz4o0zNn1b8bqYV0VwTm8sL'),
        loginShell: '/bin/bash',
        uidNumber: '10417',
        objectClass: ['inetOrgPerson', 'posixAccount'],
        title: 'Teamleiterin',
        l: open('München'),
        ou: 'Vertrieb',
      },
    ],
  }),
  r5Unifi: () => ({
    meta: { rc: 'ok' },
    data: [
      {
        _id: '5f3e1c7a8b2f4d0012a3b4c5',
        mac: mac('a4:83:e7:41:88:27'),
        hostname: open('Annikas-iPhone'),
        name: open("Annika's iPhone"),
        ip: ip('192.168.20.41'),
        last_ip: ip('192.168.20.38'),
        ap_mac: mac('74:ac:b9:11:20:44'),
        essid: 'Homestead',
        oui: 'Apple, Inc.',
        rssi: 41,
        tx_bytes: 441882711,
        uptime: 8827,
        is_guest: false,
        x_passphrase: secret('grannys-apple-tree'),
      },
    ],
  }),
  r5Docker: () => ({
    Id: t('hash', 'ba033ac4401106a3b513bc9d639eee123ad78ca3616b921167cd74b20e25ed39'),
    Created: '2015-01-06T15:47:31.485331387Z',
    Config: {
      Env: [
        'PATH=/usr/local/sbin:/usr/local/bin',
        secret('POSTGRES_PASSWORD=corr3ct-h0rse'),
        'PGDATA=/var/lib/postgresql/data',
        'GOSU_VERSION=1.16',
      ],
      Image: 'postgres:16.2',
      Labels: { 'com.example.vendor': 'Acme', maintainer: open('Jo Park') },
    },
    NetworkSettings: {
      IPAddress: ip('172.17.0.2'),
      MacAddress: mac('02:42:ac:11:00:02'),
      Ports: { '5432/tcp': [{ HostIp: '0.0.0.0', HostPort: '5432' }] },
    },
    State: { Status: 'running', Pid: 1000, ExitCode: 0 },
  }),
  r5Whois: () => ({
    domain: 'lindenhof-keramik.de',
    registrar: { name: 'Cronon GmbH', iana_id: 141, abuse_email: open('abuse@cronon.net') },
    registrant: {
      contact: name('Ortrud Steinmetz'),
      organization: 'Lindenhof Keramik',
      street: address('Am Anger 7'),
      city: address('Rudolstadt'),
      postalcode: address('07407'),
      telephone: phone('+49.3672441882'),
      fax: '',
    },
    nameservers: ['ns1.strato.de', 'ns2.strato.de'],
    created: '2009-11-02',
    expires: '2025-11-02',
    dnssec: 'unsigned',
  }),
  r5Opsgenie: () => ({
    data: {
      _parent: { id: 'd875e654', name: 'ops-team_schedule', enabled: true },
      onCallParticipants: [
        {
          id: t('uuid', '4efe5d2a-4d1c-4b4a-a5b8-4b2d1f0a9c11'),
          name: email('fili.tuimavave@skyline.ws'),
          type: 'user',
        },
      ],
      recipients: [email('fili.tuimavave@skyline.ws')],
    },
    took: 0.101,
    requestId: t('uuid', '883f84e7-0bd0-4a3b-9d6b-4f4e0e6a9a45'),
  }),
  r5Toast: () => ({
    guid: t('uuid', '3c2b1a00-9f8e-4d7c-8b6a-5f4e3d2c1b0a'),
    displayNumber: '118',
    diningOption: { name: 'Delivery' },
    server: { guid: t('uuid', '11aa22bb-33cc-44dd-95ee-66ff77aa88bb'), firstName: name('Dario') },
    checks: [
      {
        customer: {
          firstName: name('Leilani'),
          lastName: name('Kahale'),
          phone: phone('8085550144'),
          email: email('leilani.k@gmail.com'),
        },
        tabName: name('Kahale, Leilani'),
        selections: [{ displayName: 'Kalua Pork', quantity: 2, price: 27.5 }],
        payments: [{ cardType: 'VISA', last4Digits: open('4182'), tipAmount: 5, type: 'CREDIT' }],
        totalAmount: 63.18,
      },
    ],
    deliveryInfo: {
      address1: address('41-882 Kalanianaole Hwy'),
      address2: '',
      city: address('Waimanalo'),
      state: address('HI'),
      zipCode: address('96795'),
      notes: prose('Gate is by the mango tree, call ', p('phone', '808-555-0144')),
    },
  }),
  r5Cliniko: () => ({
    patients: [
      {
        id: '111111111',
        first_name: name('Saoirse'),
        last_name: name('Mulvaney'),
        preferred_first_name: name('Seer'),
        title: 'Ms',
        sex: open('Female'),
        date_of_birth: birth('1994-09-30'),
        medicare: health('2123 45670 1'),
        medicare_reference_number: open('2'),
        dva_card_number: open('NX901182'),
        occupation: 'Welder',
        emergency_contact: name('Declan Mulvaney'),
        referral_source: 'Word of mouth',
        patient_phone_numbers: [{ phone_type: 'Mobile', number: phone('0491 570 156') }],
        address_1: address('Unit 4'),
        address_2: address('27 Banksia Crescent'),
        city: address('Torquay'),
        post_code: address('3228'),
        state: address('VIC'),
        time_zone: 'Melbourne',
        receives_cancellation_emails: true,
        appointments: { links: { self: 'https://api.au1.cliniko.com/v1/patients/111111111/appointments' } },
      },
    ],
    total_entries: 1,
  }),
  r5Personio: () => ({
    success: true,
    data: [
      {
        type: 'Employee',
        attributes: {
          id: { label: 'ID', value: 4418827, type: 'integer', universal_id: 'id' },
          first_name: { label: 'First name', value: name('Yusuf'), type: 'standard', universal_id: 'first_name' },
          last_name: { label: 'Last name', value: name('Aydemir'), type: 'standard', universal_id: 'last_name' },
          supervisor: {
            label: 'Supervisor',
            value: {
              type: 'Employee',
              attributes: { id: { label: 'ID', value: 12 }, last_name: { label: 'Last name', value: name('Krol') } },
            },
          },
          dynamic_4418: { label: 'Geburtsdatum', value: birth('1990-12-01T00:00:00+01:00'), type: 'date' },
          dynamic_4419: { label: 'Sozialversicherungsnummer', value: national('65170839J003'), type: 'standard' },
          dynamic_4420: { label: 'Notfallkontakt', value: name('Emine Aydemir'), type: 'standard' },
          department: { label: 'Department', value: { type: 'Department', attributes: { id: 3, name: 'Operations' } } },
          position: { label: 'Position', value: 'Disponent', type: 'standard' },
        },
      },
    ],
  }),
};
