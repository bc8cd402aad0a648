import type { DocumentRules, PayloadBudget, PayloadDocument } from '../codec.ts'
import { bufferOf } from '../text-of.ts'

const RULES: DocumentRules = { timeKeys: ['timestamp'], timeForm: 'seconds', naturalKeys: ['level', 'line'] }
/** A payload has one message, so its length is bound enough. */
const NO_BUDGET: PayloadBudget = { left: () => 0, spend: () => true }

/** The document of a payload. One object for all payloads of a codec. */
export class GelfDocument implements PayloadDocument {
  readonly place = 0
  readonly kind = ''
  readonly rules = RULES
  readonly budget = NO_BUDGET
  bytes: Buffer = Buffer.alloc(0)
  from = 0
  to = 0

  /** The bytes become those of the whole buffer, because many payloads have the same. */
  at({ buffer, byteOffset, byteLength }: Uint8Array): this {
    if (this.bytes.buffer !== buffer) this.bytes = bufferOf(new Uint8Array(buffer))
    this.from = byteOffset
    this.to = byteOffset + byteLength
    return this
  }

  payloadOf(text: string): Uint8Array {
    return Buffer.from(text)
  }
}
