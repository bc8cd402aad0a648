/** `legacy-alarm-callback-notification-v1`: runs an alarm callback. A failure is final. */
import type { LegacyNotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import type { LegacyCallbacks } from '../legacy-callbacks.ts'
import type { NotificationType } from '../notification-type.ts'

export const createLegacyType = (
  callbacks: Pick<LegacyCallbacks, 'run'>,
): NotificationType<LegacyNotificationConfig> => ({
  type: 'legacy-alarm-callback-notification-v1',
  defaultConfig: { type: 'legacy-alarm-callback-notification-v1', callback_type: '', configuration: {} },
  form: {
    title: 'Legacy alarm callback',
    help: 'Mail or HTTP, as legacy alerts send it',
    fields: [
      {
        kind: 'note',
        name: 'deprecated',
        label: 'Alarm callbacks are deprecated. New notifications should use another type.',
      },
      { kind: 'callback', name: 'callback_type', label: 'Callback type' },
    ],
  },
  secrets: [],
  secretsFor: () => '',
  normalise: (config) => ({ ...config, configuration: config.configuration ?? {} }),
  problems: ({ callback_type }) =>
    (callback_type ?? '').trim() === ''
      ? { callback_type: ['Legacy Notification callback type cannot be empty.'] }
      : {},
  send: ({ callback_type, configuration }, { model, definition, signal }) =>
    callbacks.run(
      { type: callback_type ?? '', configuration: configuration ?? {} },
      { model, streamId: definition === undefined ? undefined : streamOf(definition.config) },
      signal,
    ),
})

function streamOf(config: object): string | undefined {
  const streams: unknown = Reflect.get(config, 'streams')
  return Array.isArray(streams) && typeof streams[0] === 'string' ? streams[0] : undefined
}
