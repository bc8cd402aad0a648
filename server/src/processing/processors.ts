/** All message processors. Settings say which of them are enabled, and in which order they run. */
import { extractors } from './blocks/extractors-step.ts'
import { geoIp } from './blocks/geoip-step.ts'
import { pipelines } from './blocks/pipelines-step.ts'
import type { ProcessorType } from './blocks/processor.ts'
import { staticFields } from './blocks/static-fields-step.ts'
import { routing } from './blocks/stream-routing-step.ts'
import { GEOIP_PROCESSOR, MESSAGE_FILTER_CHAIN, PIPELINE_PROCESSOR } from './settings/processing-settings.ts'

export const processors: readonly ProcessorType[] = [
  { className: GEOIP_PROCESSOR, steps: [geoIp] },
  { className: PIPELINE_PROCESSOR, steps: [pipelines] },
  { className: MESSAGE_FILTER_CHAIN, steps: [extractors, staticFields, routing] },
]
