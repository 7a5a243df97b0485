/** Words in the names of things and actions that names of people rarely have, for fields that may hold either. */
export const THING_WORDS = `
access activity adapter addon advanced agent alarm album alert alpha analytics animal api appeal approval approvals archive area array artifact asset auction audit auto automated automatic automation
backup badge banner base basic battery bed benefit beta bike block blog blue board boat book booking bot box brand broadband browser bucket budget buffer build builder bundle bus button
cabin cable cache calendar call camera campaign car cargo carousel cart catalog category center central certificate challenge channel chart chat check checkout choice circle city class
classic clean cleanup client clock code collection collector color column command compact complete computer conference config connect connection connector console contact container content
contract control controller cookie copy country course crawler credit crew custom cycle dark dashboard data database deal debug default deluxe demo deployment desk desktop detector device
digital direct disc discount disk display district division dock document double draft drive dynamic east edge edition editor electric elite email emergency employee engine entry environment error
essential event example executive expert export exporter express extended extension extra factory family fashion fast feature feed festival file filter final firewall firmware flash fleet flex flight floor flow folder
form forum forward foundation free freight frame full function game garage gate gateway general generator giant gift graphics grid guide handler hardware health heat heater heavy help hidden
high history holiday home horizon host hotel hotspot house hub image import importer inbound index indexer industrial info initial inner input instance integration intelligent interface internal inventory item
job journey keyboard kit kitchen knowledge lamp large laser launch layer lead league legacy level library license light line linux list listener live load loader local log logger logging loop
lounge low machine mail maintenance manual map market matrix maximum meal media medium meeting memory menu merge message messaging metal meter metric metrics migration mini minimum mirror mobile
mode model modern module monitor monitoring month monthly motion motor mouse multi museum native network new news night node normal notification notifier number office offline old online open operation operations optimizer
option orange order original outbound output outdoor package panel parallel parser partition password path pattern payment payments payroll phase phone photo pilot pipeline plan planet planning platform player plugin point policy popup
port portal premium press primary print printer priority private probe process processing processor product production profile program project promo protection provider proxy pro public pump
purchase quality quantum quarter query quest queue radio random range rapid rate ratio reader realtime receiver record recorder recovery red redirect reference region registry relay release reminder
remote render renderer rental replica report reporter reporting request reserve reset resizer resource response result retail retry review reward ride risk road robot rocket room root round route router routing rule
run runner safety sales sample sandbox scan scanner scheduled scheduler schema school science score screen script sea search seat second secondary section secure security segment sender sensor sequence series server service
villa chalet apartment cottage bungalow penthouse balance petty escrow offset cat deposit dog puppy kitten withdrawal reconciliation
session set setup shared sheet shift shipping shoe shop shopping shuttle sidebar signal simple site size skill slot smart snapshot social software solar sound source space spare special
speed sport sports staff stage staging stand standard starter state static station status step stock storage store stream string studio style submission subscription suite sunday super supply support surface
survey switch sync system table tablet tag target task tax team tech technical template terminal test testing text theme thread ticket time timer tool top total track tracker trade traffic
training transfer transit travel trial trigger truck trust twin type ultimate ultra unified union unit universal unknown update upload urban usage user utility valley value vault vehicle vendor version video
virtual vision visit voice volume wallet warehouse warning washer watch water wave weather web webhook weekend weekly welcome whale wifi window windows wireless wizard work worker workflow workshop world yard year yearly zone
backend frontend compliance draft macbook imac ipad iphone laptop chromebook thinkpad
validator aggregator sequencer relayer staking treasury protocol dao
emr ehr crm cms lms hris pacs saas etl vpn sso cdn nas api squad hub helpline inbox mailbox
ausgabe auftrag bestellung eingang lager standard haupt neben system drucker rechner halle werk platz strasse buro zentrale abteilung bereich gruppe verwaltung bericht vorlage konto kasse
servicio sistema almacen centro equipo grupo oficina proyecto tienda linea plan curso general principal central
service systeme entrepot centre equipe groupe bureau projet magasin ligne cours principal principale
servizio sistema magazzino centro squadra gruppo ufficio progetto negozio corso
`;

/** Objects that have a `full_name` without being people. */
export const NAMED_THINGS = `
series serie season drug medication medicine tariff tournament league competition match game product dish repo repository operatingsystem os timezone region resourcepool dataset category country currency
`;

/** Endings of words for things. */
export const THING_ENDINGS = `
tion tions sion ware ology izer iser graphy metrics ability ibility ness service system firma verwaltung dienst werke werk zentrum gesellschaft verband
`;

/**
 * What fields of things are called in many languages: states, kinds, titles, goods, works, colours, materials, schools, streets, stations, vessels, animals,
 * plants, dishes, instruments, buildings. Plurals in `s` are read by their singular, joined words by their end.
 */
