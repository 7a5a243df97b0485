/** Parcels, places, weather, events, stays and flights. */
import { type Draft, open, p, trap } from '../../label.ts';

export const MOVE1: Record<string, () => Draft> = {
  'dhl unified tracking': () => ({
    url: '/shipments?trackingNumber=00340434161094042557&offset=5&limit=5',
    shipments: [
      {
        id: trap('tracking', '00340434161094042557'),
        service: 'parcel-de',
        origin: { address: { countryCode: 'DE', postalCode: open('53113'), addressLocality: open('Bonn') } },
        destination: { address: { countryCode: 'DE', postalCode: open('20146'), addressLocality: open('Hamburg') } },
        status: {
          timestamp: '2024-06-18T10:22:00+02:00',
          location: { address: { addressLocality: open('Hamburg Zustellbasis') } },
          statusCode: 'delivered',
          status: 'DELIVERED',
          description: 'Die Sendung wurde erfolgreich zugestellt.',
        },
        details: {
          carrier: { '@type': 'Organization', organizationName: 'Deutsche Post DHL Group' },
          product: { productName: 'DHL PAKET' },
          receiver: {
            '@type': 'Person',
            organizationName: '',
            familyName: p('name', 'Özdemir'),
            givenName: p('name', 'Fatma'),
            name: p('name', 'Fatma Özdemir'),
          },
          proofOfDelivery: {
            timestamp: '2024-06-18T10:22:00+02:00',
            signatureUrl: 'https://webpod.dhl.com/webPOD/DHLePODRequest?hwb=jOH',
            signed: {
              '@type': 'Person',
              familyName: p('name', 'Harms'),
              givenName: p('name', 'Klaas'),
              name: p('name', 'Klaas Harms'),
            },
          },
          totalNumberOfPieces: 1,
          pieceIds: [trap('tracking', 'JD014600006281230704')],
          weight: { value: 253.5, unitText: 'g' },
          references: [{ number: 'YZ3892406173', type: 'customer-reference' }],
        },
        events: [
          {
            timestamp: '2024-06-17T22:01:00+02:00',
            statusCode: 'transit',
            status: 'IN_TRANSIT',
            remark: 'Paketzentrum 21',
          },
        ],
      },
    ],
  }),
  'ups tracking': () => ({
    trackResponse: {
      shipment: [
        {
          inquiryNumber: trap('tracking', '1Z9A27W80396412847'),
          package: [
            {
              trackingNumber: trap('tracking', '1Z9A27W80396412847'),
              deliveryDate: [{ type: 'DEL', date: '20240614' }],
              deliveryTime: { type: 'DEL', startTime: '', endTime: '143200' },
              activity: [
                {
                  location: {
                    address: { city: open('LOUISVILLE'), stateProvince: open('KY'), countryCode: 'US', country: 'US' },
                    slic: '4009',
                  },
                  status: { type: 'I', description: 'Departed from Facility', code: 'DP', statusCode: '005' },
                  date: '20240613',
                  time: '034500',
                  gmtDate: '20240613',
                  gmtOffset: '-04:00',
                },
              ],
              currentStatus: { description: 'Delivered', code: '011' },
              packageAddress: [
                {
                  type: 'ORIGIN',
                  name: 'Reed Guitar Strings Inc',
                  attentionName: 'Dock 4',
                  address: { city: open('NAZARETH'), stateProvince: open('PA'), countryCode: 'US' },
                },
                {
                  type: 'DESTINATION',
                  name: p('name', 'YOLANDA BEGAY'),
                  attentionName: p('name', 'YOLANDA BEGAY'),
                  address: {
                    addressLine1: p('address', '310 W AZTEC AVE'),
                    city: p('address', 'GALLUP'),
                    stateProvince: p('address', 'NM'),
                    postalCode: p('address', '87301'),
                    countryCode: 'US',
                  },
                },
              ],
              service: { code: '518', levelCode: '011', description: 'UPS Ground' },
              weight: { unitOfMeasurement: 'LBS', weight: '8.05' },
              referenceNumber: [{ type: 'SHIPMENT', number: '4417-5501-2290' }],
              deliveryInformation: { receivedBy: p('name', 'BEGAY'), location: 'Front Door' },
              packageCount: 1,
            },
          ],
        },
      ],
    },
  }),
  'fedex track results': () => ({
    transactionId: trap('uuid', '624deea6-b709-470c-8c39-4b5511281492'),
    customerTransactionId: 'AnyCo_order123456789',
    output: {
      completeTrackResults: [
        {
          trackingNumber: trap('tracking', '123456789012'),
          trackResults: [
            {
              trackingNumberInfo: {
                trackingNumber: trap('tracking', '123456789012'),
                carrierCode: 'FDXE',
                trackingNumberUniqueId: '245822~123456789012~FDEG',
              },
              shipperInformation: {
                contact: {
                  personName: p('name', 'Ezekiel Tremblay'),
                  phoneNumber: p('phone', '5145550137'),
                  companyName: 'FBK Boards',
                },
                address: {
                  streetLines: [p('address', '10 FedEx Parkway'), p('address', 'Suite 302')],
                  city: p('address', 'Montréal'),
                  stateOrProvinceCode: p('address', 'QC'),
                  postalCode: p('address', 'H2X 1Y4'),
                  countryCode: 'CA',
                },
              },
              serviceDetail: {
                description: 'FedEx Freight Economy.',
                shortDescription: 'FL',
                type: 'FEDEX_FREIGHT_ECONOMY',
              },
              latestStatusDetail: {
                code: 'IT',
                derivedCode: 'IT',
                statusByLocale: 'In transit',
                scanLocation: { city: 'MEMPHIS', stateOrProvinceCode: 'TN', countryCode: 'US', residential: false },
              },
              packageDetails: {
                count: '1',
                weightAndDimensions: {
                  weight: [{ unit: 'LB', value: '22222.0' }],
                  dimensions: [{ length: 100, width: 50, height: 30, units: 'CM' }],
                },
              },
              dateAndTimes: [{ dateTime: '2024-09-27T00:00:00', type: 'ACTUAL_DELIVERY' }],
              deliveryDetails: {
                receivedByName: p('name', 'R. Vaillancourt'),
                deliveryAttempts: '0',
                signedByName: p('name', 'R. Vaillancourt'),
              },
            },
          ],
        },
      ],
      alerts: 'TRACKING.DATA.NOTUNIQUE',
    },
  }),
  'google places details': () => ({
    html_attributions: [],
    status: 'OK',
    result: {
      business_status: 'OPERATIONAL',
      formatted_address: open('48 Pirrama Rd, Pyrmont NSW 2009, Australia'),
      formatted_phone_number: p('phone', '(02) 9374 4000'),
      international_phone_number: p('phone', '+61 2 9374 4000'),
      geometry: {
        location: { lat: trap('coordinate', -33.866489), lng: trap('coordinate', 151.1958561) },
        viewport: {
          northeast: { lat: -33.8655112697085, lng: 151.1971156302915 },
          southwest: { lat: -33.86820923029149, lng: 151.1944176697085 },
        },
      },
      icon: 'https://maps.gstatic.com/mapfiles/place_api/icons/v1/png_71/generic_business-71.png',
      icon_background_color: '#7B9EB0',
      name: 'Google Workplace 6',
      opening_hours: {
        open_now: false,
        periods: [{ open: { day: 1, time: '0900' }, close: { day: 1, time: '1700' } }],
        weekday_text: ['Monday: 9:00 AM – 5:00 PM'],
      },
      place_id: trap('id', 'ChIJN1t_tDeuEmsRUsoyG83frY4'),
      plus_code: { compound_code: '45MW+C8 Pyrmont NSW, Australia', global_code: '4RRH45MW+C8' },
      rating: 4,
      reviews: [
        {
          author_name: p('name', 'Luke Archibald-Ng'),
          author_url: 'https://www.google.com/maps/contrib/113389359827989670652/reviews',
          language: 'en',
          rating: 1,
          relative_time_description: '2 years ago',
          text: 'Slow lift, 3.5 stars at best. Gate 7 closes 18:00.',
          time: trap('epoch', 1575514423),
          translated: false,
        },
      ],
      types: ['point_of_interest', 'establishment'],
      user_ratings_total: 939,
      utc_offset: 600,
      vicinity: open('48 Pirrama Road, Pyrmont'),
      website: 'http://google.com/',
      wheelchair_accessible_entrance: true,
    },
  }),
  'openweather current': () => ({
    coord: { lon: trap('coordinate', 7.367), lat: trap('coordinate', 45.133) },
    weather: [{ id: 501, main: 'Rain', description: 'moderate rain', icon: '10d' }],
    base: 'stations',
    main: {
      temp: 284.2,
      feels_like: 282.93,
      temp_min: 283.06,
      temp_max: 286.82,
      pressure: 1021,
      humidity: 60,
      sea_level: 1021,
      grnd_level: 910,
    },
    visibility: 10000,
    wind: { speed: 4.09, deg: 121, gust: 3.47 },
    rain: { '1h': 2.73 },
    clouds: { all: 83 },
    dt: trap('epoch', 1726660758),
    sys: { type: 1, id: 6736, country: 'IT', sunrise: 1726636384, sunset: 1726680975 },
    timezone: 7200,
    id: 3165523,
    name: 'Province of Turin',
    cod: 200,
  }),
};
