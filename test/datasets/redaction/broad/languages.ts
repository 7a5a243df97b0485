/** Records with field names in other languages, in native and in ASCII spelling. */
import { type Draft, p, trap } from '../label.ts';
import type { Template } from '../structured/tuning.ts';
import type { Locale, Person, Values } from '../values.ts';

type Field = readonly [keys: string, type: string, make: (a: Person, v: Values) => string | number];

const first = (a: Person) => a.first;
const last = (a: Person) => a.last;
const full = (a: Person) => a.full;
const street = (a: Person) => a.street;
const city = (a: Person) => a.city;
const zip = (a: Person) => a.zip;
const birth = (a: Person) => a.birth;
const phone = (a: Person) => a.phone;
const mail = (a: Person) => a.email;
const iban = (_: Person, v: Values) => v.iban();
const number = (_: Person, v: Values) => v.digits(9);
const password = (_: Person, v: Values) => `${v.token(8)}!7`;
const nation = () => 'ITA';

/** One record: personal fields of which one of the spellings is taken, and ordinary ones. */
function record(fields: readonly Field[], ordinary: string, where: Locale): Template {
  const plain = ordinary.trim().split(/\s*\n\s*/);
  return (v) =>
    Array.from({ length: 4 }, (_, round): Draft => {
      const a = v.person(where);
      const entries: [string, Draft][] = [];
      for (const [keys, type, make] of fields) {
        const spellings = keys.split('|');
        entries.push([spellings[round % spellings.length]!, p(type, make(a, v))]);
      }
      for (const line of plain) {
        const [key, value] = line.split(/\s*=\s*/);
        entries.push([
          key!,
          trap(
            'ordinary field',
            value!.replace(/#/g, () => String(v.int(0, 9))),
          ),
        ]);
      }
      return Object.fromEntries(entries);
    });
}

export const LANGUAGES: Readonly<Record<string, Template>> = {
  german: record(
    [
      ['vorname|Vorname|kunde_vorname|ansprechpartner_vorname', 'name', first],
      ['nachname|Nachname|kundeNachname|zuname', 'name', last],
      ['anzeigename_kunde|kundenname|Kundenname|rechnungsempfaenger', 'name', full],
      ['strasse_hausnr|StrasseUndHausnummer|straße|Strasse', 'address', street],
      ['postleitzahl|PLZ|lieferPlz|kunden_plz', 'address', zip],
      ['wohnort|Wohnort|lieferort|ortschaft', 'address', city],
      ['rufnummer|Telefon_privat|telefon_geschaeftlich|handynr', 'phone', phone],
      ['telefax|mobilfunknummer|Festnetznr|tel_privat', 'phone', phone],
      ['e_mail|EMail|emailAdresse|mail_privat', 'email', mail],
      ['geburtsdatum|gebDat|GebDatum|geb_datum', 'birth-date', birth],
      ['geburtsort|Geburtsort|geb_ort|geburtsstadt', 'birth-place', city],
      ['staatsangehoerigkeit|Staatsangehörigkeit|nationalitaet|Nationalität', 'nationality', nation],
      ['steueridentnummer|SteuerID|steuerliche_identifikationsnummer|steuer_nr', 'tax-id', (_, v) => v.digits(11)],
      ['sozialversicherungsnr|rentenversicherungsnr|SVNummer|sv_nr', 'national-id', () => '65170839J008'],
      ['personalausweisnr|ausweisnr|Ausweisnummer|perso_nr', 'national-id', () => 'L01X00T471'],
      ['reisepassnr|Reisepassnummer|passnr|pass_nr', 'passport', () => 'C01X0006H1'],
      ['kontonr|Kontonummer|konto_nr|bankkonto_nr', 'bank-account', number],
      ['kontoinhaber_name|Kontoinhaber|kontoinhaberin|bank_inhaber', 'name', full],
      ['iban_nr|IBAN|kunden_iban|bankverbindung_iban', 'iban', iban],
      ['passwort|Kennwort|passwort_neu|benutzerpasswort', 'secret', password],
      ['krankenversicherungsnummer|kv_nummer|versichertennr|Versichertennummer', 'health-record', () => 'A123456780'],
    ],
    `auftragsnummer = 2024-######
    rechnungsnummer = RE-######
    kundennummer = K######
    artikelbezeichnung = Schraubensatz Alpha
    produktname = Kaffee Hamburg
    firmenname = Nordlicht GmbH
    lieferstatus = Unterwegs
    zahlungsart = Lastschrift
    bemerkung = Bitte klingeln
    dateiname = Rechnung Mai
    abteilung = Einkauf Süd
    vereinsname = SV Grün Weiß
    adresstyp = Lieferanschrift
    sprache = Deutsch
    zaehlernummer = 1EMH########`,
    'de',
  ),
  french: record(
    [
      ['prenom|prénom|Prenom|client_prenom', 'name', first],
      ['nom_famille|nomDeFamille|nom_usage|nomUsuel', 'name', last],
      ['nom_complet|nomClient|nom_prenom|nom_du_client', 'name', full],
      ['adresse_ligne_1|adresse1|ligne_adresse_1|adresse_livraison', 'address', street],
      ['code_postal|codePostal|cp_facturation|CodePostal', 'address', zip],
      ['ville_residence|ville_livraison|villeFacturation|ville_domicile', 'address', city],
      ['tel_portable|telephone_mobile|numTel|no_telephone', 'phone', phone],
      ['telephone_fixe|tel_fixe|telDomicile|num_portable', 'phone', phone],
      ['courriel|adresse_mail|adresseElectronique|mail_client', 'email', mail],
      ['date_naissance|dateNaissance|date_de_naissance|ddn', 'birth-date', birth],
      ['lieu_naissance|lieuDeNaissance|ville_naissance|commune_naissance', 'birth-place', city],
      ['nationalite|nationalité|Nationalite|nationalite_actuelle', 'nationality', nation],
      ['num_secu|numero_securite_sociale|nir|noSecuriteSociale', 'national-id', () => '255081416802538'],
      ['numero_passeport|numPasseport|no_passeport|passeport_numero', 'passport', () => '12AB34567'],
      ['numero_fiscal|num_fiscal|numeroFiscal|no_fiscal', 'tax-id', (_, v) => v.digits(13)],
      ['num_carte_identite|numeroCni|carte_identite|numero_carte_identite', 'national-id', (_, v) => v.digits(12)],
      ['numero_compte|num_compte|compte_bancaire|numeroCompteBancaire', 'bank-account', (_, v) => v.digits(11)],
      ['titulaire_compte|titulaire_carte|titulaireCompte|nom_titulaire', 'name', full],
      ['mot_de_passe|motDePasse|mdp|mot_passe', 'secret', password],
      ['nom_medecin|medecin_traitant|nomMedecin|medecin', 'name', full],
    ],
    `numero_commande = CMD-######
    reference_client = RC######
    nom_produit = Lampe Belle Époque
    nom_societe = Boulangerie Martin SARL
    nom_fichier = facture_mai.pdf
    libelle = Abonnement Premium
    statut = En cours
    raison_sociale = Établissements Duval
    type_adresse = domicile
    moyen_paiement = Carte Bleue
    nom_commune = Villeurbanne
    langue = Français
    nom_station = Gare du Nord
    code_insee = 69266
    siret = 73282932000074`,
    'fr',
  ),
  spanish: record(
    [
      ['nombre_cliente|nombreCliente|nombre_completo|nombre_y_apellidos', 'name', full],
      ['primer_nombre|nombre_pila|nombresCliente|segundo_nombre', 'name', first],
      ['apellido_paterno|primerApellido|apellidos|apellido1', 'name', last],
      ['apellido_materno|segundoApellido|segundo_apellido|apellido2', 'name', last],
      ['domicilio|direccion_envio|direccionFacturacion|calle_numero', 'address', street],
      ['codigo_postal|codigoPostal|cod_postal|cp_envio', 'address', zip],
      ['ciudad_residencia|localidad_envio|poblacionEnvio|municipio_residencia', 'address', city],
      ['telefono_movil|num_celular|telefonoContacto|tel_movil', 'phone', phone],
      ['telefono_casa|telefono_fijo|numTelefono|nro_telefono', 'phone', phone],
      ['correo_electronico|correo|emailCliente|correoContacto', 'email', mail],
      ['fecha_nacimiento|fechaNacimiento|fecha_de_nacimiento|fec_nacimiento', 'birth-date', birth],
      ['lugar_nacimiento|lugarNacimiento|ciudad_nacimiento|municipio_nacimiento', 'birth-place', city],
      ['nacionalidad|nacionalidad_actual|Nacionalidad|pais_nacionalidad', 'nationality', nation],
      ['numero_documento|numDocumento|nro_documento|documento_identidad', 'national-id', (_, v) => v.dni()],
      ['cedula|numeroCedula|cedula_ciudadania|num_cedula', 'national-id', (_, v) => v.digits(10)],
      ['numero_pasaporte|numPasaporte|pasaporte|nro_pasaporte', 'passport', () => 'AAB123456'],
      ['numero_cuenta|num_cuenta|cuentaBancaria|nro_cuenta', 'bank-account', (_, v) => v.digits(20)],
      ['titular_cuenta|titularTarjeta|nombre_titular|titular', 'name', full],
      ['contrasena|contraseña|clave_acceso|claveUsuario', 'secret', password],
      ['num_seguridad_social|numeroSeguridadSocial|nss|numero_afiliacion', 'national-id', (_, v) => v.digits(12)],
      ['nombre_madre|nombre_padre|nombreConyuge|nombre_tutor', 'name', full],
    ],
    `numero_pedido = PED-######
    numero_factura = F-2024-####
    nombre_producto = Mesa Sevilla
    nombre_empresa = Aceites García SL
    nombre_archivo = informe final
    razon_social = Comercial Robles SA
    estado = Entregado
    tipo_documento = DNI
    tipo_direccion = Fiscal
    metodo_pago = Transferencia Bancaria
    idioma = Español
    nombre_plan = Plan Familia
    numero_guia = 7712######
    descripcion = Camisa San Juan`,
    'es',
  ),
  portuguese: record(
    [
      ['nome_cliente|nomeCliente|nome_completo|nomeTitular', 'name', full],
      ['primeiro_nome|primeiroNome|nome_proprio|nomes_proprios', 'name', first],
      ['sobrenome|ultimoNome|apelido_familia|ultimo_nome', 'name', last],
      ['endereco|logradouro|endereco_entrega|morada', 'address', street],
      ['cep|codigo_postal|cep_entrega|enderecoCep', 'address', zip],
      ['bairro|bairro_entrega|bairroCliente|bairro', 'address', () => 'Vila Madalena'],
      ['celular|telefone_celular|tel_celular|telemovel', 'phone', phone],
      ['telefone_residencial|fone|telefoneContato|ddd_telefone', 'phone', phone],
      ['email_cliente|correio_eletronico|e_mail_contato|emailContato', 'email', mail],
      ['data_nascimento|dataNascimento|data_de_nascimento|dt_nascimento', 'birth-date', birth],
      ['naturalidade|local_nascimento|cidadeNascimento|municipio_nascimento', 'birth-place', city],
      ['nacionalidade|Nacionalidade|nacionalidade|nacionalidade_atual', 'nationality', nation],
      ['cpf_cliente|cpf|numeroCpf|nr_cpf', 'national-id', (_, v) => v.cpf()],
      ['rg|numero_rg|registro_geral|nr_rg', 'national-id', () => '24.678.131-4'],
      ['nif|numero_contribuinte|nif_cliente|numeroFiscal', 'tax-id', (_, v) => v.digits(9)],
      ['conta_corrente|numero_conta|contaBancaria|nr_conta', 'bank-account', (_, v) => v.fill('#####-#')],
      ['nome_mae|nomeDaMae|nome_pai|filiacao_mae', 'name', full],
      ['senha|senha_acesso|senhaAtual|palavra_passe', 'secret', password],
      ['numero_cartao|nrCartao|cartao_numero|num_cartao', 'card', (_, v) => v.card('visa')],
      ['cartao_sus|numero_cns|cns|numeroCartaoSus', 'health-record', () => '898001160660761'],
    ],
    `numero_pedido = PD######
    nota_fiscal = 000.###.###
    nome_produto = Rede Santa Rita
    nome_fantasia = Padaria São Jorge
    razao_social = Padaria São Jorge Ltda
    nome_arquivo = relatorio abril
    situacao = Aguardando Envio
    forma_pagamento = Boleto Bancário
    tipo_logradouro = Avenida
    idioma = Português
    nome_banco = Caixa Geral
    codigo_rastreio = BR#########BR
    chave_nfe = 3520######0014`,
    'br',
  ),
  italian: record(
    [
      ['nome_cognome|nominativo_cliente|nomeCliente|nome_e_cognome', 'name', full],
      ['cognome|cognome_cliente|Cognome|cognomeNome', 'name', last],
      ['indirizzo_residenza|indirizzo|indirizzoSpedizione|via_civico', 'address', street],
      ['codice_avviamento_postale|cap_residenza|capSpedizione|cap_domicilio', 'address', zip],
      ['comune_residenza|citta_residenza|cittaSpedizione|comuneDomicilio', 'address', city],
      ['cellulare|telefono_cellulare|numTelefono|recapito_telefonico', 'phone', phone],
      ['posta_elettronica|indirizzo_email|mailCliente|pec', 'email', mail],
      ['data_nascita|dataNascita|data_di_nascita|dt_nascita', 'birth-date', birth],
      ['luogo_nascita|comune_nascita|luogoNascita|citta_nascita', 'birth-place', city],
      ['cittadinanza|nazionalita|nazionalità|cittadinanza', 'nationality', nation],
      ['codice_fiscale|codiceFiscale|cod_fiscale|cf', 'national-id', () => 'RSSMRA85T10A562S'],
      ['numero_carta_identita|cartaIdentita|numero_documento|num_documento', 'national-id', () => 'CA12345AA'],
      ['numero_passaporto|passaporto|numPassaporto|nr_passaporto', 'passport', () => 'YA1234567'],
      ['numero_conto|contoCorrente|conto_corrente|num_conto', 'bank-account', (_, v) => v.digits(12)],
      ['intestatario_conto|intestatario|intestatarioCarta|nome_intestatario', 'name', full],
      ['parola_chiave|password_utente|parola_d_accesso|passwordUtente', 'secret', password],
      [
        'tessera_sanitaria|numero_tessera_sanitaria|tesseraSanitaria|num_tessera_sanitaria',
        'health-record',
        () => '80380001234567890123',
      ],
    ],
    `numero_ordine = ORD-######
    numero_fattura = FT######
    nome_prodotto = Sedia Villa Rosa
    ragione_sociale = Caseificio Alpino Srl
    nome_file = preventivo
    stato = In Lavorazione
    modalita_pagamento = Bonifico
    tipo_indirizzo = Sede Legale
    lingua = Italiano
    codice_articolo = AR-####
    nome_stazione = Milano Centrale`,
    'it',
  ),
  dutch: record(
    [
      ['voornaam|voornamen|klantVoornaam|roepnaam', 'name', first],
      ['achternaam|familienaam|klant_achternaam|geboortenaam', 'name', last],
      ['klantnaam|naam_klant|volledige_naam|naamContactpersoon', 'name', full],
      ['straatnaam|straat_en_huisnummer|adresregel1|bezoekadres_straat', 'address', street],
      ['postcode|factuur_postcode|postcode_thuis|woonpostcode', 'address', zip],
      ['woonplaats|plaatsnaam_bezorging|woonplaats|bezorgplaats', 'address', city],
      ['telefoonnummer|mobiel_nummer|telefoonMobiel|tel_nr', 'phone', phone],
      ['emailadres|e_mailadres|mailadres|emailKlant', 'email', mail],
      ['geboortedatum|geboorteDatum|geb_datum|datum_geboorte', 'birth-date', birth],
      ['geboorteplaats|plaats_geboorte|geboorteplaats|geboorteplaatsNaam', 'birth-place', city],
      ['nationaliteit|Nationaliteit|nationaliteit|nationaliteit_code', 'nationality', nation],
      ['bsn|burgerservicenummer|bsnNummer|bsn_nr', 'national-id', (_, v) => v.bsn()],
      ['paspoortnummer|paspoort_nr|paspoortNr|nummer_paspoort', 'passport', () => 'NXR1234F8'],
      ['rekeningnummer|bankrekeningnummer|rekeningNr|tegenrekening', 'bank-account', (_, v) => v.digits(10)],
      ['rekeninghouder|naam_rekeninghouder|tenaamstelling|kaarthouder', 'name', full],
      ['wachtwoord|nieuw_wachtwoord|wachtwoordHash|wachtwoord', 'secret', password],
    ],
    `ordernummer = ######
    factuurnummer = F######
    bedrijfsnaam = Bloemen Van Dam BV
    productnaam = Fiets Batavus
    bestandsnaam = offerte mei
    omschrijving = Blauwe Jas
    status = In Behandeling
    betaalwijze = Automatische Incasso
    taal = Nederlands
    kvk_nummer = 27######
    provincienaam = Noord Brabant`,
    'nl',
  ),
  polish: record(
    [
      ['imie|imię|imieKlienta|imiona', 'name', first],
      ['nazwisko|nazwiskoKlienta|nazwisko_panienskie|nazwisko', 'name', last],
      ['imie_i_nazwisko|imieNazwisko|odbiorca_nazwa_osoby|nazwa_klienta', 'name', full],
      ['ulica|ulica_i_numer|adres_dostawy|adresZamieszkania', 'address', street],
      ['kod_pocztowy|kodPocztowy|kod_poczt|kodPocztowyDostawy', 'address', zip],
      ['miejscowosc|miasto_zamieszkania|miejscowość|miastoDostawy', 'address', city],
      ['numer_telefonu|nr_tel|telefonKontaktowy|tel_komorkowy', 'phone', phone],
      ['adres_email|email_klienta|adresEmail|poczta_elektroniczna', 'email', mail],
      ['data_urodzenia|dataUrodzenia|data_ur|data_urodz', 'birth-date', birth],
      ['miejsce_urodzenia|miejsceUrodzenia|miasto_urodzenia|miejsce_urodz', 'birth-place', city],
      ['obywatelstwo|narodowosc|narodowość|obywatelstwo', 'nationality', nation],
      ['pesel|nr_pesel|numerPesel|PESEL', 'national-id', (_, v) => v.pesel()],
      ['numer_dowodu|nr_dowodu_osobistego|dowodOsobisty|seria_i_numer_dowodu', 'national-id', () => 'ABA300000'],
      ['numer_paszportu|nr_paszportu|paszport|numerPaszportu', 'passport', () => 'ZS0000177'],
      ['numer_konta|nr_rachunku|rachunek_bankowy|numerRachunku', 'bank-account', (_, v) => v.digits(26)],
      ['haslo|hasło|nowe_haslo|hasloUzytkownika', 'secret', password],
    ],
    `numer_zamowienia = ZAM-######
    numer_faktury = FV/2024/###
    nazwa_produktu = Stół Dębowy
    nazwa_firmy = Drewno Polskie Sp. z o.o.
    nazwa_pliku = umowa
    status = W Realizacji
    sposob_platnosci = Przelew
    jezyk = Polski
    numer_przesylki = 6200#########`,
    'pl',
  ),
  nordic: record(
    [
      ['förnamn|fornavn|etunimi|fornamn', 'name', first],
      ['efternamn|etternavn|sukunimi|efternavn', 'name', last],
      ['kundnamn|kundenavn|asiakkaan_nimi|fulltNavn', 'name', full],
      ['gatuadress|gateadresse|katuosoite|vejnavn', 'address', street],
      ['postnummer|postnr|postinumero|postnummer', 'address', zip],
      ['postort|poststed|postitoimipaikka|bynavn', 'address', city],
      ['mobilnummer|mobiltelefon|matkapuhelin|telefonnr', 'phone', phone],
      ['hemtelefon|arbeidstelefon|puhelinnumero|privattelefon', 'phone', phone],
      ['epostadress|epostadresse|sähköposti|mailadresse', 'email', mail],
      ['födelsedatum|fødselsdato|syntymäaika|fodselsdag', 'birth-date', birth],
      ['födelseort|fødested|syntymäpaikka|fodested', 'birth-place', city],
      ['medborgarskap|statsborgerskap|kansalaisuus|nationalitet', 'nationality', nation],
      ['personnummer|fødselsnummer|henkilötunnus|cprNummer', 'national-id', () => '131052-308T'],
      ['passnummer|passnr|passin_numero|pasnummer', 'passport', () => 'AA1234567'],
      ['kontonummer|bankkontonummer|tilinumero|kontonr', 'bank-account', (_, v) => v.digits(11)],
      ['lösenord|passord|salasana|adgangskode', 'secret', password],
    ],
    `ordernummer = ######
    fakturanummer = F######
    produktnamn = Stol Björk
    foretagsnamn = Norrsken Bygg AB
    status = Skickad
    språk = Svenska
    avdelning = Kundservice
    organisationsnummer = 556016-0680`,
    'se',
  ),
  easternEurope: record(
    [
      ['jmeno|jméno|krestni_jmeno|prenume', 'name', first],
      ['prijmeni|příjmení|vezeteknev|nume_familie', 'name', last],
      ['cele_jmeno|teljes_nev|nume_complet|ad_soyad', 'name', full],
      ['ulice|utca_hazszam|strada|sokak', 'address', street],
      ['psc|iranyitoszam|cod_postal|posta_kodu', 'address', zip],
      ['telefonni_cislo|telefonszam|numar_telefon|telefon_numarasi', 'phone', phone],
      ['mobil|mobilszam|telefon_mobil|cep_telefonu', 'phone', phone],
      ['emailova_adresa|email_cim|adresa_email|eposta_adresi', 'email', mail],
      ['datum_narozeni|szuletesi_datum|data_nasterii|dogum_tarihi', 'birth-date', birth],
      ['misto_narozeni|szuletesi_hely|locul_nasterii|dogum_yeri', 'birth-place', city],
      ['statni_prislusnost|allampolgarsag|cetatenie|uyruk', 'nationality', nation],
      ['rodne_cislo|szemelyi_szam|cnp|tc_kimlik_no', 'national-id', (_, v) => v.digits(11)],
      ['cislo_pasu|utlevelszam|numar_pasaport|pasaport_no', 'passport', (_, v) => `C${v.digits(8)}`],
      ['cislo_uctu|bankszamlaszam|cont_bancar|hesap_no', 'bank-account', (_, v) => v.digits(16)],
      ['heslo|jelszo|parola|sifre', 'secret', password],
    ],
    `cislo_objednavky = OBJ######
    rendelesszam = R######
    nume_produs = Masa Carpati
    urun_adi = Masa Anadolu
    firma_adi = Yildiz Ticaret
    stav = Odesláno
    siparis_no = S######`,
    'pl',
  ),
  greekRussianUkrainian: record(
    [
      ['имя|Имя|όνομα|onoma', 'name', first],
      ['фамилия|Фамилия|επώνυμο|eponymo', 'name', last],
      ['ФИО|полное_имя|ονοματεπώνυμο|фио_клиента', 'name', full],
      ['адрес_доставки|Адрес|διεύθυνση|улица_дом', 'address', street],
      ['почтовый_индекс|Индекс|ταχυδρομικός_κώδικας|индекс_доставки', 'address', zip],
      ['номер_телефона|Телефон|τηλέφωνο|мобильный_телефон', 'phone', phone],
      ['электронная_почта|почта|ηλεκτρονικό_ταχυδρομείο|эл_почта', 'email', mail],
      ['дата_рождения|ДатаРождения|ημερομηνία_γέννησης|дата_рожд', 'birth-date', birth],
      ['место_рождения|МестоРождения|τόπος_γέννησης|место_рождения', 'birth-place', city],
      ['гражданство|Гражданство|ιθαγένεια|υπηκοότητα', 'nationality', () => 'РФ'],
      ['номер_паспорта|паспорт_номер|αριθμός_διαβατηρίου|паспортные_данные', 'passport', () => '45 08 123456'],
      ['ИНН|инн_физлица|ΑΦΜ|afm', 'tax-id', (_, v) => v.digits(12)],
      ['СНИЛС|снилс_номер|ΑΜΚΑ|amka', 'national-id', () => '112-233-445 95'],
      ['пароль|новый_пароль|κωδικός_πρόσβασης|Пароль', 'secret', password],
    ],
    `номер_заказа = З-######
    название_товара = Стол Байкал
    название_компании = ООО Ромашка
    статус = Отправлен
    город_склада = Тверь
    язык = Русский`,
    'ru',
  ),
  japanese: record(
    [
      ['姓|苗字|sei|lastNameKanji', 'name', last],
      ['名|お名前|mei|firstNameKanji', 'name', first],
      ['氏名|顧客名|shimei|お客様名', 'name', full],
      ['セイ|姓カナ|seiKana|last_name_kana', 'name', () => 'ヤマダ'],
      ['メイ|名カナ|meiKana|first_name_kana', 'name', () => 'タロウ'],
      ['郵便番号|〒|yubinBango|postal_code', 'address', zip],
      ['住所|住所1|jusho|address1', 'address', street],
      ['市区町村|都道府県|shikuchoson|todofuken', 'address', city],
      ['電話番号|携帯電話番号|denwaBango|tel', 'phone', phone],
      ['メールアドレス|Eメール|mailAddress|eメールアドレス', 'email', mail],
      ['生年月日|誕生日|seinengappi|birthday', 'birth-date', birth],
      ['国籍|国籍|kokuseki|nationality', 'nationality', () => '日本'],
      ['マイナンバー|個人番号|myNumber|kojinBango', 'national-id', (_, v) => v.digits(12)],
      ['旅券番号|パスポート番号|passportNo|ryokenBango', 'passport', () => 'TK1234567'],
      ['口座番号|銀行口座番号|kozaBango|account_number_bank', 'bank-account', (_, v) => v.digits(7)],
      ['口座名義|口座名義人|kozaMeigi|口座名義カナ', 'name', () => 'ヤマダ タロウ'],
      ['パスワード|暗証パスワード|pasuwado|パスワード', 'secret', password],
      ['保険証番号|被保険者番号|hokenshoBango|被保険者番号', 'health-record', (_, v) => v.digits(8)],
    ],
    `注文番号 = A-######
    商品名 = 富士 緑茶
    会社名 = 株式会社山田製作所
    状態 = 発送済み
    備考 = 午前中希望
    カテゴリ名 = 食品
    店舗名 = 渋谷店
    単価 = 1200`,
    'jp',
  ),
  chineseKorean: record(
    [
      ['姓名|客户姓名|이름|xingming', 'name', full],
      ['联系人|收件人姓名|수령인|lianxiren', 'name', full],
      ['手机号|手机号码|휴대폰번호|shoujihao', 'phone', phone],
      ['联系电话|固定电话|연락처|lianxidianhua', 'phone', phone],
      ['邮箱|电子邮箱|이메일|youxiang', 'email', mail],
      ['详细地址|收货地址|주소|dizhi', 'address', street],
      ['邮编|邮政编码|우편번호|youbian', 'address', zip],
      ['出生日期|生日|생년월일|chushengriqi', 'birth-date', birth],
      ['出生地|籍贯|출생지|출생지', 'birth-place', city],
      ['国籍|国籍|국적|guoji', 'nationality', () => '中国'],
      ['身份证号|身份证号码|주민등록번호|shenfenzheng', 'national-id', () => '11010519491231002X'],
      ['护照号|护照号码|여권번호|huzhaohao', 'passport', () => 'E12345678'],
      ['银行卡号|银行账号|계좌번호|yinhangzhanghao', 'bank-account', (_, v) => v.digits(16)],
      ['密码|登录密码|비밀번호|mima', 'secret', password],
      ['紧急联系人|监护人|예금주|jinjilianxiren', 'name', full],
    ],
    `订单号 = 2024######
    商品名称 = 龙井 绿茶
    公司名称 = 北京长城科技有限公司
    状态 = 已发货
    备注 = 请勿折叠
    주문번호 = A######
    상품명 = 제주 녹차
    회사명 = 주식회사 한빛
    店铺名称 = 西湖店
    快递单号 = SF######`,
    'cn',
  ),
  southAsia: record(
    [
      ['father_name|fathers_name|FatherHusbandName|guardian_name', 'name', full],
      ['nama_lengkap|namaLengkap|nama_pelanggan|ho_ten', 'name', full],
      ['nama_depan|namaDepan|ten|nama_ibu_kandung', 'name', first],
      ['alamat|alamat_rumah|dia_chi|permanent_addr', 'address', street],
      ['kode_pos|kodePos|ma_buu_dien|pin_code', 'address', zip],
      ['nomor_telepon|no_hp|so_dien_thoai|mobile_no', 'phone', phone],
      ['alamat_email|emailPelanggan|dia_chi_email|email_id', 'email', mail],
      ['tanggal_lahir|tanggalLahir|ngay_sinh|d_o_b', 'birth-date', birth],
      ['tempat_lahir|tempatLahir|noi_sinh|place_of_birth', 'birth-place', city],
      ['kewarganegaraan|kewarganegaraan|quoc_tich|nationality', 'nationality', nation],
      ['nomor_ktp|nik|so_cmnd|aadhar_no', 'national-id', (_, v) => v.digits(12)],
      ['nomor_paspor|noPaspor|so_ho_chieu|passport_no', 'passport', (_, v) => `A${v.digits(7)}`],
      ['nomor_rekening|no_rekening|so_tai_khoan|bank_ac_no', 'bank-account', (_, v) => v.digits(11)],
      ['kata_sandi|kataSandi|mat_khau|password', 'secret', password],
      ['npwp|nomor_npwp|ma_so_thue|pan_no', 'tax-id', () => 'ABCPE1234F'],
    ],
    `nomor_pesanan = PSN######
    nama_produk = Kopi Toraja
    nama_toko = Toko Sumber Rejeki
    ten_san_pham = Cà Phê Buôn Ma
    trang_thai = Đang Giao
    status_pesanan = Dikirim
    gst_rate = 18`,
    'us',
  ),
  arabicHebrew: record(
    [
      ['الاسم_الأول|الاسم الكامل|שם_פרטי|al_ism', 'name', full],
      ['اسم_العائلة|اسم العميل|שם_משפחה|لقب_العائلة', 'name', last],
      ['رقم_الهاتف|رقم الجوال|טלפון|رقم_المحمول', 'phone', phone],
      ['البريد_الإلكتروني|البريد الالكتروني|דואר_אלקטרוני|אימייל', 'email', mail],
      ['العنوان|عنوان السكن|כתובת|עיר_מגורים', 'address', street],
      ['تاريخ_الميلاد|تاريخ الميلاد|תאריך_לידה|تاريخ_الولادة', 'birth-date', birth],
      ['الجنسية|الجنسية|אזרחות|الجنسية', 'nationality', () => 'مصر'],
      ['رقم_الهوية|الرقم القومي|תעודת_זהות|مספר_זהות', 'national-id', (_, v) => v.digits(10)],
      ['رقم_جواز_السفر|رقم الجواز|מספר_דרכון|דרכון', 'passport', (_, v) => `A${v.digits(8)}`],
      ['كلمة_المرور|كلمة السر|סיסמה|סיסמא', 'secret', password],
    ],
    `رقم_الطلب = ######
    اسم_المنتج = شاي المغرب
    الحالة = قيد التوصيل
    שם_מוצר = תה ירוק
    סטטוס = נשלח`,
    'us',
  ),
};
