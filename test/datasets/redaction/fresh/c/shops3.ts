/** Shops, parcels and bookings. */
import { type Draft, open, p, trap } from '../../label.ts';

export const SHOPS3: Record<string, () => Draft> = {
  'dhl tracking': () => ({
    shipments: [
      {
        id: trap('tracking', '00340434161094042557'),
        service: 'express',
        origin: { address: { addressLocality: trap('city', 'BREMEN - GERMANY'), countryCode: 'DE' } },
        destination: { address: { countryCode: 'FI', addressLocality: open('TAMPERE'), postalCode: open('33100') } },
        status: {
          timestamp: trap('iso date', '2024-05-02T17:53:47Z'),
          location: { address: { addressLocality: trap('city', 'LEIPZIG') } },
          statusCode: 'transit',
          status: 'DEPARTED FACILITY',
          description: 'Shipment has departed from a DHL facility',
        },
        estimatedTimeOfDelivery: trap('iso date', '2024-05-03T23:59:00Z'),
        details: {
          carrier: { '@type': 'Organization', organizationName: 'EXPRESS' },
          proofOfDelivery: {
            documentUrl: trap('url', 'https://webpod.dhl.com/webPOD/DHLePODRequest'),
            signed: {
              '@type': 'Person',
              familyName: p('name', 'Korhonen'),
              givenName: p('name', 'Aino'),
              name: p('name', 'Aino Korhonen'),
            },
          },
          receiver: {
            '@type': 'Person',
            name: p('name', 'Aino Korhonen'),
            streetAddress: p('address', 'Satakunnankatu 21 B 34'),
          },
          totalNumberOfPieces: 2,
          pieceIds: ['JD014600006281230704', 'JD014600002708681600'],
          weight: { value: 253.5, unitText: 'g' },
          references: [{ number: '2YJLZ08', type: 'customer-reference' }],
        },
        events: [
          {
            timestamp: trap('iso date', '2024-05-02T04:05:08'),
            location: { address: { addressLocality: 'FRANKFURT AM MAIN' } },
            description: 'Processed at hub',
          },
        ],
      },
    ],
  }),
};
