import { isObjectText } from '../json-shape.ts'
import { isJsonObject, parseJson } from '../json-text.ts'
import { viewOf } from '../plain-run.ts'
import { bufferOf } from '../text-of.ts'
import { type BulkItem, type BulkProblem, type BulkTarget, splitBulk } from './split-bulk.ts'

/** The response to a bulk request, prepared before it is stored. If `isTaken` is false, nothing may be stored. */
export interface CheckedBulk {
  readonly isTaken: boolean
  readonly items: readonly BulkItem[]
  readonly problem: BulkProblem | undefined
}

/** Checks every item as decoding will. A malformed request is refused entirely, as Elasticsearch does. */
export function checkBulk(body: Uint8Array, defaultIndex: string): CheckedBulk {
  const bytes = bufferOf(body)
  const { items, problem } = splitBulk(bytes, defaultIndex)
  if (problem !== undefined) return { isTaken: false, items: [], problem }
  if (items.length === 0) return { isTaken: false, items, problem: EMPTY }
  const view = viewOf(bytes)
  const isBroken = (item: BulkItem) => item.problem === undefined && !isDocument(bytes, view, item)
  const checked = items.some(isBroken) ? items.map((item) => (isBroken(item) ? broken(item) : item)) : items
  return { isTaken: true, items: checked, problem: undefined }
}

/** The body of a response with status 200. `made` generates ids, from their position, for documents without one. */
export function bulkAnswer({ items }: CheckedBulk, tookMs: number, made: string): Buffer {
  const hasErrors = items.some(({ problem }) => problem !== undefined)
  const out = new AnswerBytes(items.length * USUAL_ITEM_BYTES)
  out.add(`{"took":${tookMs},"errors":${hasErrors},"items":[`)
  let known: BulkTarget | undefined
  let head = Buffer.alloc(0)
  for (const [place, { target, problem }] of items.entries()) {
    if (place > 0) out.add(',')
    if (problem !== undefined) {
      const id = target.id === '' ? `${made}-${place}` : target.id
      out.add(JSON.stringify({ [target.action]: { _index: target.index, _id: id, status: 400, error: problem } }))
      continue
    }
    if (target !== known) {
      known = target
      const id = target.id === '' ? JSON.stringify(`${made}-`).slice(0, -1) : JSON.stringify(target.id).slice(0, -1)
      head = Buffer.from(`{"${target.action}":{"_index":${JSON.stringify(target.index)},"_id":${id}`)
    }
    out.copy(head)
    if (target.id === '') out.addNumber(place)
    out.copy(STORED)
  }
  out.add(']}')
  return out.taken()
}

/** Long responses are put together as bytes: as texts, they would fill the heap. */
class AnswerBytes {
  #bytes: Buffer
  #end = 0

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity + 256)
  }

  #makeRoom(count: number): void {
    if (this.#end + count <= this.#bytes.length) return
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#end + count))
    grown.set(this.#bytes.subarray(0, this.#end))
    this.#bytes = grown
  }

  add(text: string): void {
    // UTF-8 needs at most three bytes for a UTF-16 code unit.
    this.#makeRoom(text.length * 3)
    this.#end += this.#bytes.write(text, this.#end)
  }

  copy(bytes: Buffer): void {
    this.#makeRoom(bytes.length)
    this.#bytes.set(bytes, this.#end)
    this.#end += bytes.length
  }

  addNumber(number: number): void {
    let digits = 1
    for (let rest = number; rest > 9; rest = Math.trunc(rest / 10)) digits += 1
    this.#makeRoom(digits)
    let rest = number
    for (let at = this.#end + digits - 1; at >= this.#end; at -= 1) {
      this.#bytes[at] = 0x30 + (rest % 10)
      rest = Math.trunc(rest / 10)
    }
    this.#end += digits
  }

  taken(): Buffer {
    return this.#bytes.subarray(0, this.#end)
  }
}

/** The body of a response with status 400. */
export function bulkRefusal({ type, reason }: BulkProblem): string {
  return JSON.stringify({ error: { root_cause: [{ type, reason }], type, reason }, status: 400 })
}

/** What follows an id, from its closing quote on. */
const STORED = Buffer.from(
  '","_version":1,"result":"created","_shards":{"total":1,"successful":1,"failed":0},' +
    '"_seq_no":0,"_primary_term":1,"status":201}}',
)
const USUAL_ITEM_BYTES = 256

const EMPTY: BulkProblem = { type: 'parse_exception', reason: 'The bulk request has no actions' }

/** Most documents pass a quick check as valid JSON objects; only the others are parsed. */
const isDocument = (body: Buffer, view: DataView, { from, to }: BulkItem): boolean =>
  isObjectText(body, from, to, view) || isJsonObject(parseJson(body.toString('utf8', from, to)))

const broken = (item: BulkItem): BulkItem => ({
  ...item,
  problem: { type: 'document_parsing_exception', reason: 'The document is not a JSON object' },
})
