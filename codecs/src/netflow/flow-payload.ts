/** Writes a packet of NetFlow v9 or IPFIX that has each template before the data that it describes. */
import { packBody } from '../batch/packed-body.ts'
import { type FieldDefinition, type FieldDefinitions, type FieldLists, fieldLists } from './field-definitions.ts'
import type { FlowHeader, FlowSet } from './flow-packet.ts'
import type { FlowTemplate } from './flow-template.ts'

export type FlowPayload = ReturnType<typeof createFlowPayload>

/** A small packet may name many large templates. */
const MAX_TEMPLATE_BYTES = 65_536
const IPFIX_LENGTH_AT = 2

/** `definitions` are those of NetFlow v9 that the user has configured; the payload names the fields that it uses. */
export function createFlowPayload(
  { version }: FlowHeader,
  headerBytes: Buffer,
  definitions: FieldDefinitions | undefined,
) {
  const parts: Buffer[] = []
  const current = new Map<number, FlowTemplate>()
  const written: FlowTemplate[] = []
  let templateBytes = 0

  return {
    /** Returns false if the templates of the packet would be longer than a whole datagram. */
    add(template: FlowTemplate, set: FlowSet) {
      if (current.get(template.id) !== template) {
        if (templateBytes + template.bytes.length > MAX_TEMPLATE_BYTES) return false
        templateBytes += template.bytes.length
        current.set(template.id, template)
        written.push(template)
        parts.push(templateSetHeader(version, template), template.bytes)
      }
      parts.push(set.bytes)
      return true
    },
    /** Undefined without data. */
    finish() {
      if (parts.length === 0) return undefined
      const packet = Buffer.concat([headerBytes, ...parts])
      if (version === 10) packet.writeUInt16BE(Math.min(packet.length, 0xffff), IPFIX_LENGTH_AT)
      if (version !== 9 || definitions === undefined) return packet
      return packBody({ ...NO_LISTS, ...fieldLists(usedDefinitions(written, definitions)) }, packet)
    },
  }
}

/** Tells the codec that there are definitions, even if none is used. */
const NO_LISTS: FieldLists = { skip: '' }

function usedDefinitions(templates: Iterable<FlowTemplate>, definitions: FieldDefinitions): FieldDefinitions {
  const used = new Map<number, FieldDefinition>()
  for (const { fields } of templates) {
    for (const { id } of fields) {
      const definition = definitions.get(id)
      if (definition !== undefined) used.set(id, definition)
    }
  }
  return used
}

function templateSetHeader(version: FlowHeader['version'], { bytes }: FlowTemplate): Buffer {
  const header = Buffer.alloc(4)
  header.writeUInt16BE(version === 9 ? 0 : 2, 0)
  header.writeUInt16BE(4 + bytes.length, 2)
  return header
}
