/** Blind answers: human resources, recruiting and payroll. */
import { open, p, prose, trap } from '../../label.ts';
import { many, type Shapes } from './shapes.ts';

export const STAFF: Shapes = {
  workers: (v) => ({
    total: 3,
    data: many(3, () => {
      const a = v.who();
      return {
        id: trap('hash', v.hex(32)),
        descriptor: p('name', a.full),
        href: trap('url', `https://wd2.example.com/ccx/api/staffing/v6/workers/${v.hex(32)}`),
        person: {
          id: trap('hash', v.hex(32)),
          email: p('email', a.email),
          phone: p('phone', a.intl),
          legalName: {
            first: p('name', a.first),
            last: p('name', a.last),
            country: { descriptor: trap('country name', 'Ireland') },
          },
          dateOfBirth: p('birth-date', a.birth),
          gender: { descriptor: open('Female') },
          nationalIds: [
            {
              type: { descriptor: 'Personal Public Service Number (PPS)' },
              nationalId: p('national-id', v.fill('#######?')),
            },
          ],
        },
        primaryJob: {
          businessTitle: trap('job title', v.pick(['Principal Engineer', 'Payroll Specialist', 'Site Lead'])),
          jobProfile: { descriptor: 'P4 – Engineering', id: trap('hash', v.hex(32)) },
          location: { descriptor: trap('place name', 'Dublin – Grand Canal'), country: { alpha3Code: 'IRL' } },
          supervisoryOrganization: {
            descriptor: trap('organisation unit', 'Platform Reliability'),
            id: trap('hash', v.hex(32)),
          },
          positionTimeType: 'Full time',
        },
        workerId: trap('employee number', v.digits(5)),
        isManager: false,
        yearsOfService: '6',
        hireDate: trap('iso date', v.day()),
      };
    }),
  }),

  employeeDirectory: (v) => ({
    fields: [
      { id: 'displayName', type: 'text', name: trap('i18n string', 'Display name') },
      { id: 'mobilePhone', type: 'text', name: trap('i18n string', 'Mobile Phone') },
      { id: 'workEmail', type: 'email', name: trap('i18n string', 'Work Email') },
    ],
    employees: many(4, () => {
      const a = v.who();
      return {
        id: trap('numeric string id', v.digits(3)),
        displayName: p('name', a.full),
        firstName: p('name', a.first),
        lastName: p('name', a.last),
        preferredName: null,
        pronouns: open('they/them'),
        jobTitle: trap('job title', 'Head of Purchasing'),
        workPhone: p('phone', a.intl),
        workPhoneExtension: trap('phone extension', v.digits(4)),
        mobilePhone: p('phone', a.local),
        workEmail: p('email', a.email),
        department: trap('organisation unit', 'Operations'),
        location: trap('place name', 'Lindon, Utah'),
        division: 'North America',
        linkedIn: open('www.linkedin.com/in/xx'),
        photoUploaded: true,
        photoUrl: open('https://images.example.com/photos/1_150x150.jpg'),
        canUploadPhoto: 1,
        supervisor: p('name', v.who().full),
      };
    }),
  }),

  mitarbeiterStamm: (v) => ({
    mandant: {
      nummer: trap('numeric string id', '1001'),
      firma: trap('company name', 'Oberländer Präzisionsteile GmbH'),
    },
    mitarbeiter: many(3, () => {
      const a = v.who('de');
      return {
        personalnummer: trap('employee number', v.fill('00####')),
        anrede: 'Frau',
        vorname: p('name', a.first),
        nachname: p('name', a.last),
        geburtsname: p('name', v.who('de').last),
        geburtsdatum: p('birth-date', `${a.born[2]}.${a.born[1]}.${a.born[0]}`),
        geburtsort: p('birth-place', 'Wolfenbüttel'),
        staatsangehoerigkeit: p('nationality', 'deutsch'),
        familienstand: open('verheiratet'),
        anschrift: {
          strasse: p('address', a.street),
          plz: p('address', a.zip),
          ort: p('address', a.city),
          land: trap('country name', 'Deutschland'),
        },
        telefonPrivat: p('phone', a.local),
        emailDienstlich: p('email', a.email),
        steuerId: p('tax-id', v.steuerId()),
        sozialversicherungsnummer: p('national-id', v.fill('65######?###')),
        krankenkasse: trap('company name', 'AOK Niedersachsen'),
        bankverbindung: {
          kontoinhaber: p('name', a.full),
          iban: p('iban', v.iban('DE').replace(/(.{4})(?=.)/g, '$1 ')),
          bic: p('bank-account', 'NOLADE21CEL'),
        },
        eintrittsdatum: trap('local date', '01.04.2019'),
        kostenstelle: trap('code', v.fill('4##00')),
        steuerklasse: 3,
        wochenstunden: 38.5,
        urlaubstage: 30,
        schichtmodell: 'Früh/Spät',
        lohnart: 'Zeitlohn',
        status: 'aktiv',
      };
    }),
  }),

  payrollEmployees: (v) =>
    many(3, () => {
      const a = v.who('us');
      return {
        uuid: trap('uuid', v.uuid()),
        version: trap('hash', v.hex(32)),
        first_name: p('name', a.first),
        middle_initial: p('name', 'R'),
        last_name: p('name', a.last),
        email: p('email', a.email),
        company_uuid: trap('uuid', v.uuid()),
        manager_uuid: trap('uuid', v.uuid()),
        department: 'Distribution',
        terminated: false,
        two_percent_shareholder: false,
        onboarded: true,
        has_ssn: true,
        ssn: p('ssn', v.ssn().replaceAll('-', '')),
        date_of_birth: p('birth-date', a.birth),
        phone: p('phone', a.e164.slice(2)),
        preferred_first_name: p('name', a.first.slice(0, 3)),
        jobs: [
          {
            uuid: trap('uuid', v.uuid()),
            title: trap('job title', 'Forklift operator'),
            hire_date: trap('iso date', v.day()),
            rate: open('24.50'),
            payment_unit: 'Hour',
            compensations: [
              {
                uuid: trap('uuid', v.uuid()),
                flsa_status: 'Nonexempt',
                effective_date: trap('iso date', v.day()),
                adjust_for_minimum_wage: false,
              },
            ],
          },
        ],
        home_address: {
          street_1: p('address', a.street),
          street_2: null,
          city: p('address', a.city),
          state: p('address', a.region),
          zip: p('address', a.zip),
          country: 'USA',
          active: true,
        },
        bank_accounts: [
          {
            uuid: trap('uuid', v.uuid()),
            name: trap('label', 'BoA Checking'),
            routing_number: p('bank-account', v.routing()),
            account_number: p('bank-account', v.digits(9)),
            account_type: 'Checking',
          },
        ],
        garnishments: [],
        eligible_paid_time_off: [
          {
            name: 'Vacation Hours',
            policy_name: 'Policy for hourly staff',
            accrual_balance: '10.66',
            accrual_unit: 'Hour',
          },
        ],
        payment_method: 'Direct Deposit',
        current_employment_status: 'full_time',
        work_email: null,
      };
    }),

  candidates: (v) =>
    many(3, () => {
      const a = v.who();
      return {
        id: trap('numeric id', v.int(17_000_000, 99_000_000)),
        first_name: p('name', a.first),
        last_name: p('name', a.last),
        company: trap('company name', 'Hogwarts Ironworks'),
        title: trap('job title', 'Student'),
        created_at: trap('iso time', v.zulu()),
        is_private: false,
        photo_url: null,
        attachments: [
          {
            filename: open(`${a.last}_resume.pdf`),
            url: trap('url', `https://prod-heroku.example.com/${v.hex(24)}.pdf`),
            type: 'resume',
          },
        ],
        application_ids: [trap('numeric id', v.int(69_000_000, 99_000_000))],
        phone_numbers: [{ value: p('phone', a.local), type: 'mobile' }],
        addresses: [{ value: p('address', `${a.street}, ${a.zip} ${a.city}`), type: 'home' }],
        email_addresses: [{ value: p('email', a.email), type: 'personal' }],
        website_addresses: [{ value: open('johndoe.example'), type: 'portfolio' }],
        social_media_addresses: [],
        recruiter: {
          id: trap('numeric id', 92_120),
          first_name: p('name', v.who().first),
          last_name: p('name', v.who().last),
          name: p('name', v.who().full),
          employee_id: trap('employee number', '67890'),
        },
        coordinator: null,
        tags: ['Python', 'Ruby', 'go 1.22'],
        custom_fields: { desired_level: 'Senior', favorite_programming_language: ['Rails'], notice_period_days: 30 },
        keyed_custom_fields: {
          date_of_birth: { name: 'Date of birth', type: 'short_text', value: p('birth-date', a.birth) },
          work_permit: { name: 'Work permit', type: 'boolean', value: true },
        },
        applications: [
          {
            id: trap('numeric id', v.int(69_000_000, 99_000_000)),
            prospect: false,
            rejected_at: null,
            source: { id: 33, public_name: 'Indeed' },
            current_stage: { id: 62_828, name: 'Recruiter Phone Screen' },
            jobs: [{ id: 123, name: trap('job title', 'Accounting Manager - EMEA') }],
            status: 'active',
          },
        ],
        educations: [
          {
            id: 561_227,
            school_name: trap('organisation name', 'University of Michigan - Ann Arbor'),
            degree: "Bachelor's Degree",
            discipline: 'Computer Science',
            start_date: '2012-08-15T00:00:00.000Z',
          },
        ],
      };
    }),

  contractorAgreements: (v) => ({
    data: many(3, () => {
      const a = v.who();
      return {
        id: trap('token id', v.fill('m#~#~#~')),
        title: trap('document title', 'Consulting agreement – Phase 2'),
        type: 'pay_as_you_go_time_based',
        status: 'in_progress',
        worker: {
          id: trap('uuid', v.uuid()),
          full_name: p('name', a.full),
          email: p('email', a.email),
          nationality: p('nationality', a.country),
          passport_number: p('passport', v.fill('?########')),
        },
        client: {
          legal_entity: {
            id: trap('uuid', v.uuid()),
            name: trap('company name', 'Heliotrope Labs B.V.'),
            registration_number: trap('company register number', v.fill('#######0')),
          },
          team: { name: 'Core' },
        },
        external_id: trap('reference number', v.fill('EXT_####_##')),
        compensation_details: {
          amount: open('85'),
          currency_code: 'EUR',
          scale: 'hourly',
          cycle_end_type: 'DAY_OF_MONTH',
          cycle_end: 30,
        },
        employment_details: { type: 'contractor', days_per_week: 4, hours_per_day: 8 },
        notice_period: 14,
        is_archived: false,
        signatures: { worker_signed_at: trap('iso time', v.stamp()), client_signature: p('name', v.who().full) },
        work_statement: 'Builds pipeline v2.4.1.0 and documents section 3.2.1.7 of the handbook.',
        invitations: { worker_invite_link: trap('url', `https://app.example.com/invite/${v.b62(20)}`) },
      };
    }),
    page: { cursor: trap('cursor', v.b62(22)), total_rows: 31 },
  }),

  odataUsers: (v) => ({
    d: {
      results: many(3, () => {
        const a = v.who();
        return {
          __metadata: {
            uri: trap(
              'url',
              `https://api.sf.example.com/odata/v2/PerPersonal(personIdExternal='${v.digits(6)}',startDate=datetime'2020-01-01T00:00:00')`,
            ),
            type: 'SFOData.PerPersonal',
          },
          personIdExternal: trap('employee number', v.digits(6)),
          startDate: trap('odata date', `/Date(${v.millis()})/`),
          birthName: p('name', a.last),
          firstName: p('name', a.first),
          lastName: p('name', a.last),
          formalName: p('name', `Dr. ${a.full}`),
          initials: open(a.initials),
          maritalStatus: open('11198'),
          nationality: p('nationality', 'PRT'),
          dateOfBirth: p('birth-date', `/Date(${-v.int(1e11, 6e11)})/`),
          salutation: trap('numeric string id', '10810'),
          lastModifiedOn: trap('odata date', `/Date(${v.millis()}+0000)/`),
          nationalIdNav: {
            results: [{ cardType: 'nif', nationalId: p('national-id', v.nif()), isPrimary: true, country: 'PRT' }],
          },
          phoneNav: {
            results: [
              {
                phoneType: trap('numeric string id', '10605'),
                phoneNumber: p('phone', a.local),
                areaCode: null,
                extension: trap('phone extension', '221'),
                isPrimary: true,
              },
            ],
          },
          emailNav: {
            results: [
              { emailType: trap('numeric string id', '8448'), emailAddress: p('email', a.email), isPrimary: true },
            ],
          },
        };
      }),
      __next: trap(
        'url',
        'https://api.sf.example.com/odata/v2/PerPersonal?$skiptoken=eyJzdGFydFJvdyI6MTAwMCwiZW5kUm93IjoyMDAwfQ==',
      ),
    },
  }),

  shiftRoster: (v) => ({
    week: trap('iso week', '2024-W29'),
    site: { code: trap('code', 'LHR-04'), name: trap('place name', 'Heathrow Cargo') },
    shifts: many(6, (index) => ({
      shift_id: trap('ulid', v.ulid()),
      label: ['Early', 'Late', 'Night', 'Early', 'Split', 'Standby'][index]!,
      start: '06:00',
      end: '14:30',
      break_minutes: 30,
      assignee:
        index % 2
          ? {
              worker_ref: trap('employee number', v.fill('W-####')),
              name: p('name', v.who('uk').full),
              contact: { mobile: p('phone', v.who('uk').local), emergency_contact_phone: p('phone', v.who('uk').intl) },
            }
          : null,
      skills: ['HGV-C', 'ADR', 'counterbalance'],
      cost_centre: trap('code', '700-1400-01'),
      open: index % 2 === 0,
      pin: index % 2 ? p('secret', v.digits(4)) : undefined,
      comment: index === 2 ? prose('Cover found, confirm with ', p('email', v.who('uk').email)) : 'Gate 4, bay 17-19',
    })),
    published_at: trap('iso time', v.zulu()),
    revision: trap('etag', `W/"${v.hex(16)}"`),
  }),
};
