/** Decodes the flows of a NetFlow v9 or IPFIX packet that has the templates of its own data. */
import type { MessageBatch } from '../batch/message-batch.ts'
import type { FieldValue } from '../codec.ts'
import { FieldMap } from '../field-map.ts'
import type { FieldDefinition, FieldDefinitions } from './field-definitions.ts'
import { addFlow, type FlowEnd } from './flow-message.ts'
import { type FlowHeader, type FlowSet, readFlowHeader, readFlowSets } from './flow-packet.ts'
import {
  type FlowTemplate,
  isDataSet,
  readTemplates,
  type TemplateField,
  templateKind,
  VARIABLE_LENGTH,
} from './flow-template.ts'
import { readFlowValue, timeSinceBoot } from './flow-values.ts'

type Values = Readonly<Record<string, FieldValue>>

interface Reading {
  readonly batch: MessageBatch
  readonly header: FlowHeader
  readonly definitions: FieldDefinitions
  readonly readers: Map<FlowTemplate, readonly FieldReader[]>
}

interface FieldReader extends FieldDefinition {
  readonly length: number
}

export function decodeTemplateFlows(packet: Buffer, definitions: FieldDefinitions, batch: MessageBatch): void {
  const header = readFlowHeader(packet)
  if (header === undefined) {
    batch.fail('length-invalid', 'The packet is shorter than its header')
    return
  }
  const reading: Reading = { batch, header, definitions, readers: new Map() }
  const templates = new Map<number, FlowTemplate>()
  const { sets, rest } = readFlowSets(packet, header)
  for (const set of sets) {
    if (templateKind(header, set) !== undefined) {
      const read = readTemplates(header, set)
      for (const template of read.templates) templates.set(template.id, template)
      if (read.isDamaged) batch.fail('template-invalid', 'A template of the packet is invalid')
    } else if (isDataSet(set)) {
      const template = templates.get(set.id)
      if (template === undefined) batch.fail('template-missing', `The packet has no template ${set.id} for its flows`)
      else if (!template.isOptions) readRecords(reading, template, set)
    }
  }
  if (rest.length > 0) batch.fail('length-invalid', 'A part of the packet is cut off or has a wrong length')
}

function readRecords(reading: Reading, template: FlowTemplate, { body }: FlowSet): void {
  const readers = reading.readers.getOrInsertComputed(template, ({ fields }) =>
    fields.map((field) => readerOf(field, reading.definitions)),
  )
  let at = 0
  // Fewer bytes than the shortest record are padding.
  while (body.length - at >= template.minRecordBytes) {
    const record = readRecord(body, at, readers)
    if (record === undefined) {
      reading.batch.fail('record-invalid', `A flow of template ${template.id} is cut off`)
      return
    }
    addRecord(reading, record.values)
    at = record.end
  }
}

/** Enterprise 29305: the same fields, of the opposite direction of the flow. */
const REVERSE = 29_305

function readerOf({ id, length, enterprise }: TemplateField, definitions: FieldDefinitions): FieldReader {
  const known = enterprise === undefined || enterprise === REVERSE ? definitions.get(id) : undefined
  if (known !== undefined) {
    return enterprise === undefined ? { ...known, length } : { name: `reverse_${known.name}`, kind: known.kind, length }
  }
  const name = enterprise === undefined ? `field_${id}` : `enterprise_${enterprise}_${id}`
  return { name, kind: length <= 8 ? 'unsigned' : 'opaque', length }
}

function readRecord(
  body: Buffer,
  start: number,
  readers: readonly FieldReader[],
): { readonly values: Values; readonly end: number } | undefined {
  const values = new FieldMap()
  let at = start
  for (const { name, kind, length: given } of readers) {
    let length = given
    if (given === VARIABLE_LENGTH) {
      const short = body[at]
      if (short === undefined) return undefined
      at += 1
      length = short
      if (short === 0xff) {
        if (body.length - at < 2) return undefined
        length = body.readUInt16BE(at)
        at += 2
      }
    }
    if (body.length - at < length) return undefined
    const value = readFlowValue(body, at, length, kind)
    if (value !== undefined) values[name] = value
    at += length
  }
  return { values, end: at }
}

function addRecord({ batch, header }: Reading, values: Values): void {
  const first = (...names: readonly string[]): FieldValue | undefined => {
    for (const name of names) if (values[name] !== undefined) return values[name]
    return undefined
  }
  const end = (side: 'src' | 'dst', name: 'source' | 'destination'): FlowEnd => ({
    address: addressOf(
      first(`ipv4_${side}_addr`, `${name}_ipv4_address`),
      first(`ipv6_${side}_addr`, `${name}_ipv6_address`),
    ),
    port: first(`l4_${side}_port`, `${name}_transport_port`, `udp_${name}_port`, `tcp_${name}_port`),
    mask: first(`${side}_mask`, `ipv6_${side}_mask`, `${name}_ipv4_prefix_length`, `${name}_ipv6_prefix_length`),
  })
  const tos = first('src_tos', 'ip_class_of_service')
  addFlow(batch, {
    label: header.version === 9 ? 'NetFlowV9' : 'IPFIX',
    version: header.version,
    packetId: header.sequence,
    exportedAtMs: header.exportedAtMs,
    fields: tos === undefined ? values : { ...values, tos },
    source: end('src', 'source'),
    destination: end('dst', 'destination'),
    sourceAs: first('src_as', 'bgp_source_as_number'),
    destinationAs: first('dst_as', 'bgp_destination_as_number'),
    nextHop: addressOf(
      first('ipv4_next_hop', 'ip_next_hop_ipv4_address'),
      first('ipv6_next_hop', 'ip_next_hop_ipv6_address'),
    ),
    protocol: first('protocol', 'protocol_identifier'),
    tcpFlags: first('tcp_flags', 'tcp_control_bits'),
    start: timeOf(header, values, 'first_switched', 'flow_start'),
    stop: timeOf(header, values, 'last_switched', 'flow_end'),
    bytes: first('in_bytes', 'octet_delta_count', 'octet_total_count'),
    packets: first('in_pkts', 'packet_delta_count', 'packet_total_count'),
    snmpInput: first('input_snmp', 'ingress_interface'),
    snmpOutput: first('output_snmp', 'egress_interface'),
  })
}

/** Some exporters send both, the unused one as zeros. */
const addressOf = (ipv4: FieldValue | undefined, ipv6: FieldValue | undefined): FieldValue | undefined =>
  ipv4 === undefined || (ipv4 === '0.0.0.0' && ipv6 !== undefined) ? ipv6 : ipv4

/** `sinceBoot` is in milliseconds since the start of the exporter, which the header tells in v9. */
function timeOf(
  { exportedAtMs, uptimeMs }: FlowHeader,
  values: Values,
  sinceBoot: string,
  prefix: string,
): FieldValue | undefined {
  for (const unit of ['milliseconds', 'microseconds', 'nanoseconds', 'seconds']) {
    const time = values[`${prefix}_${unit}`]
    if (time !== undefined) return time
  }
  const offsetMs = values[sinceBoot] ?? values[`${prefix}_sys_up_time`]
  const bootedAt = values['system_init_time_milliseconds']
  const bootedAtMs = uptimeMs === undefined ? Date.parse(String(bootedAt)) : exportedAtMs - uptimeMs
  return typeof offsetMs === 'number' ? timeSinceBoot(bootedAtMs, offsetMs, exportedAtMs) : undefined
}
