import { useEffect, useState } from 'react'

const INTERVALS_MS = { second: 1_000, minute: 60_000 }
export type NowInterval = keyof typeof INTERVALS_MS

/** The present instant in milliseconds, renewed every second or minute while the component is shown. */
export function useNow(every: NowInterval): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), INTERVALS_MS[every])
    return () => clearInterval(timer)
  }, [every])
  return now
}
