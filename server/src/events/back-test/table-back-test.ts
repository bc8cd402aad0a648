/** Runs a condition on rows over windows of the past, the newest first: each window is a table of its own. */
import { MAX_BACK_TEST_GROUPS, MAX_NAMED_GROUPS } from '@logyard/contract/events/back-test'
import { MESSAGES_SERIES } from '@logyard/contract/events/back-test-count'
import type { Clock } from '../../platform/clock.ts'
import type { MeasuredSelection, Measures } from '../../search/measures/measures.ts'
import type { FindLookupTable } from '../../search/steps/join-values.ts'
import type { EventRange } from '../event-processor.ts'
import { tableOf } from '../processors/table/table-condition.ts'
import { readRows, type TableConfig } from '../processors/table/table-rows.ts'
import type { PastWindows } from './past-windows.ts'

/** Windows of the past that a condition on rows is tested on; with more the test covers less of the past. */
export const MAX_TABLE_WINDOWS = 2000
/** Time of all windows together; afterwards the test covers less of the past. */
export const TABLE_BACK_TEST_MS = 60_000
/** Groups with rows; with more the test covers less of the past. */
export const MAX_TABLE_GROUPS = 10_000
/** Rows of all groups, by window. */
const MAX_COUNTS = 500_000
const WINDOW_SECONDS = 30
const AT_ONCE = 4

interface Counted {
  readonly key: readonly string[]
  readonly counts: Map<number, number>
}

export interface TableBackTest {
  readonly config: TableConfig
  readonly windows: PastWindows
  readonly select: (range: EventRange) => Promise<MeasuredSelection>
  readonly findTable: FindLookupTable
  readonly turnOf: string
  readonly signal: AbortSignal
}

export async function backTestTable(
  { measures, clock }: { readonly measures: Pick<Measures, 'table'>; readonly clock: Clock },
  { config, windows, select, findTable, turnOf, signal }: TableBackTest,
) {
  const startedMs = clock.monotonicMs()
  const options = { signal, turnOf, seconds: WINDOW_SECONDS }
  const found = new Map<string, Counted>()
  let keyNames: readonly string[] = []
  let first = windows.ends.length
  const newestFirst = [...windows.ends.entries()].reverse().values()
  let counted = 0
  const isFull = () => found.size > MAX_TABLE_GROUPS || counted > MAX_COUNTS
  async function work(): Promise<void> {
    for (;;) {
      if (clock.monotonicMs() - startedMs > TABLE_BACK_TEST_MS || isFull()) return
      const { value } = newestFirst.next()
      if (value === undefined) return
      const [place, toMs] = value
      const selection = await select({ fromMs: toMs - windows.lengthMs + 1, toMs })
      const read = readRows(await tableOf(measures, config, selection, { findTable, options }), config)
      keyNames = read.keyNames
      first = Math.min(first, place)
      for (const { key } of config.is_each_row ? read.rows : read.rows.slice(0, 1))
        count(config.is_each_row ? key : [], place)
    }
  }
  function count(key: readonly string[], place: number): void {
    const name = JSON.stringify(key)
    const { counts } = found.get(name) ?? { counts: new Map<number, number>() }
    counted += 1
    counts.set(place, (counts.get(place) ?? 0) + 1)
    found.set(name, { key, counts })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const groups = [...found.values()].map((one) => groupOf(one, first)).sort((a, b) => b.messages - a.messages)
  const others = groups.slice(MAX_BACK_TEST_GROUPS)
  return {
    keyNames,
    windows: {
      ...windows,
      ends: windows.ends.slice(first),
      isShortened: windows.isShortened || first > 0,
    },
    groups: groups.slice(0, MAX_BACK_TEST_GROUPS),
    leftOut: { count: others.length, keys: others.slice(0, MAX_NAMED_GROUPS).map(({ key }) => key) },
    ungrouped: 0,
  }
}

function groupOf({ key, counts }: Counted, first: number) {
  const places = [...counts.keys()].sort((a, b) => a - b)
  const rows = places.map((place) => counts.get(place) ?? 0)
  return {
    key: [...key],
    messages: rows.reduce((sum, one) => sum + one, 0),
    windows: places.map((place) => place - first),
    values: { [MESSAGES_SERIES]: rows },
  }
}
