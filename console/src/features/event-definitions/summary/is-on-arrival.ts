import { isArrivalFilter } from '@logyard/contract/events/arrival-filters'
import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'

/** Whether messages are checked as they arrive, and not only by the schedule. */
export const isOnArrival = (config: ProcessorConfig): boolean =>
  config.type === 'aggregation-v1' && isArrivalFilter(config)
