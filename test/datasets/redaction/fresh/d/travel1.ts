/** Travel. */
import { type Draft, open, p, trap } from '../../label.ts';

export const TRAVEL1: Record<string, () => Draft> = {
  amadeusFlightOrder: () => ({
    data: {
      type: 'flight-order',
      id: trap('id', 'eJzTd9f3NjIJdzUGAAp%2fAiY%3d'),
      queuingOfficeId: trap('id', 'NCE4D31SB'),
      associatedRecords: [
        {
          reference: trap('id', 'QVH2BX'),
          creationDate: trap('timestamp', '2026-02-16T11:32:00.000'),
          originSystemCode: 'GDS',
          flightOfferId: '1',
        },
      ],
      flightOffers: [
        {
          type: 'flight-offer',
          id: '1',
          source: 'GDS',
          nonHomogeneous: false,
          lastTicketingDate: trap('date', '2026-02-18'),
          price: {
            currency: 'EUR',
            total: trap('price', '547.46'),
            base: trap('price', '320.00'),
            grandTotal: trap('price', '547.46'),
          },
          validatingAirlineCodes: ['TP'],
          itineraries: [
            {
              segments: [
                {
                  departure: { iataCode: 'LIS', terminal: '1', at: trap('timestamp', '2026-06-02T09:10:00') },
                  arrival: { iataCode: 'GRU', terminal: '3', at: trap('timestamp', '2026-06-02T16:25:00') },
                  carrierCode: 'TP',
                  number: trap('flight', '83'),
                  aircraft: { code: '339' },
                  duration: trap('duration', 'PT11H15M'),
                  numberOfStops: 0,
                },
              ],
            },
          ],
        },
      ],
      travelers: [
        {
          id: '1',
          dateOfBirth: p('birth', '1982-01-16'),
          gender: open('MALE'),
          name: { firstName: p('name', 'JORGE'), lastName: p('name', 'VASCONCELOS') },
          documents: [
            {
              number: p('passport', 'CB284917'),
              expiryDate: open('2030-04-14'),
              issuanceCountry: open('PT'),
              nationality: open('PT'),
              documentType: 'PASSPORT',
              holder: true,
            },
          ],
          contact: {
            purpose: 'STANDARD',
            phones: [{ deviceType: 'MOBILE', countryCallingCode: open('351'), number: p('phone', '912847706') }],
            emailAddress: p('email', 'jorge.vasconcelos@sapo.pt'),
          },
        },
        {
          id: '2',
          dateOfBirth: p('birth', '2016-10-11'),
          gender: open('FEMALE'),
          name: { firstName: p('name', 'BEATRIZ'), lastName: p('name', 'VASCONCELOS') },
        },
      ],
      remarks: { general: [{ subType: 'GENERAL_MISCELLANEOUS', text: 'ONLINE BOOKING FROM INCREIBLE VIAJES' }] },
      ticketingAgreement: { option: 'DELAY_TO_CANCEL', delay: '6D' },
      contacts: [
        {
          addresseeName: { firstName: p('name', 'PABLO RODRIGUEZ') },
          companyName: trap('company', 'INCREIBLE VIAJES'),
          purpose: 'STANDARD',
          emailAddress: p('email', 'support@increibleviajes.es'),
        },
      ],
    },
    dictionaries: {
      locations: { LIS: { cityCode: 'LIS', countryCode: 'PT' }, GRU: { cityCode: 'SAO', countryCode: 'BR' } },
      aircraft: { 339: trap('product', 'AIRBUS A330-900NEO') },
      carriers: { TP: trap('company', 'TAP PORTUGAL') },
    },
  }),
  duffelOrder: () => ({
    data: {
      id: trap('id', 'ord_00009hthhsUZ8W4LxQgkjo'),
      booking_reference: trap('id', 'RZPNX8'),
      live_mode: false,
      type: 'instant',
      total_amount: trap('price', '90.80'),
      total_currency: 'GBP',
      tax_amount: trap('price', '30.20'),
      base_amount: trap('price', '60.60'),
      created_at: trap('timestamp', '2026-04-11T15:48:11.642Z'),
      synced_at: trap('timestamp', '2026-04-11T15:49:02Z'),
      cancelled_at: null,
      content: 'self_managed',
      owner: {
        id: trap('id', 'arl_00001876aqC8c5umZmrRds'),
        name: trap('company', 'British Airways'),
        iata_code: 'BA',
        logo_symbol_url: trap(
          'url',
          'https://assets.duffel.com/img/airlines/for-light-background/full-color-logo/BA.svg',
        ),
      },
      passengers: [
        {
          id: trap('id', 'pas_00009hj8USM7Ncg31cBCLL'),
          type: 'adult',
          title: 'mrs',
          given_name: p('name', 'Nkechi'),
          family_name: p('name', 'Obafemi-Stone'),
          born_on: p('birth', '1987-07-24'),
          gender: open('f'),
          infant_passenger_id: null,
          loyalty_programme_accounts: [{ account_number: open('12901014'), airline_iata_code: 'BA' }],
        },
      ],
      documents: [
        {
          type: 'electronic_ticket',
          unique_identifier: trap('ticket', '125-1230984567'),
          passenger_ids: [trap('id', 'pas_00009hj8USM7Ncg31cBCLL')],
        },
      ],
      slices: [
        {
          id: trap('id', 'sli_00009htYpSCXrwaB9Dn123'),
          duration: trap('duration', 'PT02H26M'),
          origin: {
            iata_code: 'LHR',
            name: trap('place', 'Heathrow Airport'),
            city_name: trap('place', 'London'),
            latitude: trap('coordinate', 51.470311),
            longitude: trap('coordinate', -0.458118),
            time_zone: 'Europe/London',
          },
          destination: {
            iata_code: 'MAD',
            name: trap('place', 'Adolfo Suárez Madrid-Barajas Airport'),
            city_name: trap('place', 'Madrid'),
          },
          segments: [
            {
              marketing_carrier_flight_number: trap('flight', '1234'),
              aircraft: { name: trap('product', 'Airbus Industries A320'), iata_code: '320' },
              passengers: [{ seat: { designator: '14B', name: null }, cabin_class: 'economy' }],
            },
          ],
        },
      ],
      payment_status: { awaiting_payment: false, paid_at: trap('timestamp', '2026-04-11T15:48:12Z') },
      metadata: { customer_prefs: 'window seat', payment_intent_id: trap('id', 'pit_00009htYpSCXrwaB9DnUm2') },
    },
  }),
  prenotazioneTreno: () => ({
    pnr: trap('id', 'TZ7K2M'),
    codicePrenotazione: trap('order', '2208841937'),
    stato: 'CONFERMATA',
    canale: 'APP_IOS',
    dataAcquisto: trap('timestamp', '2026-05-04T21:17:08+02:00'),
    viaggio: {
      treno: trap('train', 'Frecciarossa 9642'),
      partenza: { stazione: trap('place', 'Napoli Centrale'), binario: '15', orario: '09:09' },
      arrivo: { stazione: trap('place', 'Milano Rogoredo'), orario: '13:44' },
      carrozza: 4,
      posti: ['12A', '12B'],
      offerta: trap('product', 'Super Economy'),
      classe: 'Standard',
    },
    passeggeri: [
      {
        nome: p('name', 'Ludovica'),
        cognome: p('name', 'Bencivenga'),
        codiceFiscale: p('national', 'BNCGLI85T50F205Z'),
        dataDiNascita: p('birth', '10/12/1985'),
        cartaFreccia: open('387214590'),
        tariffa: 'ADULTO',
      },
      {
        nome: p('name', 'Tommaso'),
        cognome: p('name', "D'Angiò"),
        dataDiNascita: p('birth', '03/06/2014'),
        tariffa: 'RAGAZZO',
      },
    ],
    contatto: { email: p('email', 'ludo.bencivenga@libero.it'), cellulare: p('phone', '+39 347 281 9904') },
    fatturazione: {
      ragioneSociale: null,
      indirizzo: p('address', 'Via Posillipo 211/B'),
      cap: p('address', '80123'),
      comune: p('address', 'Napoli'),
      provincia: p('address', 'NA'),
    },
    importi: { totale: 79.8, valuta: 'EUR', scontoPercentuale: 30 },
    pagamento: {
      metodo: 'CARTA',
      circuito: 'VISA',
      autorizzazione: trap('id', 'A71920'),
      titolare: p('name', 'LUDOVICA BENCIVENGA'),
    },
    biglietti: [{ cp: trap('ticket', '1188402273'), aztec: trap('hash', '5MELZIeAh2i_hvvOhj1k-kW4yHQHiKzq') }],
  }),
};
