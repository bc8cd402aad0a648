import { isJsonObject, type JsonObject, parseJson } from '../json-text.ts'

export type BulkAction = 'index' | 'create' | 'update' | 'delete'

/** One action of a bulk request. `problem` is why it cannot be done. */
export interface BulkItem {
  readonly action: BulkAction
  /** Empty when neither the action nor the request names one. */
  readonly index: string
  /** Empty when the sender leaves the choice to the store. */
  readonly id: string
  /** JSON text; empty when the action has none. */
  readonly document: string
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

/** Cuts a bulk request into its actions: a line each, and one more for the document where the action has one. */
export function splitBulk(body: string, defaultIndex: string): SplitBulk {
  const items: BulkItem[] = []
  // Senders repeat the same action line for every document.
  let knownLine = ''
  let known: Target | undefined
  for (let at = 0, line = 1; at < body.length; line++) {
    const actionLine = lineAt(body, at)
    at += actionLine.length + 1
    if (isBlank(actionLine)) continue
    if (items.length === MAX_ITEMS) return { items, problem: malformed(`more than ${MAX_ITEMS} actions`) }
    if (actionLine !== knownLine) {
      knownLine = actionLine
      known = readTarget(actionLine, defaultIndex)
    }
    if (known === undefined) return { items, problem: malformed(`line ${line} is no action`) }
    if (known.action === 'delete') {
      items.push({ ...known, document: '', problem: UNSUPPORTED })
      continue
    }
    if (at >= body.length) return { items, problem: malformed(`the action on line ${line} has no document`) }
    const document = lineAt(body, at)
    at += document.length + 1
    line++
    items.push({ ...known, document, problem: known.action === 'update' ? UNSUPPORTED : undefined })
  }
  return { items, problem: undefined }
}

type Target = Pick<BulkItem, 'action' | 'index' | 'id'>

const UNSUPPORTED: BulkProblem = {
  type: 'illegal_argument_exception',
  reason: 'Logyard stores messages as they come: it takes index and create, and neither changes nor deletes',
}

function readTarget(line: string, defaultIndex: string): Target | undefined {
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

function lineAt(body: string, at: number): string {
  const end = body.indexOf('\n', at)
  return end < 0 ? body.slice(at) : body.slice(at, end)
}

const isBlank = (line: string): boolean => line.length < 3 && line.trim() === ''

function textAt(target: JsonObject, name: string): string {
  const value = target[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
