/** Words of a field name that keep, change or cancel the kind that its main word has. */

/** Words that keep the kind: `phone_home`, `email_2`, `address_text`. */
export const TRANSPARENT = `
home work mobile primary secondary main alt alternate alternative other raw formatted e164 normalized canonical display old new current
  previous personal private business office value str text string full plain masked original local international intl national verified backup preferred default one two three local details detail info information kana kanji katakana romaji yomi composite personal given actual registered principal line recent latest known declared reported
`;

/** Words that make a key an identifier when they end it. */
export const IDENTIFIER_WORDS = `
id ids uuid guid ulid ref reference sku ean upc gtin isbn issn asin mpn barcode tracking order invoice ticket serial batch lot version build revision hash sha sha1 sha256 md5
  checksum digest etag timestamp ts time date at epoch lat lng lon latitude longitude coordinate coordinates price amount total subtotal tax count size quantity qty cursor offset page limit port oid arn urn
  commit slug path fingerprint nonce uri url href link trace span request transaction receipt shipment parcel waybill awb po rma doi arxiv duration ms seconds bytes width height length score rank index
  balance fee cost rate percentage weight volume number_of trackingnumber ordernumber invoicenumber serialnumber partnumber model firmware release sequence seq position
  sendungsnummer auftragsnummer bestellnummer rechnungsnummer artikelnummer commande facture pedido factura bestelling factuur zamowienie numerofactura numeropedido 订单号 订单编号 运单号 快递单号 注文番号 追跡番号 주문번호 运单
`;

/** With these words before them, `number`, `no` and `code` mean an identifier. */
export const IDENTIFIER_QUALIFIERS = `
order invoice ticket tracking serial part model item product case batch lot build version flight booking confirmation reference transaction receipt shipment parcel waybill policy contract quote purchase
  po rma room page line row issue pull sequence episode season chapter track train gate seat table article report work claim job asset inventory license registration folio docket catalog stock check cheque voucher coupon promo gift
  anlage anlagen gerat gerate zahler vertrag vertrags auftrag auftrags bestell rechnung rechnungs artikel serien vorgang vorgangs akten ticket lieferschein projekt inventar teile material chargen angebot angebots sendung sendungs
  prenotazione reserva reservation reserveringsnummer buchung buchungs boeking rezerwacji bokning tracciamento seguimiento rastreio lotto serie biglietto billet billete boleto bilhete bilet articolo articulo artikel
  commande facture dossier contrat colis suivi serie lot devis pedido factura contrato lote expediente articulo envio bestelling factuur zaak ordine fattura contratto
  tracker consignment delivery container dispatch store location product dept department error status hs country currency language zip airport iata discount redemption
`;

/** Words before `token` or `key` that make it a cursor, a count or a name. */
export const NOT_SECRET = `
next page previous prev continuation sync cursor pagination start end last resume delta skip position total max min prompt completion input output used remaining count change shard partition sort range primary foreign
  object idempotency cache map partition dedup deduplication translation i18n issue project public publishable client_token site sitekey routing token_count num usage cached reasoning
`;

/** Words that make an `address` something technical. */
export const TECHNICAL_ADDRESS = `
electronic endpoint callback wallet contract btc eth bitcoin ethereum crypto token deposit memory register bus i2c base web url chain account blockchain recipient_wallet solana payout_wallet
`;

/** Words before `address` that make it a network address. */
export const NETWORK_ADDRESS = `
ip ipv4 ipv6 server host bind listen remote client peer source src destination dest dst network gateway dns node pod public private origin proxy
`;

/** Owners of a `name` that may be people or things. The value decides. */
export const NAME_OWNERS = `
admin administrative tech technical google facebook apple linkedin microsoft paypal venmo observer client member child parent player candidate agent billing shipping pickup host partner lead participant to from seller crew tenant party caller attribution initiator opener closer resolver responder asker answerer poster
`;

/**
 * Words before `account number` that may mean a bank account. Accounts in ledgers, clouds and shops have other words
 * there.
 */
export const ACCOUNT_OWNERS = `
from to source destination dest beneficiary sender receiver recipient payee payer payout deposit checking savings current debit credit giro payroll salary
refund settlement funding withdrawal transfer external linked your my iban sepa ach wire full counterparty
`;

/** Words before the general `id number` that make it a person's. */
export const ID_USES = `
national government personal state citizen identity photo tax gov official legal document card valid proof foreign resident
`;

/** Words for people that also end names of things: `packageManager`, `dbDriver`, `indexWorker`. */
export const ALSO_THINGS = `
manager driver worker operator reader speaker holder owner broker editor handler courier officer commenter captain pilot inspector moderator helper waiter coach director
`;

/** Words before `name` that do not say whose name it is. */
export const NAME_STYLES = `
display preferred public short legal formatted primary joint secondary co former previous prior maiden
`;

/** Words before a part of an address that make it personal anywhere. */
export const ADDRESS_USES = `
billing shipping mailing home delivery residential residence physical postal street address to permanent bill ship mail recipient sender consignee res resident perm temporary correspondence registered legal p s b h
`;
