import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { netflowCodec } from '@logyard/codecs/netflow/netflow-codec'
import * as packets from '@logyard/codecs/netflow/testing/flow-packets'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import type { JournalRecord } from '../../journal/journal-block.ts'
import { startInputs } from '../testing/start-inputs.ts'

const NETFLOW = 'org.graylog.plugins.netflow.inputs.NetFlowUdpInput'

async function exporter(port: number) {
  const socket = createSocket('udp4')
  socket.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return {
    send: (packet: Uint8Array) =>
      new Promise<void>((resolve, reject) =>
        socket.send(packet, (error) => (error === null ? resolve() : reject(error))),
      ),
    [Symbol.dispose]: () => void socket.close(),
  }
}

/** Decodes each payload alone, as workers and replays do. */
const textsOf = (records: readonly JournalRecord[]) =>
  records.flatMap(({ origin, raw }) => {
    const decoded = netflowCodec.create(origin.configuration)(raw)
    return decoded.ok ? decoded.messages.map(({ message, source }) => `${source}: ${message}`) : [decoded.reason]
  })

test('flows that arrive before their template, or packets after it, are journaled with it', async () => {
  await using world = await startInputs()
  const input = await world.launch(NETFLOW)
  using router = await exporter(input.port)
  const data = packets.data(256, packets.flowRecord('192.0.2.1', '198.51.100.2'))
  await router.send(packets.netflow9([data]))
  await router.send(packets.netflow9([packets.template9(256, packets.FLOW_FIELDS)]))
  await router.send(packets.netflow9([data]))
  await router.send(packets.netflow5([packets.record5('192.0.2.3', '192.0.2.4')]))
  await router.send(packets.ipfix([packets.template10(256, [[8, 4]]), packets.data(256, packets.ip('192.0.2.5'))]))
  const v9 = '127.0.0.1: NetFlowV9 [192.0.2.1]:51000 <> [198.51.100.2]:443 proto:17 pkts:5 bytes:500'
  expect(textsOf(await world.received(4))).toEqual([
    v9,
    v9,
    '127.0.0.1: NetFlowV5 [192.0.2.3]:51000 <> [192.0.2.4]:443 proto:6 pkts:5 bytes:500',
    '127.0.0.1: IPFIX [192.0.2.5] <> []',
  ])
  expect(world.metric(input, 'incomingMessages')).toBe(4)
  expect(world.metric(input, 'read_bytes_total')).toBeGreaterThan(200)
})

test('damaged packets become failures, and later flows are received', async () => {
  await using world = await startInputs()
  const input = await world.launch(NETFLOW)
  using router = await exporter(input.port)
  await router.send(packets.netflow9([packets.set(256, [1, 2, 3, 4], 60_000)]))
  await router.send(Buffer.from([0, 9, 0, 1]))
  await router.send(packets.netflow5([packets.record5('192.0.2.3', '192.0.2.4')]))
  const records = await world.received(3)
  expect(records[0]?.origin).toMatchObject({ codec: 'refused', configuration: { reason: 'length-invalid' } })
  expect(textsOf(records.slice(1))).toEqual(['length-invalid', expect.stringContaining('NetFlowV5')])
  expect(world.metric(input, 'invalidMessages')).toBe(1)
})

test('a YAML file replaces the names of fields; an unusable one fails the input', async () => {
  await using world = await startInputs()
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'netflow9.yml')
  const definitions = { netflow9_definitions_Path: path }
  await writeFile(path, '---\n8:\n- :ip4_addr\n- :ipv4_src_addr\n4:\n- 1\n- :our_protocol\n43:\n- :skip\n')
  const { port } = await world.launch(NETFLOW, definitions)
  using router = await exporter(port)
  const template = packets.template9(256, [
    [8, 4],
    [4, 1],
    [43, 2],
  ])
  await router.send(packets.netflow9([template, packets.data(256, [...packets.ip('192.0.2.1'), 6, 0, 0])]))
  const [record] = await world.received(1)
  const decoded = record && netflowCodec.create(record.origin.configuration)(record.raw)
  expect(decoded).toMatchObject({ messages: [{ fields: { nf_our_protocol: 6, nf_src_address: '192.0.2.1' } }] })
  await writeFile(path, '8: nothing')
  await expect(world.launch(NETFLOW, definitions)).rejects.toThrow('Field 8 of')
  await writeFile(path, 'root:x:0:0:root\n  password: hunter2\n- [')
  await expect(world.launch(NETFLOW, definitions)).rejects.toThrow(`${path} are not YAML: see line 1`)
  await expect(world.launch(NETFLOW, definitions)).rejects.not.toThrow(/root|hunter2/)
  await expect(world.launch(NETFLOW, { netflow9_definitions_Path: '/nowhere' })).rejects.toThrow('cannot be read')
})
