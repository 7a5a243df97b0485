/**
 * Invented people of twenty places: names, addresses and phone patterns as they are written there. `#` is a digit;
 * the prefixes follow the national numbering plans, so that the numbers are possible ones.
 */

export interface Place {
  readonly given: readonly string[];
  readonly family: readonly string[];
  /** Street line, town, postal code, state or province. */
  readonly homes: readonly (readonly [street: string, town: string, postcode: string, region: string])[];
  readonly country: string;
  readonly national: readonly string[];
  readonly international: readonly string[];
  readonly familyFirst?: true;
}

export const PLACES = {
  us: {
    given: ['Marisol', 'Trevor', 'LaToya', 'Hudson', 'Beatrix', 'Omar', 'Kaylee', 'Desmond'],
    family: ['Kessler', 'Abernathy', 'Villanueva', 'Stroud', 'Fitzgerald-Hall', 'Tran', 'Beaumont', 'Ivers'],
    homes: [
      ['4417 Larkspur Dr', 'Tulsa', '74135', 'OK'],
      ['88 Harbor View Ct Unit 12', 'Portland', '04102', 'ME'],
      ['2300 N Fuller Ave', 'Los Angeles', '90046', 'CA'],
      ['PO Box 1187', 'Missoula', '59806-1187', 'MT'],
    ],
    country: 'US',
    national: ['(918) 555-01##', '207-555-01##', '323.555.01##', '406 555 01##'],
    international: ['+1 918-555-01##', '+1207555 01##', '+132355501##'],
  },
  ca: {
    given: ['Gabrielle', 'Rohan', 'Maëlle', 'Keith'],
    family: ['Tremblay', 'Sandhu', 'Bouchard', 'MacNeil'],
    homes: [
      ['1455 Rue Sherbrooke O', 'Montréal', 'H3G 1L2', 'QC'],
      ['77 Spruce Hill Rd', 'Toronto', 'M4E 3G3', 'ON'],
    ],
    country: 'CA',
    national: ['(514) 555-01##', '416-555-01##'],
    international: ['+1 514 555 01##', '+141655501##'],
  },
  uk: {
    given: ['Harriet', 'Gareth', 'Siobhan', 'Kwame', 'Philippa', 'Ewan'],
    family: ['Brathwaite', "O'Hare", 'Llewellyn', 'Cholmondeley', 'Begum', 'Turnbull'],
    homes: [
      ['The Old Forge, 9 Church Walk', 'Ludlow', 'SY8 1AP', 'Shropshire'],
      ['Flat 21, Meridian Court, 3 East Lane', 'London', 'SE16 4UG', 'Greater London'],
      ['48 Glenmore Crescent', 'Inverness', 'IV2 4PX', 'Highland'],
    ],
    country: 'GB',
    national: ['07911 12####', '020 7183 8###', '01463 23####'],
    international: ['+44 7911 12####', '+44 20 7183 8###', '+44791112####'],
  },
  de: {
    given: ['Wiebke', 'Thorsten', 'Änne', 'Cem', 'Friederike', 'Holger'],
    family: ['Oberländer', 'Yıldırım', 'Freiherr von Thun', 'Krüger', 'Weiß', 'Hagedorn'],
    homes: [
      ['Gartenstr. 27b', 'Freiburg im Breisgau', '79098', 'Baden-Württemberg'],
      ['Hinter der Mühle 4', 'Celle', '29221', 'Niedersachsen'],
      ['Kastanienallee 101', 'Berlin', '10435', 'Berlin'],
    ],
    country: 'DE',
    national: ['0761 2085##', '0152 2890####', '030 / 4403 ####', '05141-9016##'],
    international: ['+49 761 2085##', '+49 152 2890####', '+4930440 3####'],
  },
  at: {
    given: ['Leopold', 'Valerie', 'Xaver'],
    family: ['Gruber', 'Steinböck', 'Pichler'],
    homes: [['Mariahilfer Straße 58/14', 'Wien', '1070', 'Wien']],
    country: 'AT',
    national: ['0664 123 ####', '01 587 ####'],
    international: ['+43 664 123 ####', '+431587####'],
  },
  ch: {
    given: ['Reto', 'Corinne', 'Urs'],
    family: ['Zürcher', 'Favre', 'Bernasconi'],
    homes: [['Seestrasse 19', 'Rapperswil', '8640', 'SG']],
    country: 'CH',
    national: ['079 456 ## ##', '044 668 18 ##'],
    international: ['+41 79 456 ## ##', '+4144668 18##'],
  },
  fr: {
    given: ['Maxence', 'Clémentine', 'Aïcha', 'Yves-Marie', 'Gaël', 'Solène'],
    family: ['Chevallier', "L'Hermite", 'Traoré', 'Le Goff', 'Marchand', 'Deschamps'],
    homes: [
      ['3 ter impasse du Pressoir', 'Rennes', '35000', 'Bretagne'],
      ['118, boulevard Voltaire', 'Paris', '75011', 'Île-de-France'],
      ['Résidence Les Pins, bât. C', 'Aix-en-Provence', '13100', 'PACA'],
    ],
    country: 'FR',
    national: ['06 78 45 ## ##', '01 43 55 ## ##', '02.99.63.##.##', '07 82 11 ## ##'],
    international: ['+33 6 78 45 ## ##', '+33 1 43 55 ## ##', '+336784 5####'],
  },
  es: {
    given: ['Nerea', 'Gonzalo', 'María del Mar', 'Unai', 'Rocío', 'Ferran'],
    family: ['Etxeberria Ruiz', 'Peñalver', 'Domínguez Soto', 'Puig i Roca', 'Vázquez', 'Montoya'],
    homes: [
      ['C/ Alfonso XII, 62, 4.º izda.', 'Madrid', '28014', 'Madrid'],
      ['Carrer de Girona 88', 'Barcelona', '08009', 'Barcelona'],
      ['Avenida de Andalucía s/n', 'Jaén', '23005', 'Jaén'],
    ],
    country: 'ES',
    national: ['655 41 ## ##', '932 07 ## ##', '917 34# ###'],
    international: ['+34 655 41 ## ##', '+34 917 34 ## ##', '+3465541####'],
  },
  pt: {
    given: ['Inês', 'Tomás', 'Conceição', 'Rui'],
    family: ['Figueiredo', 'Simões', 'Nóbrega', 'Vaz'],
    homes: [['Rua do Almada 231, 2.º Dto', 'Porto', '4050-032', 'Porto']],
    country: 'PT',
    national: ['912 345 ###', '223 390 ###'],
    international: ['+351 912 345 ###', '+351223390###'],
  },
  br: {
    given: ['Iracema', 'Davi', 'Caio', 'Jussara', 'Wellington', 'Tainá'],
    family: ['Nascimento', 'Brandão', 'Figueira Lopes', 'Barroso', 'Queiroz', 'Sampaio'],
    homes: [
      ['Rua Sete de Setembro, 410', 'Curitiba', '80060-070', 'PR'],
      ['SQN 312 Bloco F ap. 204', 'Brasília', '70765-060', 'DF'],
      ['Ladeira da Barra, 55', 'Salvador', '40140-000', 'BA'],
    ],
    country: 'BR',
    national: ['(41) 99811-####', '(61) 3340-####', '71 98722-####'],
    international: ['+55 41 99811-####', '+55 (61) 3340-####', '+557198722####'],
  },
  it: {
    given: ['Ludovica', 'Salvatore', 'Benedetta', 'Ettore'],
    family: ["Dell'Acqua", 'Marchetti', 'Lo Presti', 'Colombo'],
    homes: [
      ['Via Giuseppe Verdi 8/A', 'Bergamo', '24121', 'BG'],
      ['Viale Trastevere 143', 'Roma', '00153', 'RM'],
    ],
    country: 'IT',
    national: ['338 712 ####', '06 5812 ####', '035 232###'],
    international: ['+39 338 712 ####', '+39 06 5812 ####', '+39338712####'],
  },
  nl: {
    given: ['Lotte', 'Teun', 'Anouk', 'Mohamed', 'Wietske'],
    family: ['van der Meulen', 'Dijkstra', "in 't Veld", 'El Idrissi', 'Hoekstra'],
    homes: [
      ['Prinsenhof 14', 'Delft', '2611 DN', 'Zuid-Holland'],
      ['Stationsweg 203-bis', 'Groningen', '9726 AC', 'Groningen'],
    ],
    country: 'NL',
    national: ['06 5318 ####', '015-212 ####', '050 318 ####'],
    international: ['+31 6 5318 ####', '+31 15 212 ####', '+31653 18####'],
  },
  be: {
    given: ['Lieve', 'Arnaud', 'Jozefien'],
    family: ['Vandenbroucke', 'Dupont', 'Claes'],
    homes: [['Grote Markt 7 bus 3', 'Mechelen', '2800', 'Antwerpen']],
    country: 'BE',
    national: ['0478 12 ## ##', '015 29 ## ##'],
    international: ['+32 478 12 ## ##', '+3215 29####'],
  },
  pl: {
    given: ['Grażyna', 'Wojciech', 'Kinga', 'Bartłomiej', 'Żaneta'],
    family: ['Grabowska', 'Nowicki', 'Pawłowska', 'Kaczmarek', 'Ślusarczyk'],
    homes: [
      ['ul. Piotrkowska 112 m. 8', 'Łódź', '90-006', 'łódzkie'],
      ['os. Bohaterów Września 3/21', 'Kraków', '31-620', 'małopolskie'],
    ],
    country: 'PL',
    national: ['512 334 ###', '42 633 ## ##', '698-120-###'],
    international: ['+48 512 334 ###', '+48 42 633 ## ##', '+48698120###'],
  },
  se: {
    given: ['Märta', 'Anders', 'Saga', 'Ulf'],
    family: ['Öhman', 'Hallberg', 'Sandström', 'Al-Sayed'],
    homes: [
      ['Kungsgatan 44 lgh 1203', 'Uppsala', '753 21', 'Uppsala län'],
      ['Södra Förstadsgatan 9', 'Malmö', '211 43', 'Skåne län'],
    ],
    country: 'SE',
    national: ['073-512 ## ##', '018-17 ## ##'],
    international: ['+46 73 512 ## ##', '+4618 17####'],
  },
  fi: {
    given: ['Aino', 'Väinö', 'Päivi'],
    family: ['Mäkinen', 'Virtanen', 'Hämäläinen'],
    homes: [['Mannerheimintie 31 A 5', 'Helsinki', '00250', 'Uusimaa']],
    country: 'FI',
    national: ['040 512 ####', '09 310 ####'],
    international: ['+358 40 512 ####', '+358 9 310 ####'],
  },
  dk: {
    given: ['Søren', 'Birgitte', 'Mads'],
    family: ['Kjærgaard', 'Ørsted', 'Nørgaard'],
    homes: [['Vesterbrogade 62, 3. tv', 'København V', '1620', 'Hovedstaden']],
    country: 'DK',
    national: ['20 12 ## ##', '3325 ####'],
    international: ['+45 20 12 ## ##', '+453325####'],
  },
  tr: {
    given: ['Elif', 'Serkan', 'Gülşah'],
    family: ['Öztürk', 'Şahin', 'Çelik'],
    homes: [['Bağdat Caddesi No: 245 D: 6', 'İstanbul', '34730', 'Kadıköy']],
    country: 'TR',
    national: ['0532 214 ## ##', '0216 345 ## ##'],
    international: ['+90 532 214 ## ##'],
  },
  in: {
    given: ['Ananya', 'Vikram', 'Lakshmi', 'Farhan', 'Gurpreet'],
    family: ['Iyer', 'Chaudhary', 'Venkataraman', 'Qureshi', 'Bhattacharya'],
    homes: [
      ['Flat 402, Sai Residency, 12th Cross, Indiranagar', 'Bengaluru', '560038', 'Karnataka'],
      ['B-14, Sector 62', 'Noida', '201301', 'Uttar Pradesh'],
    ],
    country: 'IN',
    national: ['98450 #####', '080-2558 ####', '099106 #####'],
    international: ['+91 98450 #####', '+91-80-2558####', '+9199106#####'],
  },
  jp: {
    given: ['陽子', '大輔', '結衣', '拓也'],
    family: ['松本', '井上', '藤原', '斎藤'],
    homes: [
      ['港区芝公園4丁目2-8 メゾン201', '東京都', '105-0011', '東京都'],
      ['北区中崎西2-3-17', '大阪市', '530-0015', '大阪府'],
    ],
    country: 'JP',
    national: ['090-6543-####', '03-5444-####', '080-3712-####'],
    international: ['+81 90-6543-####', '+81 3 5444 ####'],
    familyFirst: true,
  },
  mx: {
    given: ['Ximena', 'Emiliano', 'Guadalupe', 'Iván'],
    family: ['Hernández Cruz', 'Rentería', 'Ávila Mora', 'Zamora'],
    homes: [['Calle 5 de Mayo 318, Col. Centro', 'Puebla', '72000', 'Puebla']],
    country: 'MX',
    national: ['222 246 ####', '55 4141 ####'],
    international: ['+52 222 246 ####', '+52 55 4141 ####'],
  },
  za: {
    given: ['Thandiwe', 'Pieter', 'Sipho'],
    family: ['Mokoena', 'van Niekerk', 'Dlamini'],
    homes: [['15 Protea Road, Claremont', 'Cape Town', '7708', 'Western Cape']],
    country: 'ZA',
    national: ['082 555 ####', '021 671 ####'],
    international: ['+27 82 555 ####', '+2721671####'],
  },
} as const satisfies Readonly<Record<string, Place>>;

export type Where = keyof typeof PLACES;
