/** Keeps the filters of processing up to date with the enabled definitions that wait for single messages. */
import { isArrivalFilter } from '@logyard/contract/events/arrival-filters'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import { createWakeUp } from '../../platform/wake-up.ts'
import type { MessageFilters } from '../../processing/filters/message-filters.ts'
import type { Jobs } from '../../scheduler/jobs.ts'
import { definitionCollection, type StoredDefinition } from '../definitions/definition-store.ts'
import type { DefinitionTriggers } from '../definitions/definition-triggers.ts'
import type { Arrivals, WaitingDefinition } from './arrivals.ts'

/** Definitions whose conditions are tested as messages arrive: the oldest ones. Others have their schedule only. */
export const MAX_ARRIVAL_DEFINITIONS = 100
const RETRY_MS = 1000

interface ArrivalDefinitionsDeps {
  readonly settings: Pick<SettingsStore, 'onChange'>
  readonly jobs: Pick<Jobs, 'onChange'>
  readonly list: () => Promise<readonly StoredDefinition[]>
  readonly triggers: Pick<DefinitionTriggers, 'find'>
  readonly filters: Pick<MessageFilters, 'replace' | 'onStored'>
  readonly arrivals: Arrivals
  readonly clock: Clock
  readonly log: Log
}

export function followArrivalDefinitions(deps: ArrivalDefinitionsDeps): Disposable {
  const { clock, log } = deps
  const stopping = new AbortController()
  const changed = createWakeUp()

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      const next = changed.next()
      try {
        await read(deps)
        await unlessAborted(next, stopping.signal)
      } catch (error) {
        if (stopping.signal.aborted) return
        log.error({ err: error }, 'the definitions that wait for messages could not be read')
        await clock.sleep(RETRY_MS, stopping.signal).catch(() => undefined)
      }
    }
  }

  const following = new DisposableStack()
  following.defer(() => stopping.abort())
  following.use(deps.settings.onChange(definitionCollection.name, changed.wake))
  // To enable or disable a definition changes its job.
  following.use(deps.jobs.onChange(changed.wake))
  following.use(deps.filters.onStored(deps.arrivals.stored))
  void follow()
  return following
}

async function read({ list, triggers, filters, arrivals }: ArrivalDefinitionsDeps): Promise<void> {
  const waiting: (WaitingDefinition & { readonly query: string; readonly streams: readonly string[] })[] = []
  for (const { id, config } of await list()) {
    if (waiting.length === MAX_ARRIVAL_DEFINITIONS) break
    if (config.type !== 'aggregation-v1' || !isArrivalFilter(config)) continue
    const trigger = await triggers.find(id)
    if (trigger !== undefined) waiting.push({ id, triggerId: trigger.id, query: config.query, streams: config.streams })
  }
  arrivals.watch(waiting)
  filters.replace(waiting.map(({ id, query, streams }) => ({ id, query, streams })))
}
