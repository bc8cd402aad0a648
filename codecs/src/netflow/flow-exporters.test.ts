import { expect, test } from 'vitest'
import { cpuTimeMs } from '../testing/cpu-time.ts'
import { damage } from '../testing/damage.ts'
import { rawMessage } from '../testing/raw-message.ts'
import { rounds } from '../testing/rounds.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { fieldDefinitions } from './field-definitions.ts'
import { createFlowExporters, type FlowExporters } from './flow-exporters.ts'
import { netflowCodec } from './netflow-codec.ts'
import * as packets from './testing/flow-packets.ts'

const decode = netflowCodec.create({})
const ROUTER = '192.0.2.7'
const MINUTE = 60_000

/** The sources of the flows that a datagram yields, decoded without any memory. */
function flows(exporters: FlowExporters, datagram: Uint8Array, address = ROUTER, nowMs = 0): readonly unknown[] {
  return exporters.add(datagram, address, nowMs).payloads.flatMap((payload) => {
    const decoded = decode(rawMessage(payload))
    return decoded.ok
      ? decoded.messages.map(({ fields }) => fields['nf_src_address'] ?? fields['nf_proto'])
      : [decoded.reason]
  })
}

const template = packets.template9(256, packets.FLOW_FIELDS)
const data = packets.data(256, packets.flowRecord('192.0.2.1', '198.51.100.2'))
const source10 = packets.template10(256, [[8, 4]])

test('a payload decodes without the packets before it', () => {
  const exporters = createFlowExporters()
  expect(flows(exporters, packets.netflow9([template]))).toEqual([])
  expect(flows(exporters, packets.netflow9([data, data]))).toEqual(['192.0.2.1', '192.0.2.1'])
  expect(flows(exporters, packets.ipfix([source10, packets.data(256, packets.ip('192.0.2.9'))]))).toEqual(['192.0.2.9'])
  expect(flows(exporters, packets.netflow5([packets.record5('192.0.2.3', '192.0.2.4')]))).toEqual(['192.0.2.3'])
})

test('templates belong to an address, a source and a version', () => {
  const exporters = createFlowExporters()
  flows(exporters, packets.netflow9([template], { source: 1 }))
  expect(flows(exporters, packets.netflow9([data], { source: 1 }))).toHaveLength(1)
  expect(flows(exporters, packets.netflow9([data], { source: 2 }))).toHaveLength(0)
  expect(flows(exporters, packets.netflow9([data], { source: 1 }), '192.0.2.8')).toHaveLength(0)
  expect(flows(exporters, packets.ipfix([data], { source: 1 }))).toHaveLength(0)
})

test('data waits for its template for a minute', () => {
  const exporters = createFlowExporters()
  expect(flows(exporters, packets.netflow9([data]), ROUTER, 0)).toEqual([])
  expect(flows(exporters, packets.netflow9([data, template, data]), ROUTER, MINUTE - 1)).toHaveLength(3)
  expect(exporters.figures().heldBytes).toBe(0)
  flows(exporters, packets.netflow9([data], { source: 9 }), ROUTER, 0)
  expect(exporters.expire(MINUTE - 1)).toEqual([])
  const [lost] = exporters.expire(MINUTE)
  expect(lost).toMatchObject({ address: ROUTER, refusal: { reason: 'template-missing' } })
  expect(decode(rawMessage(lost?.payload ?? ''))).toMatchObject({ ok: false, reason: 'template-missing' })
  expect(exporters.figures().heldBytes).toBe(0)
})

test('a template that changes within a packet applies to the data behind it', () => {
  const exporters = createFlowExporters()
  const first = packets.template9(256, [
    [4, 1],
    [5, 1],
  ])
  const second = packets.template9(256, [
    [5, 1],
    [4, 1],
  ])
  const bytes = packets.set(256, [6, 17])
  expect(flows(exporters, packets.netflow9([first, bytes, second, bytes]))).toEqual([6, 17])
})

test('configured names travel with the fields of v9 that a payload uses', () => {
  const definitions = fieldDefinitions({ address: '8 ipv4_src_addr, 12 unused', unsigned: '4 ip_proto' })
  const exporters = createFlowExporters({ definitions })
  const bytes = [
    packets.template9(256, [
      [8, 4],
      [4, 1],
      [5, 1],
    ]),
    packets.data(256, [...packets.ip('192.0.2.1'), 6, 8]),
  ]
  const [payload] = exporters.add(packets.netflow9(bytes), ROUTER, 0).payloads
  expect(decode(rawMessage(payload ?? ''))).toMatchObject({
    messages: [{ fields: { nf_src_address: '192.0.2.1', nf_ip_proto: 6, nf_field_5: 8 } }],
  })
  expect(Buffer.from(payload ?? []).includes('unused')).toBe(false)
  const none = exporters.add(packets.netflow9([packets.template9(256, [[1, 1]]), packets.set(256, [9])]), ROUTER, 0)
  expect(decode(rawMessage(none.payloads[0] ?? ''))).toMatchObject({ messages: [{ fields: { nf_field_1: 9 } }] })
})

