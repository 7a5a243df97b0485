/** Field names of data that many owners want to see: their detectors are off until switched on. */

export const USERNAME_FIELDS = `username login loginname brukernavn anvandarnamn kayttajanimi nutzername nomutilisateur nomedeusuario nomeusuario nomeutente nazwauzytkownika kullaniciadi 用户名 用戶名 ユーザー名 имяпользователя userlogin screenname handle nickname nick benutzername identifiant nombreusuario gebruikersnaam`;
export const AGE_FIELDS = `age ageyears patientage alter edad idade leeftijd eta`;
export const GENDER_FIELDS = `gender sex geschlecht genre sexe genero sexo geslacht maritalstatus ethnicity race religion`;
export const HEALTH_FIELDS = `diagnosis diagnose condition allergies allergy medication bloodtype bloodgroup icd10 symptoms`;
export const VEHICLE_FIELDS = `vin vinnumber vehicleidentificationnumber licenseplate licenceplate platenumber numberplate plate registrationplate kennzeichen fahrgestellnummer immatriculation matricula kenteken`;
