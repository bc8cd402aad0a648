import { isJsonObject, type JsonObject, parseJson } from '../json-text.ts'

export type BulkAction = 'index' | 'create' | 'update' | 'delete'

/** What an action line says. */
export interface BulkTarget {
  readonly action: BulkAction
  /** Empty when neither the action nor the request names one. */
  readonly index: string
  /** Empty when the sender leaves the choice to the store. */
  readonly id: string
}

/** One action of a bulk request. `problem` is why it cannot be done. */
export interface BulkItem {
  readonly target: BulkTarget
  /** Where the JSON text of the document begins and ends in the body; the same when the action has none. */
  readonly from: number
  readonly to: number
  readonly problem: BulkProblem | undefined
}

export interface BulkProblem {
  readonly type: string
  readonly reason: string
}

/** `problem`: the request breaks its form after the items. */
export interface SplitBulk {
  readonly items: readonly BulkItem[]
  readonly problem: BulkProblem | undefined
}

const ACTIONS: readonly BulkAction[] = ['index', 'create', 'update', 'delete']
/** Senders cut their requests at some megabytes or some thousand documents. */
const MAX_ITEMS = 100_000
const NEWLINE = 0x0a
const SPACE = 0x20

/** Cuts a bulk request into its actions: a line each, and one more for the document where the action has one. */
export function splitBulk(body: Buffer, defaultIndex: string): SplitBulk {
  const items: BulkItem[] = []
  // Senders repeat the same action line for every document.
  let knownFrom = 0
  let knownTo = 0
  let known: BulkTarget | undefined
  for (let at = 0, line = 1; at < body.length; line++) {
    const from = at
    const to = lineEnd(body, from)
    at = to + 1
    if (isBlank(body, from, to)) continue
    if (items.length === MAX_ITEMS) return { items, problem: malformed(`more than ${MAX_ITEMS} actions`) }
    if (!isSame(body, from, to, knownFrom, knownTo)) {
      known = readTarget(body.toString('utf8', from, to), defaultIndex)
      knownFrom = from
      knownTo = to
    }
    if (known === undefined) return { items, problem: malformed(`line ${line} is no action`) }
    if (known.action === 'delete') {
      items.push({ target: known, from: to, to, problem: UNSUPPORTED })
      continue
    }
    if (at >= body.length) return { items, problem: malformed(`the action on line ${line} has no document`) }
    const end = lineEnd(body, at)
    items.push({ target: known, from: at, to: end, problem: known.action === 'update' ? UNSUPPORTED : undefined })
    at = end + 1
    line++
  }
  return { items, problem: undefined }
}

const UNSUPPORTED: BulkProblem = {
  type: 'illegal_argument_exception',
  reason: 'Logyard stores messages as they come: it takes index and create, and neither changes nor deletes',
}

function readTarget(line: string, defaultIndex: string): BulkTarget | undefined {
  const given = parseJson(line)
  if (!isJsonObject(given)) return undefined
  const action = ACTIONS.find((name) => isJsonObject(given[name]))
  const target = action === undefined ? undefined : given[action]
  if (action === undefined || !isJsonObject(target)) return undefined
  return { action, index: textAt(target, '_index') || defaultIndex, id: textAt(target, '_id') }
}

const malformed = (what: string): BulkProblem => ({
  type: 'illegal_argument_exception',
  reason: `Malformed bulk request: ${what}`,
})

function lineEnd(body: Buffer, from: number): number {
  const end = body.indexOf(NEWLINE, from)
  return end < 0 ? body.length : end
}

function isBlank(body: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((body[at] ?? 0) > SPACE) return false
  return true
}

function isSame(body: Buffer, from: number, to: number, otherFrom: number, otherTo: number): boolean {
  if (to - from !== otherTo - otherFrom) return false
  for (let at = 0; at < to - from; at++) if (body[from + at] !== body[otherFrom + at]) return false
  return true
}

function textAt(target: JsonObject, name: string): string {
  const value = target[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
