import { expect, test } from 'vitest'
import { packBody } from '../batch/packed-body.ts'
import { cpuTimeMs } from '../testing/cpu-time.ts'
import { rawMessage, seen } from '../testing/raw-message.ts'
import { netflowCodec } from './netflow-codec.ts'
import * as packets from './testing/flow-packets.ts'

const decode = netflowCodec.create({})
const fieldsOf = (packet: Uint8Array) => {
  const decoded = decode(rawMessage(packet))
  return decoded.ok ? decoded.messages.map(({ fields }) => fields) : [decoded.reason]
}
const EXPORTED = new Date(packets.EXPORTED_AT * 1000).toISOString()

test('each record of NetFlow v5 is a message', () => {
  const records = [packets.record5('192.0.2.1', '198.51.100.2'), packets.record5('192.0.2.3', '198.51.100.4')]
  const [first, second] = [seen(decode(rawMessage(packets.netflow5(records))))].flat()
  expect(first).toEqual({
    time: new Date(packets.EXPORTED_AT * 1000 + 123).toISOString(),
    source: '192.0.2.7',
    message: 'NetFlowV5 [192.0.2.1]:51000 <> [198.51.100.2]:443 proto:6 pkts:5 bytes:500',
    nf_version: 5,
    nf_flow_packet_id: 42,
    nf_tos: 8,
    nf_src: '192.0.2.1:51000',
    nf_src_address: '192.0.2.1',
    nf_src_port: 51_000,
    nf_src_mask: 24,
    nf_src_as: 64_500,
    nf_dst: '198.51.100.2:443',
    nf_dst_address: '198.51.100.2',
    nf_dst_port: 443,
    nf_dst_mask: 16,
    nf_dst_as: 64_501,
    nf_next_hop: '192.0.2.254',
    nf_proto: 6,
    nf_proto_name: 'TCP',
    nf_tcp_flags: 27,
    nf_start: new Date(packets.EXPORTED_AT * 1000 + 123 - 2000).toISOString(),
    nf_stop: new Date(packets.EXPORTED_AT * 1000 + 123 - 1000).toISOString(),
    nf_bytes: 500,
    nf_pkts: 5,
    nf_snmp_input: 3,
    nf_snmp_output: 4,
  })
  expect(second).toMatchObject({ nf_src_address: '192.0.2.3' })
  const overridden = netflowCodec.create({ override_source: 'core-1' })(rawMessage(packets.netflow5(records)))
  expect(overridden).toMatchObject({ messages: [{ source: 'core-1' }, { source: 'core-1' }] })
})

test('a flow that began before the uptime of the exporter wrapped is not in the future', () => {
  const packet = packets.netflow5([packets.record5('192.0.2.1', '198.51.100.2')])
  packet.writeUInt32BE(1000, 4)
  packet.writeUInt32BE(2 ** 32 - 4000, 24 + 24)
  packet.writeUInt32BE(500, 24 + 28)
  expect(fieldsOf(packet)).toMatchObject([
    {
      nf_start: new Date(packets.EXPORTED_AT * 1000 + 123 - 5000).toISOString(),
      nf_stop: new Date(packets.EXPORTED_AT * 1000 + 123 - 500).toISOString(),
    },
  ])
})

test('NetFlow v9 has the fields in common, and those of its template', () => {
  const packet = packets.netflow9([
    packets.template9(256, [...packets.FLOW_FIELDS, [61, 1], [94, 6], [55, 1], [56, 6], [4242, 2], [85, 8]]),
    packets.data(256, [
      ...packets.flowRecord('192.0.2.1', '198.51.100.2'),
      1,
      ...packets.text('web', 6),
      4,
      ...[0, 1, 2, 0xaa, 0xbb, 0xcc],
      ...packets.u16(77),
      ...packets.u32(0x0100_0000),
      ...packets.u32(1),
    ]),
  ])
  expect(seen(decode(rawMessage(packet)))).toMatchObject({
    time: EXPORTED,
    source: '192.0.2.7',
    message: 'NetFlowV9 [192.0.2.1]:51000 <> [198.51.100.2]:443 proto:17 pkts:5 bytes:500',
    nf_version: 9,
    nf_flow_packet_id: 42,
    nf_ipv4_src_addr: '192.0.2.1',
    nf_src: '192.0.2.1:51000',
    nf_src_mask: 24,
    nf_tos: 8,
    nf_src_tos: 8,
    nf_dst_tos: 4,
    nf_proto_name: 'UDP',
    nf_in_bytes: 500,
    nf_bytes: 500,
    nf_first_switched: packets.UPTIME_MS - 2000,
    nf_start: new Date(packets.EXPORTED_AT * 1000 - 2000).toISOString(),
    nf_snmp_output: 4,
    nf_direction: 1,
    nf_application_description: 'web',
    nf_in_src_mac: '00:01:02:aa:bb:cc',
    nf_field_4242: 77,
    nf_in_permanent_bytes: 72_057_594_037_927_937n,
  })
  expect(fieldsOf(packet)[0]).not.toHaveProperty('nf_next_hop')
})

