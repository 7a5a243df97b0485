/** Blind answers: business systems whose field names are not English. */
import { open, p, prose, trap } from '../../label.ts';
import { many, type Shapes } from './shapes.ts';

export const WORLD: Shapes = {
  facturasEmitidas: (v) => ({
    ejercicio: 2024,
    serie: 'A',
    emisor: { razonSocial: trap('company name', 'Aceites Sierra Mágina S.L.'), cif: open('B23417711') },
    facturas: many(3, () => {
      const a = v.who('es');
      return {
        numeroFactura: trap('invoice number', v.fill('A/2024-0####')),
        fechaExpedicion: trap('local date', '19/07/2024'),
        cliente: {
          nombre: p('name', a.first),
          apellidos: p('name', a.last),
          dni: p('national-id', v.pick([v.dni(), v.nie()])),
          correoElectronico: p('email', a.email),
          telefonoMovil: p('phone', a.local),
          fechaNacimiento: p('birth-date', `${a.born[2]}/${a.born[1]}/${a.born[0]}`),
          domicilio: {
            calle: p('address', a.street),
            codigoPostal: p('address', a.zip),
            municipio: p('address', a.city),
            provincia: p('address', a.region),
            pais: trap('country name', 'España'),
          },
        },
        lineas: many(3, (line) => ({
          descripcion: trap('product name', ['AOVE Picual 5 L', 'Pack Rosa y Romero', 'Garrafa Santa Lucía'][line]!),
          referencia: trap('sku', v.fill('AO-5L-###')),
          ean: trap('ean', v.ean()),
          cantidad: line + 1,
          precioUnitario: trap('price', v.cents(90)),
          iva: 10,
        })),
        totalFactura: trap('price', v.cents()),
        cuentaDomiciliacion: p('iban', v.iban('ES')),
        estado: 'COBRADA',
        codigoVerificacion: trap('hash', v.hex(64)),
        vencimiento: trap('iso date', v.day()),
      };
    }),
  }),

  fatturaElettronica: (v) => {
    const a = v.who('it');
    return {
      FatturaElettronicaHeader: {
        DatiTrasmissione: {
          IdTrasmittente: { IdPaese: 'IT', IdCodice: open('01234567890') },
          ProgressivoInvio: trap('sequence', v.digits(5)),
          FormatoTrasmissione: 'FPR12',
          CodiceDestinatario: trap('code', 'M5UXCR1'),
          PECDestinatario: p('email', 'fatture@pec.studiolopresti.example'),
        },
        CedentePrestatore: {
          DatiAnagrafici: {
            IdFiscaleIVA: { IdPaese: 'IT', IdCodice: open('07643520567') },
            Anagrafica: { Denominazione: trap('company name', 'Officine Garibaldi S.r.l.') },
            RegimeFiscale: 'RF01',
          },
          Sede: {
            Indirizzo: open('Viale Industria 4'),
            CAP: open('24044'),
            Comune: open('Dalmine'),
            Provincia: open('BG'),
            Nazione: 'IT',
          },
        },
        CessionarioCommittente: {
          DatiAnagrafici: {
            CodiceFiscale: p('national-id', v.codiceFiscale()),
            Anagrafica: { Nome: p('name', a.first), Cognome: p('name', a.last) },
          },
          Sede: {
            Indirizzo: p('address', a.street),
            CAP: p('address', a.zip),
            Comune: p('address', a.city),
            Provincia: p('address', a.region),
            Nazione: trap('country code', 'IT'),
          },
          Contatti: { Telefono: p('phone', a.local), Email: p('email', a.email) },
        },
      },
      FatturaElettronicaBody: {
        DatiGenerali: {
          DatiGeneraliDocumento: {
            TipoDocumento: 'TD01',
            Divisa: 'EUR',
            Data: trap('iso date', v.day()),
            Numero: trap('invoice number', '2024/417'),
            ImportoTotaleDocumento: trap('amount string', '1220.00'),
            Causale: 'Riparazione impianto, intervento n. 88123456',
          },
        },
        DatiBeniServizi: {
          DettaglioLinee: many(3, (line) => ({
            NumeroLinea: line + 1,
            CodiceArticolo: { CodiceTipo: 'EAN', CodiceValore: trap('ean', v.ean()) },
            Descrizione: trap('product name', ['Guarnizione Vittoria DN40', 'Manodopera', 'Filtro Carlo 3/4"'][line]!),
            Quantita: '1.00',
            PrezzoUnitario: trap('amount string', '250.00'),
            AliquotaIVA: '22.00',
          })),
        },
        DatiPagamento: {
          CondizioniPagamento: 'TP02',
          DettaglioPagamento: {
            Beneficiario: p('name', v.who('it').full),
            ModalitaPagamento: 'MP05',
            DataScadenzaPagamento: trap('iso date', v.day()),
            IBAN: p('iban', v.iban('IT')),
            BIC: p('bank-account', 'BLOPIT22XXX'),
          },
        },
      },
    };
  },

  clientesPortugal: (v) => ({
    clientes: many(3, () => {
      const a = v.who('pt');
      return {
        codigo: trap('customer number', v.fill('C-#####')),
        nomeCompleto: p('name', a.full),
        contribuinte: p('tax-id', v.nif()),
        morada: p('address', a.street),
        codigoPostal: p('address', a.zip),
        localidade: p('address', a.city),
        telemovel: p('phone', a.local),
        email: p('email', a.email),
        dataNascimento: p('birth-date', a.birth),
        cartaoCidadao: p('national-id', v.fill('######## # ZY#')),
        saldo: trap('price', v.cents()),
        condicoesPagamento: '30 dias',
        documentos: many(2, () => ({
          tipo: 'FT',
          numero: trap('invoice number', v.fill('FT 2024A/###')),
          atcud: trap('code', v.fill('????????-###')),
          hash: trap('hash', v.blob(32)),
          total: trap('price', v.cents()),
        })),
        ativo: true,
        observacoes: prose('Prefere contacto por ', p('email', a.email), ' depois das 18h30.'),
      };
    }),
    paginaAtual: 1,
    totalPaginas: 12,
  }),

  klantenbestand: (v) => ({
    relaties: many(3, () => {
      const a = v.who('nl');
      return {
        relatienummer: trap('customer number', v.digits(7)),
        voorletters: open(a.initials),
        voornaam: p('name', a.first),
        tussenvoegsel: open('van'),
        achternaam: p('name', a.last),
        geboortedatum: p('birth-date', `${a.born[2]}-${a.born[1]}-${a.born[0]}`),
        bsn: p('national-id', v.bsn()),
        emailadres: p('email', a.email),
        telefoonnummer: p('phone', a.local),
        woonadres: {
          straatnaam: p('address', a.street.replace(/ .*/, '')),
          huisnummer: p('address', '14'),
          huisnummertoevoeging: open('A'),
          postcode: p('address', a.zip),
          woonplaats: p('address', a.city),
          land: trap('country name', 'Nederland'),
        },
        rekeningnummer: p('iban', v.iban('NL')),
        polissen: many(2, () => ({
          polisnummer: trap('policy number', v.digits(9)),
          product: trap('product name', 'Willem II Inboedel'),
          ingangsdatum: trap('local date', '01-01-2023'),
          premie: trap('price', 14.25),
          betaalwijze: 'automatische incasso',
          status: 'lopend',
        })),
        ean_aansluiting: trap('meter number', v.fill('8716#############').concat('7')),
        klantSinds: 2011,
        nieuwsbrief: true,
      };
    }),
  }),

  kartotekaPacjentow: (v) => ({
    pacjenci: many(3, () => {
      const a = v.who('pl');
      return {
        idPacjenta: trap('numeric id', v.int(1000, 99_999)),
        imie: p('name', a.first),
        drugieImie: p('name', v.who('pl').first),
        nazwisko: p('name', a.last),
        nazwiskoRodowe: p('name', v.who('pl').last),
        pesel: p('national-id', v.pesel()),
        dataUrodzenia: p('birth-date', a.birth),
        numerDowodu: p('national-id', v.fill('ABS######')),
        adresZamieszkania: {
          ulica: p('address', a.street),
          kodPocztowy: p('address', a.zip),
          miejscowosc: p('address', a.city),
          wojewodztwo: open(a.region),
          kraj: trap('country name', 'Polska'),
        },
        telefonKomorkowy: p('phone', a.local),
        adresEmail: p('email', a.email),
        plec: open('K'),
        oddzialNfz: trap('code', '06R'),
        wizyty: many(2, () => ({
          numerWizyty: trap('reference number', v.fill('W/2024/07/####')),
          data: trap('iso date', v.day()),
          godzina: '09:45',
          lekarz: p('name', `lek. ${v.who('pl').full}`),
          icd10: open('J06.9'),
          cena: trap('price', 220),
          status: 'zrealizowana',
        })),
        zgodaMarketingowa: false,
      };
    }),
    strona: 1,
    rozmiarStrony: 25,
  }),

  medlemsregister: (v) => ({
    medlemmar: many(3, () => {
      const a = v.who('se');
      return {
        medlemsnummer: trap('customer number', v.digits(6)),
        fornamn: p('name', a.first),
        efternamn: p('name', a.last),
        personnummer: p('national-id', v.personnummer()),
        epost: p('email', a.email),
        mobiltelefon: p('phone', a.local),
        gatuadress: p('address', a.street),
        postnummer: p('address', a.zip),
        postort: p('address', a.city),
        avgift: {
          belopp: trap('price', 350),
          ocr: trap('reference number', v.luhnNumber('73').slice(0, 12)),
          bankgiro: open('5050-1055'),
          forfallodatum: trap('iso date', v.day()),
          betald: true,
        },
        lag: ['Herrar A', 'F08'],
        senastAndrad: trap('iso time', v.stamp()),
      };
    }),
    forening: {
      namn: trap('organisation name', 'IK Sirius Bandy'),
      organisationsnummer: trap('company register number', '802000-1783'),
    },
  }),

  nordicCitizens: (v) => ({
    norge: many(2, () => ({
      fornavn: p('name', v.who('dk').first),
      etternavn: p('name', v.who('dk').last),
      fodselsnummer: p('national-id', v.fodselsnummer()),
      mobilnummer: p('phone', `+47 4${v.fill('## ## ###').replace(/^0/, '1')}`),
      adresse: {
        gatenavn: p('address', 'Storgata 12'),
        postnummer: p('address', '0184'),
        poststed: p('address', 'Oslo'),
      },
      kundeforholdId: trap('uuid', v.uuid()),
      opprettet: trap('iso time', v.zulu()),
    })),
    danmark: many(2, () => ({
      fornavn: p('name', v.who('dk').first),
      efternavn: p('name', v.who('dk').last),
      cprNummer: p('national-id', v.cpr()),
      telefon: p('phone', v.who('dk').local),
      sagsnummer: trap('case number', v.fill('24-0####-##')),
      oprettet: trap('iso time', v.zulu()),
    })),
    suomi: many(2, () => ({
      etunimi: p('name', v.who('fi').first),
      sukunimi: p('name', v.who('fi').last),
      henkilotunnus: p('national-id', v.hetu()),
      sahkoposti: p('email', v.who('fi').email),
      puhelinnumero: p('phone', v.who('fi').local),
      asiakasnumero: trap('customer number', v.digits(7)),
      tila: 'voimassa',
    })),
  }),

  kaiin: (v) => ({
    会員一覧: many(3, () => {
      const a = v.who('jp');
      return {
        会員番号: trap('customer number', v.digits(8)),
        氏名: p('name', a.full),
        フリガナ: p('name', 'マツモト ヨウコ'),
        生年月日: p('birth-date', `${a.born[0]}年${a.born[1]}月${a.born[2]}日`),
        メールアドレス: p('email', a.email),
        電話番号: p('phone', a.local),
        郵便番号: p('address', a.zip),
        住所: p('address', `${a.region}${a.street}`),
        登録日: trap('iso date', v.day()),
        会員種別: 'ゴールド',
        保有ポイント: trap('count', v.int(0, 99_999)),
        注文履歴: many(2, () => ({
          注文番号: trap('order number', v.fill('2024-0719-######')),
          商品名: trap('product name', '松本城 写真集'),
          商品コード: trap('ean', v.ean()),
          金額: trap('price', v.int(500, 30_000)),
          状態: '発送済み',
        })),
      };
    }),
    総件数: 3,
  }),

  sirketMusterileri: (v) => ({
    musteriler: many(3, () => {
      const a = v.who('tr');
      return {
        musteriNo: trap('customer number', v.digits(6)),
        ad: p('name', a.first),
        soyad: p('name', a.last),
        tcKimlikNo: p('national-id', v.tckn()),
        cepTelefonu: p('phone', a.local),
        eposta: p('email', a.email),
        dogumTarihi: p('birth-date', `${a.born[2]}.${a.born[1]}.${a.born[0]}`),
        adres: {
          satir1: p('address', a.street),
          ilce: p('address', a.region),
          il: p('address', a.city),
          postaKodu: p('address', a.zip),
        },
        bakiye: trap('price', v.cents()),
        faturalar: many(2, () => ({
          faturaNo: trap('invoice number', v.fill('GIB2024#########')),
          tutar: trap('price', v.cents()),
          durum: 'Ödendi',
        })),
      };
    }),
  }),

  clientesMexico: (v) => ({
    resultado: many(3, (index) => {
      const a = v.who('mx');
      return {
        folio: trap('reference number', v.fill('FOL-2024-######')),
        nombres: p('name', a.first),
        apellidoPaterno: p('name', a.last.split(' ')[0]!),
        apellidoMaterno: p('name', v.who('mx').last),
        curp: p('national-id', v.curp()),
        rfc: p('tax-id', `${v.fill('????')}${a.born[0].slice(2)}${a.born[1]}${a.born[2]}${v.fill('?##')}`),
        clabe: p('bank-account', v.fill('002180##############')),
        celular: p('phone', a.local),
        correo: p('email', a.email),
        direccion: {
          calleYNumero: p('address', a.street),
          colonia: p('address', 'Centro'),
          codigoPostal: p('address', a.zip),
          ciudad: p('address', a.city),
          estado: p('address', a.region),
        },
        cfdi: {
          uuid: trap('uuid', v.uuid().toUpperCase()),
          total: trap('amount string', '1160.00'),
          usoCFDI: 'G03',
          fechaTimbrado: trap('local time', '2024-07-19T10:15:02'),
        },
        estatus: ['ACTIVO', 'ACTIVO', 'BAJA'][index]!,
      };
    }),
  }),

  registroChileno: (v) => ({
    afiliados: many(3, () => {
      const a = v.who('es');
      return {
        rut: p('national-id', v.rut()),
        nombreCompleto: p('name', a.full),
        comuna: open('Ñuñoa'),
        fono: p('phone', `+56 9 ${v.fill('6### ####')}`),
        casillaCorreo: p('email', a.email),
        isapre: trap('company name', 'Colmena'),
        boletas: many(2, () => ({
          nroBoleta: trap('receipt number', v.digits(6)),
          montoNeto: trap('price', v.int(1000, 900_000)),
          fecha: trap('iso date', v.day()),
          anulada: false,
        })),
      };
    }),
  }),

  kycIndia: (v) => ({
    applicants: many(3, () => {
      const a = v.who('in');
      return {
        applicationNo: trap('reference number', v.fill('APP2024#######')),
        applicantName: p('name', a.full),
        fatherName: p('name', v.who('in').full),
        aadhaarNumber: p('national-id', v.aadhaar()),
        panNumber: p('tax-id', v.pan()),
        dob: p('birth-date', `${a.born[2]}-${a.born[1]}-${a.born[0]}`),
        mobileNo: p('phone', a.local),
        emailId: p('email', a.email),
        permanentAddress: {
          houseNo: p('address', 'B-14'),
          locality: p('address', a.street),
          city: p('address', a.city),
          state: p('address', a.region),
          pincode: p('address', a.zip),
        },
        bankDetails: {
          accountNumber: p('bank-account', v.digits(14)),
          ifsc: open('HDFC0000128'),
          bankName: trap('company name', 'HDFC Bank'),
        },
        gstin: open('29ABCDE1234F1Z5'),
        status: 'UNDER_REVIEW',
        scheme: trap('product name', 'Mahatma Gandhi NREGA'),
        amountSanctioned: trap('price', 125_000),
        stage: 3,
        createdOn: trap('local time', '19-07-2024 10:15:02'),
      };
    }),
  }),

  mixedIds: (v) => ({
    persons: [
      {
        country: trap('country code', 'AU'),
        taxFileNumber: p('national-id', v.tfn()),
        medicareCardNumber: open('2123 45670 1'),
        familyName: p('name', 'Wilmot'),
        status: 'verified',
      },
      {
        country: trap('country code', 'CA'),
        socialInsuranceNumber: p('national-id', v.sin()),
        familyName: p('name', v.who('ca').last),
        status: 'verified',
      },
      {
        country: trap('country code', 'SG'),
        nric: p('national-id', v.nric()),
        familyName: p('name', 'Tan'),
        status: 'pending',
      },
      {
        country: trap('country code', 'ZA'),
        idNumber: p('national-id', v.saId()),
        familyName: p('name', v.who('za').last),
        mobile: p('phone', v.who('za').local),
        status: 'verified',
      },
      {
        country: trap('country code', 'CH'),
        ahvNummer: p('national-id', v.ahv()),
        nachname: p('name', v.who('ch').last),
        status: 'verified',
      },
      {
        country: trap('country code', 'BE'),
        rijksregisternummer: p('national-id', v.rijksregister()),
        familienaam: p('name', v.who('be').last),
        telefoon: p('phone', v.who('be').local),
        status: 'rejected',
      },
      {
        country: trap('country code', 'GB'),
        nationalInsuranceNumber: p('national-id', v.fill('QQ ## ## ## C').replace('QQ', 'AB')),
        surname: p('name', v.who('uk').last),
        status: 'verified',
      },
      {
        country: trap('country code', 'FR'),
        numeroSecu: p('national-id', v.nir()),
        nomDeFamille: p('name', v.who('fr').last),
        status: 'verified',
      },
      {
        country: trap('country code', 'US'),
        socialSecurityNumber: p('ssn', v.ssn()),
        driversLicenseNumber: p('national-id', v.fill('D#######')),
        familyName: p('name', v.who('us').last),
        status: 'verified',
      },
      {
        country: trap('country code', 'ES'),
        numeroIdentidadExtranjero: p('national-id', v.nie()),
        primerApellido: p('name', 'Peñalver'),
        status: 'verified',
      },
    ],
    checks: many(6, () => ({
      check_id: trap('uuid', v.uuid()),
      provider_ref: trap('reference number', v.digits(11)),
      score: v.int(1, 100),
      decided_at: trap('iso time', v.zulu()),
      rule: trap('version', 'kyc-rules 4.18.2.1'),
      batch: trap('batch number', v.fill('###-##-####').replaceAll('-', '/')),
    })),
    note: prose('Second document of applicant 4 is due; mail ', p('email', v.who('za').email)),
  }),
};
