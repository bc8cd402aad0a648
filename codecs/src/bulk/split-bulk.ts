import { isJsonObject, type JsonObject, parseJson } from '../json-text.ts'

export type BulkAction = 'index' | 'create' | 'update' | 'delete'

/** The content of an action line. */
export interface BulkTarget {
  readonly action: BulkAction
  /** Empty if neither the action nor the request has one. */
  readonly index: string
  /** Empty if the sender lets the store choose. */
  readonly id: string
}

/** One action of a bulk request. `problem` is why it cannot be executed. */
export interface BulkItem {
  readonly target: BulkTarget
  /** Start and end of the document's JSON in the body; equal if the action has none. */
  readonly from: number
  readonly to: number
  readonly problem: BulkProblem | undefined
}

export interface BulkProblem {
  readonly type: string
  readonly reason: string
}

/** `problem`: the request is malformed after these items. */
export interface SplitBulk {
  readonly items: readonly BulkItem[]
  readonly problem: BulkProblem | undefined
}

const ACTIONS: readonly BulkAction[] = ['index', 'create', 'update', 'delete']
/** Senders usually limit requests to some megabytes or some thousand documents. */
const MAX_ITEMS = 100_000
const NEWLINE = 0x0a
const SPACE = 0x20

/** Splits a bulk request into actions: a line each, followed by a line for the document if the action has one. */
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
    if (known === undefined) return { items, problem: malformed(`line ${line} is not an action`) }
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
  reason: 'Logyard supports index and create only; stored messages cannot be updated or deleted',
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
