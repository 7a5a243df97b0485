/**
 * What the object under a key is about. A bare `name` or an address is personal only in a person's record. Containers
 * such as `data` and `items` take the role of the object around them.
 */

/** Roles of people. */
export const PERSON_ROLES = `
goedkeurder valideur approbateur verificateur aprobador aprovador approvatore genehmiger freigeber godkjenner godkannare zatwierdzajacy assistito assistiti garant caution bailleur cautionnaire keiyakusha moshikomisha kaiin riyosha uketorinin okurinushi hihokensha sujeitopassivo sujetopasivo contribuable steuerpflichtiger belastingplichtige podatnik stuurder opsteller aanmelder gemachtigde bewindvoerder antragsteller antragstellerin anmelder anmelderin melder meldende hinterbliebener pfleger pflegerin pflegekraft angehoriger
user customer shopper owner author contact patient cardholder employee assignee reporter creator sender recipient manager guest passenger driver rider courier student teacher
ogrenci veli ogretmen uye kiraci surucu yolcu titolare titolarecarta titolareconto motpart tegenpartij vendedora conductora compradora clienta titulara remetenta doctora profesora alumna inquilina propietaria usuaria verkauferin kauferin kundin absenderin empfangerin
applicant beneficiary payer payee debtor creditor buyer person people profile individual staff holder accountholder insured policyholder committer maintainer contributor
reviewer approver requester requestor submitter attendee organizer organiser subscriber prospect doctor physician practitioner nurse guardian spouse
 sibling father mother emergencycontact nextofkin traveler traveller resident voter signer signatory witness referrer supervisor mentor instructor professor pupil caller callee
tenantcontact consignee shipper addressee worker freelancer contractor worker agentuser assignedto createdby updatedby modifiedby reportedby requestedby approvedby invitedby uploadedby
postedby editedby ownedby salesrep salesperson representative accountmanager interviewer hiringmanager donor claimant defendant plaintiff juror victim suspect speaker commenter 
subscriberperson dependent dependant relative billto shipto soldto invoiceto deliverto billingcontact technicalcontact admincontact registrant personal roommate leaseholder lessee landlord
booker kid deceased toddler newborn infant minor pax leadpax leadpassenger
vet veterinarian adopter fosterer fostercarer chairperson chairwoman headofhousehold leadguest contato contatto inventor correspondingauthor gp pcp hcp mechanic plusone ลูกค้า ผู้ป่วย клієнт пацієнт אדם пациент клиент заявитель заявник मरीज ग्राहक bewoner
patron alumnus alumna alumni parishioner congregant benefactor volunteer mentee grandparent grandmother grandfather uncle aunt niece nephew cousin fiance fiancee widow widower godparent nanny babysitter cotenant subtenant occupier householder housemate flatmate lodger neighbor neighbour complainant accused detainee inmate prisoner arrestee missingperson interviewee surety conservator nominee delegate entrant contestant competitor athlete skipper crewmember steward cleaner gardener electrician plumber videographer principalinvestigator subinvestigator proband jointholder secondholder attendee invitee keyholder
userinfo userprofile users contactinfo contactdetail personalinfo personaldata personaldetail identite prescriber dentist therapist caregiver informant relatedperson insuredperson
collaborator watcher carboncopy inpersonsigner certifieddelivery
engineer surveyor architect headteacher headmaster headmistress dean rector provost tagger jockey breeder honoree umpire choreographer foreman forewoman superintendent paramedic firefighter constable sheriff curator librarian archivist officiant celebrant chaplain rabbi imam deacon godmother godfather navigator helmsman purser groomer farrier linemanager teamlead proctor invigilator registeredkeeper bartender bailiff magistrate arbitrator mediator prosecutor paralegal
pathologist radiologist anesthesiologist anaesthetist cardiologist oncologist sonographer radiographer phlebotomist optometrist optician podiatrist chiropractor osteopath physiotherapist psychiatrist pediatrician paediatrician obstetrician orthodontist hygienist dietitian dietician nutritionist
ingenieurin architekt architektin bauleiter bauleiterin bauherr schulleiter schulleiterin ingenieur architecte ingeniero ingeniera arquitecto arquitecta engenheiro engenheira arquiteto arquiteta ingegnere architetto inzynier ingenjor arkitekt
licensee permittee franchisee mortgagor mortgagee appointee evacuee retiree refugee awardee grantee inductee examinee testee advisee parolee legatee devisee donee obligee vendee testatrix executrix administratrix heiress landlady pensioner
insuredparty responsibleparty injuredparty liableparty payingparty notifyparty callingparty calledparty contractingparty signingparty
viewer renter attending receiver recorder asserter recruiter coordinator sourcer advisor adviser consultant counsellor counselor researcher investigator photographer columnist journalist correspondent interpreter
assistant secretary treasurer mayor senator councillor minister pastor bride groom carer executor heir taxpayer signee cosigner codebtor coapplicant cardmember houseguest grantor grantee referee obligor decedent petitioner respondent appellant affiant transferee transferor assignor deponent testator lienholder husband wife son daughter brother sister kin referringprovider renderingprovider attendingprovider orderingprovider treatingprovider primarycareprovider referringphysician dbtr cdtr ultmtdbtr ultmtcdtr initgpty undersigned walker athlete salesman reportsto reportedto legalrepresentative authorizedsigner authorisedsignatory coowner beneficialowner ubo pointofcontact mainguest leadguest headofhousehold
kundin kunden angestellter versicherte erziehungsberechtigter vormund lieferempfanger rechnungsempfaenger trainee
judge attorney lawyer counsel solicitor notary adjuster adjustor officer inspector auditor trainer coach pilot captain technician surgeon pharmacist caretaker tutor lecturer occupant citizen inhabitant borrower lender guarantor trustee shareholder founder ceo cfo cto director chairman president chef midwife psychologist clinician provideruser examiner assessor appraiser underwriter broker realtor agentname salesagent cashier clerk receptionist waiter barber stylist cleaner babysitter mechanic electrician plumber dispatcher operatoruser crewmember steward organiserperson moderator administrator superuser helper volunteer intern apprentice nominee winner claimanthandler handler caseworker socialworker accountant bookkeeper controllerperson dataprotectionofficer dpo signedby checkedby verifiedby closedby openedby resolvedby acceptedby deliveredby receivedby preparedby soldby handledby servedby completedby cancelledby deletedby authorizedby issuedby lastmodifiedby lasteditedby
sachbearbeiter sachbearbeiterin betreuer betreuerin berater beraterin vertreter fahrer fahrerin arzt arztin hausarzt lehrer lehrerin schuler mieter vermieter eigentumer inhaber teilnehmer
bewerber bewerberin halter versicherungsnehmer auftraggeber zahler vorgesetzter ersteller bearbeiter prufer unterzeichner bevollmachtigter notfallkontakt ehepartner mutter vater gast rechnungsempfanger
kunde benutzer nutzer mitarbeiter ansprechpartner empfanger absender besteller kaufer person patientin patienten versicherter
conseiller conseillere vendeur medecin infirmier eleve enseignant locataire conducteur chauffeur gestionnaire signataire assure beneficiaire candidat invite conjoint mere pere interlocuteur
redacteur createur voyageur passager emprunteur demandeur souscripteur payeur
utilisateur clientele employe salarie auteur destinataire expediteur titulaire personne acheteur adherent abonne proprietaire
vendedor conductor medico profesor inquilino arrendatario arrendador solicitante beneficiario firmante asegurado candidato invitado pasajero viajero huesped gerente gestor asesor madre padre conyuge
repartidor receptor emisor creador representante contribuyente
usuario cliente empleado autor paciente destinatario remitente titular persona comprador propietario alumno contacto interesado
motorista professor locatario locador assinante segurado convidado passageiro viajante hospede mae pai tomador pagador responsavel
autista alunno insegnante richiedente assicurato ospite passeggero viaggiatore venditore coniuge referente conducente contraente pagatore
utente funcionario colaborador remetente pessoa proprietario aluno paciente comprador
dipendente autore paziente destinatario mittente acquirente
bestuurder arts leerling leraar huurder verhuurder aanvrager begunstigde verzekerde kandidaat passagier reiziger verkoper moeder vader echtgenoot behandelaar
kierowca lekarz uczen nauczyciel najemca wnioskodawca beneficjent ubezpieczony kandydat gosc pasazer sprzedawca matka ojciec malzonek opiekun osoba nabywca platnik
lakare larare hyresgast sokande passagerare saljare handlaggare sjafor leietaker gjest passasjer
klant gebruiker medewerker auteur patient ontvanger afzender eigenaar contactpersoon werknemer
klient uzytkownik pracownik autor pacjent odbiorca nadawca wlasciciel
kund anvandare anstalld forfattare mottagare avsandare bruker ansatt kontakt kontaktperson kontaktpersoon
uzytkownika zakaznik pacient zamestnanec odesilatel prijemce vlastnik ugyfel vasarlo felhasznalo beteg munkavallalo kedvezmenyezett utilizator angajat pacientul destinatarul musteri kullanici hasta calisan alici gonderen pelanggan pengguna karyawan pasien penerima pengirim pemilik khachhang nguoidung benhnhan nguoinhan nguoigui nhanvien asiakas asiakkaan kayttaja potilas tyontekija vastaanottaja lahettaja klienta odbiorcy nadawcy pracownika pacjenta clienti
πελατης πελατη χρηστης ασθενης υπαλληλος παραληπτης αποστολεας לקוח משתמש מטופל עובד العميل عميل المستخدم المريض الموظف المستلم المرسل
клиента пользователя сотрудника пациента получателя заказчик заказчика владелец плательщик お客様 お客 购买人 收货人 寄件人 员工 직원 고객
клиент пользователь сотрудник автор пациент получатель отправитель контакт
用户 客户 员工 作者 患者 联系人 收件人 寄件人 顧客 利用者 社員 著者 会員 担当者 고객 사용자 직원 환자
`;

