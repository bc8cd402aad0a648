import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { useText } from '../../../base/text/text.tsx'
import { useDurationText } from '../../../ui/time/use-duration-text.ts'

/** When a definition runs, and over which messages. */
export function useTimingText(): (config: ProcessorConfig) => string {
  const t = useText()
  const durationText = useDurationText()
  const rhythm = (config: ProcessorConfig) =>
    config.use_cron_scheduling === true
      ? t('definitions.timing.cron', { expression: config.cron_expression ?? '' })
      : t('definitions.timing.every', { every: durationText(config.execute_every_ms) })
  return (config) => {
    const windowMs = windowOf(config)
    return windowMs === undefined
      ? rhythm(config)
      : t('definitions.timing.both', { rhythm: rhythm(config), window: durationText(windowMs) })
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
