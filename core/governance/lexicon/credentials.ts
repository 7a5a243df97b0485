/** Field names of secrets. */

/** Secret wherever they stand. */
export const SECRET_FIELDS = `
passworddigest pwddigest keymaterial sharedkey signaturekey secretword memorableword memorabledata codeword securityword verbalpassword
appkey applicationkey decryptionkey aeskey signkey writekey adminkey subscriptionkey ocpapimsubscriptionkey consumerkey merchantkey servicekey serviceaccountkey servicerolekey gatewaykey functionkey functionskey pairingkey unlockkey rootkey tlskey sslkey privkey keypem integrationkey ingestkey clientassertion samlassertion idtokenhint sharedaccesssignature keystorepassword truststorepassword storepass keypass
psk presharedkey wpakey wpapsk wpa2key wifikey wifipass wifipasswd wlankey wlanpass networkkey wepkey snmpcommunity communitystring
password passwd pwd passphrase userpassword newpassword oldpassword currentpassword dbpassword adminpassword rootpassword passwordhash pwdhash passhash hashedpassword passwordsalt
secret clientsecret secretkey secretaccesskey awssecretaccesskey sharedsecret appsecret apisecret consumersecret webhooksecret signingsecret signingkey
apikey xapikey apitoken accesstoken refreshtoken idtoken authtoken bearertoken sessiontoken securitytoken oauthtoken oauthaccesstoken oauthrefreshtoken personalaccesstoken csrftoken xsrftoken authenticitytoken
sessionticket authticket loginticket accessticket bottoken usertoken devicetoken pushtoken registrationtoken resettoken resetpasswordtoken invitetoken confirmationtoken verificationtoken magictoken deploytoken webhooktoken logintoken xauthtoken
smtppassword dbpasswd redispassword sshpassword rootpasswd pswd passw userpwd accountpassword loginpassword tokensecret accesssecret apikeysecret keysecret botsecret integrationsecret encryptionsecret cookiesecret sessionsecret clientcredential privatetoken securitykey passkey webhookkey hmackeysecret basicauthpassword
dbpass smtppass userpass mailpass adminpass rootpass ftppass privatekeypem
privatekey sshprivatekey rsaprivatekey encryptionkey masterkey accesskey accesskeysecret storagekey accountkey sharedaccesskey connectionstring dsnsecret
cookie setcookie sessioncookie authcookie sessionkey clientkey hmackey hmacsecret jwtsecret jwtsigningkey totpsecret otpsecret mfasecret otpseed recoverycode backupcode recoverykey seedphrase mnemonic
authkey serverkey secretvalue secretstring codeverifier samlresponse sastoken recoveryphrase backupphrase pwhash pinhash
proxyauthorization xapitoken securityanswer secretanswer secretquestionanswer
mdp motpasse motsdepasse claveacceso claveusuario palavrapasse palavrachave parolachiave paroladaccesso parolaccesso adgangskode heslo jelszo lozinka parool slaptazodis katasandi matkhau mima pasuwado κωδικοςπροσβασης συνθηματικο סיסמה סיסמא ססמה كلمهالمرور كلمةالسر كلمهالسر الرقمالسري 登录密码 支付密码 暗証番号 パスワード 登入密码
passwort kennwort geheimnis motdepasse contrasena clave senha parola wachtwoord haslo losenord passord salasana sifre пароль 密码 口令 パスワード 비밀번호 كلمةالمرور पासवर्ड
`;

/** Secret when the value looks like a credential: these words also name cursors, counts and states. */
export const TOKEN_FIELDS = `credential credentials xauth token authorization bearer jwt jsessionid phpsessid xsrf csrf`;

/** Short codes: secret when they are a few digits or letters. */
export const PIN_FIELDS = `doorcode gatecode alarmcode disarmcode accesscode unlockcode lockcode lockboxcode keypadcode keysafecode safecode alarmpin doorpin gatepin lockboxcombination lockcombination safecombination padlockcombination puk pukcode puk1 puk2 pin1 pin2 simpin telepin transactionpin onlinepin pukpin voicemailpin lastcode authcode2fa twofactorpin pin otp otpcode passcode pinnumber onetimepassword onetimecode verificationcode smscode mfacode twofactorcode securitypin accesspin cardpin`;
