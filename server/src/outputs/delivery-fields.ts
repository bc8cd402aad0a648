/** Fields that outputs of several types have: their queue, their batches. */
import { countSetting } from '@logyard/codecs/config-fields'
import { configField } from '@logyard/contract/configured/config-field'
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import type { OutputConfiguration } from '@logyard/contract/outputs/outputs'
import type { QueueLimits } from './output-queue.ts'

/** Bytes of one write to a connection. */
export const WRITE_BYTES = 64 * 1024
export const WRITE_LIMIT_MS = 10_000

const DEFAULT_QUEUE_MB = 512
const DEFAULT_QUEUE_HOURS = 72

/** The lowest and highest values of fields, in all types. */
export const FIELD_BOUNDS: Readonly<Record<string, readonly [min: number, max: number]>> = {
  queue_limit_mb: [1, 10_240],
  queue_limit_hours: [1, 720],
  batch_messages: [1, 10_000],
  flush_interval: [1, 60_000],
  request_timeout: [1, 120],
  object_mb: [1, 32],
  object_seconds: [1, 3600],
}

export const countField = (label: string, description: string, defaultValue: number, position = 200) =>
  configField('number', label, description, defaultValue, { attributes: ['only_positive'], position })

export const queueFields: ConfigRequest = {
  queue_limit_mb: countField(
    'Queue limit (MB)',
    'Messages wait on the disk; beyond this the oldest are dropped',
    DEFAULT_QUEUE_MB,
    300,
  ),
  queue_limit_hours: countField(
    'Queue age limit (hours)',
    'Messages that wait longer are dropped',
    DEFAULT_QUEUE_HOURS,
    301,
  ),
}

export const queueLimits = (configuration: OutputConfiguration): QueueLimits => ({
  bytes: boundedSetting(configuration, 'queue_limit_mb', DEFAULT_QUEUE_MB) * 2 ** 20,
  ageMs: boundedSetting(configuration, 'queue_limit_hours', DEFAULT_QUEUE_HOURS) * 3_600_000,
})

/** A whole number within the bounds of the field. */
export function boundedSetting(configuration: OutputConfiguration, name: string, defaultValue: number): number {
  const [min, max] = FIELD_BOUNDS[name] ?? [1, Number.MAX_SAFE_INTEGER]
  return Math.min(Math.max(countSetting(configuration, name, defaultValue), min), max)
}

/** The values that are out of bounds, by field. */
export function boundsProblems(configuration: OutputConfiguration): Record<string, readonly string[]> {
  const problems: Record<string, readonly string[]> = {}
  for (const [name, [min, max]] of Object.entries(FIELD_BOUNDS)) {
    const value = configuration[name]
    if (typeof value === 'number' && (value < min || value > max))
      problems[name] = [`Must be between ${min} and ${max}.`]
  }
  return problems
}
