/** Secrets in the configs of notifications: they are never answered. */
import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import type { NotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import type { AnyNotificationType } from './notification-type.ts'

export const maskedConfig = (type: AnyNotificationType, config: NotificationConfig): NotificationConfig =>
  withSecrets(type, config, (value) => (isMap(value) ? masks(value) : PASSWORD_SET))

/** Whether placeholders in `config` stand for the secrets of `before`. */
export const keepsSecrets = (type: AnyNotificationType, before: NotificationConfig, config: NotificationConfig) =>
  before.type === config.type && type.secretsFor(before) === type.secretsFor(config)

/**
 * A client sends a placeholder back to keep the stored secret. A new address drops the secret: otherwise a user who may
 * edit the notification could have the secret sent to a server of their own.
 */
export function retainedConfig(
  type: AnyNotificationType,
  config: NotificationConfig,
  before: NotificationConfig | undefined,
): NotificationConfig {
  const isSame = before !== undefined && keepsSecrets(type, before, config)
  return withSecrets(type, config, (value, name) => unmasked(value, isSame ? Reflect.get(before, name) : undefined))
}

function withSecrets(
  { secrets }: AnyNotificationType,
  config: NotificationConfig,
  change: (value: unknown, name: string) => unknown,
): NotificationConfig {
  const changed = secrets.flatMap((name) => {
    const value: unknown = Reflect.get(config, name)
    return value === undefined || value === null || value === '' ? [] : [[name, change(value, name)]]
  })
  return { ...config, ...Object.fromEntries(changed) }
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const masks = (map: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.keys(map).map((name) => [name, PASSWORD_SET]))

function unmasked(value: unknown, before: unknown): unknown {
  if (value === PASSWORD_SET) return before ?? ''
  if (!isMap(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, unmasked(one, isMap(before) ? before[name] : undefined)]),
  )
}
