/** Sixty English texts. */
import { p, prose, type Tagged } from '../../label.ts';

export const TEXTS_ENGLISH1: readonly Tagged[] = [
  prose(
    'Hello, my parcel 1Z999AA10123456784 never arrived. Please write to ',
    p('email', 'gwen.albright@fernmail.com'),
    ' or call ',
    p('phone', '+1 415 555 0132'),
    ' after 5 pm. Order #11827-44.',
  ),
  prose(
    'Hi team, I was charged twice on card ',
    p('card', '4189 8378 2072 1249'),
    ', once $41.88 and once $18.27, both on 03/02/2025. Regards, ',
    p('name', 'Desmond Achebe'),
  ),
  prose(
    '2025-03-14T08:12:44.118Z WARN auth[4417]: 3 failed logins for ',
    p('email', 'tmarsh@northbridge.k12.us'),
    ' from ',
    p('ip', '73.162.41.88'),
    ' port 51882',
  ),
  prose(
    'commit 9eaffbe495e5 fix(parser): handle empty rows in 2.7.1.1\n\nReported-by: ',
    p('name', 'Ewa Sikora'),
    ' <',
    p('email', 'ewa@sikora-it.pl'),
    '>',
  ),
  prose(
    'Release 4.12.0.3 upgrades openssl to 3.0.13, drops Node 18.19.1 and fixes #8827, #8830 and #9114. See section 7.2.1 of the manual.',
  ),
  prose(
    'Invoice INV-2025-00417: 12 x Bolt M8x40 (part 118-8274-01) at 0.41 = 4.92; 2 x Plate 300x200x5 at 18.27 = 36.54; VAT 20 % 8.29; total 49.75 GBP.',
  ),
  prose(
    'Please pay 49.75 GBP to IBAN ',
    p('iban', 'GB74 NWBK 6016 1243 8792 06'),
    ', reference INV-2025-00417, by 31/03/2025.',
  ),
  prose(
    "Rota change: Tuesday's 14:00-22:30 moves to 15:00-23:30, ratio 1:4 stays, room B2.117, code of the kit 5567-8811-2204.",
  ),
  prose(
    'My SSN is ',
    p('ssn', '599-81-5384'),
    ' and I was born on ',
    p('birth', 'July 9, 1971'),
    ', can you check why claim 88-2741-A was denied?',
  ),
  prose(
    'SMS: Your Tidebank login was used from ',
    p('ip', '81.103.44.219'),
    ' at 22:14. Not you? Call 159. Ref 00441.',
  ),
  prose(
    "The new kiosk's MAC is ",
    p('mac', '3c:52:82:41:88:27'),
    ', it got ',
    p('ip', '10.41.18.82'),
    ' from DHCP, firmware 1.18.8.274.',
  ),
  prose(
    'Meeting notes 12 March: OKR 3.1 at 0.7, churn 1.88 %, NPS 41. Decision: ship 2025.3.0 on 18/03, freeze from 17/03 12:00.',
  ),
  prose(
    'Dear Ms ',
    p('name', 'Okafor'),
    ', your passport ',
    p('passport', '533418827'),
    ' expires in less than six months; please renew it before travel on BA0117.',
  ),
  prose('Rollback done: api 3.4.2-rc.1 -> 3.4.1, image sha256:d7508c504c77171bf0b858a7acc637a6, pods 8/8, took 4m12s.'),
  prose(
    'export STRIPE_KEY=',
    p('secret', 'sk_live_51Hq8RtKz7LmXwPv2QnBd4Yc9'),
    ' was committed in bba452e, please rotate it today.',
  ),
  prose(
    'curl -H "Authorization: Bearer ',
    p(
      'secret',
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJ1XzU1MTgiLCJpYXQiOjE3NTAwMDAwMDAsImV4cCI6MTc1MDAwMzYwMH0.d3SjbahOM4QyHmGObNjg56UPglVWfaMudM8se9ZP5Di',
    ),
    '" https://api.lichen.example/v2/me returns 401',
  ),
  prose(
    'Delivery note DN 118827/2: 3 pallets, 14 cartons, gross 412.8 kg, EAN 4008177685996, batch L250117, seal no. 00441882, truck dock 7.',
  ),
  prose(
    'Driver left the box at the neighbour, please call the recipient ',
    p('name', 'Hamish Kerr'),
    ' on ',
    p('phone', '07911 204882'),
    ' next time.',
  ),
  prose(
    'ISBN 978-0-14-044926-6 is out of print, use 9780199536368. Shelf 823.8 DIC, call no. PR4571.A1 1998, 3rd ed., pp. 117-188.',
  ),
  prose(
    'Customer ',
    p('name', 'Marisol Quintanilla'),
    ' (DOB ',
    p('birth', '1990-08-27'),
    ') wants her data deleted under article 17. Ticket SUP-4418.',
  ),
  prose(
    'Our scanner logs: GET /v1/orders/11827441?page=2&per_page=50 200 41ms "-" "python-requests/2.31.0" rid=ab6ac495-f074-450b-b5e2-954a9c410757',
  ),
  prose(
    'Access log: ',
    p('ip', '2a02:8108:4140:8827::1f4'),
    ' - - [14/Mar/2025:06:41:18 +0000] "GET /healthz HTTP/1.1" 200 2',
  ),
  prose(
    'Wire instructions: Account number ',
    p('bank', '418827106'),
    ', routing number ',
    p('bank', '121003290'),
    ', beneficiary Kestrel Bearings Inc., amount USD 12,900.00.',
  ),
  prose(
    'I moved! New address: ',
    p('address', '2711 Sycamore Hollow Rd, Dayton, OH 45431'),
    '. Please update policy HX-4418-2710.',
  ),
  prose(
    'The part number 555-0182-41 replaces 555-0181-40 from serial 00417-A upward; torque 18.8 Nm, gap 0.4-0.8 mm, thread 1/4-20 UNC.',
  ),
  prose(
    'Ping me on WhatsApp: ',
    p('phone', '+234 803 118 8274'),
    ' or mail ',
    p('email', 'chidi_n@lagosbuild.ng'),
    '. Site visit 09:30-11:00.',
  ),
];
