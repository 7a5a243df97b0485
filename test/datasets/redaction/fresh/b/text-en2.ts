/** Sixty English texts. */
import { p, prose, type Tagged } from '../../label.ts';

export const TEXTS_ENGLISH2: readonly Tagged[] = [
  prose(
    'Bug: date picker shows 31/02/2025 in 14.2.1; expected 28/02/2025. Steps 1-4 attached, screenshot 1170x2532, build 88274.',
  ),
  prose(
    'db url in the wiki is postgres://',
    p('secret', 'reporting:h4zelNut-Grove'),
    '@db2.quarry.example:5432/dwh, somebody remove it',
  ),
  prose(
    'Standup: finished QRY-441, blocked on QRY-882 (needs CIDR 10.0.0.0/16 opened), next QRY-901. Sprint 25.06, 34 points.',
  ),
  prose(
    'Patient NHS number ',
    p('national', '442 754 4657'),
    ' attended clinic C2 at 08:35; BP 128/82, SpO2 97 %, temp 36.8, weight 71.4 kg.',
  ),
  prose(
    'Lab: Hb 13.1 g/dL, WCC 6.4, PLT 211, Na 139, K 4.1, eGFR >90. Sample 25-070-11827, analyser v5.2.0.9, QC level 2 pass.',
  ),
  prose('Lost phone, number ', p('phone', '(312) 555-0191'), ', please block the SIM. My customer no. is 90017733.'),
  prose('Amex ', p('card', '372818041714796'), ' declined with code 05, retried at 14:18:27, auth 041882 on the Visa.'),
  prose(
    'Thanks for booking! Flight SK0935, seat 27C, ticket 117-2418827731, locator K7XQ2M, gate opens 11:35, Terminal 3.',
  ),
  prose(
    "Hotel wifi: network Lisba-Guest, password '",
    p('secret', 'saudade-2025-Rio'),
    "', room 0714, breakfast 7:00-10:30 on floor -1.",
  ),
  prose(
    'From: "',
    p('name', 'Birgitta Solheim'),
    '" <',
    p('email', 'birgitta.solheim@vestfjord.no'),
    '>\nSubject: Re: contract 25-117 rev. 4\n\nFine by me.',
  ),
  prose(
    'Coordinates of the new store: 59.9139, 10.7522; opening 27 March 2025 at 10:00; area 412 m2; rent index 118.8.',
  ),
  prose(
    'The applicant holds driver license ',
    p('national', 'K418-8271-0442'),
    ', class C, no points. File no. 2025-0417.',
  ),
  prose(
    'Found the customer twice: ',
    p('email', 'r.delacroix@wanadoo.fr'),
    ' and ',
    p('email', 'RDelacroix@wanadoo.fr'),
    '. Merge 441882 into 418827.',
  ),
  prose(
    'CVE-2024-41188 affects log4x 2.14.1 to 2.17.0 (CVSS 9.8). Patch before 2025-04-01T00:00Z, advisory GHSA-4q88-27rw-1h7m.',
  ),
  prose(
    'Voicemail from ',
    p('phone', '020 7946 0418'),
    ' at 16:02, 1 min 18 s: caller asks about quote Q-2025-882 for 3,200 units.',
  ),
  prose(
    'npm i @tindra/core@4.1.0 left-pad@1.3.0; then set --max-old-space-size=4096 and run 12 workers; heap 1.88/2.74 GB.',
  ),
  prose(
    'Please add ',
    p('name', 'Tevita Fonoti'),
    ', ',
    p('email', 'tevita@pacificfreight.co.nz'),
    ', mobile ',
    p('phone', '+64 21 418 827'),
    ', as approver for cost centre 41-8827.',
  ),
  prose(
    'Sonnet Street 700 headphones, Maple Avenue edition, SKU SN-700-MA, 4.7/5 from 1,188 reviews, now 274.10 instead of 341.88.',
  ),
  prose(
    'Slack: can somebody whitelist ',
    p('ip', '185.41.188.27'),
    ' on the staging gateway? Needed till Friday 18:00.',
  ),
  prose(
    'ACME MX-4400 v3.1.4.1 release notes: 1) OID 1.3.6.1.4.1.9.9.117 added 2) timeout 30->45 s 3) ratio 16:9 default.',
  ),
  prose(
    'Salary transfer failed for ',
    p('name', 'Oisín Gallagher'),
    ', IBAN ',
    p('iban', 'IE48AIBK93070614912774'),
    ', reason AC01; rebook in run 2025-M03-2.',
  ),
  prose(
    'Tax file number ',
    p('national', '697 982 258'),
    ' was quoted in the onboarding form, ABN on the invoice is for the agency.',
  ),
  prose('Tracking 00340434161094042557 says "in transit" since 08.03. 06:41, hub LEJ2, next scan KEF, weight 2.31 kg.'),
  prose(
    'The SIN ',
    p('national', '327 068 334'),
    ' on the T4 does not match; employee 00417 asked us to fix box 14 (84,500.00).',
  ),
  prose(
    'Score 3-2 after extra time, xG 1.87-0.92, possession 58:42, 12 corners, att. 41,882. Next match 16.03. 20:45.',
  ),
  prose(
    'Reset link: https://portal.quarry.example/reset?token=',
    p('secret', 'asu2S4IXsAPpExrtofSHxrb03OoeAPXv0CJH'),
    ' expires in 15 min.',
  ),
  prose(
    'Chat 14:02 agent: your order 9011882741 ships tomorrow. 14:03 visitor: great, mail me at ',
    p('email', 'zoe.k@hushmail.com'),
    ' pls',
  ),
  prose('Warehouse: move 118 pcs from A-01-117 to C-14-003, lot 0417882, exp 04/2026, SSCC 003404340000001188274.'),
  prose(
    'Singapore visa form: NRIC ',
    p('national', 'S5968642I'),
    ', name ',
    p('name', 'Lim Boon Keng'),
    ', arrival SQ321 on 2 April.',
  ),
  prose(
    'aws s3 cp with AKIA key ',
    p('secret', 'AKIAJ7Q2ZLXW5T4VRK3N'),
    ' still works?! It should have been disabled with change CHG0041882.',
  ),
  prose('Aadhaar ', p('national', '3724 9418 8798'), ' verified by OTP at 10:41 IST, eKYC ref 8827-A.'),
  prose(
    'RFC 9110 section 15.5.21, RFC 8259 chapter 7, ISO 8601-1:2019, DIN EN 60529, IEC 61850-7-4: all cited in appendix B.',
  ),
  prose('Room 2.14 to 2.19 are booked 9-12; projector code 4-4-1-8; catering for 27, budget 412.00; menu 3 of 5.'),
  prose(
    'Her emergency contact is ',
    p('name', 'Nilufar Karimova'),
    ' (sister), ',
    p('phone', '+998 90 418 82 71'),
    '; allergic to nuts, badge 118827.',
  ),
];
