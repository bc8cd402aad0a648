/**
 * Finds the parts of messages that match the text of a query. Both are chosen by others, so that only little work is done
 * in the main thread. The rest runs as what users try does, and messages whose highlighting takes too long have none.
 */
import type { QueryNode } from '@logyard/languages/query/query-tree'
import { analyzerOf, type FieldSchema } from '@logyard/languages/query-sql/field-schema'
import type { BoundedRuns } from '../../platform/bounded-runs/bounded-runs.ts'
import { LogyardError } from '../../platform/errors.ts'
import { type Highlights, highlightPage, highlightTask } from './highlight-task.ts'
import type { StoredMessage } from './message-rows.ts'

/** One element for each message. */
export type Highlight = (
  messages: readonly StoredMessage[],
  query: { readonly text: QueryNode; readonly schema: FieldSchema },
  options: { readonly userId: string; readonly signal: AbortSignal },
) => Promise<readonly Highlights[]>

/** Characters of messages times clauses that are compared in the main thread, in about 20 ms. */
const COMPARED_AT_ONCE = 4_000_000

export function createHighlight(boundedRuns: Pick<BoundedRuns, 'run'>): Highlight {
  return async (messages, { text: queryText, schema }, { userId, signal }) => {
    if (messages.length === 0 || queryText.kind === 'all') return messages.map(() => ({}))
    const analyzed = messages.map(({ document, index }) => ({ document, analyzer: analyzerOf(index, schema) }))
    const input = { queryText, messages: analyzed }
    const characters = messages.reduce((sum, { document }) => sum + charactersIn(document), 0)
    if (workOf(queryText) * characters <= COMPARED_AT_ONCE) return highlightPage(input)
    try {
      return await boundedRuns.run(highlightTask, input, { userId, signal, characters })
    } catch (error) {
      // Too slow, too large, or too many runs wait: the messages matter more.
      if (error instanceof LogyardError) return messages.map(() => ({}))
      throw error
    }
  }
}

function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, one: unknown) => sum + charactersIn(one), 0)
}

/** The time that a clause takes for a character, in that of comparing a word. */
const WORK = { term: 1, wildcard: 2, phrase: 2, loosePhrase: 10, fuzzy: 30, regex: 10_000 }

function workOf(node: QueryNode): number {
  switch (node.kind) {
    case 'bool':
      return [...node.must, ...node.should].reduce((sum, child) => sum + workOf(child), 0)
    case 'phrase':
      return node.slop > 0 ? WORK.loosePhrase : WORK.phrase
    case 'wildcard':
      return WORK.wildcard * Math.ceil(node.parts.length / PARTS_OF_WORD)
    case 'term':
    case 'fuzzy':
    case 'regex':
      return WORK[node.kind]
    case 'all':
    case 'range':
    case 'exists':
      return 0
    default:
      throw node satisfies never
  }
}

const PARTS_OF_WORD = 10
