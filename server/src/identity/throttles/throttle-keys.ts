import { createHmac } from 'node:crypto'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'

/** The stored form of a name or address: users sometimes type a password in the name field. */
export function createThrottleKeys(settings: Pick<SettingsStore, 'keyFor'>) {
  const key = settings.keyFor('throttles')
  return (...parts: readonly string[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
}
