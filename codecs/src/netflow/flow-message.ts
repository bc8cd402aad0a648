import type { MessageBatch } from '../batch/message-batch.ts'
import type { FieldValue } from '../codec.ts'
import { FieldMap } from '../field-map.ts'

type Value = FieldValue | undefined

/** What the versions have in common. Values are undefined if the exporter does not send them. */
export interface Flow {
  readonly label: string
  readonly version: number
  readonly packetId: number
  readonly exportedAtMs: number
  /** Further fields, without the prefix of all fields of flows. Those in common win. */
  readonly fields: Readonly<Record<string, FieldValue>>
  readonly source: FlowEnd
  readonly destination: FlowEnd
  readonly sourceAs: Value
  readonly destinationAs: Value
  readonly nextHop: Value
  readonly protocol: Value
  readonly tcpFlags: Value
  readonly start: Value
  readonly stop: Value
  readonly bytes: Value
  readonly packets: Value
  readonly snmpInput: Value
  readonly snmpOutput: Value
}

export interface FlowEnd {
  readonly address: Value
  readonly port: Value
  readonly mask: Value
}

const PREFIX = 'nf_'
const BYTES_PER_FIELD = 64
const NO_ADDRESSES: ReadonlySet<Value> = new Set(['0.0.0.0', '::'])

/** The source of the message is left to the address of the exporter. */
export function addFlow(batch: MessageBatch, flow: Flow): void {
  const fields = fieldsOf(flow)
  if (!batch.hasRoom(Object.keys(fields).length * BYTES_PER_FIELD)) return
  batch.add({ timestampMs: flow.exportedAtMs, source: '', message: textOf(flow), fields })
}

function fieldsOf(flow: Flow): FieldMap {
  const fields = new FieldMap()
  const set = (name: string, value: Value) => {
    if (value !== undefined) fields[PREFIX + name] = value
  }
  for (const [name, value] of Object.entries(flow.fields)) set(name, value)
  set('version', flow.version)
  set('flow_packet_id', flow.packetId)
  setEnd('src', flow.source, set)
  set('src_as', flow.sourceAs)
  setEnd('dst', flow.destination, set)
  set('dst_as', flow.destinationAs)
  if (!NO_ADDRESSES.has(flow.nextHop)) set('next_hop', flow.nextHop)
  set('proto', flow.protocol)
  if (typeof flow.protocol === 'number') set('proto_name', protocolName(flow.protocol))
  set('tcp_flags', flow.tcpFlags)
  set('start', flow.start)
  set('stop', flow.stop)
  set('bytes', flow.bytes)
  set('pkts', flow.packets)
  set('snmp_input', flow.snmpInput)
  set('snmp_output', flow.snmpOutput)
  return fields
}

function setEnd(name: string, { address, port, mask }: FlowEnd, set: (name: string, value: Value) => void): void {
  if (address !== undefined) set(name, port === undefined ? String(address) : `${address}:${port}`)
  set(`${name}_address`, address)
  set(`${name}_port`, port)
  set(`${name}_mask`, mask)
}

/** `NetFlowV9 [192.0.2.1]:443 <> [192.0.2.2]:51000 proto:6 pkts:3 bytes:180`; what is not sent is omitted. */
function textOf({ label, source, destination, protocol, packets, bytes }: Flow): string {
  const parts = [label]
  if (source.address !== undefined || destination.address !== undefined) {
    parts.push(endText(source), '<>', endText(destination))
  }
  if (protocol !== undefined) parts.push(`proto:${protocol}`)
  if (packets !== undefined) parts.push(`pkts:${packets}`)
  if (bytes !== undefined) parts.push(`bytes:${bytes}`)
  return parts.join(' ')
}

const endText = ({ address, port }: FlowEnd): string => `[${address ?? ''}]${port === undefined ? '' : `:${port}`}`

/** Names of IP protocols by number, as systems list them in `/etc/protocols`. */
const PROTOCOLS = `0 IP,1 ICMP,2 IGMP,3 GGP,4 IP-ENCAP,5 ST,6 TCP,8 EGP,9 IGP,12 PUP,17 UDP,20 HMP,22 XNS-IDP,27 RDP,
29 ISO-TP4,33 DCCP,36 XTP,37 DDP,38 IDPR-CMTP,41 IPv6,43 IPv6-Route,44 IPv6-Frag,45 IDRP,46 RSVP,47 GRE,50 IPSEC-ESP,
51 IPSEC-AH,57 SKIP,58 IPv6-ICMP,59 IPv6-NoNxt,60 IPv6-Opts,73 RSPF,81 VMTP,88 EIGRP,89 OSPFIGP,93 AX.25,94 IPIP,
97 ETHERIP,98 ENCAP,103 PIM,108 IPCOMP,112 VRRP,115 L2TP,124 ISIS,132 SCTP,133 FC,135 Mobility-Header,136 UDPLite,
137 MPLS-in-IP,139 HIP,140 Shim6,141 WESP,142 ROHC,143 Ethernet`

const BY_NUMBER = new Map(
  PROTOCOLS.split(/,\s*/).map((item) => {
    const [number = '', name = ''] = item.split(' ')
    return [Number(number), name] as const
  }),
)

const protocolName = (number: number): string | undefined => BY_NUMBER.get(number)
