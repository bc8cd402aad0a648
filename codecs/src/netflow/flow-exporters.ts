/**
 * Remembers the templates of exporters, and turns their datagrams into payloads that need no memory to be decoded: each
 * has its data and, in front of it, the templates of that data. Decoding may then run in any thread, in any order, and
 * again after a crash or months later, always with the same messages. A payload is itself a packet of NetFlow v9 or
 * IPFIX.
 */
import type { Refusal } from '../refused-codec.ts'
import type { FieldDefinitions } from './field-definitions.ts'
import { type FlowHeader, type FlowSet, readFlowHeader, readFlowSets } from './flow-packet.ts'
import { createFlowPayload, type FlowPayload } from './flow-payload.ts'
import { type FlowTemplate, isDataSet, readTemplates, templateKind } from './flow-template.ts'
import { createHeldFlows, type HeldFlow, type HeldFlows } from './held-flows.ts'
import { createTemplateMemory, type TemplateMemory } from './template-memory.ts'

export type FlowExporters = ReturnType<typeof createFlowExporters>

export interface FlowPayloads {
  readonly payloads: readonly Uint8Array[]
  /** Parts of the datagram that cannot be decoded. */
  readonly refused: readonly RefusedFlows[]
}

export interface RefusedFlows {
  readonly payload: Uint8Array
  readonly refusal: Refusal
}

export interface FlowLimits {
  readonly templates: number
  readonly templatesOfExporter: number
  readonly heldAddresses: number
  readonly heldBytes: number
  readonly heldBytesOfExporter: number
}

const DEFAULT_LIMITS: FlowLimits = {
  templates: 5000,
  templatesOfExporter: 1000,
  heldAddresses: 5000,
  heldBytes: 64 * 1024 * 1024,
  heldBytesOfExporter: 1024 * 1024,
}

const DAMAGED: Refusal = {
  reason: 'length-invalid',
  detail: 'The packet is cut off, or the length of one of its parts is wrong',
}
const TEMPLATE_INVALID: Refusal = {
  reason: 'template-invalid',
  detail: 'A template is cut off, has no fields, has more than 512, or describes records without bytes',
}
const TOO_MANY_TEMPLATES: Refusal = {
  reason: 'too-many-templates',
  detail: 'The flows of the packet need more than 64 KiB of templates',
}
const TEMPLATE_MISSING: Refusal = {
  reason: 'template-missing',
  detail: 'The exporter did not send the template of these flows within a minute',
}

interface Memory {
  readonly definitions: FieldDefinitions | undefined
  readonly templates: TemplateMemory
  readonly held: HeldFlows
}

interface Packet {
  readonly header: FlowHeader
  readonly headerBytes: Buffer
  readonly address: string
  readonly nowMs: number
  /** The data whose templates are known. */
  readonly payload: FlowPayload
  /** Templates by key. */
  readonly learned: Map<string, FlowTemplate>
  /** Once per packet, because it searches all templates of the exporter. */
  readonly withdrawnAll: Set<string>
  readonly refused: RefusedFlows[]
}

export interface FlowOptions {
  readonly limits?: FlowLimits
  /** Names of the fields of NetFlow v9 instead of Cisco's; they travel with the payloads. */
  readonly definitions?: FieldDefinitions | undefined
}

export function createFlowExporters({ limits = DEFAULT_LIMITS, definitions }: FlowOptions = {}) {
  const memory: Memory = {
    definitions,
    templates: createTemplateMemory(limits),
    held: createHeldFlows({
      addresses: limits.heldAddresses,
      bytes: limits.heldBytes,
      bytesOfAddress: limits.heldBytesOfExporter,
    }),
  }
  return {
    add(datagram: Uint8Array, address: string, nowMs: number) {
      const bytes = Buffer.from(datagram.buffer, datagram.byteOffset, datagram.byteLength)
      const header = readFlowHeader(bytes)
      // v5 has no templates; the codec reports why other packets are invalid.
      return header === undefined
        ? { payloads: [bytes], refused: [] }
        : addPacket(memory, bytes, header, address, nowMs)
    },
    /** Data whose template has not come in time. Call about once a second. */
    expire: (nowMs: number) =>
      memory.held.expire(nowMs).map(({ address, flow: { headerBytes, set } }) => ({
        address,
        payload: Buffer.concat([headerBytes, set.bytes]),
        refusal: TEMPLATE_MISSING,
      })),
    figures() {
      const { bytes, dropped } = memory.held.figures()
      return { templates: memory.templates.count(), heldBytes: bytes, droppedSets: dropped }
    },
  }
}

