/** Cluster-wide settings of events. */
import {
  EVALUATION_CONFIG_KEY,
  EVENTS_CONFIG_DEFAULTS,
  EVENTS_CONFIG_KEY,
  EvaluationConfig,
  EventsConfig,
  EventsConfigDraft,
} from '@logyard/contract/events/events-config'
import type { ClusterConfig } from '../cluster-config/cluster-config.ts'

export type EventsSettings = ReturnType<typeof createEventsSettings>

const NO_WAIT: EvaluationConfig = { late_messages_wait_ms: 0 }

export function createEventsSettings({ clusterConfig }: { readonly clusterConfig: ClusterConfig }) {
  const events = clusterConfig.register({
    key: EVENTS_CONFIG_KEY,
    draft: EventsConfigDraft,
    document: EventsConfig,
    default: EVENTS_CONFIG_DEFAULTS,
    complete: (draft) => ({ ...EVENTS_CONFIG_DEFAULTS, ...draft }),
  })
  const evaluation = clusterConfig.register({
    key: EVALUATION_CONFIG_KEY,
    draft: EvaluationConfig,
    document: EvaluationConfig,
    default: undefined,
    complete: (draft) => draft,
  })
  const readBoth = async () => ({ ...(await events.read()), ...((await evaluation.read()) ?? NO_WAIT) })
  // Every evaluation reads them.
  let current: Promise<EventsConfig & EvaluationConfig> | undefined
  const reset = () => {
    current = undefined
  }
  events.onChange(reset)
  evaluation.onChange(reset)
  return {
    async read() {
      current ??= readBoth()
      try {
        return await current
      } catch (error) {
        reset()
        throw error
      }
    },
  }
}
