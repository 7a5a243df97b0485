/** Field names of ways to reach a person: e-mail, telephone, postal address. */

export const EMAIL_FIELDS = `
smtpaddr smtpaddress mailadresse emailaddr meru meruadoresu meeru
correuelectronic correu อีเมล имейладрес електроннапошта پستالکترونیک ایمیل
email emailaddress mail mailaddress emailaddr emailid primaryemail useremail workemail replyto replytoaddress paypalemail upn userprincipalname
correo correoelectronico courriel adressemail adressemel emailadresse mailadresse epost epostadress epostadresse correu
postaelettronica indirizzoemail enderecoemail sahkoposti eposta adresemail adresaemail elektronischepost
emailadr emailcim emailkontakt mailcontact pec postaelectronica emailovaadresa youxiang dianziyoujian diachiemail alamatemail surel ηλεκτρονικοταχυδρομειο ηλεκτρονικηδιευθυνση ιμειλ البريد البريدالإلكتروني بريدالكتروني دوאראלקטרוני דואר דואל אימייל элпочта адресэлектроннойпочты Eメール
почта электроннаяпочта емейл имейл 邮箱 电子邮件 邮件 电子邮箱 邮箱地址 メール メールアドレス 電子メール 이메일 이메일주소 البريدالالكتروني ईमेल
`;

export const PHONE_FIELDS = `
telf1 telf2 telfx telbx telnr telnrlong telnumber mobnumber faxnumber denwabango keitaidenwabango renrakusaki
nationalformat internationalformat formatnational formatinternational e164format formate164 fromnumber tonumber fromphone tophone dialednumber dialledno diallednumber callednumber calledno callingnumber destinationnumber originatingnumber sendernumber recipientnumber reachableat reachat smsto contactotelefonico contatotelefonico telefonocontacto telefonodecontacto telefonodecontato telefonocontatto telefoncontacte เบอร์โทรศัพท์ เบอร์โทร โทรศัพท์ มือถือ เบอร์มือถือ мобильныйтелефон फ़ोननंबर মোবাইল ফোন تلفن موبایل شمارهتلفن
phone phonenumber phoneno telephone telephonenumber telephoneno tel telno telnumber mobile mobilenumber mobileno mobilephone mobilephonenumber
cell cellphone cellphonenumber cellnumber fax faxnumber faxno whatsapp whatsappnumber whatsappid waid msisdn landline homephone workphone
dayphone daytimephone eveningphone contactnumber contactno contactphone callernumber callerid callbacknumber smsnumber 
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
`;

/** A postal address or its street part: personal unless the object around it is a place of business. */
export const ADDRESS_FIELDS = `
nombrevia nombredevia nombrecalle nomvoie libellevoie nomdevoie nomevia nomerua straatnm ulicanazwa streetaddressline
stras strassehausnr banchi tatemono
adreca carrer enderezo helbidea adresa ulicaibroj адреса вулиця ที่อยู่ улица адресзадоставка आवासीयपता ঠিকানা آدرس نشانی
address addressline addressline1 addressline2 addressline3 addressline4 addr addr1 addr2 addressone addresstwo streetaddress street street1 street2
streetname streetline streetline1 streetline2 postaladdress mailingaddress homeaddress billingaddress shippingaddress deliveryaddress residentialaddress
currentaddress permanentaddress fulladdress formattedaddress physicaladdress thoroughfare premise housename
domicile wohnhaft livesat residesat residingat houseandstreet streetandnumber streetandhousenumber unparsedaddress apartment pobox poboxnumber residence mailingstreet billingstreet shippingstreet otherstreet
adresse anschrift strasse strassehausnummer wohnadresse lieferadresse rechnungsadresse postanschrift
rue adressepostale voie ligneadresse adresseligne1
direccion domicilio calle direccionpostal direccionenvio colonia
endereco logradouro rua enderecocompleto complemento bairro
indirizzo indirizzodiresidenza residenza 
adres straat straatnaam woonadres postadres bezorgadres
ulica numerdomu adreszamieszkania numermieszkania
gatuadress gata postadress gatunavn vejnavn osoite katuosoite sokak adresi
street2line adressregel adresregel adresregel1 straatenhuisnummer strassehausnr strassenr strassennr strasseundhausnummer hausanschrift callenumero callenumeroexterior callealtura morada moradacompleta enderecoresidencial viacivico viaenumero ulicainumer ulicanr ulice ulicecislo utca utcahazszam hazszam strada strsinr adresademunca adrese adresa adressenavn bostedsadresse folkeregistrertadresse bostad gateadresse gatuadr katu lahiosoite cadde mahallesokak acikadres
jusho jyusho juusho dizhi xiangxidizhi shouhuodizhi alamat alamatlengkap jalan diachi sonha duong strtnm pstladr adrline bldgnm
διευθυνση οδος διευθυνσηκατοικιας כתובת רחוב عنوان العنوانالكامل الشارع شارع адресдоставки адреспроживания адресрегистрации адреспрописки адресклиента почтовыйадрес 現住所 住所1 住所2 所在地 通讯地址 居住地 街道地址 집주소 배송지 배송주소
адрес улица дом квартира домашнийадрес 地址 详细地址 街道 收货地址 家庭地址 联系地址 住所 番地 住址 居住地址 주소 도로명주소 상세주소 العنوان पता
`;

