import { plausibleSecret, plausibleToken } from '../facts/credential.ts';
import { isSecretSentence } from '../facts/secretSentence.ts';
import { Evidence } from './evidence.ts';
import { type FieldKindRule, personalData, REFERENCE } from './kind.ts';

/** Names of fields that may hold the id of a stored credential. */
const REFERENCE_FIELDS: ReadonlySet<string> = new Set(['authorization', 'authorisation', 'credential', 'credentials']);
/** Prefixes that credentials have and record ids do not. */
const CREDENTIAL_PREFIX =
  /^(?:sk|pk|rk|ak|key|api|tok|token|secret|pat|gh[a-z]|glpat|live|test|whsec|jwt|bearer|xox[a-z])_/;

const LONG_RANDOM = /^\S*[0-9a-f]{32}\S*$|^[\w+=:-]{40,}$/i;
const BASE64 = /^[A-Za-z0-9+/]{8,400}={0,2}$/;
const USER_AND_PASSWORD = /^[\x21-\x39\x3b-\x7e]{1,200}:[\x20-\x7e]{1,200}$/;

/** The words of a wallet's key (BIP 39); other mnemonics help to learn something. */
const PHRASE = /^(?:[a-z]{3,8}(?: |$)){12,24}$/;

/** What texts have in common whose field's name says that they are secret. */
const SECRET_TEXT = {
  accepts: (value, _traits, name) =>
    plausibleSecret(value, name) && !isSecretSentence(value) && !(name.endsWith('mnemonic') && !PHRASE.test(value)),
  evidence: Evidence.secret,
  captions: 'other',
  byLabel: true,
} as const satisfies Partial<FieldKindRule>;

