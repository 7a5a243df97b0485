/**
 * Postal addresses and their parts. Hosts, networks, ledger accounts and order states use the same field names
 * (`address`, `state`), so values of those are rejected here; country names are too.
 */
import { isCountry } from '../facts/countries.ts';
import { isIpText } from '../facts/ip.ts';
import { looksLikeThing } from '../facts/personName.ts';
import { isUrl, Trait, UUID } from '../facts/traits.ts';
import { Evidence } from './evidence.ts';
import { personalData } from './kind.ts';

/** A house number, for fields that are only called "number" (`numero`). */
const HOUSE_NUMBER = /^\d{1,5}\s?(?:[A-Za-z]|bis|ter)?(?:[-/]\d{1,4}[A-Za-z]?)?$|^s\/?n$/i;
const TOWN_FIELD = /city|town|^(?:ville|ciudad|cidade|ort|stadt|stad|plaats|miasto|citta|comune)/;
/** Regions of clouds: `us-west-2`. */
const CLOUD_REGION = /^[a-z]{2,9}(?:-[a-z]{2,12}){1,2}-?\d$/;
const ADDRESS_ID = /^[A-Z]{2,8}[-_]\d{3,}$/;
const NUMBER_FIELDS: ReadonlySet<string> = new Set(['numero', 'nro', 'nummer', 'numer']);
const PARTICIPLE = /(?:[aeiou]d[oa]s?|nte|tiv[oa])$/i;

/** `18.0.0.0/8`, `fd00::/8` */
const CIDR_BLOCK = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7})\/\d{1,3}$/i;

/** Addresses of hosts and of ledger accounts (hexadecimal, Base58, Bech32). They contain no spaces. */
const MACHINE_ADDRESS =
  /^(?:0x)?[0-9a-f]{16,}$|^(?=.*\d)[a-km-zA-HJ-NP-Z1-9]{25,}$|^[a-z]{2,5}1[ac-hj-np-z02-9]{20,}$|^(?=.*[a-z])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/i;

/** States of an order, a server or a delivery. */
const STATES =
  /^(?:(?:in)?active|(?:dis|en)abled|pending|creat(?:ing|ed)|updat(?:ing|ed)|delet(?:ing|ed)|succeeded|failed|running|stopped|started|open|closed|new|sold|(?:un)?paid|draft|abandoned|operational|(?:in)?complete|completed|cancell?ed|in ?progress|processing|processed|ready|(?:un)?available|online|offline|archived|approved|rejected|(?:in)?valid|accepted|declined|done|error|success|submitted|confirmed|shipped|delivered|returned|refunded|expired|locked|unlocked|enabled|blocked|up|down|healthy|unhealthy|provisioning|deployed)$/i;

/** `UNPLUGGED`, `in_transit`: no state is written like that, and its codes have two or three letters. */
const STATE_IN_CAPITALS = /_|^[A-Z]{4,}ED$|^UN[A-Z]{4,}$/;

/** Official codes of areas: `E09000033`. */
const AREA_CODE = /^[A-Z]\d{7,}$/;

/** Whether the value of a field named like an address part is not part of an address. */
function isNotAddressPart(name: string, value: string): boolean {
  // `Attn: Dock 4`
  if (/^att(?:entio)?n/.test(name)) return looksLikeThing(value);
  // Rejects a status (`pending`) and a country.
  if (name.endsWith('state')) return STATES.test(value) || STATE_IN_CAPITALS.test(value) || isCountry(value);
  // In Spanish and Portuguese the same word means "state" and "status".
  if (name === 'estado' || name === 'estadoactual') return PARTICIPLE.test(value);
  if (AREA_CODE.test(value)) return true;
  // Some towns have the name of a country: Luxembourg, Singapore.
  return isCountry(value) && !TOWN_FIELD.test(name);
}

