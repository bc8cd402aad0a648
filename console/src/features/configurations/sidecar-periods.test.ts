import { SIDECAR_CONFIG_DEFAULTS } from '@logyard/contract/sidecars/sidecar-config'
import { expect, test } from 'vitest'
import { sidecarPeriodProblem } from './sidecar-periods.ts'

const problem = (changes: Partial<typeof SIDECAR_CONFIG_DEFAULTS>, name: Parameters<typeof sidecarPeriodProblem>[1]) =>
  sidecarPeriodProblem({ ...SIDECAR_CONFIG_DEFAULTS, ...changes }, name)

test('periods have a shortest value, and sidecars report more often than they expire', () => {
  expect(problem({}, 'sidecar_update_interval')).toBeUndefined()
  expect(problem({ sidecar_update_interval: 'PT1M' }, 'sidecar_update_interval')).toBe(
    'configurations.sidecars.error.interval',
  )
  expect(problem({ sidecar_expiration_threshold: 'PT59S' }, 'sidecar_expiration_threshold')).toBe(
    'configurations.sidecars.error.minute',
  )
  expect(problem({ sidecar_inactive_threshold: 'PT0S' }, 'sidecar_inactive_threshold')).toBe(
    'configurations.sidecars.error.period',
  )
  expect(problem({ sidecar_inactive_threshold: 'soon' }, 'sidecar_inactive_threshold')).toBe(
    'configurations.sidecars.error.period',
  )
})
