/** Blind answers: trips, stays, places and vehicles. */
import { open, p, prose, trap } from '../../label.ts';
import { many, type Shapes } from './shapes.ts';

export const TRAVEL: Shapes = {
  flightOrder: (v) => ({
    data: {
      type: 'flight-order',
      id: trap('token id', 'eJzTd9f3NjIJdzUGAAp%2fAiY='),
      queuingOfficeId: trap('code', 'NCE4D31SB'),
      associatedRecords: [
        {
          reference: trap('booking reference', v.fill('??????')),
          creationDate: trap('local time', '2024-07-19T10:15:00.000'),
          originSystemCode: 'GDS',
          flightOfferId: '1',
        },
      ],
      flightOffers: [
        {
          type: 'flight-offer',
          id: '1',
          lastTicketingDate: trap('iso date', v.day()),
          itineraries: [
            {
              duration: trap('iso duration', 'PT14H15M'),
              segments: many(3, (index) => ({
                departure: {
                  iataCode: trap('airport code', ['LHR', 'AMS', 'SIN'][index]!),
                  terminal: '4',
                  at: trap('local time', '2024-11-01T11:35:00'),
                },
                arrival: {
                  iataCode: trap('airport code', ['AMS', 'SIN', 'SYD'][index]!),
                  at: trap('local time', '2024-11-02T18:10:00'),
                },
                carrierCode: trap('airline code', 'KL'),
                number: trap('flight number', v.digits(4)),
                aircraft: { code: '77W' },
                id: trap('numeric string id', v.digits(2)),
                numberOfStops: 0,
                co2Emissions: [{ weight: 79, weightUnit: 'KG', cabin: 'ECONOMY' }],
              })),
            },
          ],
          price: {
            currency: 'EUR',
            total: trap('amount string', '355.34'),
            base: '255.00',
            grandTotal: trap('amount string', '355.34'),
          },
          pricingOptions: { fareType: ['PUBLISHED'], includedCheckedBagsOnly: true },
          travelerPricings: [
            {
              travelerId: '1',
              fareOption: 'STANDARD',
              travelerType: 'ADULT',
              fareDetailsBySegment: [
                { segmentId: '1', cabin: 'ECONOMY', fareBasis: trap('code', 'ZZ1YXFII'), class: 'Z' },
              ],
            },
          ],
        },
      ],
      travelers: many(2, (index) => {
        const a = v.who();
        return {
          id: String(index + 1),
          dateOfBirth: p('birth-date', a.birth),
          gender: open('FEMALE'),
          name: { firstName: p('name', a.first.toUpperCase()), lastName: p('name', a.last.toUpperCase()) },
          documents: [
            {
              number: p('passport', v.fill('########')),
              issuanceDate: open(v.day()),
              expiryDate: open(v.day()),
              issuanceCountry: trap('country code', 'ES'),
              issuanceLocation: open('Madrid'),
              nationality: p('nationality', 'ES'),
              birthPlace: p('birth-place', 'Madrid'),
              documentType: 'PASSPORT',
              holder: true,
            },
          ],
          contact: {
            purpose: 'STANDARD',
            phones: [
              {
                deviceType: 'MOBILE',
                countryCallingCode: trap('dial code', '34'),
                number: p('phone', '4808'.concat(v.digits(5)).replace(/^4808/, '6554')),
              },
            ],
            emailAddress: p('email', a.email),
          },
        };
      }),
      contacts: [
        {
          addresseeName: { firstName: p('name', v.who('es').full.toUpperCase()) },
          companyName: trap('company name', 'INCREIBLE VIAJES'),
          purpose: 'STANDARD',
          phones: [{ deviceType: 'LANDLINE', countryCallingCode: '34', number: p('phone', v.who('es').local) }],
          emailAddress: p('email', 'support@increibleviajes.example'),
          address: {
            lines: [p('address', 'Calle Prado, 16')],
            postalCode: p('address', '28014'),
            cityName: p('address', 'Madrid'),
            countryCode: 'ES',
          },
        },
      ],
      ticketingAgreement: { option: 'DELAY_TO_CANCEL', delay: '6D' },
      tickets: [{ documentNumber: trap('ticket number', v.fill('074##########')), documentType: 'ETICKET' }],
    },
    dictionaries: {
      locations: { LHR: { cityCode: 'LON', countryCode: 'GB' }, SYD: { cityCode: 'SYD', countryCode: 'AU' } },
      carriers: { KL: trap('company name', 'KLM ROYAL DUTCH AIRLINES') },
    },
  }),

  hotelReservations: (v) => ({
    reservations: many(3, () => {
      const a = v.who();
      return {
        reservationIdList: [
          { id: trap('numeric string id', v.digits(6)), type: 'Reservation' },
          { id: trap('booking reference', v.luhnNumber('3088')), type: 'Confirmation' },
        ],
        hotelId: trap('code', 'SAND01'),
        hotelName: trap('company name', 'Hotel Victoria & Albert'),
        roomStay: {
          arrivalDate: trap('iso date', v.day()),
          departureDate: trap('iso date', v.day()),
          roomId: trap('room number', v.int(100, 900)),
          adultCount: 2,
          ratePlanCode: trap('code', 'BAR10'),
          roomType: 'DLX',
          guarantee: { guaranteeCode: 'CC', shortDescription: 'Credit card' },
          total: { amountBeforeTax: trap('price', v.cents()), currencyCode: 'EUR' },
        },
        reservationGuests: [
          {
            profileInfo: {
              profileIdList: [{ id: trap('numeric string id', v.digits(5)), type: 'Profile' }],
              profile: {
                customer: {
                  personName: [
                    {
                      givenName: p('name', a.first),
                      surname: p('name', a.last),
                      nameTitle: 'Mrs.',
                      nameType: 'Primary',
                    },
                  ],
                  birthDate: p('birth-date', a.birth),
                  nationality: p('nationality', a.country),
                  language: trap('locale code', 'E'),
                  vipStatus: '2',
                },
                addresses: {
                  addressInfo: [
                    {
                      address: {
                        addressLine: [p('address', a.street), ''],
                        cityName: p('address', a.city),
                        postalCode: p('address', a.zip),
                        country: { value: trap('country code', a.country) },
                      },
                      type: 'HOME',
                    },
                  ],
                },
                telephones: {
                  telephoneInfo: [{ telephone: { phoneNumber: p('phone', a.intl), phoneUseType: 'MOBILE' } }],
                },
                emails: { emailInfo: [{ email: { emailAddress: p('email', a.email), type: 'EMAIL' } }] },
                identificationNumber: p('national-id', v.dni()),
              },
            },
            primary: true,
          },
        ],
        payment: {
          cardNumber: p('card', v.card()),
          cardNumberMasked: open('XXXXXXXXXXXX1881'),
          expirationDate: p('card', '2028-06'),
          cardHolderName: p('name', a.full),
          cardType: 'Va',
        },
        comments: ['Late arrival 23:30', 'Feather-free pillows, floor 4 or higher'],
        membership: { membershipId: trap('loyalty number', v.digits(9)), membershipLevel: 'GOLD' },
        lastModifyDateTime: trap('local time', '2024-07-19 10:15:02.0'),
      };
    }),
    hasMore: false,
  }),

  nearbyPlaces: (v) => ({
    html_attributions: [],
    next_page_token: trap('cursor', v.b62(120)),
    results: many(4, (index) => ({
      business_status: 'OPERATIONAL',
      geometry: {
        location: { lat: trap('coordinate', -33.87 + index / 1000), lng: trap('coordinate', 151.2 + index / 1000) },
        viewport: {
          northeast: { lat: trap('coordinate', -33.8656), lng: trap('coordinate', 151.2021) },
          southwest: { lat: trap('coordinate', -33.8683), lng: trap('coordinate', 151.1994) },
        },
      },
      icon: trap('url', 'https://maps.example.com/mapfiles/place_api/icons/v1/png_71/restaurant-71.png'),
      name: trap(
        'place name',
        ['Victoria Gardens', 'St. James Church', "Harry's Café de Wheels", 'Queen Elizabeth Dock'][index]!,
      ),
      opening_hours: { open_now: true, weekday_text: ['Monday: 9:00 AM – 5:30 PM', 'Sunday: Closed'] },
      photos: [{ height: 2268, photo_reference: trap('token id', v.b62(180)), width: 4032, html_attributions: [] }],
      place_id: trap('token id', `ChIJ${v.b62(23)}`),
      plus_code: { compound_code: trap('plus code', '46MV+38 Sydney'), global_code: trap('plus code', '4RRH46MV+38') },
      price_level: 2,
      rating: 4.3,
      reference: trap('token id', `ChIJ${v.b62(23)}`),
      scope: 'GOOGLE',
      types: ['restaurant', 'point_of_interest', 'establishment'],
      user_ratings_total: v.int(10, 9000),
      vicinity: open('1 Cowper Wharf Roadway, Woolloomooloo'),
      utc_offset: 600,
    })),
    status: 'OK',
  }),

  citySearch: (v) => ({
    type: 'FeatureCollection',
    attribution: 'BAN',
    features: many(5, (index) => ({
      type: 'Feature',
      geometry: {
        type: 'Point',
        coordinates: [trap('coordinate', 2.3 + index / 7), trap('coordinate', 48.8 - index / 9)],
      },
      properties: {
        label: trap(
          'place name',
          ['Le Mans', 'Saint-Étienne', 'Villeurbanne', 'La Roche-sur-Yon', 'Sainte-Marie'][index]!,
        ),
        score: 0.9612,
        id: trap('code', v.fill('7####')),
        type: 'municipality',
        name: trap(
          'place name',
          ['Le Mans', 'Saint-Étienne', 'Villeurbanne', 'La Roche-sur-Yon', 'Sainte-Marie'][index]!,
        ),
        citycode: trap('code', v.fill('7####')),
        population: v.int(9000, 900_000),
        x: trap('coordinate', 490_872.58),
        y: trap('coordinate', 6_771_512.2),
        context: '72, Sarthe, Pays de la Loire',
        importance: 0.58,
      },
    })),
    query: 'le mans',
    limit: 5,
  }),

  departures: (v) => ({
    pagination: { start_page: 0, items_on_page: 6, total_result: 118 },
    departures: many(6, (index) => ({
      display_informations: {
        direction: trap(
          'place name',
          [
            'Marseille-St-Charles (Marseille)',
            'Charles de Gaulle – Étoile',
            'Victor Hugo',
            'Saint-Lazare',
            'Gabriel Péri',
            'Louis Aragon',
          ][index]!,
        ),
        code: 'TER',
        network: trap('company name', 'SNCF'),
        color: trap('colour', '000000'),
        name: trap('label', 'Marseille – Lyon'),
        headsign: trap('flight number', v.digits(5)),
        commercial_mode: 'Train',
        trip_short_name: v.digits(6),
      },
      stop_date_time: {
        departure_date_time: trap('compact time', '20240719T101500'),
        base_departure_date_time: trap('compact time', '20240719T101500'),
        data_freshness: 'base_schedule',
      },
      stop_point: {
        id: trap('urn', `stop_point:SNCF:${v.digits(8)}:Train`),
        name: trap('place name', 'Valence TGV Rhône-Alpes'),
        coord: { lat: trap('coordinate', '44.991469'), lon: trap('coordinate', '4.978705') },
        administrative_regions: [
          { insee: trap('code', '26004'), zip_code: open('26300'), level: 8, name: trap('place name', 'Alixan') },
        ],
      },
      links: [
        { type: 'vehicle_journey', id: trap('urn', `vehicle_journey:SNCF:2024-07-19:${v.digits(6)}:1187:Train`) },
      ],
    })),
    disruptions: [
      {
        id: trap('uuid', v.uuid()),
        status: 'active',
        messages: [{ text: 'Retard de 15 min : sortie tardive du dépôt', channel: { name: 'titre' } }],
      },
    ],
  }),

  rideReceipts: (v) => ({
    trips: many(3, () => {
      const a = v.who();
      return {
        uuid: trap('uuid', v.uuid()),
        product: { display_name: trap('product name', 'Comfort Electric'), capacity: 4 },
        rider: { first_name: p('name', a.first), phone_number: p('phone', a.e164), rating: 4.92 },
        driver: {
          name: p('name', v.who().first),
          phone_number: p('phone', v.who().e164),
          picture_url: open('https://cdn.example.com/d/1.jpeg'),
          rating: 4.88,
          sms_number: p('phone', v.who().e164),
        },
        vehicle: {
          make: trap('product name', 'Tesla'),
          model: trap('product name', 'Model 3'),
          license_plate: open('7UBR418'),
        },
        pickup: {
          address: p('address', `${a.street}, ${a.city}`),
          latitude: open(47.6),
          longitude: open(-122.3),
          eta: 5,
        },
        destination: {
          nickname: trap('label', 'Airport'),
          latitude: trap('coordinate', 47.4502),
          longitude: trap('coordinate', -122.3088),
        },
        fare: { total: trap('amount string', '$18.42'), currency: 'USD', surge_multiplier: 1.2 },
        status: 'completed',
        distance: trap('quantity', 14.21),
        start_time: trap('epoch seconds', v.seconds()),
        receipt_number: trap('receipt number', v.fill('UB-####-####-####')),
      };
    }),
    offset: 0,
  }),

  vehicleRecord: (v) => ({
    registrationNumber: open('AB19XYZ'),
    taxStatus: 'Taxed',
    taxDueDate: trap('iso date', v.day()),
    motStatus: 'Valid',
    make: trap('product name', 'AUSTIN'),
    model: trap('product name', 'ALFA ROMEO GIULIA'),
    yearOfManufacture: 2019,
    engineCapacity: 1995,
    co2Emissions: 138,
    fuelType: 'DIESEL',
    markedForExport: false,
    colour: 'GREY',
    typeApproval: 'M1',
    wheelplan: '2 AXLE RIGID BODY',
    monthOfFirstRegistration: trap('year month', '2019-03'),
    dateOfLastV5CIssued: trap('iso date', v.day()),
    euroStatus: 'EURO 6 AG',
    vin: open('1HGCM82633A004352'),
    motTests: many(4, () => ({
      completedDate: trap('local time', '2024.03.11 10:15:02'),
      testResult: 'PASSED',
      odometerValue: trap('count', String(v.int(10_000, 99_000))),
      odometerUnit: 'mi',
      motTestNumber: trap('reference number', v.digits(12)),
      rfrAndComments: [
        {
          text: 'Nearside Front Tyre worn close to legal limit 1.6 mm (5.2.3 (e))',
          type: 'ADVISORY',
          dangerous: false,
        },
      ],
    })),
    keeper: {
      title: 'MISS',
      surname: p('name', v.who('uk').last),
      forenames: p('name', v.who('uk').first),
      postcode: p('address', v.who('uk').zip),
      driverLicenceNumber: p('national-id', v.fill('LLEWE8####9E99AB')),
    },
  }),

  weather: (v) => ({
    latitude: trap('coordinate', 52.52),
    longitude: trap('coordinate', 13.419998),
    generationtime_ms: 0.2161,
    utc_offset_seconds: 7200,
    timezone: 'Europe/Berlin',
    elevation: 38.0,
    station: {
      name: trap('place name', 'Berlin-Alexanderplatz'),
      wmo: trap('code', '10389'),
      icao: trap('airport code', 'EDDB'),
    },
    hourly: {
      time: many(12, () => trap('local time', `${v.day()}T00:00`)),
      temperature_2m: many(12, () => trap('quantity', v.int(-50, 350) / 10)),
      precipitation: many(12, () => v.int(0, 20) / 10),
    },
    alerts: [
      {
        event: 'Storm Isabella',
        severity: 'Moderate',
        certainty: 'Likely',
        onset: trap('iso time', v.zulu()),
        oid: trap('oid', '2.49.0.1.276.0.DWD.PVW.1721383502117.4417'),
      },
    ],
    seismic: many(4, () => ({
      mag: 4.4,
      place: '118 km SSW of Santa Cruz, Bolivia',
      time: trap('epoch millis', v.millis()),
      code: trap('code', v.fill('us7000####')),
      url: trap('url', 'https://earthquake.example.gov/earthquakes/eventpage/us7000n05d'),
      gap: 44,
      magType: 'mb',
    })),
  }),

  rentalListings: (v) => ({
    listings: many(3, (index) => {
      const a = v.who();
      return {
        listing_id: trap('numeric id', v.int(1e7, 9e8)),
        headline: ['Sunny loft near Alexanderplatz', 'Casa Elena, sea view', 'The Oliver Suite'][index]!,
        geo: { lat: trap('coordinate', 41.38), lng: trap('coordinate', 2.17), precision: 'approximate' },
        neighbourhood: trap('place name', 'Eixample'),
        price: { nightly: trap('price', 118), cleaning_fee: 40, currency: 'EUR' },
        amenities: ['wifi', 'iron', 'hair dryer'],
        house_rules: 'Check-in 15:00-22:00. No parties. Max. 4 guests. Bins: Mon/Thu.',
        wifi: { ssid: trap('label', 'CasaElena_5G'), password: p('secret', 'naranjas-2024!') },
        host: {
          id: trap('numeric id', v.int(1e5, 9e7)),
          first_name: p('name', a.first),
          phone: p('phone', a.intl),
          email: p('email', a.email),
          since: trap('year month', '2016-04'),
          superhost: true,
        },
        registration: trap('licence number', 'HUTB-012345'),
        reviews: many(2, () => ({
          id: trap('big number string', v.digits(18)),
          rating: 5,
          comment: 'Great stay, 10/10. Bus V17 stops outside.',
          reviewer: { id: trap('numeric id', v.int(1e5, 9e7)), first_name: p('name', v.who().first) },
          created_at: trap('iso time', v.zulu()),
        })),
        calendar: many(5, () => ({
          date: trap('iso date', v.day()),
          available: true,
          price: trap('price', v.cents(300)),
        })),
        note_to_guests: prose('Lost? Call ', p('phone', a.intl), '. The gate is number 17.'),
      };
    }),
  }),
};
