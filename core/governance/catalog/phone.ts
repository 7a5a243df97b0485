import { ISO_DATE, Trait } from '../facts/traits.ts';
import { Evidence } from './evidence.ts';
import { personalData } from './kind.ts';

/** Codes, parts of a UUID and hexadecimal ids (`IV1242016`). */
const CODE =
  /^(?!(?:tel|ph|fax|fx|mob|cell|ext|[mtpfx])\d)[A-Za-z]{1,4}[-_]?\d|^[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{16,}$/i;

/** Names of fields for a number whose area code is in another field. */
const LOCAL_PART = /^(?:number|local(?:number)?|line(?:number)?|subscriber)$/;

/** Telephone numbers. */
export const phone = personalData({
  id: 'phone',
  title: 'Phone numbers',
  group: 'contact',
  on: true,
  distinct: true,
  everywhere: true,
  finds: 'phone fields; international and national forms in text with their context',
  leaves: 'order, invoice and tracking numbers, short codes, extensions',
  fields: {
    phone: {
      names: `
telf1 telf2 telfx telbx telnr telnrlong telnumber mobnumber faxnumber denwabango keitaidenwabango renrakusaki
nationalformat internationalformat formatnational formatinternational e164format formate164 fromnumber tonumber fromphone tophone dialednumber dialledno diallednumber callednumber calledno callingnumber destinationnumber originatingnumber sendernumber recipientnumber reachableat reachat smsto contactotelefonico contatotelefonico telefonocontacto telefonodecontacto telefonodecontato telefonocontatto telefoncontacte เบอร์โทรศัพท์ เบอร์โทร โทรศัพท์ มือถือ เบอร์มือถือ мобильныйтелефон फ़ोननंबर মোবাইল ফোন تلفن موبایل شمارهتلفن
phone phonenumber phoneno telephone telephonenumber telephoneno tel telno telnumber mobile mobilenumber mobileno mobilephone mobilephonenumber
cell cellphone cellphonenumber cellnumber fax faxnumber faxno whatsapp whatsappnumber whatsappid waid msisdn landline homephone workphone
dayphone daytimephone eveningphone contactnumber contactno contactphone callernumber callerid callbacknumber communicationnumber communicationnumber2 primarycommunicationnumber smsnumber 
telefon telefonnummer telefonnr handy handynummer mobilnummer mobiltelefon mobil rufnummer festnetz festnetznummer faxnummer
telephonefixe telephoneportable telephonemobile numerodetelephone numerotelephone portable 
telefono telefonomovil telefonofijo movil celular numerodetelefono numerotelefono telefonos numerocelular
telefone numerodetelefone telefonefixo telemovel
telefonocellulare cellulare numerocellulare
telefoonnummer telefoon mobielnummer gsm gsmnummer mobiel
numertelefonu telefonkomorkowy komorka nrtelefonu
phno mob mobno phonenum mobilenum cellno whatsappno directdial directline pager pagernumber homenumber daytimenumber contactmobile
nomorhp nohp telepon nomortelepon sodienthoai dienthoai telefonszam telefonas talrunis brojtelefona mobitel τηλεφωνο κινητο טלפון נייד
mobilnr tlf tlfnr telefonnumero puhelin puhelinnumero matkapuhelin gsmno ceptelefonu
mobilfunk mobilfunknummer mobilnr telefax telnr rufnr privatnummer handynr telephonenumeric recapitotelefonico recapito fone dddtelefone telefoniccislo telefonnicislo cislotelefonu telefonszama mobilszam mobiltelefonszam numartelefon telefonmobil telefonnumarasi ceptelefon sabittelefon
denwabango denwa keitai keitaidenwa keitaibango shouji shoujihao shoujihaoma dianhua lianxidianhua lianxifangshi hyudaepon jeonhwa sodt didong nomorponsel ponsel telp notelp notlp hpnumber aparty bparty anumber bnumber phnenb mobnb faxnb
τηλεφωνα αριθμοςτηλεφωνου κινητοτηλεφωνο סלולרי טלפוןנייד מספרטלפון רקםהاتף رقمالهاتف رقمالجوال الجوال رقمالمحمول المحمول موبايل 固定电话 座机 携带 연락처번호 휴대폰번호 핸드폰 携帯番号 固定電話 номермобильного сотовый мобтелефон контактныйтелефон
телефон номертелефона мобильный мобильныйтелефон 电话 电话号码 手机 手机号 手机号码 联系电话 联系方式 电话号 携帯 携帯番号 電話 電話番号 携帯電話 전화 전화번호 휴대폰 휴대전화 연락처 الهاتف هاتف الجوال फोन मोबाइल
`,
      accepts(value, { digits, letters, marks }, name) {
        return (
          digits >= 6 &&
          digits <= 22 &&
          (digits >= 7 || /[+\s-]/.test(value) || (digits === value.length && LOCAL_PART.test(name))) &&
          value.length <= 48 &&
          letters <= 12 &&
          !(letters > 0 && CODE.test(value)) &&
          !ISO_DATE.test(value) &&
          !value.startsWith('000') &&
          (marks & Trait.at) === 0
        );
      },
      acceptsNumber: (digits) => digits >= 7 && digits <= 15,
      evidence: Evidence.contact,
      parts: `
data value numero nummer numer number num nr no national nationalformat internationalformat nationalnumber e164 formatted raw full local text
display uri linenumber localnumber subscriber canonical canonicalform
`,
      isNumber: true,
      byLabel: true,
      byUse: true,
      mayRefer: true,
      mayBeMasked: true,
    },
  },
  topics: {
    phone: `
mobilen mobilnumret suna sunama καλεστε καλεσε תתקשר תתקשרי התקשר התקשרי חייג swish swisha swishe bizum vipps mobilepay twint satispay ruckruf rufen ruf erreichen erreichst phone phones telephone tel mobile cell cellphone fax call calling called calls text texted sms whatsapp dial reach ring hotline voicemail landline contact callback
    telefon telefonnummer handy handynummer rufnummer mobilnummer anrufen anruf erreichbar telephone portable appeler appelez joindre joignable telefono movil celular llamar llame llama telefone telemovel ligar ligue
    telefoonnummer telefoon bel bellen mobiel gsm komorka zadzwon numertelefonu ring ringa puhelin 电话 手机 電話 携帯 전화 휴대폰 연락처 телефон позвоните звоните тел моб мобильный cellulare chiamare chiama chiamami recapito
    mobil mob ph tfno telf telnr tlf tfn cel fono fone kom dzwonic zadzwonic reached reachable phoned dialing texting rang pager helpline switchboard hotlines landlines festnetz ruckfragen melden meldet melde anwahl durchwahl
    bereikbaar bereiken bellt gebeld composez rappelez contacter contattami contattare contattate contactar localizarme discar ligando telefonar telefonieren numerdotelefonu puh soita soittaa opkald volejte zavolejte volat
    txted ddi caller callers dialled dialed arayin arayabilirsiniz hivjon sunati τηλ τηλεφωνο κινητο дзвоніть тел телефону هاتف الهاتف الجوال اتصل جوال טלפון נייד फोन मोबाइल telp hubungi 致电 拨打 联系电话 お電話 连络 連絡 ご連絡
`,
  },
});
