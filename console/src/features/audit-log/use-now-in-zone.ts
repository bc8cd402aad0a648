import { useClock } from '../../base/services/services.tsx'
import { useZone } from '../../query/time-range/use-range-text.ts'
import type { Now } from './audit-period.ts'

export function useNowInZone(): () => Now {
  const { now } = useClock()
  const zone = useZone()
  return () => ({ nowMs: now(), zone })
}
