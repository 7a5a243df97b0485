/** Polish, Turkish and Japanese prose; marks as in `english.ts`. */

export const OTHERS: readonly string[] = [
  // Polish
  'Dzień dobry, proszę o telefon pod numer {phone:pl}, sprawa dotyczy zamówienia {t:order}.',
  'Mój PESEL to {pesel}, data urodzenia {birth:de}.',
  'Proszę przelać 412,80 zł na konto {iban:pl:sp}, tytułem FV/2024/07/417.',
  'Faktura FV/2024/07/417 z dnia 3 lipca na kwotę 1 204,50 zł jest przeterminowana.',
  'Proszę pisać na {email}, nie odbieram w pracy.',
  'Przesyłka {t:tracking} czeka w paczkomacie LDZ17M do piątku.',
  'Od wersji {t:version} pole adres nie jest wymagane.',
  'Wymieszać 300 g mąki, 2 jajka i szklankę mleka; smażyć na maśle.',
  'Spotkanie przesunięte na 14:30, sala 4.12, proszę zabrać notatki v3.',
  'Logowanie z adresu {ip} zostało zablokowane po 5 próbach.',
  'Karta {card} została zastrzeżona wczoraj wieczorem.',
  'Zgodnie z art. 27 ustawy o prawach konsumenta mają Państwo 14 dni na odstąpienie.',
  'Komórka: {phone:pl}, biuro: {intl:pl}.',
  'Pociąg 4417 do stacji Łódź Fabryczna odjedzie z peronu 7 o 10:15.',
  'Pacjentka zgłasza ból głowy od 3 dni, RR 128/82, temperatura 36,8.',
  'Hasło do wifi: {password}',
  'Sygnatura akt IV C 417/24, rozprawa 19 września o godz. 9:30.',
  'poprawka: numer telefonu może zawierać spacje (TEA-1187)',
  // Turkish
  'Merhaba, beni {phone:tr} numaralı telefondan arayabilir misiniz?',
  'Sipariş 6735218890 kargoya verildi, takip no {t:tracking}.',
  'Toplantı 14:30’a alındı, salon 4.12, lütfen notları getirin.',
  'Faturayı {email} adresine gönderin.',
  '300 g un, 2 yumurta ve 1 bardak sütü karıştırın, 25 dakika pişirin.',
  // Japanese
  'お問い合わせは {email} までお願いします。',
  '電話番号は {phone:jp} です。平日の9時から18時まで。',
  'ご注文番号 2024-0719-004417 の商品は本日発送しました。',
  '会議は14時30分に変更になりました。会議室は4階の412です。',
  'バージョン {t:version} で住所入力の不具合を修正しました。',
];
