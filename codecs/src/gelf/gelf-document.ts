import type { DocumentRules, PayloadBudget, PayloadDocument } from '../codec.ts'
import { bufferOf } from '../text-of.ts'

const RULES: DocumentRules = { timeKeys: ['timestamp'], timeForm: 'seconds', naturalKeys: ['level', 'line'] }
/** A payload has one message, so its length is bound enough. */
const NO_BUDGET: PayloadBudget = { left: () => 0, spend: () => true }

const payloadOf = (text: string): Uint8Array => Buffer.from(text)

/** Returns a function that makes the documents of payloads. Their bytes are of the whole buffer, which many payloads share. */
export function createGelfDocuments(): (payload: Uint8Array) => PayloadDocument {
  let bytes: Buffer = Buffer.alloc(0)
  return ({ buffer, byteOffset, byteLength }) => {
    if (bytes.buffer !== buffer) bytes = bufferOf(new Uint8Array(buffer))
    const to = byteOffset + byteLength
    return { bytes, from: byteOffset, to, place: 0, kind: '', rules: RULES, budget: NO_BUDGET, payloadOf }
  }
}
