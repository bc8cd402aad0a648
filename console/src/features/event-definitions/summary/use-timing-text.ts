import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { useText } from '../../../base/text/text.tsx'
import { useDurationText } from '../../../ui/time/use-duration-text.ts'
import { isOnArrival } from './is-on-arrival.ts'

/** When a definition runs, and over which messages. */
export function useTimingText(): (config: ProcessorConfig) => string {
  const t = useText()
  const durationText = useDurationText()
  const rhythm = (config: ProcessorConfig, when: 'definitions.timing' | 'definitions.timing.arrival') =>
    config.use_cron_scheduling === true
      ? t(`${when}.cron`, { expression: config.cron_expression ?? '' })
      : t(`${when}.every`, { every: durationText(config.execute_every_ms) })
  return (config) => {
    if (isOnArrival(config)) return rhythm(config, 'definitions.timing.arrival')
    const windowMs = windowOf(config)
    return windowMs === undefined
      ? rhythm(config, 'definitions.timing')
      : t('definitions.timing.both', { rhythm: rhythm(config, 'definitions.timing'), window: durationText(windowMs) })
  }
}

function windowOf(config: ProcessorConfig): number | undefined {
  switch (config.type) {
    case 'absence-v1':
      return config.silence_ms
    case 'sequence-v1':
      return config.within_ms
    default:
      return config.search_within_ms
  }
}
