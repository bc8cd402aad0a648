import { useCallback } from 'react'
import { useText } from '../../base/text/text.tsx'
import { splitDuration } from '../../ui/time/duration.ts'

/** A duration in the largest unit that divides it evenly: 43,200,000 ms is `12 hours`. */
export function useDurationText(): (valueMs: number) => string {
  const t = useText()
  return useCallback(
    (valueMs) => {
      const { amount, unit } = splitDuration(valueMs)
      return t(`nodes.duration.${unit}`, { amount })
    },
    [t],
  )
}
