import { useEffect, useState } from 'react'
import { useClock } from '../../base/services/services.tsx'

const INTERVALS_MS = { second: 1_000, minute: 60_000 }
export type NowInterval = keyof typeof INTERVALS_MS

/** The current time in milliseconds, updated every second or minute while the component is shown. */
export function useNow(every: NowInterval): number {
  const clock = useClock()
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), INTERVALS_MS[every])
    return () => clearInterval(timer)
  }, [clock, every])
  return now
}
