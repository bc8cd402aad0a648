import type { FlowHeader, FlowSet } from './flow-packet.ts'

export interface TemplateField {
  readonly id: number
  /** `VARIABLE_LENGTH` if each record has a length of its own. */
  readonly length: number
  /** Undefined for fields of the public list. */
  readonly enterprise: number | undefined
}

export interface FlowTemplate {
  readonly id: number
  /** Option records describe the exporter: no messages are made of them. */
  readonly isOptions: boolean
  readonly fields: readonly TemplateField[]
  /** Length of the shortest possible record. At least 1, so that reading records ends. */
  readonly minRecordBytes: number
  /** As sent, without the header of the set. */
  readonly bytes: Buffer
}

export interface ReadTemplates {
  readonly templates: readonly FlowTemplate[]
  /** IPFIX: templates that are not valid any more, or all of the set's kind. */
  readonly withdrawn: readonly number[]
  readonly withdrawsAll: 'templates' | 'options' | undefined
  readonly isDamaged: boolean
}

export const VARIABLE_LENGTH = 0xffff
const FIRST_DATA_SET = 256
const MAX_FIELDS = 512
const ENTERPRISE_BIT = 0x8000

export const isDataSet = ({ id }: FlowSet): boolean => id >= FIRST_DATA_SET

export function templateKind({ version }: FlowHeader, { id }: FlowSet): 'templates' | 'options' | undefined {
  const first = version === 9 ? 0 : 2
  if (id === first) return 'templates'
  return id === first + 1 ? 'options' : undefined
}

interface Head {
  readonly id: number
  readonly fieldCount: number
  readonly headBytes: number
}

export function readTemplates(header: FlowHeader, set: FlowSet): ReadTemplates {
  const isOptions = templateKind(header, set) === 'options'
  const { body } = set
  const templates: FlowTemplate[] = []
  const withdrawn: number[] = []
  let withdrawsAll: ReadTemplates['withdrawsAll']
  let isDamaged = false
  let at = 0
  while (body.length - at >= 4) {
    const head = readHead(header, body, at, isOptions)
    // The rest is padding.
    if (head === undefined || (head.id < FIRST_DATA_SET && head.fieldCount > 0) || head.id === 0) break
    if (head.fieldCount === 0) {
      if (header.version === 9) {
        isDamaged = true
        break
      }
      if (head.id === set.id) withdrawsAll = isOptions ? 'options' : 'templates'
      else withdrawn.push(head.id)
      at += 4
      continue
    }
    const template = readTemplate(header, body, at, head, isOptions)
    if (template === undefined) {
      isDamaged = true
      break
    }
    if (template.minRecordBytes === 0) isDamaged = true
    else templates.push(template)
    at += template.bytes.length
  }
  return { templates, withdrawn, withdrawsAll, isDamaged }
}

function readHead({ version }: FlowHeader, body: Buffer, at: number, isOptions: boolean): Head | undefined {
  const id = body.readUInt16BE(at)
  const count = body.readUInt16BE(at + 2)
  if (!isOptions) return { id, fieldCount: count, headBytes: 4 }
  if (version === 10 && count === 0) return { id, fieldCount: 0, headBytes: 4 }
  if (body.length - at < 6) return undefined
  // In v9, the lengths in bytes of scope and options; in IPFIX, the number of all fields and of those of the scope.
  const fieldCount = version === 9 ? (count + body.readUInt16BE(at + 4)) / 4 : count
  return { id, fieldCount: Math.floor(fieldCount), headBytes: 6 }
}

function readTemplate(
  { version }: FlowHeader,
  body: Buffer,
  start: number,
  { id, fieldCount, headBytes }: Head,
  isOptions: boolean,
): FlowTemplate | undefined {
  if (fieldCount > MAX_FIELDS) return undefined
  const fields: TemplateField[] = []
  let minRecordBytes = 0
  let at = start + headBytes
  for (let index = 0; index < fieldCount; index++) {
    if (body.length - at < 4) return undefined
    const fieldId = body.readUInt16BE(at)
    const length = body.readUInt16BE(at + 2)
    at += 4
    const isEnterprise = version === 10 && (fieldId & ENTERPRISE_BIT) !== 0
    if (isEnterprise && body.length - at < 4) return undefined
    const enterprise = isEnterprise ? body.readUInt32BE(at) : undefined
    if (isEnterprise) at += 4
    // Fields without bytes are skipped: then reading a record takes no more steps than it has bytes.
    if (length === 0) continue
    const isVariable = length === VARIABLE_LENGTH && version === 10
    // No datagram has room for a fixed length of 65,535.
    if (length === VARIABLE_LENGTH && !isVariable) return undefined
    fields.push({ id: isEnterprise ? fieldId & ~ENTERPRISE_BIT : fieldId, length, enterprise })
    minRecordBytes += isVariable ? 1 : length
  }
  return { id, isOptions, fields, minRecordBytes, bytes: body.subarray(start, at) }
}
