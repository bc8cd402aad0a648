import { isJsonObject, parseJson } from '../json-text.ts'
import { textOf } from '../text-of.ts'
import { type BulkItem, type BulkProblem, splitBulk } from './split-bulk.ts'

/** What a bulk request is answered before it is taken: `isTaken` is false when none of it must be stored. */
export interface CheckedBulk {
  readonly isTaken: boolean
  readonly items: readonly BulkItem[]
  readonly problem: BulkProblem | undefined
}

/** Looks at every item as decoding will. A request that breaks its form is refused whole, as Elasticsearch does. */
export function checkBulk(body: Uint8Array, defaultIndex: string): CheckedBulk {
  const { items, problem } = splitBulk(textOf(body), defaultIndex)
  if (problem !== undefined) return { isTaken: false, items: [], problem }
  if (items.length === 0) return { isTaken: false, items, problem: EMPTY }
  const checked = items.map((item) => (item.problem === undefined && !isDocument(item) ? broken(item) : item))
  return { isTaken: true, items: checked, problem: undefined }
}

/** The body of the answer with status 200. `nextId` names documents whose sender did not. */
export function bulkAnswer({ items }: CheckedBulk, tookMs: number, nextId: () => string): string {
  const answers = items.map((item) => JSON.stringify(answerItem(item, nextId)))
  const errors = items.some((item) => item.problem !== undefined)
  return `{"took":${tookMs},"errors":${errors},"items":[${answers.join(',')}]}`
}

/** The body of the answer with status 400 when nothing is taken. */
export function bulkRefusal({ type, reason }: BulkProblem): string {
  return JSON.stringify({ error: { root_cause: [{ type, reason }], type, reason }, status: 400 })
}

const EMPTY: BulkProblem = { type: 'parse_exception', reason: 'The bulk request has no actions' }

const isDocument = (item: BulkItem): boolean => isJsonObject(parseJson(item.document))

const broken = (item: BulkItem): BulkItem => ({
  ...item,
  problem: { type: 'document_parsing_exception', reason: 'The document is not a JSON object' },
})

function answerItem({ action, index, id, problem }: BulkItem, nextId: () => string): object {
  const target = { _index: index, _id: id === '' ? nextId() : id }
  if (problem !== undefined) return { [action]: { ...target, status: 400, error: problem } }
  const shards = { total: 1, successful: 1, failed: 0 }
  const stored = { _version: 1, result: 'created', _shards: shards, _seq_no: 0, _primary_term: 1, status: 201 }
  return { [action]: { ...target, ...stored } }
}
