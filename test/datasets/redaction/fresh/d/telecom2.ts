/** Telephone companies. */
import { type Draft, open, p, trap } from '../../label.ts';

export const TELECOM2: Record<string, () => Draft> = {
  mobilfunkVertrag: () => ({
    vertragsnummer: trap('order', 'MV-2024-00771893'),
    kundennummer: trap('id', '4007719832'),
    status: 'AKTIV',
    tarif: {
      bezeichnung: trap('product', 'Allnet Flat L 40 GB'),
      tarifcode: trap('sku', 'ANF-L-40-24'),
      grundpreis: 29.99,
      waehrung: 'EUR',
      laufzeitMonate: 24,
    },
    vertragsinhaber: {
      anrede: 'Frau',
      titel: open('Dr.'),
      vorname: p('name', 'Friederike'),
      nachname: p('name', 'Oberschmidt-Lohse'),
      geburtsdatum: p('birth', '17.09.1981'),
      strasse: p('address', 'Wilhelm-Raabe-Weg'),
      hausnummer: p('address', '14a'),
      plz: p('address', '38104'),
      ort: p('address', 'Braunschweig'),
      land: open('DE'),
      telefonnummer: p('phone', '0531 2284917'),
      emailAdresse: p('email', 'f.oberschmidt@posteo.de'),
    },
    rufnummern: [
      {
        msisdn: p('phone', '4915228817340'),
        simKartennummer: open('8949207094186671453'),
        puk: p('secret', '48210937'),
        hauptkarte: true,
        volte: true,
      },
    ],
    zahlungsart: 'LASTSCHRIFT',
    bankverbindung: {
      iban: p('iban', 'DE18370400442708126440'),
      bic: open('COBADEFFXXX'),
      kontoinhaber: p('name', 'Friederike Oberschmidt-Lohse'),
      mandatsreferenz: trap('order', 'M-00771893-01'),
      glaeubigerId: trap('id', 'DE98ZZZ09999999999'),
    },
    letzteRechnung: {
      rechnungsnummer: trap('invoice', 'RE-2026-02-118840'),
      rechnungsdatum: trap('date', '2026-02-05'),
      betragBrutto: 41.27,
      faelligAm: trap('date', '2026-02-19'),
      positionen: [
        { text: 'Grundpreis Februar', netto: 25.2 },
        { text: 'Datenpass EU 5 GB', netto: 9.48 },
      ],
    },
    bearbeiter: open('team-bestand-nord'),
    kuendigungsfristTage: 30,
    aktualisiertAm: trap('timestamp', '2026-02-06T04:12:55+01:00'),
  }),
};
