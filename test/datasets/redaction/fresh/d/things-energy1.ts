/** Connected things and energy. */
import { type Draft, open, p, prose, trap } from '../../label.ts';

export const THINGS_ENERGY1: Record<string, () => Draft> = {
  teslaVehicleData: () => ({
    response: {
      id: trap('snowflake', 1492931365719407),
      user_id: trap('id', 800001),
      vehicle_id: trap('id', 99999),
      vin: open('5YJ3E1EA3LF418273'),
      display_name: 'Grey Wolf',
      color: null,
      access_type: 'OWNER',
      granular_access: { hide_private: false },
      tokens: [p('secret', '4f993c5b9e2b937b'), p('secret', '7a3153b1bbb48a96')],
      state: 'online',
      in_service: false,
      api_version: 71,
      charge_state: {
        battery_level: 72,
        battery_range: 228.4,
        charge_energy_added: 11.03,
        charger_voltage: 240,
        timestamp: trap('epoch', 1772451144901),
      },
      drive_state: {
        gps_as_of: trap('epoch', 1772451140),
        heading: 194,
        latitude: open(37.7765494),
        longitude: open(-122.4195418),
        native_type: 'wgs',
        speed: null,
      },
      vehicle_config: {
        car_type: 'model3',
        exterior_color: 'MidnightSilver',
        trim_badging: '74d',
        wheel_type: 'Pinwheel18',
      },
      vehicle_state: {
        car_version: trap('version', '2026.2.9.1 8f0d2a61e0b4'),
        odometer: 18321.664,
        vehicle_name: 'Grey Wolf',
        software_update: { version: trap('version', '2026.8.3'), status: 'available', expected_duration_sec: 1500 },
        homelink_nearby: true,
      },
    },
  }),
  smartcarConnection: () => ({
    connections: [
      {
        vehicleId: trap('uuid', '22fc3683-9883-464b-8cbf-76b2c4056d91'),
        userId: trap('uuid', 'a76e73e6-5776-4fd5-a7bb-708db0ffffaf'),
        connectedAt: trap('timestamp', '2026-01-19T10:04:55.121Z'),
        mode: 'live',
        unitSystem: 'metric',
      },
    ],
    paging: { cursor: trap('cursor', 'ccJ5ba5ddL0iULqmOgxau64z_H5lK_gY') },
    vehicle: {
      id: trap('uuid', '22fc3683-9883-464b-8cbf-76b2c4056d91'),
      make: trap('company', 'VOLVO'),
      model: trap('product', 'XC40 Recharge'),
      year: 2023,
    },
    service: [
      {
        odometerDistance: 30412.5,
        serviceDate: trap('timestamp', '2025-10-08T08:30:00Z'),
        serviceTasks: [{ taskId: 'brake_fluid', taskDescription: 'Replace brake fluid DOT 4' }],
        serviceCost: { totalCost: 183.2, currency: 'EUR' },
      },
    ],
    owner: {
      firstName: p('name', 'Vaclav'),
      lastName: p('name', 'Hruška'),
      email: p('email', 'vaclav.hruska@seznam.cz'),
      phone: p('phone', '+420 604 118 772'),
    },
    tirePressure: { frontLeft: 219.3, backRight: 212.1 },
  }),
  thingsboardDevice: () => ({
    data: [
      {
        id: { entityType: 'DEVICE', id: trap('uuid', '4bf2ba8b-3400-462e-8bdd-2a92ba7d2729') },
        createdTime: trap('epoch', 1770022113054),
        tenantId: { entityType: 'TENANT', id: trap('uuid', 'fdb3e7a7-f841-41b7-bf6e-17c4621d480c') },
        customerId: { entityType: 'CUSTOMER', id: trap('uuid', '908c919f-731a-4aca-bdb5-3fb2dc0d8147') },
        name: trap('device', 'Thermostat Charlotte-2'),
        type: 'thermostat',
        label: 'Room 234 Sensor',
        deviceProfileName: 'default',
        version: 4,
        firmwareId: null,
        deviceData: {
          configuration: { type: 'DEFAULT' },
          transportConfiguration: { type: 'LWM2M', powerMode: 'PSM', psmActivityTimer: 20000 },
        },
        additionalInfo: {
          gateway: false,
          description: prose('Installed by ', p('name', 'Kwabena Ofori'), ', badge 7714, firmware 2.4.1-rc3'),
          mac: p('mac', '8C:AA:B5:7F:20:1E'),
          lastIp: p('ip', '10.44.7.131'),
          imei: open('359938517401160'),
        },
        customerTitle: trap('company', 'Brightwater Facilities'),
        active: true,
        credentialsValue: p('secret', 'aH1_BNhegl8CWMLNYEis'),
      },
    ],
    totalPages: 1,
    totalElements: 1,
    hasNext: false,
  }),
  awsIotThing: () => ({
    defaultClientId: trap('device', 'pump-station-0007'),
    thingName: trap('device', 'pump-station-0007'),
    thingId: trap('uuid', 'ddd72505-a2a2-447b-837a-272fbe8566b0'),
    thingArn: trap('arn', 'arn:aws:iot:eu-west-1:480192773318:thing/pump-station-0007'),
    thingTypeName: 'PumpV2',
    attributes: {
      serial: trap('serial', '4801-9277-3318-07'),
      site: trap('place', 'Mount Eliza Reservoir'),
      lat: trap('coordinate', '-38.1889'),
      lon: trap('coordinate', '145.0863'),
      fw: trap('version', '1.19.4.2207'),
      wifiMac: p('mac', 'a4cf12d98e07'),
    },
    version: 12,
    shadow: {
      state: { desired: { rpm: 1450 }, reported: { rpm: 1448, uptime: 8841203, psi: 61.2 } },
      metadata: { reported: { rpm: { timestamp: trap('epoch', 1772450001) } } },
      version: 88120,
      timestamp: trap('epoch', 1772451144),
      clientToken: open('token-66c1'),
    },
  }),
  octopusAccount: () => ({
    number: trap('id', 'A-7F42C918'),
    properties: [
      {
        id: trap('id', 3344120),
        moved_in_at: trap('timestamp', '2020-11-30T00:00:00Z'),
        moved_out_at: null,
        address_line_1: p('address', '19 Wisteria Close'),
        address_line_2: '',
        address_line_3: '',
        town: p('address', 'Ottery St Mary'),
        county: p('address', 'Devon'),
        postcode: p('address', 'EX11 1FJ'),
        electricity_meter_points: [
          {
            mpan: open('2200042286871'),
            profile_class: 1,
            consumption_standard: 3812,
            meters: [
              {
                serial_number: trap('serial', '21L3884417'),
                registers: [{ identifier: '1', rate: 'STANDARD', is_settlement_register: true }],
              },
            ],
            agreements: [
              {
                tariff_code: trap('sku', 'E-1R-AGILE-24-10-01-L'),
                valid_from: trap('timestamp', '2025-10-01T00:00:00+01:00'),
                valid_to: null,
              },
            ],
          },
        ],
        gas_meter_points: [
          {
            mprn: open('7718204410'),
            consumption_standard: 11400,
            meters: [{ serial_number: trap('serial', 'E6S17784121861') }],
          },
        ],
      },
    ],
  }),
  enedisContrat: () => ({
    customer: {
      customer_id: trap('id', '1358019319'),
      usage_points: [
        {
          usage_point: {
            usage_point_id: open('12345678901234'),
            usage_point_status: 'com',
            meter_type: 'AMM',
            usage_point_addresses: {
              street: p('address', '2 bis rue du capitaine Flam'),
              locality: p('address', 'lieudit Tourtouze'),
              postal_code: p('address', '32400'),
              insee_code: open('32244'),
              city: p('address', 'Maulichères'),
              country: open('France'),
              geo_points: { latitude: open('43.687253'), longitude: open('-0.087957'), altitude: open('148') },
            },
          },
          contracts: {
            segment: 'C5',
            subscribed_power: '9 kVA',
            last_activation_date: trap('timestamp', '2013-08-14+01:00'),
            distribution_tariff: trap('code', 'BTINFCUST'),
            offpeak_hours: 'HC (23h00-7h30)',
            contract_status: 'SERVC',
          },
        },
      ],
      identity: {
        natural_person: { title: 'Mme', firstname: p('name', 'Capucine'), lastname: p('name', 'Destrebecq') },
      },
      contact_data: { phone: p('phone', '0562884417'), email: p('email', 'capucine.destrebecq@orange.fr') },
    },
    meter_reading: {
      start: trap('date', '2026-03-01'),
      end: trap('date', '2026-03-02'),
      quality: 'BRUT',
      reading_type: { unit: 'Wh', measurement_kind: 'energy', aggregate: 'sum' },
      interval_reading: [
        { value: '12940', rank: '1' },
        { value: '14013', rank: '2' },
      ],
    },
  }),
};
