/** Blind answers: open data, catalogues and configuration, in which next to nothing is personal. */
import { open, p, trap } from '../../label.ts';
import { many, type Shapes } from './shapes.ts';

export const PUBLIC: Shapes = {
  bookSearch: (v) => ({
    numFound: 629,
    start: 0,
    docs: many(4, (index) => ({
      key: trap('path', `/works/OL${v.digits(7)}W`),
      title: trap('book title', ['Emma', 'Anna Karenina', 'Oliver Twist', 'The Picture of Dorian Gray'][index]!),
      subtitle: null,
      author_key: [trap('token id', `OL${v.digits(5)}A`)],
      author_name: [open(['Jane Austen', 'Leo Tolstoy', 'Charles Dickens', 'Oscar Wilde'][index]!)],
      first_publish_year: v.int(1815, 1891),
      isbn: [trap('isbn', v.isbn()), trap('isbn', v.isbn())],
      oclc: [trap('numeric string id', v.digits(9))],
      lccn: [trap('numeric string id', v.digits(10))],
      ddc: ['823.7'],
      lcc: ['PR-4034.00000000.E5 2003'],
      publisher: [trap('company name', 'Penguin'), trap('company name', 'Thomas Nelson')],
      cover_i: trap('numeric id', v.int(1e5, 9e6)),
      edition_count: v.int(10, 900),
      language: ['eng', 'ger'],
      place: [trap('place name', 'Highbury'), trap('place name', 'London')],
      person: [open('Emma Woodhouse')],
      ratings_average: 3.9,
      id_goodreads: [trap('numeric string id', v.digits(7))],
      _version_: trap('big number id', v.int(1e15, 9e15)),
    })),
  }),

  articleMetadata: (v) => ({
    status: 'ok',
    'message-type': 'work',
    message: {
      DOI: trap('doi', '10.1038/s41586-024-07487-w'),
      ISSN: [trap('issn', '0028-0836'), trap('issn', '1476-4687')],
      title: ['Accurate structure prediction of interactions'],
      'container-title': [trap('document title', 'Nature')],
      author: many(4, () => ({
        given: open(v.who().first),
        family: open(v.who().last),
        sequence: 'additional',
        ORCID: open('https://orcid.example.org/0000-0002-1825-0097'),
        affiliation: [{ name: trap('organisation name', 'Johns Hopkins University') }],
      })),
      volume: '630',
      page: trap('page range', '493-500'),
      created: { 'date-parts': [[2024, 5, 8]], timestamp: trap('epoch millis', v.millis()) },
      funder: [
        {
          DOI: trap('doi', '10.13039/100000936'),
          name: trap('organisation name', 'Gordon and Betty Moore Foundation'),
        },
      ],
      license: [{ URL: trap('url', 'https://creativecommons.example.org/licenses/by/4.0'), 'delay-in-days': 0 }],
      reference: many(6, () => ({
        key: trap('token id', `7487_CR${v.int(1, 60)}`),
        DOI: trap('doi', `10.1093/nar/gkab${v.digits(4)}`),
        year: '2021',
        volume: '49',
        'first-page': trap('page range', `D${v.digits(3)}`),
      })),
      'is-referenced-by-count': 1177,
      prefix: '10.1038',
    },
  }),

  chemicals: (v) => ({
    PC_Compounds: many(4, (index) => ({
      id: { id: { cid: trap('numeric id', v.int(100, 99_999)) } },
      props: [
        {
          urn: {
            label: 'IUPAC Name',
            name: 'Preferred',
            version: trap('version', '2.7.0'),
            release: trap('iso date', '2021.10.14'),
          },
          value: {
            sval: trap(
              'chemical name',
              ['2-acetyloxybenzoic acid', 'ethanol', '1,3,7-trimethylpurine-2,6-dione', 'oxidane'][index]!,
            ),
          },
        },
        { urn: { label: 'InChIKey' }, value: { sval: trap('hash', 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N') } },
        {
          urn: { label: 'SMILES' },
          value: {
            sval: trap(
              'chemical name',
              ['CC(=O)OC1=CC=CC=C1C(=O)O', 'CCO', 'CN1C=NC2=C1C(=O)N(C(=O)N2C)C', 'O'][index]!,
            ),
          },
        },
        { urn: { label: 'Molecular Weight' }, value: { sval: trap('amount string', '180.16') } },
      ],
      registry: {
        cas: trap('cas number', ['50-78-2', '64-17-5', '58-08-2', '7732-18-5'][index]!),
        ec: trap('ec number', ['200-064-1', '200-578-6', '200-362-1', '231-791-2'][index]!),
        unii: trap('code', 'R16CO5Y76E'),
        reach: trap('reference number', '01-2119457610-43-0000'),
      },
    })),
  }),

  artistAlbums: (v) => ({
    href: trap('url', 'https://api.music.example.com/v1/artists/0TnOYISbd1XYRBk9myaseg/albums?offset=0&limit=4'),
    items: many(4, (index) => ({
      album_type: 'album',
      artists: [
        {
          id: trap('token id', v.b62(22)),
          name: trap('band name', ['Alice in Chains', 'Franz Ferdinand', 'Pink Floyd', 'Kaiser Chiefs'][index]!),
          type: 'artist',
          uri: trap('urn', `spotify:artist:${v.b62(22)}`),
        },
      ],
      external_ids: { upc: trap('ean', v.upc()), isrc: trap('code', 'GBAYE7300067') },
      id: trap('token id', v.b62(22)),
      images: [
        { height: 640, url: trap('url', `https://i.example.co/image/ab67616d0000b273${v.hex(24)}`), width: 640 },
      ],
      name: trap(
        'product name',
        ['Jar of Flies', 'Tonight: Franz Ferdinand', 'Wish You Were Here', 'Employment'][index]!,
      ),
      release_date: trap('iso date', v.day()),
      total_tracks: 11,
      tracks: many(4, (track) => ({
        name: trap('product name', ['Nutshell', 'Ulysses', 'Have a Cigar', 'Ruby'][track]!),
        duration_ms: trap('count', v.int(120_000, 400_000)),
        track_number: track + 1,
        preview_url: trap('url', `https://p.example.co/mp3-preview/${v.hex(40)}`),
        explicit: false,
      })),
      uri: trap('urn', `spotify:album:${v.b62(22)}`),
    })),
  }),

  speciesRecords: (v) => ({
    offset: 0,
    endOfRecords: false,
    results: many(4, (index) => ({
      key: trap('numeric id', v.int(1e9, 4e9)),
      datasetKey: trap('uuid', v.uuid()),
      basisOfRecord: 'HUMAN_OBSERVATION',
      scientificName: trap(
        'species name',
        ['Parus major Linnaeus, 1758', 'Rosa canina L.', 'Rana temporaria', 'Phlox drummondii Hook.'][index]!,
      ),
      vernacularName: ['Great tit', 'Dog rose', 'Grass frog', 'Drummond’s phlox'][index]!,
      genus: ['Parus', 'Rosa', 'Rana', 'Phlox'][index]!,
      family: trap('species name', ['Paridae', 'Rosaceae', 'Ranidae', 'Polemoniaceae'][index]!),
      order: trap('species name', 'Passeriformes'),
      decimalLatitude: trap('coordinate', 57.7 + index),
      decimalLongitude: trap('coordinate', 11.97 + index),
      coordinateUncertaintyInMeters: 28.0,
      country: trap('country name', 'Sweden'),
      stateProvince: open('Västra Götaland'),
      eventDate: trap('local time', '2024-05-02T07:20'),
      catalogNumber: trap('numeric string id', v.digits(9)),
      occurrenceID: trap('urn', `urn:lsid:artportalen.example:sighting:${v.digits(9)}`),
      recordedBy: open(v.who('se').full),
      issues: ['COORDINATE_ROUNDED'],
      license: trap('url', 'http://creativecommons.example.org/publicdomain/zero/1.0/legalcode'),
    })),
  }),

  exchangeRates: (v) => ({
    base: trap('currency code', 'EUR'),
    date: trap('iso date', v.day()),
    timestamp: trap('epoch seconds', v.seconds()),
    rates: Object.fromEntries(
      ['USD', 'GBP', 'JPY', 'CHF', 'PLN', 'SEK', 'BRL', 'INR', 'TRY', 'ZAR', 'MXN', 'IDR'].map((code) => [
        code,
        trap('price', v.int(80, 1_900_000) / 100),
      ]),
    ),
    ibanRegistry: [
      { country: 'DE', length: 22, example_format: 'DEkk bbbb bbbb cccc cccc cc', bank_code_length: 8 },
      { country: 'NO', length: 15, example_format: 'NOkk bbbb cccc ccx' },
    ],
    banks: many(4, (index) => ({
      name: trap('company name', ['Deutsche Bank', 'Erste Group', 'J.P. Morgan', 'Lloyds'][index]!),
      lei: trap('lei', v.fill('529900**************')),
      country: 'DE',
      founded: 1870 + index,
    })),
  }),

  featureFlags: (v) => ({
    items: many(8, (index) => ({
      key: trap(
        'slug',
        [
          'mask-email',
          'new-address-form',
          'phone-otp',
          'iban-check',
          'dark-mode',
          'user-name-v2',
          'password-less',
          'card-vault',
        ][index]!,
      ),
      name: trap(
        'label',
        [
          'Mask e-mail',
          'New address form',
          'Phone OTP',
          'IBAN check',
          'Dark mode',
          'User name v2',
          'Password-less',
          'Card vault',
        ][index]!,
      ),
      kind: 'boolean',
      _version: trap('count', v.int(1, 90)),
      creationDate: trap('epoch millis', v.millis()),
      variations: [
        { _id: trap('uuid', v.uuid()), value: true },
        { _id: trap('uuid', v.uuid()), value: false },
      ],
      temporary: true,
      tags: ['web', 'ops'],
      salt: trap('token id', v.b62(22)),
      environments: {
        production: {
          on: index % 2 === 0,
          lastModified: trap('epoch millis', v.millis()),
          _site: { href: trap('path', '/default/production/features/sort.order') },
          rules: [
            {
              clauses: [
                { attribute: 'email', op: 'endsWith', values: [trap('pattern', '@harbour-teas.example')] },
                { attribute: 'version', op: 'semVerGreaterThan', values: [trap('version', '10.2.3')] },
              ],
            },
          ],
          fallthrough: { variation: 1 },
          trackEvents: false,
        },
      },
      phone_required: true,
      email_enabled: false,
      address_validation: 'strict',
      max_name_length: 80,
      password_min_length: 12,
      ssn_provided: false,
    })),
  }),

  formDefinition: (v) => ({
    id: trap('token id', v.b62(8)),
    title: trap('document title', 'Visitor registration'),
    fields: [
      {
        id: trap('token id', v.b62(12)),
        key: 'first_name',
        type: 'short_text',
        label: trap('i18n string', 'First name'),
        required: true,
        validation: { max_length: 60 },
      },
      {
        id: trap('token id', v.b62(12)),
        key: 'email',
        type: 'email',
        label: trap('i18n string', 'E-mail'),
        required: true,
        help: 'We only use it for the badge.',
      },
      {
        id: trap('token id', v.b62(12)),
        key: 'phone',
        type: 'phone',
        label: trap('i18n string', 'Mobile number'),
        default_country: 'NO',
        required: false,
      },
      {
        id: trap('token id', v.b62(12)),
        key: 'date_of_birth',
        type: 'date',
        label: trap('i18n string', 'Date of birth'),
        format: 'YYYY-MM-DD',
        min: trap('iso date', '1900-01-01'),
      },
      {
        id: trap('token id', v.b62(12)),
        key: 'address',
        type: 'group',
        label: trap('i18n string', 'Address'),
        fields: [{ key: 'zip', type: 'short_text', pattern: trap('pattern', '^[0-9]{4}$') }],
      },
      {
        id: trap('token id', v.b62(12)),
        key: 'iban',
        type: 'short_text',
        label: trap('i18n string', 'IBAN for refunds'),
        mask: trap('pattern', 'AA99 9999 9999 9999'),
      },
    ],
    theme: { colors: { primary: trap('colour', '#4FB0AE') }, font: 'Karla' },
    settings: {
      language: trap('locale code', 'nb'),
      progress_bar: 'proportion',
      notifications: {
        self: {
          recipients: [p('email', v.who('dk').email)],
          reply_to: trap('template', '{{field:email}}'),
          subject: trap('template', 'New visitor {{field:first_name}}'),
        },
      },
    },
    _links: { display: trap('url', 'https://form.example.com/to/lR6F4j') },
  }),

  companyRegister: (v) => ({
    total: 3,
    unternehmen: many(3, (index) => ({
      name: trap(
        'company name',
        ['Schmidt & Töchter Feinkost GmbH', 'Karl May Verlag OHG', 'Müller Milch Logistik SE'][index]!,
      ),
      rechtsform: ['GmbH', 'OHG', 'SE'][index]!,
      registernummer: trap('company register number', v.fill('HRB #####')),
      registergericht: trap('organisation name', 'Amtsgericht Charlottenburg'),
      lei: trap('lei', v.fill('391200**************')),
      eu_id: trap('company register number', v.fill('DEF1103R.HRB#####B')),
      gegenstand: 'Herstellung und Vertrieb von Feinkost aller Art',
      stammkapital: { betrag: trap('price', 25_000), waehrung: 'EUR' },
      eintragung: trap('local date', '19.07.2011'),
      geschaeftsfuehrer: [
        {
          vorname: p('name', v.who('de').first),
          nachname: p('name', v.who('de').last),
          geburtsdatum: p('birth-date', v.who('de').birth),
          wohnort: open('Berlin'),
          vertretung: 'einzelvertretungsberechtigt',
        },
      ],
      bekanntmachungen: many(2, () => ({
        id: trap('ulid', v.ulid()),
        art: 'Veränderung',
        datum: trap('iso date', v.day()),
        aktenzeichen: trap('case number', v.fill('HRB ##### B / 2024')),
      })),
      branche: { wz: trap('code', '46.39.1'), text: 'Großhandel mit Nahrungsmitteln' },
      status: 'aktiv',
    })),
  }),

  officerList: (v) => ({
    active_count: 3,
    etag: trap('etag', v.hex(40)),
    items: many(3, () => {
      const a = v.who('uk');
      return {
        address: {
          address_line_1: p('address', a.street),
          locality: p('address', a.city),
          postal_code: p('address', a.zip),
          country: trap('country name', 'United Kingdom'),
        },
        appointed_on: trap('iso date', v.day()),
        country_of_residence: trap('country name', 'England'),
        date_of_birth: { month: open(Number(a.born[1])), year: open(Number(a.born[0])) },
        links: { officer: { appointments: trap('path', `/officers/${v.b62(27)}/appointments`) } },
        name: p('name', `${a.last.toUpperCase()}, ${a.first}`),
        nationality: p('nationality', 'British'),
        occupation: open('Chartered Surveyor'),
        officer_role: 'director',
        person_number: trap('numeric string id', v.digits(12)),
      };
    }),
    kind: 'officer-list',
    links: { self: trap('path', '/company/00445790/officers') },
    company: {
      company_name: trap('company name', 'TESCO PLC'),
      company_number: trap('company register number', '00445790'),
      sic_codes: ['47110'],
      jurisdiction: 'england-wales',
    },
  }),

  gameCatalogue: (v) => ({
    count: 1302,
    results: many(5, (index) => ({
      id: trap('numeric id', v.int(1, 99_999)),
      name: trap(
        'product name',
        [
          'Lara Croft and the Temple of Osiris',
          'Alan Wake 2',
          'Max Payne 3',
          'Madden NFL 24',
          'Tony Hawk’s Pro Skater 1 + 2',
        ][index]!,
      ),
      slug: trap('slug', 'alan-wake-2'),
      released: trap('iso date', v.day()),
      metacritic: v.int(60, 97),
      platforms: [
        {
          platform: { id: 187, name: trap('product name', 'PlayStation 5') },
          requirements: { minimum: 'OS: Windows 10 64-bit (build 19045); driver 551.23.0.1 or newer' },
        },
      ],
      esrb_rating: { id: 4, name: 'Mature' },
      stores: [
        {
          id: trap('numeric id', v.int(1e5, 9e5)),
          store: { name: trap('company name', 'Steam'), domain: trap('host name', 'store.example.com') },
        },
      ],
      short_screenshots: [
        { id: -1, image: trap('url', `https://media.example.io/media/games/${v.hex(3)}/${v.hex(32)}.jpg`) },
      ],
      achievements: many(3, (n) => ({
        api_name: `ACH_${n}`,
        name: trap('product name', ['Hello, Saga', 'Sweet Caroline', 'Rose Garden'][n]!),
        percent: trap('amount string', '41.23'),
      })),
      tags: ['Singleplayer', 'Story Rich'],
      version_label: trap('version', '1.0.16.1'),
    })),
  }),

  sensorReadings: (v) => ({
    gateway: {
      eui: trap('device id', v.hex(16).toUpperCase()),
      firmware: trap('version', '2.4.1.7'),
      model: trap('product name', 'Milesight UG65'),
      lat: trap('coordinate', 55.6761),
      lng: trap('coordinate', 12.5683),
    },
    readings: many(12, () => ({
      ts: trap('epoch millis', v.millis()),
      seq: trap('count', v.int(1, 65_535)),
      payload: trap('hex dump', v.hex(24)),
      rssi: -v.int(60, 120),
      snr: v.int(-20, 100) / 10,
      temp_c: trap('quantity', v.int(-100, 400) / 10),
      counter_wh: trap('count', v.int(1e9, 9e12)),
      meter_point: trap('meter number', v.digits(18)),
      frame: trap('base64', v.blob(12)),
    })),
    thresholds: { max: 45.5, min: -10, window: trap('iso duration', 'PT15M') },
    modbus: { unit: 17, registers: [40_001, 40_002, 40_417], port: trap('port', 502) },
  }),
};
