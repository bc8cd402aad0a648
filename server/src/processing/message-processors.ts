import type { NamedProcessor } from './processor-order.ts'
import { GEOIP_PROCESSOR, MESSAGE_FILTER_CHAIN, PIPELINE_PROCESSOR } from './settings/processing-settings.ts'

/** The message processors as users know them. Their steps are in processors.ts. */
export const MESSAGE_PROCESSORS: readonly NamedProcessor[] = [
  { className: GEOIP_PROCESSOR, name: 'GeoIP Resolver' },
  { className: PIPELINE_PROCESSOR, name: 'Pipeline Processor' },
  { className: MESSAGE_FILTER_CHAIN, name: 'Message Filter Chain' },
]
