/** Rules, pipelines and connections behind real HTTP, with a settings store of their own. */
import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import { createMetrics, type Metrics } from '../../metrics/metrics.ts'
import { createBoundedRuns } from '../../platform/bounded-runs/bounded-runs.ts'
import { createIds } from '../../platform/ids.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { streamNotFound } from '../../streams/stream-errors.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { startHttp } from '../../testing/start-http.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { createPipelines, type Pipelines } from '../pipelines.ts'

export const START = '2026-03-01T09:00:00.000Z'

export interface PipelinesUnderTest extends AsyncDisposable {
  readonly pipelines: Pipelines
  readonly settings: SettingsStore
  readonly metrics: Metrics
  readonly clock: ReturnType<typeof fixedClock>
  /** Calls the API with these permissions, all by default. The body is the response as JSON, of any shape. */
  call(method: string, path: string, options?: CallOptions): Promise<Called>
  /** Saves a rule or pipeline and returns its id. */
  addRule(source: string): Promise<string>
  addPipeline(source: string): Promise<string>
}

interface CallOptions {
  readonly body?: unknown
  readonly as?: string
}

interface Called {
  readonly status: number
  readonly body: unknown
}

/** `streams` are the ids of the streams that exist. */
export async function startPipelines(streams: readonly string[] = []): Promise<PipelinesUnderTest> {
  await using starting = new AsyncDisposableStack()
  const { settings } = starting.use(await temporarySettings())
  const clock = fixedClock(START)
  const metrics = starting.use(createMetrics(clock))
  const boundedRuns = starting.use(createBoundedRuns(clock))
  const pipelines = starting.use(
    await createPipelines({
      settings,
      boundedRuns,
      grok: { definitions: () => BUILT_IN_PATTERNS, onChange: () => ({ [Symbol.dispose]: () => undefined }) },
      metrics,
      async requireStream(id) {
        if (!streams.includes(id)) throw streamNotFound(id)
      },
      clock,
      ids: createIds(clock.now),
    }),
  )
  const http = starting.use(await startHttp(async (api) => pipelines.routes(api)))
  const call: PipelinesUnderTest['call'] = (method, path, { body, as = '*' } = {}) => http.ask(method, path, as, body)
  const adder = (path: string) => async (source: string) => {
    const { status, body } = await call('POST', path, { body: { source } })
    if (status !== 200) throw new Error(`not saved: ${JSON.stringify(body)}`)
    return String(Object(body).id)
  }
  const running = starting.move()
  return {
    pipelines,
    settings,
    metrics,
    clock,
    call,
    addRule: adder('/system/pipelines/rule'),
    addPipeline: adder('/system/pipelines/pipeline'),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
