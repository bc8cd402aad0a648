/** The columns that a user hid in a list, and the widths that they dragged, as the browser stores them. */
import { isRecord } from '../is-record.ts'

export interface ColumnChoices {
  /** Ids of columns. An id without a column has no effect: the column may come back. */
  readonly hidden: readonly string[]
  /** Widths in pixels. */
  readonly widths: Readonly<Record<string, number>>
}

/** Choices by the labels of the lists; the list that was changed last is at the end. */
export type StoredChoices = Readonly<Record<string, ColumnChoices>>

export const NO_CHOICES: ColumnChoices = { hidden: [], widths: {} }
export const MIN_WIDTH = 60
export const MAX_WIDTH = 1200

const VERSION = 1
/** Limits of the stored choices; the oldest are dropped. */
const MAX_LISTS = 100
const MAX_COLUMNS = 50

export const writeChoices = (lists: StoredChoices): string => JSON.stringify({ version: VERSION, lists })

/** Ignores invalid choices and those of another version. */
export function readChoices(text: string | undefined): StoredChoices {
  const stored = parse(text ?? '')
  if (!isRecord(stored) || stored['version'] !== VERSION || !isRecord(stored['lists'])) return {}
  const lists = Object.entries(stored['lists']).slice(-MAX_LISTS)
  return Object.fromEntries(lists.map(([label, choices]) => [label, choicesOf(choices)]))
}

export const choicesFor = (lists: StoredChoices, label: string): ColumnChoices =>
  Object.hasOwn(lists, label) ? (lists[label] ?? NO_CHOICES) : NO_CHOICES

export function withChoices(lists: StoredChoices, label: string, choices: ColumnChoices): StoredChoices {
  const others = Object.entries(lists).filter(([other]) => other !== label)
  const isUsual = choices.hidden.length === 0 && Object.keys(choices.widths).length === 0
  const own: typeof others = isUsual ? [] : [[label, bounded(choices)]]
  return Object.fromEntries([...others, ...own].slice(-MAX_LISTS))
}

export const boundedWidth = (width: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

function choicesOf(stored: unknown): ColumnChoices {
  if (!isRecord(stored)) return NO_CHOICES
  const { hidden, widths } = stored
  return bounded({
    hidden: Array.isArray(hidden) ? hidden.filter((id) => typeof id === 'string') : [],
    widths: isRecord(widths) ? Object.fromEntries(Object.entries(widths).filter(isWidth)) : {},
  })
}

const bounded = ({ hidden, widths }: ColumnChoices): ColumnChoices => ({
  hidden: [...new Set(hidden)].slice(-MAX_COLUMNS),
  widths: Object.fromEntries(
    Object.entries(widths)
      .slice(-MAX_COLUMNS)
      .map(([id, width]) => [id, boundedWidth(width)]),
  ),
})

const isWidth = (entry: [string, unknown]): entry is [string, number] => Number.isFinite(entry[1])

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The stored value is not ours: start without choices.
    return undefined
  }
}