/**
 * Words that name things as often as people (tree nodes, search candidates, sales leads). They mean people only when
 * another field says so or the name reads like a person's.
 */
export const WEAK_PERSON_ROLES = `
candidate lead partner host participant self friend follower client billing shipping me human performer identity member agent actor player editor responsable destination origin pickup dropoff consumer
copi coinvestigator contactpi head leader teamleader groupleader survivor cust emp mgr principal keeper deputy comercial counterparty observer chair by who whom poc seller tenant alias aka from to cc bcc replyto via source target party parties crew cast panel roster lineup squad earner invitee inviter initiator originator remitter bidder winner liker like poster uploader responder resolver nominator
`;
/** Relatives, and nodes of trees. Their names mostly read like a person's. */
export const TREE_ROLES = `child children parent`;

/** Custom fields, whose members are named by captions. */
export const CAPTIONED_ROLES = `customfield customfields customattribute customattributes customproperty customproperties`;

/** Roles whose plain string is not a private person's name: authors of works, and words with another meaning. */
export const NO_PERSON_STRINGS = `
panel party lineup roster from to cc bcc replyto via source target destination origin pickup dropoff billing shipping bill ship self character identity artist player performer profile
contactinfo contactdetail personalinfo personaldata personaldetail userinfo userprofile
`;