function addPacket(memory: Memory, bytes: Buffer, header: FlowHeader, address: string, nowMs: number): FlowPayloads {
  const headerBytes = bytes.subarray(0, header.headerBytes)
  const payload = createFlowPayload(header, headerBytes, memory.definitions)
  const packet: Packet = {
    header,
    headerBytes,
    address,
    nowMs,
    payload,
    learned: new Map(),
    withdrawnAll: new Set(),
    refused: [],
  }
  const { sets, rest } = readFlowSets(bytes, header)
  for (const set of sets) {
    if (templateKind(header, set) !== undefined) addTemplates(memory, packet, set)
    else if (isDataSet(set)) addData(memory, packet, set)
  }
  if (rest.length > 0) refuse(packet, rest, DAMAGED)
  const whole = payload.finish()
  const released = release(memory, packet)
  return { payloads: whole === undefined ? released : [...released, whole], refused: packet.refused }
}

function refuse({ headerBytes, refused }: Packet, bytes: Buffer, refusal: Refusal): void {
  refused.push({ payload: Buffer.concat([headerBytes, bytes]), refusal })
}

const prefixOf = ({ version, sourceId }: FlowHeader): string => `${version}/${sourceId}/`

function addData({ templates, held }: Memory, packet: Packet, set: FlowSet): void {
  const { header, headerBytes, address, nowMs, payload } = packet
  const key = prefixOf(header) + set.id
  const template = templates.use(address, key)
  if (template === undefined) held.hold(address, { key, header, headerBytes, set, sinceMs: nowMs })
  else if (!template.isOptions && !payload.add(template, set)) refuse(packet, set.bytes, TOO_MANY_TEMPLATES)
}

function addTemplates({ templates }: Memory, packet: Packet, set: FlowSet): void {
  const { header, address, learned, withdrawnAll } = packet
  const prefix = prefixOf(header)
  const read = readTemplates(header, set)
  if (read.isDamaged) refuse(packet, set.bytes, TEMPLATE_INVALID)
  for (const id of read.withdrawn) templates.forget(address, prefix + id)
  const { withdrawsAll } = read
  if (withdrawsAll !== undefined && !withdrawnAll.has(withdrawsAll)) {
    withdrawnAll.add(withdrawsAll)
    const isOptions = withdrawsAll === 'options'
    templates.forgetAll(address, (key, template) => key.startsWith(prefix) && template.isOptions === isOptions)
  }
  for (const template of read.templates) {
    templates.learn(address, prefix + template.id, template)
    learned.set(prefix + template.id, template)
  }
}

/** The data that has waited for the templates of the packet. */
function release({ held, definitions }: Memory, { address, learned }: Packet): readonly Uint8Array[] {
  if (learned.size === 0) return []
  return held
    .release(address, new Set(learned.keys()))
    .flatMap((flow) => payloadOf(flow, learned.get(flow.key), definitions) ?? [])
}

function payloadOf(
  { header, headerBytes, set }: HeldFlow,
  template: FlowTemplate | undefined,
  definitions: FieldDefinitions | undefined,
): Uint8Array | undefined {
  if (template === undefined || template.isOptions) return undefined
  const payload = createFlowPayload(header, headerBytes, definitions)
  payload.add(template, set)
  return payload.finish()
}
