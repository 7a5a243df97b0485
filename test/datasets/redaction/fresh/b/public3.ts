/** Government registers, schools and universities, utilities. */
import { type Draft, keyed, open, p, trap } from '../../label.ts';

export const PUBLIC3: Record<string, () => Draft> = {
  'library-loans-kebab': () => ({
    'patron-barcode': open('21817004418827'),
    'patron-group': 'ADULT',
    'fines-owed': '2.40',
    'expires-on': '2026-08-31',
    'patron-name': p('name', 'Léopold Ngassa'),
    'contact-email': p('email', 'ngassa.leo@biblio-usager.ca'),
    'contact-phone': p('phone', '514-555-0133'),
    pin: p('secret', '4471'),
    loans: [
      {
        'item-barcode': trap('barcode', '31817021882714'),
        title: 'Les Années',
        author: open('Annie Ernaux'),
        isbn: trap('isbn', '9782070402472'),
        'call-number': '843.914 E71a 2010',
        'due-date': '2025-04-01',
        renewals: 1,
      },
      {
        'item-barcode': trap('barcode', '31817021990023'),
        title: 'Street Fighter II: Turbo Guide',
        author: null,
        isbn: trap('isbn', '1-85723-091-4'),
        'call-number': 'GV1469.35',
        'due-date': '2025-03-18',
        renewals: 0,
      },
    ],
    holds: keyed('email', [['desk.outremont@biblio-usager.ca', { shelf: 'C-14', until: '2025-03-20' }]]),
  }),
};