/** Companies and groups. */
export const ORGANISATION_ROLES = `
socialprofile socialaccount sociallink socialnetwork socialmedia airline
company organization organisation org business rental listing accommodation lodging merchant vendor supplier manufacturer constructor automaker carmaker employer brand publisher seller carrier bank institution agency account team group department workspace
speciality specialty project repository repo product item app application service tenant channel category tag label role plan campaign list event file folder document device plugin package pipeline workflow
job position school university hospital insurer payor payorganization provider exchange market league club network charity firm corporation cooperative enterprise operator registrar issuer utility studio
firma unternehmen lieferant hersteller entreprise societe fournisseur fabricant empresa proveedor fornecedor azienda fornitore bedrijf leverancier przedsiebiorstwo foretag
компания организация поставщик 公司 企业 供应商 会社 회사 currency language country continent city region state timezone sku variant collection theme template feature
queue topic cluster node server instance container image volume dataset table column schema metric dashboard model endpoint webhook integration connector environment stage milestone sprint board epic
room meetingroom conferenceroom classroom committee council commission association society federation chapter union congregation parish church ministry embassy consulate vessel ship boat yacht aircraft airplane locomotive horse animal pet breed
series serie season tournament competition operatingsystem os resourcepool artifact release branch commit check step task policy rule permission scope license licence course lesson game song album playlist movie book recipe ingredient
`;

/** Places whose address is public. */
export const PLACE_ROLES = `
instruction maneuver manoeuvre trackinglocation scanlocation eventlocation facilitylocation currentlocation lastlocation sortfacility
venue place poi store outlet shop warehouse airport station restaurant hotel branchoffice facility building landmark museum stop port depot locker terminal hub pickuppoint pickupstore
cinema theater theatre stadium park attraction bar cafe pharmacy clinic headquarters headquarter office bridge tunnel dam roadwork hydrant streetlight lamppost playground reservoir substation manhole culvert intersection crossing parkinglot parkingspace parkingmeter courthouse townhall policestation firestation cemetery pollinglocation pollingstation votingcenter votecenter earlyvotesite campsite campground trailhead beach marina harbor harbour lighthouse castle monument memorial quarry windfarm observatory lake river mountain servicepoint parcelshop dropoffpoint datacenter
boutique magasin gare hopital tienda almacen aeropuerto estacion loja armazem negozio magazzino winkel magazijn filiale lager bahnhof flughafen sklep magazyn butik
`;

/** Containers whose name says nothing about their content. */
export const NEUTRAL_CONTAINERS = `
data item items result results record records list rows row edge edges node nodes entry entries content contents payload response body value values attribute attributes field fields property properties
object objects included relationships hits hit source embedded page pages resource resources set collection elements element members_list docs doc document documents detail details info information
extension extensions modifierextension meta_data m l root output input request params parameters args arguments custom extra embed embedded first last current previous new old before after primary secondary default
`;