/** Passwords, tokens and short codes. */
export const secret = personalData({
  id: 'secret',
  title: 'Passwords and secrets',
  group: 'credentials',
  on: true,
  minimal: true,
  finds: 'password, secret, token, cookie and key fields; password=… in text',
  leaves: 'cursors, token counts, policies',
  fields: {
    /** Always secret. */
    secret: {
      names: `
passworddigest pwddigest keymaterial sharedkey signaturekey secretword memorableword memorabledata codeword securityword verbalpassword
appkey applicationkey decryptionkey aeskey signkey writekey adminkey subscriptionkey ocpapimsubscriptionkey consumerkey merchantkey servicekey serviceaccountkey servicerolekey gatewaykey functionkey functionskey pairingkey unlockkey rootkey tlskey sslkey privkey keypem integrationkey ingestkey clientassertion samlassertion idtokenhint sharedaccesssignature keystorepassword truststorepassword storepass keypass
psk presharedkey wpakey wpapsk wpa2key wifikey wifipass wifipasswd wlankey wlanpass networkkey wepkey snmpcommunity communitystring
password passwd pwd passphrase userpassword newpassword oldpassword currentpassword dbpassword adminpassword rootpassword passwordhash pwdhash passhash hashedpassword passwordsalt
secret clientsecret secretkey secretaccesskey awssecretaccesskey sharedsecret appsecret apisecret consumersecret webhooksecret signingsecret signingkey
apikey xapikey apitoken accesstoken refreshtoken idtoken authtoken bearertoken sessiontoken securitytoken apisessionid authsessionid loginsessionid oauthtoken oauthaccesstoken oauthrefreshtoken personalaccesstoken csrftoken xsrftoken authenticitytoken
sessionticket authticket loginticket accessticket bottoken usertoken devicetoken pushtoken registrationtoken resettoken resetpasswordtoken invitetoken confirmationtoken verificationtoken magictoken deploytoken webhooktoken logintoken xauthtoken
smtppassword dbpasswd redispassword sshpassword rootpasswd pswd passw userpwd accountpassword loginpassword tokensecret accesssecret apikeysecret keysecret botsecret integrationsecret encryptionsecret cookiesecret sessionsecret clientcredential privatetoken securitykey passkey webhookkey hmackeysecret basicauthpassword
dbpass smtppass userpass mailpass adminpass rootpass ftppass authpass proxypass sqlpass mysqlpass clientpass serverpass loginpass sshpass vpnpass imappass privatekeypem
wif xprv extendedprivatekey masterprivatekey
privatekey sshprivatekey rsaprivatekey encryptionkey masterkey accesskey accesskeysecret storagekey accountkey sharedaccesskey connectionstring dsnsecret
sessionkey clientkey hmackey hmacsecret jwtsecret jwtsigningkey totpsecret otpsecret mfasecret otpseed recoverycode backupcode recoverykey seedphrase mnemonic
authkey serverkey secretvalue secretstring codeverifier samlresponse sastoken recoveryphrase backupphrase pwhash pinhash
proxyauthorization xapitoken securityanswer secretanswer secretquestionanswer
mdp motpasse motsdepasse claveacceso claveusuario palavrapasse palavrachave parolachiave paroladaccesso parolaccesso adgangskode heslo jelszo lozinka parool slaptazodis katasandi matkhau mima pasuwado κωδικοςπροσβασης συνθηματικο סיסמה סיסמא ססמה كلمهالمرور كلمةالسر كلمهالسر الرقمالسري 登录密码 支付密码 暗証番号 パスワード 登入密码
passwort kennwort geheimnis motdepasse contrasena clave senha parola wachtwoord haslo losenord passord salasana sifre пароль 密码 口令 パスワード 비밀번호 كلمةالمرور पासवर्ड
`,
      acceptsNumber: (digits) => digits >= 4,
      parts: 'value secret key token plain raw string',
      ...SECRET_TEXT,
    },
    /** Secret when it is a text: a number counts something. */
    cookie: {
      names: 'cookie cookies setcookie sessioncookie authcookie',
      parts: 'value secret raw string',
      ...SECRET_TEXT,
    },
    /** Secret when the value looks like a credential, since cursors, counts and states have these names too. */
    token: {
      names: `
authcode eppcode eppauthcode transferauthcode credential credentials xauth token authorization bearer jwt jsessionid phpsessid xsrf csrf
`,
      accepts(value, { digits, letters }, name) {
        // `authorization: 'iauth_1Pgc…'` is the id of a record.
        if (REFERENCE_FIELDS.has(name) && REFERENCE.test(value) && !CREDENTIAL_PREFIX.test(value)) return false;
        // `tokens` may also be a count or the words of a text.
        if (name === 'tokens' && (digits < 4 || letters < 3 || value.length < 16)) return false;
        return plausibleToken(value);
      },
      parts: 'value secret token raw accesstoken',
      byLabel: true,
    },
    /** Secret when it is long and random, since a session may also be one of a day or a meeting. */
    session: {
      names: 'session',
      accepts: (value, { digits, letters }) =>
        digits > 7 && letters > 5 && value.length > 31 && LONG_RANDOM.test(value) && !value.startsWith('arn:'),
    },
    /** `auth` of a container registry: user and password in base64. */
    basicAuth: {
      names: 'auth',
      accepts: (value) => BASE64.test(value) && USER_AND_PASSWORD.test(Buffer.from(value, 'base64').toString('latin1')),
    },
    /** Short codes: secret when the value is a few digits or letters. */
    pin: {
      names: `
doorcode gatecode alarmcode disarmcode accesscode unlockcode lockcode lockboxcode keypadcode keysafecode safecode alarmpin doorpin gatepin lockboxcombination lockcombination safecombination padlockcombination puk pukcode puk1 puk2 pin1 pin2 simpin telepin transactionpin onlinepin pukpin voicemailpin lastcode authcode2fa twofactorpin pin otp otpcode passcode pinnumber onetimepassword onetimecode verificationcode smscode mfacode twofactorcode securitypin accesspin cardpin
`,
      accepts(value, _traits, name) {
        if (name === 'accesscode' && /^(?=.*\d)(?=.*[A-Za-z])[\w-]{6,32}$/.test(value) && !REFERENCE.test(value))
          return true;
        // `sms_pin: 'f24b'`; a `pin` alone may be one of a chip.
        if (name !== 'pin' && name.endsWith('pin') && /^(?=.*\d)(?=.*[a-f])[\da-f]{4,8}$/i.test(value)) return true;
        return /^[*#]?\d{4,8}[*#]?$/.test(value) || /^\d{1,3}(?:[ -]\d{1,3}){1,3}$/.test(value);
      },
      acceptsNumber: (digits) => digits >= 4 && digits <= 8,
      byLabel: true,
    },
  },
  topics: {
    secret: `
password passwd pwd passphrase passcode secret token key apikey credential credentials passwort kennwort contrasena senha wachtwoord haslo motdepasse mdp
`,
    pin: 'pin otp cvv cvc code verification',
  },
});