test('IPFIX has variable lengths, fields of vendors and IPv6', () => {
  const v6 = [0x20, 0x01, 0x0d, 0xb8, ...Array<number>(11).fill(0), 1]
  const packet = packets.ipfix([
    packets.template10(300, [
      [27, 16],
      [7, 2],
      [371, 65_535],
      [152, 8],
      [1, 8, 29_305],
      [10, 65_535, 9],
    ]),
    packets.data(300, [
      ...v6,
      ...packets.u16(53),
      ...[3, ...packets.text('ada', 3)],
      ...[0, 0, 0x01, 0x9e, 0xca, 0xa3, 0x76, 0x00],
      ...[0, 0, 0, 0, 0, 0, 1, 0],
      ...[255, ...packets.u16(300), ...Array<number>(300).fill(0x41)],
    ]),
  ])
  expect(seen(decode(rawMessage(packet)))).toMatchObject({
    time: EXPORTED,
    message: 'IPFIX [2001:db8::1]:53 <> []',
    nf_version: 10,
    nf_source_ipv6_address: '2001:db8::1',
    nf_src: '2001:db8::1:53',
    nf_user_name: 'ada',
    nf_start: new Date(0x019e_caa3_7600).toISOString(),
    nf_reverse_octet_delta_count: 256,
    nf_enterprise_9_10: 'A'.repeat(300),
  })
})

test('option records and padding make no messages', () => {
  expect(
    fieldsOf(
      packets.netflow9([
        packets.options9(257, [[1, 4]], [[34, 4]]),
        packets.data(257, [0, 0, 0, 1, 0, 0, 0, 10]),
        packets.template9(256, [
          [8, 4],
          [4, 1],
        ]),
        packets.data(256, [...packets.ip('192.0.2.1'), 6], [...packets.ip('192.0.2.2'), 6]),
      ]),
    ),
  ).toHaveLength(2)
  const options = [packets.options10(258, [[149, 4]], [[34, 4]]), packets.data(258, [0, 0, 0, 1, 0, 0, 0, 9])]
  expect(fieldsOf(packets.ipfix(options))).toEqual([])
})

test('definitions packed with the packet replace the names of v9', () => {
  const packet = packets.netflow9([
    packets.template9(256, [
      [8, 4],
      [43, 2],
      [61, 1],
    ]),
    packets.data(256, [...packets.ip('192.0.2.1'), 0, 1, 1]),
  ])
  const packed = packBody({ address: '8 ipv4_src_addr', skip: '43 skip', unsigned: '61 way' }, packet)
  expect(fieldsOf(packed)).toMatchObject([{ nf_src_address: '192.0.2.1', nf_way: 1 }])
  expect(fieldsOf(packed)[0]).not.toHaveProperty('nf_skip')
})

const oneField = packets.template9(256, [[4, 1]])

test.each([
  ['an unknown version', Buffer.from([0, 7, 0, 0]), 'version-unsupported'],
  ['nothing', Buffer.alloc(0), 'version-unsupported'],
  ['half a v9 header', packets.netflow9([]).subarray(0, 12), 'length-invalid'],
  ['half a v5 header', packets.netflow5([]).subarray(0, 12), 'length-invalid'],
  ['a set of length 0', packets.netflow9([packets.set(256, [], 0)]), 'length-invalid'],
  ['a set longer than the packet', packets.netflow9([packets.set(256, [1, 2], 600)]), 'length-invalid'],
  ['data without a template', packets.netflow9([packets.data(256, [1])]), 'template-missing'],
  ['a template cut off', packets.netflow9([packets.set(0, [...packets.u16(256), 0, 9, 0, 4])]), 'template-invalid'],
  [
    'fields without bytes',
    packets.netflow9([
      packets.template9(256, [
        [4, 0],
        [8, 0],
      ]),
    ]),
    'template-invalid',
  ],
])('%s is a failure', (_name, packet, reason) => {
  expect(decode(rawMessage(packet))).toMatchObject({ ok: false, reason })
})

test('what is intact of a damaged packet is decoded', () => {
  expect(decode(rawMessage(packets.netflow5([packets.record5('192.0.2.1', '192.0.2.2')], 30)))).toMatchObject({
    ok: true,
    messages: [{ fields: { nf_src_address: '192.0.2.1' } }],
    failures: [{ reason: 'length-invalid' }],
  })
  const cut = packets.ipfix([
    packets.template10(256, [
      [4, 1],
      [371, 65_535],
    ]),
    packets.data(256, [6, 3, 97, 98, 99], [17, 200, 97]),
  ])
  expect(decode(rawMessage(cut))).toMatchObject({
    messages: [{ fields: { nf_proto: 6, nf_user_name: 'abc' } }],
    failures: [{ reason: 'record-invalid' }],
  })
})

test.each([
  [
    'sets of one tiny record each, of a template with 512 fields',
    () => {
      const fields = Array.from({ length: 511 }, (): packets.TestField => [8, 0])
      const sets = Array.from({ length: 12_000 }, () => packets.set(256, [6]))
      return packets.netflow9([packets.template9(256, [...fields, [4, 1]]), ...sets])
    },
  ],
  ['60,000 records of a byte', () => packets.netflow9([oneField, packets.set(256, Buffer.alloc(60_000, 6))])],
  ['15,000 empty sets', () => packets.netflow9(Array.from({ length: 15_000 }, () => packets.set(256, [])))],
  [
    '5,000 templates',
    () => packets.ipfix(Array.from({ length: 5000 }, (_, n) => packets.template10(256 + n, [[4, 1]]))),
  ],
])('a packet of %s is decoded in time', (_name, make) => {
  const packet = make()
  const started = cpuTimeMs()
  decode(rawMessage(packet))
  expect(cpuTimeMs() - started).toBeLessThan(2000)
})