/** Postal addresses. */
export const address = personalData({
  id: 'address',
  title: 'Postal addresses',
  group: 'contact',
  distinct: 'words',
  on: true,
  finds: 'address fields with city and postal code',
  leaves: 'places of business, coordinates, countries',
  fields: {
    /** Parts of an address that are personal only inside an address. */
    addressPart: {
      names: `
ort01 ort02 city1 city2 todofuken shikuchoson
cityvillage cityortown townorcity townvillage villagetown citytown towncity
comuna poblacio localidade stateabbreviation stateabbreviationcode stateabbr stateabbrev місто область จังหวัด อำเภอ ตำบล град शहर شهر
city cityname townname statename provincename districtname state region province county district suburb town locality sublocality neighborhood neighbourhood municipality stateprovince prefecture
stateorprovince stateorprovincecode stateprovincecode stateorregion provincecode statecode regioncode village borough quarter citydistrict administrativearea adminarea1 dependentlocality stadt wohnort bundesland ort ville commune departement ciudad
provincia municipio cidade estado citta comune localita stad plaats woonplaats gemeente miasto miejscowosc wojewodztwo stad postort poststed kommune kaupunki sehir 
posttown doubledependentlocality buildingname subbuildingname buildingnumber twnnm localidad ctrysubdvsn wohnstadt ortschaft lieferort plaatsnaam bynavn postitoimipaikka mesto obec varos telepules helyseg judet localitate ilce semt shikuchoson todofuken shengfen chengshi kota kabupaten kecamatan kelurahan provinsi thanhpho quanhuyen phuongxa tinhthanh poblacion uf delegacion alcaldia freguesia concelho distrito
wohnsitz apt aptno apartmentno oras sector etage daire lakas kat piso puerta escalera prov poststed πολη περιοχη νομος עיר עירמגורים المدينة مدينة المحافظة
город область район 城市 省 省份 市 区 区县 都道府県 市区町村 시 도시
`,
      accepts(value, { digits, letters }, name) {
        if (name !== 'city' && isNotAddressPart(name, value)) return false;
        // `addresses: [{reference: 'Condition/7', display: 'pregnancy'}]`: what a plan addresses.
        if (name === 'display' && digits === 0 && /^[a-z ]+$/.test(value)) return false;
        return (
          (letters > 0 || digits > 0) &&
          value.length <= 80 &&
          !isUrl(value) &&
          !(digits === 1 && CLOUD_REGION.test(value))
        );
      },
      captions: 'address',
    },
    /** Postal codes: personal like an address, but places that are not people's have them as well. */
    postalCode: {
      names: `
pstlz pstl2 postcode1 yubin yubimbango
codipostal poštanskibroj postanskibroj пощенскикод поштовийіндекс поштовийіндекс รหัสไปรษณีย์ पिनकोड کدپستی
zip zipcode postalcode postcode pcode postalzip plz postleitzahl codepostal codigopostal cep postnummer postnr kodpocztowy zipplus4 pincode zip4 zipplusfour zip5
pstcd codicepostale codiceavviamentopostale capresidenza codpostal kodpoczt kodpocz iranyitoszam irsz smerovacicislo codpostala postnummeret postinro postakod yubinbango yuubinbango youbian youzhengbianma kodepos mabuudien mabuuchinh ταχυδρομικοςκωδικας τκ тк מיקוד الرمزالبريدي رمزبريدي индекспочты почтиндекс 〒 우편
eircode psc postinumero postakodu индекс почтовыйиндекс 邮编 邮政编码 郵便番号 우편번호
`,
      accepts(value, { digits }) {
        return (
          value.length <= 12 &&
          (digits >= 3 || /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i.test(value) || /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i.test(value))
        );
      },
      acceptsNumber: (digits) => digits >= 3 && digits <= 9,
      evidence: Evidence.postal,
      byLabel: true,
      mayRefer: true,
      mayBeMasked: true,
    },
    /** A postal address or its street: personal unless the object is a place of business. */
    address: {
      names: `
nombrevia nombredevia nombrecalle nomvoie libellevoie nomdevoie nomevia nomerua straatnm ulicanazwa streetaddressline
stras strassehausnr banchi tatemono
adreca carrer enderezo helbidea adresa ulicaibroj адреса вулиця ที่อยู่ улица адресзадоставка आवासीयपता ঠিকানা آدرس نشانی
address addressline addressline1 addressline2 addressline3 addressline4 addr addr1 addr2 addressone addresstwo streetaddress street street1 street2
streetname streetline streetline1 streetline2 postaladdress mailingaddress homeaddress billingaddress shippingaddress deliveryaddress residentialaddress
currentaddress permanentaddress fulladdress formattedaddress physicaladdress thoroughfare thoroughfarename dependentthoroughfare dependentthoroughfarename premise housename
addresslabel addresslabels addresslabellines mailinglabel shippinglabellines addressblock
domicile wohnhaft livesat residesat residingat houseandstreet streetandnumber streetandhousenumber unparsedaddress apartment pobox poboxnumber residence mailingstreet billingstreet shippingstreet otherstreet
acheminementpostal adresse anschrift strasse strassehausnummer wohnadresse lieferadresse rechnungsadresse postanschrift
rue adressepostale voie ligneadresse adresseligne1
direccion domicilio calle direccionpostal direccionenvio colonia
endereco logradouro rua enderecocompleto complemento bairro
indirizzo indirizzodiresidenza residenza 
adres straat straatnaam woonadres postadres bezorgadres
ulica adreszamieszkania numermieszkania
gatuadress gata postadress gatunavn vejnavn osoite katuosoite sokak adresi
addresscomplement addresscomplemento addresssupplement addressaddition addressadditional complementoendereco street2line adressregel adresregel adresregel1 straatenhuisnummer strassehausnr strassenr strassennr strasseundhausnummer hausanschrift callenumero callenumeroexterior callealtura morada moradacompleta enderecoresidencial viacivico viaenumero ulicainumer ulicanr ulice ulicecislo utca utcahazszam strada strsinr adresademunca adrese adresa adressenavn bostedsadresse folkeregistrertadresse bostad gateadresse gatuadr katu lahiosoite cadde mahallesokak acikadres
jusho jyusho juusho dizhi xiangxidizhi shouhuodizhi alamat alamatlengkap jalan diachi sonha duong strtnm pstladr adrline bldgnm
διευθυνση οδος διευθυνσηκατοικιας כתובת רחוב عنوان العنوانالكامل الشارع شارع адресдоставки адреспроживания адресрегистрации адреспрописки адресклиента почтовыйадрес 現住所 住所1 住所2 所在地 通讯地址 居住地 街道地址 집주소 배송지 배송주소
адрес улица дом квартира домашнийадрес 地址 详细地址 街道 收货地址 家庭地址 联系地址 住所 番地 住址 居住地址 주소 도로명주소 상세주소 العنوان पता
`,
      accepts(value, { digits, letters, marks }, name) {
        return (
          value.length <= 400 &&
          !(value.length === 2 && letters === 2) &&
          !((marks & Trait.blank) === 0 && ADDRESS_ID.test(value)) &&
          !(digits === 0 && (isCountry(value) || /^[a-z_]+$/.test(value))) &&
          !isUrl(value) &&
          (marks & Trait.at) === 0 &&
          !(letters < 8 && CIDR_BLOCK.test(value)) &&
          ((marks & Trait.blank) !== 0 ||
            (!MACHINE_ADDRESS.test(value) && !isIpText(value) && !(value.length === 36 && UUID.test(value)))) &&
          (name === 'address' || name === 'addr'
            ? /[\s,]|[^\x00-\x7f]/.test(value) || (letters > 0 && digits > 0 && value.length < 26)
            : letters > 0 || digits > 0)
        );
      },
      evidence: Evidence.street,
      captions: 'address',
      byLabel: true,
      byUse: true,
      mayRefer: true,
    },
    /** Numbers of houses and flats: personal together with a street. */
    houseNumber: {
      names: `
numerbudynku nrbudynku numerdomu nrdomu numerporta
hsnmr housenum1 housenum2 hnr hsnr
doorno doornumber flatno flatnumber plotno husnr husnummer cislodomu bldgnb hazszam nrstrazii talonumero kapino 
housenumber houseno hausnummer huisnummer numerodomu nrdomu streetnumber numeroexterior numerointerior numerocivico civico apartmentnumber aptnumber numerorue numerovoie numeromieszkania nrlokalu numerlokalu housenumberorname housenameornumber housenamenumber housenumberaddition
`,
      accepts(value, { digits, letters }, name) {
        if (NUMBER_FIELDS.has(name)) return HOUSE_NUMBER.test(value);
        return (letters > 0 || digits > 0) && value.length <= 40;
      },
      acceptsNumber: (digits) => digits > 0 && digits <= 6,
      evidence: Evidence.street,
      captions: 'address',
    },
  },
});
