/** Blind answers: shops, catalogues and parcels. */
import { open, p, prose, trap } from '../../label.ts';
import { many, type Shapes } from './shapes.ts';

export const SHOPS: Shapes = {
  adminOrder: (v) => {
    const a = v.who();
    const address = {
      first_name: p('name', a.first),
      address1: p('address', a.street),
      phone: p('phone', a.intl),
      city: p('address', a.city),
      zip: p('address', a.zip),
      province: p('address', a.region),
      country: trap('country name', 'Netherlands'),
      last_name: p('name', a.last),
      address2: null,
      company: null,
      latitude: open(52.01),
      longitude: open(4.35),
      name: p('name', a.full),
      country_code: trap('country code', a.country),
      province_code: open('ZH'),
    };
    return {
      order: {
        id: trap('big number id', v.int(4e15, 6e15)),
        admin_graphql_api_id: trap('graph id', `gid://shop/Order/${v.digits(16)}`),
        app_id: 580111,
        browser_ip: p('ip', v.ip()),
        buyer_accepts_marketing: false,
        cart_token: open(v.hex(32)),
        checkout_id: trap('big number id', v.int(1e15, 9e15)),
        client_details: {
          accept_language: trap('locale code', 'nl-NL,nl;q=0.9,en;q=0.8'),
          browser_height: null,
          browser_ip: p('ip', v.ip6()),
          session_hash: null,
          user_agent: trap(
            'user agent',
            'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
          ),
        },
        confirmation_number: trap('order number', v.fill('W#?#?#?#?')),
        contact_email: p('email', a.email),
        created_at: trap('iso time', v.stamp()),
        current_total_price_set: {
          shop_money: { amount: trap('amount string', '199.65'), currency_code: 'EUR' },
          presentment_money: { amount: trap('amount string', '199.65'), currency_code: 'EUR' },
        },
        email: p('email', a.email),
        financial_status: 'paid',
        landing_site: trap('path', '/collections/raincoats?utm_source=spring24&ref=7Q1'),
        name: trap('order number', `#${v.int(1000, 99_999)}`),
        note: 'Bitte klingeln bei 3. OG rechts',
        note_attributes: [
          { name: 'gift_wrap', value: 'yes' },
          { name: 'delivery_slot', value: '17:30-19:00' },
        ],
        number: trap('order number', v.int(234, 9999)),
        order_status_url: trap('url', `https://shop.example.com/${v.digits(8)}/orders/${v.hex(32)}`),
        payment_gateway_names: ['ideal'],
        phone: p('phone', a.e164),
        tags: 'repeat, wholesale-no',
        total_weight: trap('quantity', 1340),
        user_id: null,
        billing_address: address,
        shipping_address: address,
        customer: {
          id: trap('big number id', v.int(6e12, 7e12)),
          email: p('email', a.email),
          state: trap('status', 'enabled'),
          verified_email: true,
          first_name: p('name', a.first),
          last_name: p('name', a.last),
          orders_count: 4,
          total_spent: trap('amount string', '611.10'),
          phone: null,
          currency: 'EUR',
          default_address: address,
        },
        discount_codes: [
          { code: trap('voucher code', 'SPRING24-7731'), amount: trap('amount string', '10.00'), type: 'percentage' },
        ],
        fulfillments: [
          {
            id: trap('big number id', v.int(1e12, 9e12)),
            status: 'success',
            tracking_company: 'PostNL',
            tracking_number: trap('tracking number', v.fill('3S????#########')),
            tracking_url: trap('url', 'https://jouw.postnl.example/track-and-trace/3SABCD123456789-NL-2611DN'),
          },
        ],
        line_items: many(4, (index) => ({
          id: trap('big number id', v.int(1e13, 9e13)),
          fulfillable_quantity: 0,
          fulfillment_service: 'manual',
          gift_card: false,
          grams: trap('quantity', v.int(100, 1500)),
          name: trap(
            'product name',
            ['Anorak Mira - S / moss', 'Gift box', 'Jersey Jordan - M', 'Charlie tote'][index]!,
          ),
          price: trap('amount string', v.cents().toFixed(2)),
          product_id: trap('big number id', v.int(6e15, 7e15)),
          sku: trap('sku', v.luhnNumber('4111')),
          title: trap('product name', ['Anorak Mira', 'Gift box', 'Jersey Jordan', 'Charlie tote'][index]!),
          variant_title: ['S / moss', null, 'M', 'natural'][index]!,
          vendor: trap('company name', 'Paul & Joe'),
          barcode: trap('ean', v.ean()),
          properties: [],
        })),
      },
    };
  },

  storeOrdersRest: (v) =>
    many(3, () => {
      const a = v.who();
      const party = {
        first_name: p('name', a.first),
        last_name: p('name', a.last),
        company: trap('company name', 'Kiln & Co.'),
        address_1: p('address', a.street),
        address_2: '',
        city: p('address', a.city),
        state: p('address', a.region),
        postcode: p('address', a.zip),
        country: trap('country code', a.country),
      };
      return {
        id: trap('numeric id', v.int(700, 9000)),
        parent_id: 0,
        order_key: trap('order key', `wc_order_${v.b62(13)}`),
        number: trap('order number', v.digits(5)),
        status: 'processing',
        version: trap('version', '9.1.4'),
        date_created: trap('iso time', '2024-07-04T10:01:59'),
        total: trap('amount string', v.cents().toFixed(2)),
        customer_id: trap('numeric id', 26),
        customer_ip_address: p('ip', v.ip()),
        customer_user_agent: trap('user agent', 'mozilla/4.0 (compatible; msie 8.0; windows nt 6.0)'),
        customer_note: prose('Please ring ', p('phone', a.intl), ' instead of the bell.'),
        billing: { ...party, email: p('email', a.email), phone: p('phone', a.local) },
        shipping: party,
        payment_method: 'bacs',
        payment_method_title: 'Direct Bank Transfer',
        transaction_id: '',
        cart_hash: trap('hash', v.hex(32)),
        meta_data: [
          { id: trap('numeric id', 13106), key: '_download_permissions_granted', value: 'yes' },
          { id: trap('numeric id', 13109), key: '_billing_birthdate', value: p('birth-date', a.birth) },
          { id: trap('numeric id', 13110), key: '_order_stock_reduced', value: 'yes' },
          {
            id: trap('numeric id', 13111),
            key: '_ga_client',
            value: trap('tracking id', v.fill('GA1.2.#########.1720######')),
          },
        ],
        line_items: many(2, () => ({
          id: v.int(100, 900),
          name: trap('product name', 'Woo Single #1'),
          product_id: 93,
          variation_id: 0,
          quantity: 2,
          sku: trap('sku', v.fill('WS-##-####-###')),
          total: trap('amount string', '6.00'),
          taxes: [{ id: 75, total: '0.45', subtotal: '0.45' }],
        })),
        shipping_lines: [{ id: 317, method_title: 'Flat Rate', method_id: 'flat_rate', total: '10.00' }],
        refunds: [],
        _links: { self: [{ href: trap('url', 'https://kiln.example/wp-json/wc/v3/orders/727') }] },
      };
    }),

  commandesBoutique: (v) => ({
    commandes: many(3, () => {
      const a = v.who('fr');
      return {
        reference: trap('order number', v.fill('?????????')),
        numero_commande: trap('order number', v.luhnNumber('4970')),
        etat: v.pick(['Paiement accepté', 'En cours de préparation', 'Livré']),
        date_ajout: '2024-05-02 18:44:09',
        client: {
          civilite: 'Mme',
          prenom: p('name', a.first),
          nom: p('name', a.last),
          courriel: p('email', a.email),
          date_naissance: p('birth-date', `${a.born[2]}/${a.born[1]}/${a.born[0]}`),
          telephone_portable: p('phone', a.local),
          optin: false,
          groupe: 'Clients pro',
        },
        adresse_livraison: {
          alias: 'Maison',
          nom: p('name', a.last),
          prenom: p('name', a.first),
          adresse1: p('address', a.street),
          adresse2: p('address', 'Bât. B, 3e étage'),
          code_postal: p('address', a.zip),
          ville: p('address', a.city),
          pays: trap('country name', 'France'),
          digicode: open(v.fill('##A##')),
        },
        transporteur: {
          nom: trap('company name', 'Colissimo Domicile'),
          numero_suivi: trap('tracking number', v.fill('6A###########')),
          poids: trap('quantity', 1.24),
        },
        lignes: many(3, (index) => ({
          produit: trap('product name', ['Sirop de violette 25 cl', 'Madeleine Pierre, x12', 'Tablier Rose'][index]!),
          reference_produit: trap('sku', v.fill('SV-25CL-###')),
          code_barres: trap('ean', v.ean()),
          quantite: index + 1,
          prix_unitaire_ht: trap('price', v.cents(50)),
          tva: 5.5,
        })),
        total_ttc: trap('price', v.cents()),
        iban_remboursement: p('iban', v.iban('FR')),
      };
    }),
    pagination: { page: 1, par_page: 20, total: 412 },
  }),

  marketplaceOrders: (v) => ({
    payload: {
      NextToken: trap('cursor', v.blob(90)),
      Orders: many(3, () => {
        const a = v.who('uk');
        return {
          AmazonOrderId: trap('order number', v.fill('20#-#######-#######')),
          SellerOrderId: trap('order number', v.fill('20#-#######-#######')),
          PurchaseDate: trap('iso time', v.zulu()),
          OrderStatus: 'Unshipped',
          FulfillmentChannel: 'MFN',
          SalesChannel: 'Amazon.co.uk',
          ShipServiceLevel: 'Std UK Dom_2',
          OrderTotal: { CurrencyCode: 'GBP', Amount: trap('amount string', '27.99') },
          MarketplaceId: trap('code', 'A1F83G8C2ARO7P'),
          EarliestShipDate: trap('iso time', v.zulu()),
          IsPrime: false,
          DefaultShipFromLocationAddress: {
            Name: trap('company name', 'Tidewater Books Ltd'),
            AddressLine1: open('Unit 4, Dock Road'),
            City: open('Grimsby'),
            PostalCode: open('DN31 3LL'),
            CountryCode: 'GB',
            AddressType: 'Commercial',
          },
          BuyerInfo: {
            BuyerEmail: p('email', `${v.fill('~#~#~~#~~')}@marketplace.example.co.uk`),
            BuyerName: p('name', a.full),
            PurchaseOrderNumber: trap('order number', v.fill('PO-#######')),
          },
          ShippingAddress: {
            Name: p('name', a.full),
            AddressLine1: p('address', a.street),
            City: p('address', a.city),
            StateOrRegion: p('address', a.region),
            PostalCode: p('address', a.zip),
            CountryCode: 'GB',
            Phone: p('phone', a.local),
            AddressType: 'Residential',
          },
          OrderItems: many(2, () => ({
            ASIN: trap('product code', v.fill('B0########')),
            OrderItemId: trap('big number string', v.digits(14)),
            SellerSKU: trap('sku', v.fill('??-####-????')),
            Title: trap('product name', 'Charlotte Mason’s Nature Journal, hardback'),
            QuantityOrdered: 1,
            ItemPrice: { CurrencyCode: 'GBP', Amount: '13.99' },
            ConditionId: 'New',
          })),
        };
      }),
    },
  }),

  foodProducts: (v) => ({
    count: 3,
    page: 1,
    products: many(3, (index) => ({
      _id: trap('ean', v.ean()),
      code: trap('ean', v.ean()),
      product_name: trap(
        'product name',
        ['Nutella', 'Ben & Jerry’s Cookie Dough', 'Tony’s Chocolonely Karamel'][index]!,
      ),
      product_name_de: trap('product name', 'Haselnusscreme'),
      brands: trap('company name', 'Ferrero'),
      emb_codes: trap('code', 'FR 76.217.001 EC'),
      categories_tags: ['en:spreads', 'en:sweet-spreads', 'fr:pates-a-tartiner'],
      countries_tags: ['en:france', 'en:germany'],
      ingredients_text:
        'Sugar, palm oil, hazelnuts 13%, skimmed milk powder 8.7%, fat-reduced cocoa 7.4%, emulsifier: lecithins (soya), vanillin.',
      additives_tags: ['en:e322', 'en:e322i', 'en:e471'],
      nutriments: {
        energy_100g: trap('quantity', 2252),
        fat_100g: 30.9,
        'saturated-fat_100g': 10.6,
        salt_100g: 0.107,
        'energy-kcal_100g': 539,
      },
      nutriscore_grade: 'e',
      nova_group: 4,
      image_url: trap('url', 'https://images.example.org/images/products/301/762/042/2003/front_en.633.400.jpg'),
      last_modified_t: trap('epoch seconds', v.seconds()),
      last_edit_dates_tags: ['2024-07-19', '2024-07', '2024'],
      packaging: 'Jar, 21 PP lid',
      quantity: '400 g',
      rev: 633,
      stores: 'Magasins U, Carrefour',
      states_hierarchy: ['en:to-be-completed', 'en:origins-to-be-completed'],
    })),
  }),

  feedItems: (v) => ({
    kind: 'content#productsListResponse',
    resources: many(5, (index) => ({
      kind: 'content#product',
      id: trap('prefixed id', `online:en:GB:${v.luhnNumber('4539')}`),
      offerId: trap('sku', v.luhnNumber('4539')),
      title: trap(
        'product name',
        [
          'Victoria sandwich tin',
          'Jack Wolfskin parka',
          'Dr. Martens 1460',
          'Uncle Ben’s rice 1 kg',
          'Aunt Bessie’s puddings',
        ][index]!,
      ),
      description: 'Cast aluminium. 20.5 x 20.5 x 4 cm. Tested to 230 °C. Firmware v10.2.3.4 or later.',
      link: trap('url', 'https://shop.example.co.uk/p/4539148803436467?variant=77'),
      gtin: trap('ean', `0${v.ean()}`),
      mpn: trap('part number', v.fill('###-###-####')),
      brand: trap(
        'company name',
        ['Silverwood', 'Jack Wolfskin', 'Dr. Martens', "Ben's Original", 'Aunt Bessie’s'][index]!,
      ),
      availability: 'in stock',
      condition: 'new',
      googleProductCategory: 'Home & Garden > Kitchen & Dining > Cookware',
      price: { value: trap('amount string', v.cents(80).toFixed(2)), currency: 'GBP' },
      shippingWeight: { value: 1.2, unit: 'kg' },
      customLabel0: trap('label', 'Q3-2024'),
      expirationDate: trap('iso time', v.zulu()),
      taxes: [{ rate: 20, country: 'GB' }],
    })),
    nextPageToken: trap('cursor', v.blob(30)),
  }),

  parcelTracking: (v) => ({
    shipments: many(3, () => {
      const a = v.who('de');
      const b = v.who();
      return {
        id: trap('tracking number', v.fill('00340434#############').slice(0, 20)),
        service: 'parcel-de',
        origin: {
          address: { countryCode: 'DE', postalCode: p('address', a.zip), addressLocality: p('address', a.city) },
        },
        status: {
          timestamp: trap('iso time', v.stamp()),
          location: { address: { addressLocality: open('Köln') } },
          statusCode: 'transit',
          description: 'Die Sendung wurde im Start-Paketzentrum bearbeitet.',
        },
        details: {
          carrier: { '@type': 'Organization', organizationName: trap('company name', 'DHL Paket') },
          product: { productName: 'DHL PAKET (1-2 Tage)' },
          receiver: {
            '@type': 'Person',
            givenName: p('name', b.first),
            familyName: p('name', b.last),
            streetAddress: p('address', b.street),
            postalCode: p('address', b.zip),
          },
          proofOfDelivery: {
            timestamp: trap('iso time', v.stamp()),
            signatureUrl: trap('url', 'https://track.example.com/pod/003404341234567890'),
            signed: { type: 'Person', name: p('name', b.full) },
          },
          totalNumberOfPieces: 1,
          pieceIds: [
            trap('tracking number', v.fill('JJD00039000########')),
            trap('tracking number', v.fill('0034#################')),
          ],
          weight: { value: 3.1, unitText: 'kg' },
          references: [
            { number: trap('order number', v.digits(10)), type: 'customer-reference' },
            { number: trap('reference number', v.luhnNumber('6011')), type: 'shipment-reference' },
          ],
        },
        events: many(3, (step) => ({
          timestamp: trap('iso time', v.stamp()),
          statusCode: ['pre-transit', 'transit', 'delivered'][step]!,
          status: ['The instruction data have been provided', 'Sorted in the parcel centre', 'Delivered'][step]!,
          location: { address: { countryCode: 'DE' } },
        })),
      };
    }),
    possibleAdditionalShipmentsUrl: [trap('url', '/shipments?trackingNumber=7777777770&service=freight')],
  }),

  expressShipments: (v) => ({
    transactionId: trap('uuid', v.uuid()),
    output: {
      completeTrackResults: many(3, () => {
        const a = v.who('us');
        return {
          trackingNumber: trap('tracking number', v.luhnNumber('6')),
          trackResults: [
            {
              trackingNumberInfo: {
                trackingNumber: trap('tracking number', v.digits(12)),
                trackingNumberUniqueId: trap('token id', v.fill('12####~##~~~######FDEG')),
                carrierCode: 'FDXG',
              },
              additionalTrackingInfo: {
                nickname: '',
                packageIdentifiers: [
                  {
                    type: 'CUSTOMER_REFERENCE',
                    value: trap('reference number', v.fill('###-##-####').replace('-', '_')),
                  },
                ],
              },
              shipperInformation: {
                contact: { companyName: trap('company name', 'Bison Outdoor Inc') },
                address: { city: open('MEMPHIS'), stateOrProvinceCode: open('TN'), countryCode: 'US' },
              },
              recipientInformation: {
                contact: { personName: p('name', a.full), phoneNumber: p('phone', a.e164.slice(2)) },
                address: {
                  streetLines: [p('address', a.street)],
                  city: p('address', a.city),
                  stateOrProvinceCode: p('address', a.region),
                  postalCode: p('address', a.zip),
                  countryCode: 'US',
                  residential: true,
                },
              },
              latestStatusDetail: {
                code: 'DL',
                derivedCode: 'DL',
                statusByLocale: 'Delivered',
                description: 'Delivered',
              },
              dateAndTimes: [
                { type: 'ACTUAL_DELIVERY', dateTime: trap('iso time', v.stamp()) },
                { type: 'SHIP', dateTime: trap('iso time', v.stamp()) },
              ],
              deliveryDetails: {
                receivedByName: p('name', a.last),
                deliveryAttempts: '0',
                signedByName: p('name', a.last),
                locationType: 'RESIDENCE',
              },
              packageDetails: {
                packagingDescription: { type: 'YOUR_PACKAGING' },
                weightAndDimensions: {
                  weight: [{ value: '6.5', unit: 'LB' }],
                  dimensions: [{ length: 12, width: 9, height: 4, units: 'IN' }],
                },
                count: '1',
              },
              serviceDetail: { type: 'GROUND_HOME_DELIVERY', description: 'FedEx Home Delivery' },
            },
          ],
        };
      }),
    },
  }),

  stockLevels: (v) => ({
    warehouse: {
      code: trap('code', 'WH-ROT-02'),
      name: trap('place name', 'Rotterdam Maasvlakte'),
      unlocode: trap('code', 'NLRTM'),
    },
    items: many(8, () => ({
      sku: trap('sku', v.fill('##-###-####')),
      gtin: trap('ean', v.ean()),
      upc: trap('ean', v.upc()),
      lot: trap('batch number', v.fill('L########')),
      serials: [
        trap('serial number', v.fill('SN##########')),
        trap('serial number', v.luhnNumber('3782').slice(0, 15)),
      ],
      bin: trap('bin location', v.fill('A-##-##-#')),
      pallet_sscc: trap('barcode', v.fill('00340123##############').slice(0, 20)),
      on_hand: trap('quantity', v.int(0, 4000)),
      reserved: v.int(0, 40),
      unit_cost: trap('price', v.cents(90)),
      hs_code: trap('customs code', v.fill('8471.30.##')),
      cas: trap('cas number', v.pick(['7732-18-5', '64-17-5', '50-78-2', '108-88-3', '110-54-3'])),
      un_number: trap('code', 'UN1170'),
      expires: trap('iso date', v.day()),
      container: trap('container number', v.fill('MSCU#######')),
      updated_ms: trap('epoch millis', v.millis()),
    })),
  }),
};
