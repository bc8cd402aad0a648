/** Runs pivots on a real engine, with an empty table for each test. */

import type { PivotResult } from '@logyard/contract/search/search-results'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import type { Engine } from '../../../store/engine/engine.ts'
import { type EngineUnderTest, emptyMessages, startTestEngine } from '../../../testing/start-index-sets.ts'
import { compileScope } from '../../scope/message-scope.ts'
import { createSearchEngine } from '../../statements/search-engine.ts'
import { schemaOf, type TestMessage } from '../../testing/message-table.ts'
import { everythingOutside, readableStreams } from '../../testing/readable-streams.ts'
import { type AnyPivot, runPivot } from '../pivot.ts'

export const DAY = { fromMs: Date.parse('2021-06-09T00:00:00.000Z'), toMs: Date.parse('2021-06-10T00:00:00.000Z') }
export const NOW = Date.parse('2021-06-20T12:00:00.000Z')

interface RunOptions {
  readonly range?: { readonly fromMs: number; readonly toMs: number }
  readonly isAllMessages?: boolean
}

export interface PivotTests {
  readonly engine: Engine
  readonly run: (pivot: Partial<AnyPivot>, options?: RunOptions) => Promise<PivotResult>
}

/** Registers hooks of a test file: one engine for the file, and an empty table for each test. */
export function pivotTests(): PivotTests {
  let under: EngineUnderTest | undefined
  const tests: PivotTests = {
    get engine() {
      if (under === undefined) throw new Error('the engine is started before the first test')
      return under.engine
    },
    run: (pivot, options) => run(tests.engine, pivot, options),
  }
  beforeAll(async () => {
    under = await startTestEngine()
  })
  afterAll(() => under?.[Symbol.asyncDispose]())
  beforeEach(() => emptyMessages(tests.engine))
  return tests
}

async function run(
  engine: Engine,
  pivot: Partial<AnyPivot>,
  { range = DAY, isAllMessages = false }: RunOptions = {},
): Promise<PivotResult> {
  const schema = await schemaOf(engine)
  const scope = { streams: everythingOutside(), range, conditions: [] }
  return runPivot(
    { id: 'p', type: 'pivot', series: [{ type: 'count' }], rollup: true, ...pivot },
    {
      scope,
      streams: readableStreams(),
      range,
      isAllMessages,
      queryText: { kind: 'all' },
      schema,
      engine: createSearchEngine({ engine, clock: systemClock }),
      signal: AbortSignal.timeout(30_000),
      nowMs: NOW,
      from: compileScope(scope, schema, NOW),
      covered: () => undefined,
    },
  )
}

export const at = (time: string) => `2021-06-09T${time}Z`
export const values = (field: string, limit?: number) => ({
  type: 'values' as const,
  field,
  ...(limit === undefined ? {} : { limit }),
})
export const every = (timeunit: string) => ({
  type: 'time' as const,
  field: 'timestamp',
  interval: { type: 'timeunit' as const, timeunit },
})
export const auto = (scaling?: number) => ({
  type: 'time' as const,
  field: 'timestamp',
  interval: { type: 'auto' as const, ...(scaling === undefined ? {} : { scaling }) },
})

/** The cells of all rows, as `key / columns series = value`. */
export function cellsOf(result: PivotResult): readonly string[] {
  return (result.rows ?? []).flatMap(({ key, source, values: cells }) =>
    cells.length === 0
      ? [`${key.join(',')} ${source} without values`]
      : cells.map(
          (cell) =>
            `${key.join(',')} / ${cell.key.join(',')} = ${cell.value} ${cell.source}${cell.rollup ? ' rollup' : ''}`,
        ),
  )
}
/** The key of each row and its value over all columns. */
export const totalsOf = (result: PivotResult) =>
  (result.rows ?? []).map(({ key, values: cells }) => [key.join(','), cells.findLast(({ rollup }) => rollup)?.value])

export const ACTIONS: readonly TestMessage[] = [
  ...[5, 10, 10, 15].map((took_ms) => ({ at: at('14:03:10.000'), fields: { action: 'index', took_ms } })),
  ...[2, 3, 4].map((took_ms) => ({ at: at('14:03:59.999'), fields: { action: 'show', took_ms } })),
]
