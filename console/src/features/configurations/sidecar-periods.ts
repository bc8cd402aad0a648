/** The rules for the periods of sidecars. */
import type { SidecarConfig } from '@logyard/contract/sidecars/sidecar-config'
import type { MessageId } from '../../base/text/catalogues.ts'
import { UNIT_MS } from '../../ui/time/duration.ts'
import { normalizePeriod, parsePeriod, periodMs } from '../../ui/time/iso-period.ts'

export type SidecarPeriod = 'sidecar_inactive_threshold' | 'sidecar_expiration_threshold' | 'sidecar_update_interval'

/** A period of at least a second. */
function msOf(text: string): number | undefined {
  const period = parsePeriod(normalizePeriod(text))
  return period === undefined ? undefined : periodMs(period)
}

/** A sidecar that reports less often than the thresholds allow would always be inactive. */
export function sidecarPeriodProblem(config: SidecarConfig, name: SidecarPeriod): MessageId | undefined {
  const ms = msOf(config[name])
  if (ms === undefined) return 'configurations.sidecars.error.period'
  if (name === 'sidecar_expiration_threshold' && ms < UNIT_MS.minutes) return 'configurations.sidecars.error.minute'
  const thresholds = [config.sidecar_inactive_threshold, config.sidecar_expiration_threshold].map(msOf)
  const isLate = thresholds.some((threshold) => threshold !== undefined && ms >= threshold)
  return name === 'sidecar_update_interval' && isLate ? 'configurations.sidecars.error.interval' : undefined
}
