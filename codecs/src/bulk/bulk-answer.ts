import { isObjectText } from '../json-shape.ts'
import { isJsonObject, parseJson } from '../json-text.ts'
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
  const checked = items.map((item) => (item.problem === undefined && !isDocument(bytes, item) ? broken(item) : item))
  return { isTaken: true, items: checked, problem: undefined }
}

/** The body of a response with status 200. `made` generates ids, from their position, for documents without one. */
export function bulkAnswer({ items }: CheckedBulk, tookMs: number, made: string): string {
  let hasErrors = false
  let known: BulkTarget | undefined
  let head = ''
  const answers = items.map(({ target, problem }, place) => {
    const id = target.id === '' ? `${made}-${place}` : target.id
    if (problem !== undefined) {
      hasErrors = true
      return JSON.stringify({ [target.action]: { _index: target.index, _id: id, status: 400, error: problem } })
    }
    if (target !== known) {
      known = target
      head = `{"${target.action}":{"_index":${JSON.stringify(target.index)},"_id":`
    }
    return `${head}${JSON.stringify(id)}${STORED}`
  })
  return `{"took":${tookMs},"errors":${hasErrors},"items":[${answers.join(',')}]}`
}

/** The body of a response with status 400. */
export function bulkRefusal({ type, reason }: BulkProblem): string {
  return JSON.stringify({ error: { root_cause: [{ type, reason }], type, reason }, status: 400 })
}

const STORED =
  ',"_version":1,"result":"created","_shards":{"total":1,"successful":1,"failed":0},' +
  '"_seq_no":0,"_primary_term":1,"status":201}}'

const EMPTY: BulkProblem = { type: 'parse_exception', reason: 'The bulk request has no actions' }

/** Most documents pass a quick check as valid JSON objects; only the others are parsed. */
const isDocument = (body: Buffer, { from, to }: BulkItem): boolean =>
  isObjectText(body, from, to) || isJsonObject(parseJson(body.toString('utf8', from, to)))

const broken = (item: BulkItem): BulkItem => ({
  ...item,
  problem: { type: 'document_parsing_exception', reason: 'The document is not a JSON object' },
})
