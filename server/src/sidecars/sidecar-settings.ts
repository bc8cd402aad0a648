/** The settings of sidecars: a configuration document, with its periods in milliseconds. */
import {
  SIDECAR_CONFIG_DEFAULTS,
  SIDECAR_CONFIG_KEY,
  SidecarConfig,
  SidecarConfigDraft,
} from '@logyard/contract/sidecars/sidecar-config'
import type { ClusterConfig } from '../cluster-config/cluster-config.ts'
import { LogyardError } from '../platform/errors.ts'
import { parseDuration } from '../platform/parse-duration.ts'

export interface SidecarSettings {
  readonly expirationMs: number
  readonly inactiveMs: number
  readonly updateIntervalSeconds: number
  readonly sendsStatus: boolean
  /** Whether agents use the two values above instead of those in their own file. */
  readonly overridesAgents: boolean
}

export interface SidecarSettingsReader extends Disposable {
  read(): Promise<SidecarSettings>
}

const periodRefused = (name: string, reason: string) =>
  new LogyardError('invalid', 'sidecar-period-refused', `${name} ${reason}`)

/** The longest period that a date can be moved by. */
const MAX_PERIOD_MS = 100 * 365 * 86_400_000

export function createSidecarSettings(clusterConfig: ClusterConfig): SidecarSettingsReader {
  const document = clusterConfig.register({
    key: SIDECAR_CONFIG_KEY,
    draft: SidecarConfigDraft,
    document: SidecarConfig,
    default: SIDECAR_CONFIG_DEFAULTS,
    complete(draft) {
      const config = { ...SIDECAR_CONFIG_DEFAULTS, ...draft }
      settingsOf(config)
      return config
    },
  })
  let cached: Promise<SidecarSettings> | undefined
  const subscription = document.onChange(() => {
    cached = undefined
  })
  return {
    async read() {
      cached ??= document.read().then(settingsOf)
      try {
        return await cached
      } catch (error) {
        cached = undefined
        throw error
      }
    },
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  }
}

function settingsOf(config: SidecarConfig): SidecarSettings {
  const intervalMs = milliseconds(config, 'sidecar_update_interval')
  return {
    expirationMs: milliseconds(config, 'sidecar_expiration_threshold'),
    inactiveMs: milliseconds(config, 'sidecar_inactive_threshold'),
    updateIntervalSeconds: Math.max(1, Math.floor(intervalMs / 1000)),
    sendsStatus: config.sidecar_send_status,
    overridesAgents: config.sidecar_configuration_override,
  }
}

type PeriodName = 'sidecar_expiration_threshold' | 'sidecar_inactive_threshold' | 'sidecar_update_interval'

function milliseconds(config: SidecarConfig, name: PeriodName): number {
  const period = parseDuration(config[name])
  if (period === undefined) throw periodRefused(name, `is not an ISO 8601 period: "${config[name]}"`)
  if (period.years !== 0 || period.months !== 0) throw periodRefused(name, 'must not have years or months')
  const ms = period.with({ weeks: 0, days: period.days + period.weeks * 7 }).total('milliseconds')
  if (ms <= 0) throw periodRefused(name, `must be longer than 0, not "${config[name]}"`)
  if (ms > MAX_PERIOD_MS) throw periodRefused(name, 'must be at most 100 years')
  return ms
}
