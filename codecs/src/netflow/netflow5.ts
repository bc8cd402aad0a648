import type { MessageBatch } from '../batch/message-batch.ts'
import { addFlow } from './flow-message.ts'
import { readAddress, timeSinceBoot } from './flow-values.ts'

const HEADER_BYTES = 24
const RECORD_BYTES = 48

/** NetFlow v5: a header, then records of fixed length. The count in the header is not trusted. */
export function decodeNetflow5(packet: Buffer, batch: MessageBatch): void {
  if (packet.length < HEADER_BYTES) {
    batch.fail('length-invalid', `A packet of NetFlow v5 has at least ${HEADER_BYTES} bytes, this one ${packet.length}`)
    return
  }
  const count = packet.readUInt16BE(2)
  const whole = Math.floor((packet.length - HEADER_BYTES) / RECORD_BYTES)
  const exportedAtMs = packet.readUInt32BE(8) * 1000 + Math.trunc(packet.readUInt32BE(12) / 1e6)
  const bootedAtMs = exportedAtMs - packet.readUInt32BE(4)
  const sequence = packet.readUInt32BE(16)
  for (let index = 0; index < Math.min(count, whole); index++) {
    const record = packet.subarray(HEADER_BYTES + index * RECORD_BYTES, HEADER_BYTES + (index + 1) * RECORD_BYTES)
    const tos = record[39] ?? 0
    addFlow(batch, {
      label: 'NetFlowV5',
      version: 5,
      packetId: sequence,
      exportedAtMs,
      fields: { tos },
      source: { address: readAddress(record, 0, 4), port: record.readUInt16BE(32), mask: record[44] },
      destination: { address: readAddress(record, 4, 4), port: record.readUInt16BE(34), mask: record[45] },
      sourceAs: record.readUInt16BE(40),
      destinationAs: record.readUInt16BE(42),
      nextHop: readAddress(record, 8, 4),
      protocol: record[38],
      tcpFlags: record[37],
      start: timeSinceBoot(bootedAtMs, record.readUInt32BE(24), exportedAtMs),
      stop: timeSinceBoot(bootedAtMs, record.readUInt32BE(28), exportedAtMs),
      bytes: record.readUInt32BE(20),
      packets: record.readUInt32BE(16),
      snmpInput: record.readUInt16BE(12),
      snmpOutput: record.readUInt16BE(14),
    })
  }
  if (count > whole) {
    batch.fail('length-invalid', `The packet announces ${count} flows, but has ${whole}`)
  }
}
