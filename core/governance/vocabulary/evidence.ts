/** Field names that say what their object is. */

/** Fields of a person. */
export const PERSON_EVIDENCE = `
npi orcid orcidid designation jobrole employmenttype hourlyrate yearsofexperience managerid reportsto lastlogin lastloginat lastseen lastseenat mfaenabled twofactorenabled isadmin emailverified phoneverified
marketingconsent mothertongue dietaryrequirement studentid patientid employeenumber badgenumber gpa gradelevel enrollmentdate admissiondate dischargedate
gender sex maritalstatus jobtitle occupation hiredate hiredat salary nationality citizenship age avatar avatarurl salutation honorific pronouns
birthdate bloodtype allergies loyaltypoints loyaltytier employeeid departmentid seniority familysize
`;

/** Fields of an account. */
export const ACCOUNT_EVIDENCE = 'login screenname username loginname loginid sortablename';

/** Fields of a company. */
export const ORGANISATION_EVIDENCE = `
iatacode icaocode industry siren siret siegesocial raisonsociale nomraisonsociale denominationsociale razonsocial razaosocial ragionesociale firmenname handelsregisternummer orgnr organisationsnummer kvknummer cvr employeecount numemployees numberofemployees employees annualrevenue vatid vatnumber companysize foundedyear founded registrationnumber companynumber legalform ticker stocksymbol lei duns
domain incorporationdate ceo memberscount membercount peoplecount personcount employeescount staffcount teamsize headquarters availableroles
`;

/** Fields of a thing. */
export const THING_EVIDENCE = `
가격 수량 단가 상품코드 价格 单价 数量 价钱 価格 単価 値段 ราคา จำนวน السعر الكمية precio prix preis prezzo preco preço prijs cena fiyat cantidad quantite menge quantita quantidade aantal ilosc adet
datatype fieldtype columntype inputtype apiname ssid bssid bsstype vlan vlanid subnet cidr price unitprice sku stock inventory barcode ean upc gtin isbn version defaultbranch fork forks forkscount stargazerscount filesize mimetype contenttype extension filename size weight
ingredients calories character creditid castid symbol algorithm marketcap duration runtime episodenumber originalairdate airdate genre schedule starttime endtime capacity checksum language vintage varietal abv breed mmsi callsign tonnage grosstonnage isbn10 isbn13 issn pagecount printedpagecount numberofpages industryidentifiers license color colour quantity dimensions cpu memory replicas image engine
`;

/** Fields of goods, dishes and coins, whose `full_name` is no person's. */
export const GOODS_EVIDENCE =
  'price unitprice saleprice listprice precio prix preis prezzo preco sku barcode ean upc gtin calories ingredients symbol marketcap';

/** Fields of software, whose authors are not public as those of works are. */
export const SOFTWARE_EVIDENCE = 'version license licence plugin packagename';

/** Fields of a public place. */
export const PLACE_EVIDENCE = `
population elevation iata icao openinghours rating ratings reviewcount reviewscount cuisine stars pricelevel placeid osmid osmtype geonameid capital area wheelchair platforms
viewport entrypoints boundingbox mapview placetype geocodequality geocodequalitycode matchlevel matchcode matchcodes dragpoint displaylatlng addresscomponents
`;

/** Fields of plants and animals. */
export const SPECIES_EVIDENCE = `
taxonid taxonrank scientificname commonname genus kingdom speciesname phylum subspecies
`;
