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