export const FIELD_THINGS = `
article work book song film material school station ship boat vessel animal dog horse plant crop flower variety instrument tool machine vehicle building house room hall church festival course
catalogue zustand stand art sorte kategorie klasse titel produkt artikel ware werk stuck buch lied farbe schule strasse gasse bahnhof schiff boot hund pferd pflanze blume gericht gerat maschine
fahrzeug gebaude haus zimmer raum saal kirche fest sprache land marke modell projekt kurs abteilung katalog fach thema grund verfahren etat statut categorie classe titre produit oeuvre morceau livre
chanson couleur matiere ecole rue place ville gare navire bateau chien cheval plante fleur variete cepage plat outil vehicule batiment maison chambre salle eglise evenement fete langue pays marque
modele projet cours rayon sujet motif methode lieu estado tipo clase categoria titulo producto articulo obra pieza libro cancion escuela colegio calle ciudad estacion barco buque nave perro caballo
planta cultivo flor variedad plato instrumento herramienta maquina vehiculo edificio casa sala iglesia evento fiesta idioma lengua pais marca modelo proyecto curso departamento asunto tema fase motivo
metodo lugar produto artigo peca livro cancao cor escola rua cidade estacao navio embarcacao cao cavalo variedade prato ferramenta veiculo predio quarto igreja festa projeto stato titolo prodotto
articolo opera pezzo canzone colore materiale scuola via citta paese stazione barca cane cavallo pianta fiore varieta piatto strumento attrezzo macchina veicolo stanza chiesa lingua marchio progetto
corso reparto argomento luogo toestand soort stuk boek kleur materiaal maat straat plaats stad schip dier hond paard gewas bloem gerecht gereedschap voertuig gebouw huis kamer zaal kerk taal merk vak
onderwerp reden stan rodzaj typ klasa tytul towar dzielo utwor ksiazka piosenka kolor szkola ulica miasto stacja statek lodz zwierze pies kon roslina kwiat odmiana danie narzedzie maszyna pojazd
budynek dom pokoj kosciol jezyk kraj marka przedmiot temat powod stav druh trida nazev vyrobek zbozi dilo kniha pisen barva skola mesto stanice lod zvire kun rostlina kvetina odruda jidlo nastroj
stroj vozidlo budova mistnost kostel jazyk znacka allapot tipus cim termek cikk mu konyv dal szin iskola utca varos allomas hajo allat kutya lo noveny virag etel ital hangszer gep jarmu epulet haz
szoba templom nyelv stare fel titlu produs lucrare carte cantec culoare scoala strada statie corabie caine cal floare unealta cladire limba tara tillstand slag farg gata skepp bat djur hast vaxt
blomma trad verktyg maskin fordon byggnad hus rum kyrka sprak amne tilstand farve skole gade skib baad dyr hest traee bygning kirke sprog maerke emne gate skip tila laji luokka nimike tuote tavara
teos kirja laulu vari koulu katu kaupunki asema laiva vene elain koira hevonen kasvi kukka ruoka tyokalu kone ajoneuvo rakennus talo huone kirkko kieli maa merkki durum tur sinif baslik urun esya eser
kitap sarki renk malzeme okul sokak sehir istasyon gemi tekne hayvan kopek at bitki cicek yemek alet makine arac bina ev dil ulke konu trangthai tinhtrang loai tieude sanpham tacpham sach baihat
mausac mau duong thanhpho tau thuyen convat ngua hoa xe toanha nha phong ngonngu quocgia jenis judul produk barang karya buku lagu warna bahan sekolah jalan kota stasiun kapal perahu
hewan anjing kuda tanaman bunga hidangan mesin kendaraan gedung rumah ruang gereja bahasa negara merek κατασταση ειδος τιτλος προιον εργο βιβλιο τραγουδι χρωμα σχολειο οδος πολη σταθμος πλοιο ζωο
σκυλος αλογο φυτο πιατο οχημα κτιριο σπιτι εκκλησια γλωσσα μαρκα статус состояние тип вид категория класс название товар продукт изделие артикул произведение книга песня цвет школа улица город станция
корабль судно лодка животное собака лошадь растение цветок сорт блюдо инструмент машина здание дом комната зал церковь язык страна марка модель проект курс отдел тема причина стан назва твір колір
вулиця човен тварина рослина квітка мова країна حالة نوع فئة صنف عنوان منتج سلعة عمل كتاب اغنية أغنية لون مادة مدرسة شارع مدينة محطة سفينة قارب حيوان كلب حصان جمل نبات زهرة اداة آلة مركبة مبنى بيت
غرفة قاعة لغة بلد علامة موضوع מצב סוג כותרת מוצר פריט יצירה ספר שיר צבע גודל ספרייה רחוב עיר תחנה ספינה סירה חיה כלב סוס צמח פרח מנה כלי מכונה רכב בניין בית חדר אולם שפה מותג נושא स्थिति प्रकार श्रेणी
शीर्षक उत्पाद वस्तु रचना पुस्तक किताब गीत रंग विद्यालय स्कूल सड़क शहर स्टेशन जहाज नाव पशु कुत्ता घोड़ा घोड़ी पौधा फूल वाहन भवन घर कमरा भाषा देश ब्रांड विषय स्थान मार्ग 状态 狀態 类型 類型 类别 種類 种类 分类 标题 標題 产品
產品 商品 物品 品 品名 作品 书 書 書籍 歌 曲 颜色 顏色 材料 学校 學校 街道 路 城市 车站 車站 站 船 动物 動物 狗 马 馬 植物 花 品种 乐器 工具 机器 车辆 建筑 房间 教堂 语言 国家 品牌 型号 项目 课程 部门 主题 原因 状態 区分 分類 題名 題 製品 品物 品目 銘柄 歌曲 色 素材 校 通り 町 駅 舟 犬 樹種 品種 料理 楽器 道具 機械 車両 車
建物 部屋 教会 言語 国 型 企画 講座 部署 件名 理由 神輿 店 상태 종류 유형 분류 제목 제품 상품 물품 작품 책 노래 곡 색상 색 재료 학교 거리 도시 역 선박 동물 개 말 식물 꽃 품종 요리 악기 도구 기계 차량 건물 교회 언어 국가 브랜드 모델 과정 부서 주제 สถานะ ประเภท ชนิด ชื่อเรื่อง สินค้า ผลิตภัณฑ์
ผลงาน หนังสือ เพลง สี วัสดุ โรงเรียน ถนน เมือง สถานี เรือ สัตว์ สุนัข ม้า ดอกไม้ อาหาร เครื่องมือ รถ อาคาร บ้าน ห้อง โบสถ์ ภาษา ประเทศ ยี่ห้อ
`;