/** Numbers of houses and flats: personal with their street. */
export const HOUSE_NUMBER_FIELDS = `
numerbudynku nrbudynku numerdomu nrdomu numerporta
hsnmr housenum1 housenum2 hnr hsnr
doorno doornumber flatno flatnumber plotno husnr husnummer cislodomu bldgnb hazszam nrstrazii talonumero kapino 
housenumber houseno hausnummer huisnummer numerodomu nrdomu streetnumber numeroexterior numerointerior numerocivico civico apartmentnumber aptnumber numerorue numerovoie numeromieszkania nrlokalu numerlokalu housenumberorname housenameornumber housenamenumber housenumberaddition
`;

/** Personal like an address, but also an ordinary property of places. */
export const POSTAL_CODE_FIELDS = `
pstlz pstl2 postcode1 yubin yubimbango
codipostal poštanskibroj postanskibroj пощенскикод поштовийіндекс поштовийіндекс รหัสไปรษณีย์ पिनकोड کدپستی
zip zipcode postalcode postcode postalzip plz postleitzahl codepostal codigopostal cep postnummer postnr kodpocztowy zipplus4 pincode zip4 zipplusfour zip5
pstcd codicepostale codiceavviamentopostale capresidenza codpostal kodpoczt kodpocz iranyitoszam irsz smerovacicislo codpostala postnummeret postinro postakod yubinbango yuubinbango youbian youzhengbianma kodepos mabuudien mabuuchinh ταχυδρομικοςκωδικας τκ тк מיקוד الرمزالبريدي رمزبريدي индекспочты почтиндекс 〒 우편
eircode psc postinumero postakodu индекс почтовыйиндекс 邮编 邮政编码 郵便番号 우편번호
`;

/** Parts of an address that mean nothing alone: personal only inside an address. */
export const ADDRESS_PART_FIELDS = `
ort01 ort02 city1 city2 todofuken shikuchoson
cityvillage cityortown townorcity townvillage villagetown citytown towncity
comuna poblacio localidade stateabbreviation stateabbreviationcode stateabbr stateabbrev місто область จังหวัด อำเภอ ตำบล град शहर شهر
city cityname townname statename provincename districtname state region province county district suburb town locality sublocality neighborhood neighbourhood municipality stateprovince prefecture
stateorprovince stateorprovincecode stateprovincecode stateorregion provincecode statecode regioncode village borough quarter citydistrict administrativearea adminarea1 dependentlocality stadt wohnort bundesland ort ville commune departement ciudad
provincia municipio cidade estado citta comune localita stad plaats woonplaats gemeente miasto miejscowosc wojewodztwo stad postort poststed kommune kaupunki sehir 
posttown twnnm localidad ctrysubdvsn wohnstadt ortschaft lieferort plaatsnaam bynavn postitoimipaikka mesto obec varos telepules helyseg judet localitate ilce semt shikuchoson todofuken shengfen chengshi kota kabupaten kecamatan kelurahan provinsi thanhpho quanhuyen phuongxa tinhthanh poblacion uf delegacion alcaldia freguesia concelho distrito
wohnsitz apt aptno apartmentno oras sector etage daire kapino lakas kat piso puerta escalera prov poststed πολη περιοχη νομος עיר עירמגורים المدينة مدينة المحافظة
город область район 城市 省 省份 市 区 区县 都道府県 市区町村 시 도시
`;
