/** Records of people: CRM, personnel, health, schools, travel, housing, checks of identity. */
import { open, prose, trap } from '../label.ts';
import type { Template } from '../structured/tuning.ts';
import * as s from './shorthand.ts';

export const PEOPLE: Readonly<Record<string, Template>> = {
  payroll: (v) => ({
    employees: s.many(3, () => {
      const a = v.person();
      const b = v.person();
      return {
        employee_number: s.id(`E-${v.digits(5)}`),
        legal_first_name: s.name(a.first),
        legal_last_name: s.name(a.last),
        preferred_first_name: s.name(a.first),
        work_email: s.email(a.email),
        personal_email: s.email(b.email),
        cell_phone: s.phone(a.phone),
        home_phone_number: s.phone(b.phone),
        sex: open('F'),
        ethnicity: open('Not specified'),
        nationality: s.nationality('Polish'),
        second_nationality: s.nationality('Irish'),
        citizenship: s.nationality('PL'),
        country_of_birth: open('PL'),
        place_of_birth: s.birthPlace(a.city),
        marital_status: open('single'),
        tax_file_number: s.national(v.digits(9)),
        social_security_number: s.ssn(v.ssn()),
        steuer_id: s.tax(v.digits(11)),
        national_insurance_number: s.national('QQ123456C'),
        work_permit_number: s.national(`WP${v.digits(7)}`),
        visa_number: s.passport(`V${v.digits(8)}`),
        visa_type: 'H-1B',
        visa_expires: trap('iso date', v.day()),
        manager: { id: s.id(v.digits(4)), display_name: s.name(b.full) },
        reports_to: s.name(b.full),
        hr_business_partner: s.name(v.person().full),
        emergency_contacts: [
          {
            name: s.name(b.full),
            relationship: 'Sister',
            phone1: s.phone(b.phone),
            phone2: s.phone(v.phone()),
            address: s.address(b.street),
          },
        ],
        dependents: [
          {
            first: s.name(b.first),
            last: s.name(b.last),
            relation: 'daughter',
            dob: s.birth(b.birth),
            ssn: s.ssn(v.ssn()),
          },
        ],
        next_of_kin: { full_name: s.name(b.full), mobile: s.phone(b.phone) },
        home_address: {
          line_1: s.address(a.street),
          line_2: null,
          town: s.address(a.city),
          county: s.address(a.region),
          postcode: s.address(a.zip),
          country: 'United Kingdom',
        },
        direct_deposits: [
          {
            bank_name: trap('bank name', 'Wells Fargo'),
            routing: s.bank('121042882'),
            account: s.bank(v.digits(10)),
            account_type: 'Checking',
            percent: 100,
          },
        ],
        job: {
          title: 'Quantity Surveyor',
          code: trap('code', 'QS-2'),
          department_name: trap('department', 'Estimates'),
          cost_center: trap('code', v.digits(6)),
          location_name: trap('place', 'Leeds Office'),
          fte: 0.8,
        },
        compensation: {
          amount: trap('price', 48_200),
          currency: 'GBP',
          pay_group: 'Monthly UK',
          effective_date: trap('iso date', v.day()),
        },
        leave_balances: [{ policy_name: trap('policy', 'Annual Leave'), hours: 88.5 }],
        benefits: [
          {
            plan_name: trap('plan', 'Blue Shield PPO'),
            plan_code: trap('code', 'BS-20'),
            member_id: s.health(`XEA${v.digits(8)}`),
          },
        ],
      };
    }),
  }),
  applicants: (v) => ({
    candidates: s.many(3, () => {
      const a = v.person();
      return {
        id: s.id(v.digits(8)),
        first_name: s.name(a.first),
        last_name: s.name(a.last),
        company: s.company('Acme'),
        title: 'Backend Engineer',
        phone_numbers: [{ value: s.phone(a.phone), type: 'mobile' }],
        addresses: [{ value: s.address(`${a.street}\n${a.city}`), type: 'home' }],
        email_addresses: [{ value: s.email(a.email), type: 'personal' }],
        website_addresses: [{ value: trap('url', 'https://dev.example'), type: 'portfolio' }],
        social_media_addresses: [{ value: open('linkedin.example/in/somebody') }],
        recruiter: {
          id: s.id(v.digits(5)),
          first_name: s.name(v.person().first),
          last_name: s.name(v.person().last),
          name: s.name(v.person().full),
          employee_id: s.id(v.digits(5)),
        },
        coordinator: null,
        applications: [
          {
            id: s.id(v.digits(8)),
            prospect: false,
            status: 'active',
            jobs: [{ id: s.id(v.digits(5)), name: trap('job', 'Account Manager') }],
            current_stage: { id: s.id(v.digits(5)), name: trap('stage', 'Face to Face') },
            source: { id: s.id(v.digits(4)), public_name: trap('source', 'Stack Overflow') },
            credited_to: { name: s.name(v.person().full) },
          },
        ],
        educations: [
          {
            school_name: trap('school', 'University of Michigan - Ann Arbor'),
            degree: 'Master',
            discipline: 'Computer Science',
          },
        ],
        employments: [
          { company_name: s.company('Greenhouse'), title: 'Engineer', start_date: trap('iso date', v.day()) },
        ],
        references: [
          {
            referee: s.name(v.person().full),
            referee_email: s.email(v.person().email),
            relationship: 'Former manager',
          },
        ],
        tags: ['Python', 'Ruby'],
        custom_fields: { desired_salary: '1,000,000,000', work_remotely: true },
      };
    }),
  }),
  crmOData: (v) => ({
    '@odata.context': trap('url', 'https://org.crm.example/api/data/v9.2/$metadata#contacts'),
    value: s.many(3, () => {
      const a = v.person();
      return {
        '@odata.etag': trap('etag', `W/"${v.digits(7)}"`),
        contactid: s.id(v.uuid()),
        fullname: s.name(a.full),
        yomifullname: s.name(a.full),
        firstname: s.name(a.first),
        lastname: s.name(a.last),
        emailaddress1: s.email(a.email),
        emailaddress2: null,
        telephone1: s.phone(a.phone),
        mobilephone: s.phone(v.phone()),
        address1_line1: s.address(a.street),
        address1_city: s.address(a.city),
        address1_postalcode: s.address(a.zip),
        address1_stateorprovince: s.address(a.region),
        address1_composite: s.address(`${a.street}, ${a.city}`),
        address1_addresstypecode: 1,
        birthdate: s.birth(a.birth),
        governmentid: s.national(v.digits(10)),
        spousesname: s.name(v.person().full),
        assistantname: s.name(v.person().full),
        assistantphone: s.phone(v.phone()),
        jobtitle: 'Purchasing Manager',
        _parentcustomerid_value: s.id(v.uuid()),
        '_parentcustomerid_value@OData.Community.Display.V1.FormattedValue': s.company('Fourth Coffee'),
        creditlimit: trap('price', 10000),
        preferredcontactmethodcode: 2,
        versionnumber: s.id(v.int(100000, 999999)),
      };
    }),
  }),
  leads: (v) => ({
    records: s.many(3, () => {
      const a = v.person();
      return {
        attributes: { type: 'Lead', url: trap('url', '/services/data/v59.0/sobjects/Lead/00Q5e00000AbCdE') },
        Id: s.id(`00Q${v.token(15)}`),
        Salutation: 'Dr.',
        FirstName: s.name(a.first),
        LastName: s.name(a.last),
        Name: s.name(a.full),
        Company: s.company('Universal Technologies'),
        Street: s.address(a.street),
        City: s.address(a.city),
        State: s.address(a.region),
        PostalCode: s.address(a.zip),
        Country: trap('country name', 'USA'),
        Phone: s.phone(a.phone),
        MobilePhone: s.phone(v.phone()),
        Email: s.email(a.email),
        Birthdate__c: s.birth(a.birth),
        Passport_No__c: s.passport(`P${v.digits(7)}`),
        Secondary_Email__c: s.email(v.person().email),
        Work_Phone__c: s.phone(v.phone()),
        LeadSource: 'Partner Referral',
        Industry: 'Biotechnology',
        Rating: 'Hot',
        Owner: { Name: s.name(v.person().full), Alias: open('jdoe'), Email: s.email(v.person().email) },
        Campaign: { Name: trap('campaign', 'Spring Launch') },
        Product_Interest__c: 'GC5000 series',
        SIC_Code__c: trap('code', '2768'),
        NumberOfEmployees: 120,
      };
    }),
  }),
  fhirCoverage: (v) => {
    const a = v.person();
    return {
      resourceType: 'Bundle',
      entry: [
        {
          fullUrl: trap('url', 'urn:uuid:7ed5e2a0-53c3-4c9f-a7b6-111111111111'),
          resource: {
            resourceType: 'Patient',
            id: s.id('f001'),
            meta: { versionId: '3', lastUpdated: trap('iso time', v.iso()) },
            identifier: [
              {
                use: 'usual',
                system: 'urn:oid:2.16.840.1.113883.2.4.6.3',
                value: s.national(v.bsn()),
                type: { coding: [{ code: 'NI' }] },
              },
              {
                type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] },
                value: s.health(v.digits(8)),
              },
              { type: { text: 'Driver License' }, value: s.licence(`S${v.digits(8)}`) },
              {
                type: { coding: [{ code: 'PPN', display: 'Passport Number' }] },
                value: s.passport(`X${v.digits(8)}X`),
              },
            ],
            name: [
              {
                use: 'official',
                text: s.name(a.full),
                family: s.name(a.last),
                given: [s.name(a.first), s.name(v.person().first)],
                prefix: ['Ms.'],
              },
              { use: 'maiden', family: s.name(v.person().last) },
            ],
            telecom: [
              { system: 'phone', value: s.phone(a.phone), use: 'mobile', rank: 1 },
              { system: 'email', value: s.email(a.email) },
              { system: 'url', value: trap('url', 'https://clinic.example/portal') },
            ],
            gender: open('female'),
            birthDate: s.birth(a.birth),
            address: [
              {
                use: 'home',
                line: [s.address(a.street)],
                city: s.address(a.city),
                state: s.address(a.region),
                postalCode: s.address(a.zip),
                country: 'NLD',
              },
            ],
            contact: [
              {
                relationship: [{ coding: [{ code: 'C', display: 'Emergency Contact' }] }],
                name: { family: s.name(a.last), given: [s.name(v.person().first)] },
                telecom: [{ system: 'phone', value: s.phone(v.phone()) }],
              },
            ],
            maritalStatus: { text: 'Married' },
            generalPractitioner: [{ reference: 'Practitioner/f006', display: s.name(`Dr. ${v.person('nl').full}`) }],
            managingOrganization: {
              reference: 'Organization/f001',
              display: s.company('Burgers University Medical Centre'),
            },
            extension: [
              {
                url: 'http://hl7.org/fhir/StructureDefinition/patient-birthPlace',
                valueAddress: { city: s.address(a.city) },
              },
            ],
          },
        },
        {
          resource: {
            resourceType: 'Coverage',
            id: s.id(v.digits(7)),
            subscriberId: s.health(`SUB${v.digits(8)}`),
            beneficiary: { reference: 'Patient/f001', display: s.name(a.full) },
            payor: [{ display: s.company('Zilveren Kruis') }],
            class: [
              {
                type: { coding: [{ code: 'plan' }] },
                value: trap('code', 'B37FC'),
                name: trap('plan', 'Full Coverage: Medical, Dental'),
              },
            ],
            period: { start: trap('iso date', v.day()) },
          },
        },
        {
          resource: {
            resourceType: 'MedicationRequest',
            medicationCodeableConcept: {
              coding: [
                {
                  system: 'http://www.nlm.nih.gov/research/umls/rxnorm',
                  code: trap('code', '197361'),
                  display: open('Amlodipine 5 MG Oral Tablet'),
                },
              ],
            },
            subject: { reference: 'Patient/f001', display: s.name(a.full) },
            requester: { display: s.name(v.person().full) },
            dispenseRequest: { quantity: { value: 30, unit: 'TAB' } },
          },
        },
      ],
    };
  },
  hl7Json: (v) => {
    const a = v.person();
    return {
      MSH: {
        sendingApplication: 'ADT1',
        sendingFacility: trap('place', 'GOOD HEALTH HOSPITAL'),
        messageControlId: s.id(`MSG${v.digits(5)}`),
        versionId: '2.5.1',
      },
      PID: {
        patientIdentifierList: [
          { idNumber: s.health(v.digits(7)), assigningAuthority: 'GHH', identifierTypeCode: 'MR' },
        ],
        patientName: { familyName: s.name(a.last), givenName: s.name(a.first) },
        mothersMaidenName: s.name(v.person().last),
        dateTimeOfBirth: s.birth(a.birth.replaceAll('-', '')),
        patientAddress: {
          streetAddress: s.address(a.street),
          city: s.address(a.city),
          zipOrPostalCode: s.address(a.zip),
        },
        phoneNumberHome: s.phone(a.phone),
        phoneNumberBusiness: s.phone(v.phone()),
        ssnNumberPatient: s.ssn(v.ssn()),
        driversLicenseNumberPatient: s.licence(`D${v.digits(7)}`),
        birthPlace: s.birthPlace(a.city),
        citizenship: s.nationality('USA'),
      },
      NK1: { name: s.name(v.person().full), relationship: 'Spouse', phoneNumber: s.phone(v.phone()) },
      PV1: {
        patientClass: 'I',
        assignedPatientLocation: trap('room', '2000^2012^01'),
        attendingDoctor: {
          idNumber: s.id(v.digits(6)),
          familyName: s.name(v.person().last),
          givenName: s.name(v.person().first),
        },
        visitNumber: s.id(v.digits(9)),
      },
      IN1: {
        insuranceCompanyName: s.company('Blue Cross'),
        policyNumber: open(v.digits(9)),
        insuredsIdNumber: s.health(`W${v.digits(9)}`),
      },
    };
  },
  clinicAppointments: (v) => ({
    appointments: s.many(4, () => {
      const a = v.person();
      return {
        appointment_id: s.id(v.digits(8)),
        patient_name: s.name(a.full),
        patient_dob: s.birth(a.birth),
        mrn: s.health(v.digits(8)),
        provider: { name: s.name(`Dr. ${v.person().last}`), npi: open(v.digits(10)), specialty: 'Cardiology' },
        referring_physician: s.name(v.person().full),
        location: { name: trap('place', 'Riverside Clinic'), room: '4B' },
        reason: 'Follow-up',
        icd10: open('I10'),
        cpt: trap('code', '99213'),
        insurance: {
          payer: s.company('Aetna'),
          member_id: s.health(`W${v.digits(9)}`),
          group_number: trap('code', v.digits(6)),
          subscriber_name: s.name(a.full),
        },
        starts_at: trap('iso time', v.iso()),
        duration_minutes: 30,
        copay: trap('price', 25),
      };
    }),
  }),
  sisStudents: (v) => ({
    students: s.many(3, () => {
      const a = v.person();
      const b = v.person();
      return {
        student_number: s.id(v.digits(7)),
        name: { first_name: s.name(a.first), middle_name: s.name(v.person().first), last_name: s.name(a.last) },
        demographics: {
          birth_date: s.birth(a.birth),
          gender: open('M'),
          federal_ethnicity: open('NO'),
          state_id: open(v.digits(10)),
        },
        addresses: {
          physical: {
            street: s.address(a.street),
            city: s.address(a.city),
            state_province: s.address(a.region),
            postal_code: s.address(a.zip),
          },
        },
        phones: { main: { number: s.phone(a.phone) } },
        contact: {
          guardian_email: s.email(b.email),
          guardian_fax: s.phone(v.phone()),
          mother: s.name(b.full),
          father: s.name(v.person().full),
          doctor_name: s.name(v.person().full),
          doctor_phone: s.phone(v.phone()),
        },
        homeroom_teacher: s.name(v.person().full),
        school_enrollment: {
          school_number: trap('code', '100'),
          grade_level: 9,
          enroll_status: 'A',
          entry_date: trap('iso date', v.day()),
          track: 'A',
        },
        schedule: [
          {
            course_name: trap('course', 'Chemistry Honors'),
            section: '3',
            room: 'B12',
            teacher_name: s.name(v.person().full),
            period: '4(A)',
          },
        ],
        gpa: 3.62,
        lunch: { balance: trap('price', 12.4), status: 'P' },
      };
    }),
  }),
  pnr: (v) => {
    const a = v.person();
    return {
      data: {
        type: 'flight-order',
        id: s.id('eJzTd9f3NjIJdzUGAAp%2fAiY='),
        associatedRecords: [
          {
            reference: s.reference(v.token(6).toUpperCase()),
            creationDate: trap('iso time', v.iso()),
            originSystemCode: 'GDS',
            flightOfferId: '1',
          },
        ],
        travelers: s.many(2, (i) => {
          const t = v.person();
          return {
            id: String(i + 1),
            dateOfBirth: s.birth(t.birth),
            gender: open('FEMALE'),
            name: { firstName: s.name(t.first), lastName: s.name(t.last), middleName: s.name(a.first) },
            documents: [
              {
                number: s.passport(`0000${v.digits(5)}`),
                issuanceDate: trap('iso date', v.day()),
                expiryDate: trap('iso date', v.day()),
                issuanceCountry: 'ES',
                issuanceLocation: open('Madrid'),
                nationality: s.nationality('ES'),
                documentType: 'PASSPORT',
                birthPlace: s.birthPlace('Madrid'),
                holder: true,
              },
            ],
            contact: {
              purpose: 'STANDARD',
              phones: [{ deviceType: 'MOBILE', countryCallingCode: '34', number: s.phone('480080076') }],
              emailAddress: s.email(t.email),
            },
            loyaltyPrograms: [{ programOwner: 'IB', id: open(v.digits(9)) }],
            knownTravelerNumber: open(v.digits(9)),
          };
        }),
        contacts: [
          {
            addresseeName: { firstName: s.name(a.first), lastName: s.name(a.last) },
            companyName: s.company('INCREIBLE VIAJES'),
            purpose: 'STANDARD',
            emailAddress: s.email(a.email),
            address: {
              lines: [s.address(a.street)],
              postalCode: s.address(a.zip),
              cityName: s.address(a.city),
              countryCode: 'ES',
            },
          },
        ],
        flightOffers: [
          {
            id: '1',
            itineraries: [
              {
                segments: [
                  {
                    departure: { iataCode: 'GIG', terminal: '2', at: trap('iso time', v.iso()) },
                    carrierCode: 'TP',
                    number: '74',
                    aircraft: { code: '332' },
                    duration: trap('iso duration', 'PT9H40M'),
                  },
                ],
              },
            ],
            price: { grandTotal: trap('amount string', '611.21') },
            validatingAirlineCodes: ['TP'],
          },
        ],
        remarks: { general: [{ subType: 'GENERAL_MISCELLANEOUS', text: 'ONLINE BOOKING FROM INCREIBLE VIAJES' }] },
        ticketNumbers: [trap('ticket number', `220-${v.digits(10)}`)],
      },
    };
  },
  hotelBookings: (v) => ({
    reservations: s.many(3, () => {
      const a = v.person();
      return {
        id: s.id(`XPGMSXGF-${v.digits(2)}`),
        confirmationNumber: s.reference(v.digits(10).replace(/^./, '8')),
        property: {
          id: 'MUC',
          code: 'MUC',
          name: trap('hotel', 'Hotel München Riem'),
          address: { street: open('Messestr. 3'), city: open('Munich') },
          phone: open('+49 89 1234567'),
        },
        ratePlan: { name: trap('plan', 'Non Refundable') },
        unitGroup: { name: trap('room', 'Double Room'), code: 'DBL' },
        primaryGuest: {
          title: 'Ms',
          firstName: s.name(a.first),
          lastName: s.name(a.last),
          email: s.email(a.email),
          phone: s.phone(a.phone),
          address: {
            addressLine1: s.address(a.street),
            postalCode: s.address(a.zip),
            city: s.address(a.city),
            countryCode: 'GB',
          },
          nationalityCountryCode: s.nationality('GB'),
          identificationNumber: s.national(v.digits(9)),
          identificationType: 'PassportNumber',
          birthDate: s.birth(a.birth),
          birthPlace: s.birthPlace(a.city),
        },
        additionalGuests: [{ firstName: s.name(v.person().first), lastName: s.name(v.person().last) }],
        booker: { firstName: s.name(a.first), lastName: s.name(a.last), companyName: s.company('Reise Welt GmbH') },
        paymentAccount: {
          accountNumber: trap('masked', '412345******1234'),
          accountHolder: s.name(a.full),
          expiryMonth: s.card('06'),
          expiryYear: s.card('2028'),
          paymentMethod: 'visa',
          payerEmail: s.email(a.email),
        },
        checkedInBy: s.name(v.person('uk').full),
        vehicleRegistration: open('M-AB 123'),
        guestComment: 'Late arrival',
        arrival: trap('iso time', v.iso()),
        adults: 2,
        totalGrossAmount: { amount: trap('price', 220), currency: 'EUR' },
      };
    }),
  }),
  kycCheck: (v) => {
    const a = v.person();
    return {
      id: s.id(v.uuid()),
      applicant: {
        id: s.id(v.uuid()),
        first_name: s.name(a.first),
        last_name: s.name(a.last),
        dob: s.birth(a.birth),
        id_numbers: [
          { type: 'ssn', value: s.ssn(v.ssn()), state_code: null },
          { type: 'tax_id', value: s.tax(v.digits(9)) },
        ],
        address: {
          flat_number: s.address('4'),
          building_number: s.address('100'),
          building_name: null,
          street: s.address(a.street),
          sub_street: null,
          town: s.address(a.city),
          postcode: s.address(a.zip),
          country: 'GBR',
          line1: null,
        },
      },
      result: 'clear',
      properties: {
        document_type: 'national_identity_card',
        document_numbers: [{ type: 'document_number', value: s.national(`${v.token(3).toUpperCase()}${v.digits(6)}`) }],
        mrz_line1: s.passport(`P<GBR${a.last.toUpperCase().replace(/[^A-Z]/g, '')}<<ANNA<<<<<<<<<<<<<<<<<<<<<<`),
        issuing_country: 'GBR',
        nationality: s.nationality('GBR'),
        place_of_birth: s.birthPlace(a.city),
        personal_number: s.national(v.digits(10)),
        date_of_birth: s.birth(a.birth),
        date_of_expiry: trap('iso date', v.day()),
        first_name: s.name(a.first),
        last_name: s.name(a.last),
        issuing_authority: 'HMPO',
      },
      breakdown: {
        data_comparison: {
          result: 'clear',
          breakdown: { first_name: { result: 'clear', properties: {} }, date_of_birth: { result: 'clear' } },
        },
      },
      watchlist: [
        {
          matched_name: s.name(v.person().full),
          aliases: [s.name(v.person().full)],
          list_name: trap('list', 'OFAC SDN'),
          score: 0.41,
        },
      ],
      checked_by: s.name(v.person('us').full),
    };
  },
  landRegister: (v) => ({
    parcel: {
      parcelNumber: s.reference(v.fill('##-####-###-####')),
      legalDescription: 'LOT 14 BLK 3',
      acreage: 0.31,
      zoning: 'R-1',
      situsAddress: open('1200 Elm St'),
      lat: trap('coordinate', 41.123456),
      lng: trap('coordinate', -87.654321),
    },
    owners: s.many(2, () => ({
      ownerName: s.name(v.person().full),
      mailingAddress: s.address(v.person().street),
      mailingCity: s.address(v.person().city),
      mailingZip: s.address(v.person().zip),
      ownershipPct: 50,
    })),
    deeds: [
      {
        grantor: s.name(v.person().full),
        grantee: s.name(v.person().full),
        docNumber: s.reference(v.fill('2019-#######')),
        recorded: trap('iso date', v.day()),
        consideration: trap('price', 312000),
      },
    ],
    lender: { name: s.company('Prairie Savings Bank') },
    lease: {
      landlord: { name: s.name(v.person().full), phone: s.phone(v.phone()) },
      tenants: [
        { name: s.name(v.person().full), moveInDate: trap('iso date', v.day()), guarantor: s.name(v.person().full) },
      ],
      rent: 1450,
      unit: open('4B'),
    },
    listingAgent: {
      name: s.name(v.person().full),
      brokerage: s.company('Harbor Realty'),
      licenseNumber: open(v.digits(8)),
      directPhone: s.phone(v.phone()),
    },
  }),
  telco: (v) => {
    const a = v.person();
    return {
      subscriber: {
        msisdn: s.phone('447700900123'),
        imsi: s.imei(`23415${v.digits(10)}`),
        iccid: s.imei(`89441${v.digits(14)}`),
        imei: s.imei('490154203237518'),
        simStatus: 'active',
        tariffName: trap('plan', 'Unlimited Max'),
        puk: open(v.digits(8)),
        pin1: s.secret(v.digits(4)),
      },
      accountHolder: {
        title: 'Mr',
        forename: s.name(a.first),
        surname: s.name(a.last),
        contactEmail: s.email(a.email),
        altContactNo: s.phone(v.phone()),
      },
      installationAddress: {
        premises: s.address('12'),
        thoroughfare: s.address('Mill Lane'),
        postTown: s.address(a.city),
        postcode: s.address(a.zip),
        uprn: open(v.digits(12)),
      },
      cdrs: s.many(3, () => ({
        callId: s.id(v.uuid()),
        callingParty: s.phone(v.phone('uk')),
        calledParty: s.phone(v.phone('us')),
        a_number: s.phone('447700900456'),
        b_number: s.phone('33612345678'),
        startTime: trap('iso time', v.iso()),
        durationSec: v.int(1, 900),
        cellId: trap('code', v.digits(9)),
        chargedUnits: 3,
      })),
    };
  },
  sms: (v) => ({
    messages: s.many(3, () => ({
      sid: s.id(`SM${v.hex(32)}`),
      account_sid: s.id(`AC${v.hex(32)}`),
      from: s.phone('+14155552345'),
      to: s.phone(v.phone('us').startsWith('+') ? '+12065550100' : '+12065550101'),
      body: prose('Hi, your table is ready. Call ', s.phone('+1 415-555-0132'), ' to cancel.'),
      status: 'delivered',
      num_segments: '1',
      price: trap('price', '-0.00750'),
      error_code: null,
      messaging_service_sid: s.id(`MG${v.hex(32)}`),
      profile_name: s.name(v.person('us').full),
    })),
  }),
  whatsapp: (v) => ({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: s.id(v.digits(15).replace(/^./, '1')),
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: {
                display_phone_number: s.phone('15550783881'),
                phone_number_id: s.id(v.digits(15).replace(/^./, '1')),
              },
              contacts: [{ profile: { name: s.name(v.person('us').full) }, wa_id: s.phone('16505551234') }],
              messages: [
                {
                  from: s.phone('16505551234'),
                  id: s.id('wamid.HBgLMTY1MDU1NTEyMzQVAgASGBQzQTdBNDVDMDZEOEVDOTVGQTNCMwA='),
                  timestamp: trap('epoch string', '1749416383'),
                  text: { body: 'Does it come in another color?' },
                  type: 'text',
                },
              ],
            },
          },
        ],
      },
    ],
  }),
  oidcAndScim: (v) => {
    const a = v.person();
    return {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id: s.id(v.uuid()),
      externalId: s.id(v.digits(6)),
      userName: s.email(a.email),
      name: {
        formatted: s.name(a.full),
        familyName: s.name(a.last),
        givenName: s.name(a.first),
        honorificPrefix: 'Ms.',
      },
      displayName: s.name(a.full),
      nickName: open('Babs'),
      emails: [{ value: s.email(a.email), type: 'work', primary: true }],
      addresses: [
        {
          type: 'work',
          streetAddress: s.address(a.street),
          locality: s.address(a.city),
          region: s.address(a.region),
          postalCode: s.address(a.zip),
          country: 'USA',
          formatted: s.address(`${a.street}\n${a.city}`),
        },
      ],
      phoneNumbers: [{ value: s.phone(a.phone), type: 'work' }],
      ims: [{ value: open('someaimhandle'), type: 'aim' }],
      userType: 'Employee',
      locale: 'en-US',
      timezone: 'America/Los_Angeles',
      groups: [{ value: s.id(v.uuid()), display: trap('group', 'Tour Guides') }],
      x509Certificates: [],
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': {
        employeeNumber: s.id('701984'),
        costCenter: '4130',
        organization: s.company('Universal Studios'),
        manager: { value: s.id(v.uuid()), displayName: s.name(v.person('us').full) },
      },
      meta: {
        resourceType: 'User',
        version: 'W/"a330bc54f0671c9"',
        location: trap('url', 'https://example.com/v2/Users/26118915'),
      },
      okta: {
        profile: {
          login: s.email(a.email),
          secondEmail: s.email(v.person().email),
          mobilePhone: s.phone(a.phone),
          zipCode: s.address(a.zip),
          streetAddress: s.address(a.street),
        },
        credentials: {
          password: {},
          recovery_question: {
            question: 'Who is a major player in the cowboy scene?',
            answer: s.secret('Annie Oakley 4'),
          },
          provider: { type: 'OKTA', name: 'OKTA' },
        },
        lastLogin: trap('iso time', v.iso()),
      },
      client: {
        client_id: s.id(v.token(20)),
        client_secret: s.secret(v.token(40)),
        client_name: trap('app', 'Native Client'),
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: ['authorization_code'],
      },
    };
  },
  directory: (v) => ({
    value: s.many(3, () => {
      const a = v.person();
      return {
        businessPhones: [s.phone(a.phone)],
        displayName: s.name(a.full),
        givenName: s.name(a.first),
        surname: s.name(a.last),
        mail: s.email(a.email),
        otherMails: [s.email(v.person().email)],
        mobilePhone: s.phone(v.phone()),
        officeLocation: trap('office', '18/2111'),
        preferredLanguage: 'en-US',
        userPrincipalName: s.email(a.email),
        proxyAddresses: [s.email(`SMTP:${a.email}`)],
        streetAddress: s.address(a.street),
        postalCode: s.address(a.zip),
        city: s.address(a.city),
        employeeHireDate: trap('iso time', v.iso()),
        ageGroup: null,
        id: s.id(v.uuid()),
      };
    }),
  }),
  legalCase: (v) => ({
    docket: s.reference('1:21-cv-04567'),
    court: { name: trap('court', 'Northern District of California'), judge: s.name(v.person('us').full) },
    parties: [
      {
        type: 'Plaintiff',
        name: s.name(v.person('us').full),
        attorneys: [
          {
            name: s.name(v.person('us').full),
            firm: s.company('Baker Hall LLP'),
            barNumber: open(v.digits(6)),
            phone: s.phone(v.phone('us')),
          },
        ],
      },
      { type: 'Defendant', name: s.company('Northwind Traders Inc.') },
    ],
    witnesses: [s.name(v.person('us').full), s.name(v.person('us').full)],
    filedBy: s.name(v.person('us').full),
    entries: s.many(3, (i) => ({
      entryNumber: i + 1,
      filedOn: trap('iso date', v.day()),
      text: 'MOTION to Dismiss',
      pages: 12,
    })),
    causeOfAction: '28 U.S.C. 1332',
  }),
};
