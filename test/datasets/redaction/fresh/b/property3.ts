/** Real estate, car dealers, logistics, hotels, airlines and restaurants. */
import { type Draft, open, p } from '../../label.ts';

export const PROPERTY3: Record<string, () => Draft> = {
  'restaurant-reservations': () => ({
    venue: {
      id: 'v_1188',
      name: 'Osteria del Cinghiale',
      timezone: 'Europe/Rome',
      phone: open('+39 055 217 706'),
      address: open('Borgo San Jacopo 43r, Firenze'),
    },
    date: '2025-03-15',
    covers: 6,
    turni: [
      {
        id: 'r_90117',
        ora: '19:30',
        coperti: 2,
        tavolo: 'T7',
        stato: 'confermata',
        cliente: {
          nome: p('name', 'Ludovica'),
          cognome: p('name', 'Ferraris'),
          cellulare: p('phone', '+39 339 418 8277'),
          email: p('email', 'ludo.ferraris@libero.it'),
          codice_fiscale: p('national', 'FRRLCU79C14F205I'),
        },
        note: 'Celiaca, tavolo vicino finestra',
        caparra: 20,
      },
      {
        id: 'r_90121',
        ora: '20:15',
        coperti: 4,
        tavolo: 'T2+T3',
        stato: 'no_show',
        cliente: {
          nome: p('name', 'Matthias'),
          cognome: p('name', 'Grünwald'),
          cellulare: p('phone', '0049 170 2204187'),
          email: p('email', 'm.gruenwald@web.de'),
          codice_fiscale: null,
        },
        note: null,
        caparra: 0,
      },
    ],
    menu_version: '12.3',
    pos_sync: { last: 1742050800123, ok: true },
  }),
};
