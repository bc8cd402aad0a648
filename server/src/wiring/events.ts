/** Wires what runs on a schedule and what follows from events: definitions, notifications, alerts. */
import { createJobs, type Jobs } from '../scheduler/jobs.ts'
import type { Foundation, WiredFlow } from './area.ts'
import { createEventDefinitionFlow } from './event-definitions.ts'
import type { Ingest } from './ingest.ts'
import type { ProcessingFlow } from './processing.ts'
import type { SearchFlow } from './search.ts'

export interface EventsDeps extends Foundation {
  readonly ingest: Ingest
  readonly processing: ProcessingFlow
  readonly search: SearchFlow
}

export interface EventsFlow extends WiredFlow, AsyncDisposable {
  readonly jobs: Jobs
}

export async function createEvents(deps: EventsDeps): Promise<EventsFlow> {
  const { cluster, log } = deps
  await using starting = new AsyncDisposableStack()
  const jobs = starting.use(createJobs({ ...deps, log: log.child({ subject: 'jobs' }), nodeId: cluster.nodeId }))
  const definitions = starting.use(await createEventDefinitionFlow({ ...deps, jobs, followers: [] }))
  const running = starting.move()
  return {
    jobs,
    routes(api) {
      jobs.routes(api)
      definitions.routes(api)
    },
    async open() {
      definitions.open()
      // Last: a due trigger runs at once.
      await jobs.open()
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
