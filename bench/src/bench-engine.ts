import { systemClock as clock } from '@logyard/server/platform/clock'
import { createLog } from '@logyard/server/platform/log'
import { createEngine, type Engine } from '@logyard/server/store/engine/engine'
import { addFieldColumns } from '@logyard/server/store/messages/field-column-table'
import { BENCH_COLUMNS } from './processing-messages.ts'

/** An engine with the columns that the settings of the benchmarks name. */
export async function startBenchEngine(dataFolder: string): Promise<Engine> {
  await using starting = new AsyncDisposableStack()
  const engine = starting.use(await createEngine({ dataFolder, log: createLog('off'), clock }))
  await engine.ready()
  await addFieldColumns(engine.client, BENCH_COLUMNS, AbortSignal.timeout(10_000))
  starting.move()
  return engine
}
