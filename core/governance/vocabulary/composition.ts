/**
 * Words of composed field names, for languages that put the main word first (`date_naissance`, `numero_cuenta`), join
 * words (`Kundenname`, `bankrekeningnummer`) or write without spaces (`銀行口座番号`).
 */

/** Words for "number". What is numbered stands before or after. */
export const NUMBER_WORDS = `
number num no nr nro nb nummer numero numer numar numarasi nomor cislo szam szama so номер αριθμος رقم מספר bango 番号 号 号码 번호
`;

/** Articles and prepositions between words, which are ignored. */
export const PARTICLES = `de du des del della dell di da do dos das d l la le el of the et e y i und and en van von vom zur zum der den am na al для`;

/** Stems of words for birth. */
export const BIRTH_STEMS = `
birth geburt geboren geboorte naissance nacimiento nascimento nascita urodz narozen nasteri fodsel fodelse fodt fodd fodest syntyma szulet dogum lahir sinh
рожд народж γεννησ ميلاد ولادة לידה nacim 出生 出身 생년 출생
`;
/** Together with a word for birth these mean the place of birth. */
export const PLACE_WORDS = `
place city town village ort stadt plaats lieu ville commune lugar ciudad municipio localidad local cidade luogo comune citta miejsce miasto misto locul loc hely
ort sted by paikka yeri yer tempat noi место город τοπος мiсто مكان محل מקום 地
`;
/** Together with a word for birth these mean something other than the date or place. */
export const NOT_A_BIRTH = `
country pays land pais kraj paese state staat certificate certificado acte urkunde registration registro weight order gift control rate count plan
id type verified source status страна страны country_code countrycode reminder message email discount voucher coupon notification enabled offer found match matched matches mismatch matching check checked
`;

/** Words after the main word that say whose it is or what it is for. */
export const USES = `
livraison facturation residence domicile expedition envio entrega facturacion residencia domicilio contacto contato contatto contact kontakt spedizione
consegna fatturazione residenza recapito dostawy zamieszkania korespondencji zameldowania wysylki bezorging levering thuis prive werk factuur domu praca sluzbowy
particular trabajo trabalho casa lavoro fixe fijo fixo fisso portable mobile movil celular cellulare komorkowy stacjonarny principal principale secundario secondaire
actual actuelle actuel atual nuevo nueva novo nova neu neue neues nouveau nouvelle nowe nowy stare vechi nou acces acceso acesso accesso login connexion utente
personnel personnelle osobisty bankowy bancaria bancario bancaire bancar bankowe rumah kantor complet completo compta cuenta compte conto conta konta tarjeta carte carta cartao karty
panienskie rodowe usual usuel propio proprio proprios familia famille famiglia familie ciudadania identidad identite identita fiscal fiscale personal personale emergencia urgence
доставки клиента проживания регистрации заказчика получателя физлица физического лица прописки нового הבית السكن العميل العائلة المنزل العمل
`;

/** Prefixes joined to the main word that say whose it is or what it is for. */
export const JOINED_PREFIXES = `
bosteds bopaels folkeregister woon bezorg factuur bezoek post haus wohn liefer rechnung rechnungs versand privat private arbeit arbeits arbeids arbets dienst dienstlich geschaeft geschafts firmen buro haupt
neben hem hjem jobb kontor bolig leverings faktura hemma mobil mobile fest festnetz funk bank giro login anmelde zugangs konto admin wifi wlan root db smtp ftp
web portal system master zweit erst alt neu vor nach home work cell main primary secondary billing shipping mailing delivery contact kontakt emergency notfall
yomi kana tegen alternativ reise lieferanschrift
`;

/** First words that name an attribute of the rest, as `type` does in `tipo_direccion`. */
export const ATTRIBUTE_WORDS = `
tipo type typ tipologia country countries paese nation soort rodzaj tip estado status statut stato formato format libelle etiqueta label nombre_de count idioma langue sprache lingua pais pays kraj
has is est show hide allow require requires enable enabled verify validate check invalid missing use
`;

/** Abbreviations and their full forms, in pairs. */
export const ABBREVIATIONS = `
nm name  surnm surname  srnm surname  fornm forename  hnr housenumber  hsnr housenumber  nam name  nme name  nbr number  nmbr number  nr number  num number  no number  ph phone  phn phone  fon phone  fone phone  tele phone  mob mobile  addr address  adr address  adrs address  addrs address
cty city  pcode postcode  pcd postcode  cd code  dt date  dte date  dat date  bday birthday  brth birth  bth birth  acct account  acc account  cust customer  emp employee  empl employee  pat patient  pt patient  doc document
lic license  licence license  drv driver  mbr member  memb member  ins insurance  fam family  lst last  fst first  frst first  mid middle  mddl middle  eml email  emer emergency  emerg emergency  cntct contact  cont contact  ctc contact
usr user  recip recipient  bene beneficiary  benef beneficiary  sndr sender  rcvr receiver  bnk bank  bk bank  rtng routing  nat national  natl national  govt government  gov government
res residential  resid residential  perm permanent  del delivery  deliv delivery  corr mailing  subs subscriber  subscr subscriber  ppt passport  psprt passport  passp passport  pw password  psswd password  secr secret  crd card
yr year  mo month  ln line  mgr manager  mngr manager  supv supervisor  phys physician  atty attorney  rep representative  stu student  stud student  tchr teacher  guar guarantor  grntr guarantor  appl applicant  applt applicant  clmt claimant  dft defendant  bwr borrower  borr borrower  brwr borrower  hldr holder  ownr owner  buyr buyer  strt street  stret street  bldg building  apmt apartment  hse house  shp shipping  bil billing  cntry country  telno phone  mobl mobile  prim primary  sec secondary  gnd guardian  grd guardian  spse spouse  prsn person  pers person
`;

/** Parts of a name that follow its owner: `owner_first`, `nameFamily`. */
export const NAME_PARTS = `first last middle given family forename forenames surname lastname firstname initial initials maiden full legal preferred`;
