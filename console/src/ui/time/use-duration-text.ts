import { useCallback } from 'react'
import { useText } from '../../base/text/text.tsx'
import { splitDuration } from './duration.ts'

/** `const durationText = useDurationText()`, then `durationText(300_000)` is `5 minutes`. */
export function useDurationText(): (ms: number) => string {
  const t = useText()
  return useCallback(
    (ms) => {
      const isWhole = ms > 0 && ms % 1000 === 0
      if (!isWhole) return t('ui.duration.text.milliseconds', { amount: ms })
      const { amount, unit } = splitDuration(ms)
      return t(`ui.duration.text.${unit}`, { amount })
    },
    [t],
  )
}
