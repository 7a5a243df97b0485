/** Government registers, schools and universities, utilities. */
import { type Draft, open, p, prose, trap } from '../../label.ts';

export const PUBLIC1: Record<string, () => Draft> = {
  'population-register-polish': () => ({
    nrWniosku: 'USC/2025/03/00172',
    dataZapytania: '2025-03-11T11:20:05',
    systemZrodlowy: 'PESEL-SRP',
    liczbaWynikow: 2,
    wyniki: [
      {
        pesel: p('national', '84031748049'),
        imie: p('name', 'Jadwiga'),
        drugieImie: p('name', 'Aniela'),
        nazwisko: p('name', 'Wrzosek'),
        nazwiskoRodowe: p('name', 'Tkaczyk'),
        dataUrodzenia: p('birth', '1984-03-17'),
        plec: open('K'),
        stanCywilny: open('ZAMEZNA'),
        obywatelstwo: open('POL'),
        dowodOsobisty: {
          seriaNumer: p('national', 'CGH058211'),
          dataWaznosci: '2031-09-04',
          organWydajacy: 'Prezydent m. Łodzi',
        },
        adresZameldowania: {
          ulica: p('address', 'Piotrkowska'),
          nrDomu: p('address', '211'),
          nrLokalu: p('address', '9'),
          kodPocztowy: p('address', '90-451'),
          miejscowosc: p('address', 'Łódź'),
          teryt: open('1061039'),
        },
      },
      {
        pesel: p('national', '76080520417'),
        imie: p('name', 'Zbigniew'),
        drugieImie: null,
        nazwisko: p('name', 'Wrzosek'),
        nazwiskoRodowe: p('name', 'Wrzosek'),
        dataUrodzenia: p('birth', '1976-08-05'),
        plec: open('M'),
        stanCywilny: open('ZONATY'),
        obywatelstwo: open('POL'),
        dowodOsobisty: null,
        adresZameldowania: null,
      },
    ],
    podpis: { algorytm: 'SHA256withRSA', skrot: trap('hash', '943cbaad748d7f53419723400f85f29882eb34c8') },
  }),
  'business-register-hal': () => ({
    _links: { self: { href: '/enheter/923609016' }, roller: { href: '/enheter/923609016/roller' } },
    organisasjonsnummer: trap('company-no', '923609016'),
    navn: 'NORDHAVN SJØMAT AS',
    organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
    registreringsdato: '2019-09-12',
    registrertIMvaregisteret: true,
    naeringskode1: { kode: '10.209', beskrivelse: 'Slakting, bearbeiding og konservering av fisk' },
    antallAnsatte: 64,
    konkurs: false,
    underAvvikling: false,
    hjemmeside: 'www.nordhavn-sjomat.no',
    institusjonellSektorkode: { kode: '2100', beskrivelse: 'Private aksjeselskaper mv.' },
    _embedded: {
      rollegrupper: [
        {
          type: { kode: 'DAGL', beskrivelse: 'Daglig leder' },
          sistEndret: '2023-01-17',
          roller: [
            {
              person: {
                fodselsdato: p('birth', '1969-12-02'),
                navn: { fornavn: p('name', 'Ingeborg'), etternavn: p('name', 'Skjelbred') },
                erDoed: false,
              },
              fratraadt: false,
              rekkefolge: 0,
            },
          ],
        },
        {
          type: { kode: 'STYR', beskrivelse: 'Styre' },
          sistEndret: '2024-06-02',
          roller: [
            {
              person: {
                fodselsdato: p('birth', '1981-04-24'),
                navn: { fornavn: p('name', 'Bjarte'), mellomnavn: p('name', 'Aase'), etternavn: p('name', 'Lindtner') },
                erDoed: false,
              },
              fratraadt: false,
              rekkefolge: 1,
            },
          ],
        },
      ],
    },
  }),
  'driver-licence-lookup-soap': () => ({
    'soap:Envelope': {
      '@xmlns:soap': 'http://schemas.xmlsoap.org/soap/envelope/',
      'soap:Header': {
        'wsse:Security': {
          'wsse:UsernameToken': {
            'wsse:Username': open('dmv_int_svc'),
            'wsse:Password': { '@Type': 'PasswordText', '#text': p('secret', 'Gr4vel!Pit-2209') },
          },
        },
      },
      'soap:Body': {
        'ns2:GetLicenceResponse': {
          'ns2:Result': { '@code': '0', '#text': 'OK' },
          'ns2:Licence': {
            'ns2:DriverLicenceNumber': p('national', 'D400-7836-0001'),
            'ns2:Class': 'C1E',
            'ns2:IssueDate': '2018-07-01',
            'ns2:ExpiryDate': '2028-06-30',
            'ns2:Restrictions': { 'ns2:Code': ['01.06', '78'] },
            'ns2:Points': '2',
          },
          'ns2:Holder': {
            'ns2:Surname': p('name', 'McAllister'),
            'ns2:Forenames': p('name', 'Ruaridh Ewan'),
            'ns2:DateOfBirth': p('birth', '1992-10-11'),
            'ns2:AddressLine1': p('address', 'Flat 2/1, 19 Garnethill Street'),
            'ns2:AddressLine2': p('address', 'Cowcaddens'),
            'ns2:Town': p('address', 'Glasgow'),
            'ns2:Postcode': p('address', 'G3 6QD'),
            'ns2:Telephone': p('phone', '0141 496 0762'),
          },
        },
      },
    },
  }),
  'tax-office-portuguese': () => ({
    codigoResposta: 0,
    mensagem: 'Consulta efetuada com sucesso',
    anoFiscal: 2024,
    modelo: 'IRS-3',
    nrLiquidacao: '2024.5002291187',
    dataLiquidacao: '2025-06-30',
    valorAReceber: 412.87,
    moeda: 'EUR',
    situacao: 'ANEXO_B_PENDENTE',
    sujeitoPassivoA: {
      nif: p('national', '226828891'),
      nome: p('name', 'Leonor Sacadura Botelho'),
      dataNascimento: p('birth', '1986-10-09'),
      estadoCivil: open('casado'),
      moradaFiscal: {
        rua: p('address', 'Travessa do Fala-Só, 11, 2.º Dto'),
        codigoPostal: p('address', '1250-109'),
        localidade: p('address', 'Lisboa'),
        distrito: open('Lisboa'),
      },
      telemovel: p('phone', '+351 912 044 738'),
      correioEletronico: p('email', 'leonor.botelho@sapo.pt'),
    },
    sujeitoPassivoB: { nif: p('national', '143558226'), nome: p('name', 'Duarte Nuno Botelho') },
    ibanReembolso: p('iban', 'PT35003504898021296540250'),
    dependentes: 1,
    anexos: ['A', 'B', 'H'],
    reparticao: { codigo: '3247', nome: 'Lisboa 8' },
  }),
  'court-docket-events': () => ({
    docket_id: 68810442,
    court_id: 'cand',
    case_name: 'Pelagic Robotics Inc. v. Orrin Labs LLC',
    docket_number: '3:24-cv-02871',
    date_filed: '2024-05-13',
    nature_of_suit: '830 Patent',
    jury_demand: 'Plaintiff',
    pacer_case_id: '428811',
    parties: [
      {
        party_id: 1,
        kind: 'Plaintiff',
        organization: 'Pelagic Robotics Inc.',
        attorneys: [
          {
            contact_name: p('name', 'Yael Bronstein-Katz'),
            bar_no: open('CA 288192'),
            firm: 'Harrow & Stile LLP',
            email: p('email', 'ybronstein@harrowstile.com'),
            phone: p('phone', '415-555-0109'),
          },
        ],
      },
    ],
    entries: [
      {
        entry_no: 1,
        date: '2024-05-13',
        description:
          'COMPLAINT for patent infringement ( Filing fee $ 405, receipt number ACANDC-19402217.). (Attachments: # 1 Exhibit A, # 2 Civil Cover Sheet)',
        page_count: 41,
      },
      {
        entry_no: 14,
        date: '2024-07-02',
        description:
          'ORDER setting case schedule. Claim construction hearing 11/06/2024 10:00 AM in Courtroom 5, 17th Floor. U.S. Pat. Nos. 9,881,202 and 10,114,877.',
        page_count: 3,
      },
      {
        entry_no: 15,
        date: '2024-07-09',
        description: prose(
          'NOTICE of change of address: counsel now at ',
          p('email', 'docket.bronstein@harrowstile.com'),
          ', tel. ',
          p('phone', '(415) 555-0164'),
          '.',
        ),
        page_count: 1,
      },
    ],
  }),
};