test('option data is dropped, and IPFIX withdraws templates', () => {
  const exporters = createFlowExporters()
  const address = packets.data(256, packets.ip('192.0.2.9'))
  flows(exporters, packets.ipfix([packets.options10(257, [[149, 4]], [[34, 4]]), source10]))
  const both = packets.ipfix([packets.data(257, [0, 0, 0, 1, 0, 0, 0, 9]), address])
  expect(flows(exporters, both)).toEqual(['192.0.2.9'])
  flows(exporters, packets.ipfix([packets.set(2, [...packets.u16(256), 0, 0])]))
  expect(flows(exporters, packets.ipfix([address]))).toEqual([])
  flows(exporters, packets.ipfix([source10]))
  flows(exporters, packets.ipfix([packets.set(2, [0, 2, 0, 0])]))
  expect(exporters.figures().templates).toBe(1)
})

test('lies about lengths are refused, the rest is kept', () => {
  const exporters = createFlowExporters()
  const { payloads, refused } = exporters.add(packets.netflow9([template, data, packets.set(256, [1], 900)]), ROUTER, 0)
  expect(payloads).toHaveLength(1)
  expect(refused).toMatchObject([{ refusal: { reason: 'length-invalid' } }])
  expect(decode(rawMessage(refused[0]?.payload ?? ''))).toMatchObject({ ok: false, reason: 'length-invalid' })
  const empty = exporters.add(packets.netflow9([packets.template9(300, [[4, 0]])]), ROUTER, 0)
  expect(empty.refused).toMatchObject([{ refusal: { reason: 'template-invalid' } }])
})

test('a flood of templates or of data cannot displace an exporter in use, and stays within its bounds', () => {
  const exporters = createFlowExporters()
  flows(exporters, packets.netflow9([template]))
  const started = cpuTimeMs()
  const many = packets.netflow9(Array.from({ length: 5000 }, (_, n) => packets.template9(300 + n, [[4, 1]])))
  for (let round = 0; round < 20; round++) flows(exporters, many, '203.0.113.1')
  expect(exporters.figures().templates).toBe(1001)
  for (let n = 0; n < 20_000; n++) {
    const attacker = `10.0.${n >> 8}.${n & 255}`
    exporters.add(packets.netflow9([template]), attacker, 0)
    exporters.add(packets.netflow9([packets.data(999, [1, 2, 3, 4])]), attacker, 0)
    if (n % 1000 === 0) expect(flows(exporters, packets.netflow9([data]))).toHaveLength(1)
  }
  const large = packets.netflow9([packets.set(999, Buffer.alloc(60_000))])
  for (let n = 0; n < 200; n++) exporters.add(large, `203.0.113.${n}`, 0)
  for (let n = 0; n < 50; n++) exporters.add(large, ROUTER, 0)
  const { templates, heldBytes, droppedSets } = exporters.figures()
  expect(templates).toBeLessThanOrEqual(5000)
  expect(heldBytes).toBeLessThanOrEqual(64 * 2 ** 20)
  expect(droppedSets).toBeGreaterThan(10_000)
  expect(exporters.expire(MINUTE).filter(({ address }) => address === ROUTER).length).toBeLessThan(18)
  expect(cpuTimeMs() - started).toBeLessThan(10_000)
})

test('small packets that need large templates do not fill the journal', () => {
  const exporters = createFlowExporters()
  const wide = Array.from({ length: 511 }, (): packets.TestField => [8, 0])
  for (let n = 0; n < 500; n++) {
    exporters.add(packets.netflow9([packets.template9(256 + n, [...wide, [4, 1]])]), ROUTER, 0)
  }
  const packet = packets.netflow9(Array.from({ length: 500 }, (_, n) => packets.set(256 + n, [6])))
  const { payloads, refused } = exporters.add(packet, ROUTER, 0)
  expect(Buffer.concat(payloads).length).toBeLessThan(80_000)
  expect(refused.length).toBeGreaterThan(400)
})

test('damaged packets never throw, and intact ones between them are decoded', { timeout: 600_000 }, () => {
  const random = seededRandom(9)
  const captures = [
    packets.netflow9([template, data]),
    packets.ipfix([
      packets.template10(300, [
        [8, 4],
        [371, 65_535],
      ]),
      packets.data(300, [1, 2, 3, 4, 2, 97, 98]),
    ]),
    packets.netflow5([packets.record5('192.0.2.1', '192.0.2.2')]),
    packets.netflow9([packets.options9(257, [[1, 4]], [[34, 4]])]),
  ]
  const exporters = createFlowExporters()
  for (let round = 0; round < rounds(3000, 300_000); round++) {
    flows(exporters, damage(random, captures), `10.0.0.${random.below(50)}`, round)
    if (round % 100 !== 0) continue
    exporters.expire(round)
    expect(flows(exporters, packets.netflow9([template, data]), '192.0.2.99', round)).toEqual(['192.0.2.1'])
  }
})
