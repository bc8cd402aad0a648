import { fieldsOf } from '@logyard/contract/configured/fields-of'
import {
  type LegacyCallbackTypes,
  listLegacyCallbackTypes,
} from '@logyard/contract/event-notifications/event-notifications'
import { Alert, NativeSelect } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { EVENT_NOTIFICATIONS_KEY } from '../../alerting/alerting-keys.ts'
import type { Call } from '../../api/api-client.ts'
import { pickQuery } from '../../api/call-query.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { initialConfiguration } from '../../ui/configured-form/configuration-values.ts'
import type { EditorProps } from '../../ui/fields/field-props.ts'
import { textOf } from '../../ui/fields/field-values.ts'
import { Fields } from '../../ui/fields/fields.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'

export const callbackTypesQuery = (call: Call) => ({
  ...pickQuery(call, [...EVENT_NOTIFICATIONS_KEY, 'callback-types'], ({ types }) => types, listLegacyCallbackTypes),
  staleTime: Number.POSITIVE_INFINITY,
})

/** An alarm callback and its configuration, which the server describes as the Graylog 4.0 API does. */
export const CallbackField = (props: EditorProps<'callback'>) => (
  <Loaded query={useQuery(callbackTypesQuery(useCall()))} lines={3}>
    {(types) => <Callback {...props} types={types} />}
  </Loaded>
)

interface CallbackProps extends EditorProps<'callback'> {
  readonly types: LegacyCallbackTypes['types']
}

function Callback({ label, value, values, error, errors, onChange, types }: CallbackProps) {
  const t = useText()
  const chosen = textOf(value)
  const type = types[chosen]
  const isUnknown = chosen !== '' && type === undefined
  const stored = initialConfiguration(type?.configuration ?? {}, Object(values['configuration']))
  return (
    <>
      <NativeSelect
        label={label}
        required
        maw={420}
        data={[
          { value: '', label: t('eventNotifications.legacy.choose'), disabled: chosen !== '' },
          ...Object.entries(types).map(([value, { name }]) => ({
            value,
            label: t('eventNotifications.legacy.name', { name }),
          })),
          ...(isUnknown ? [{ value: chosen, label: chosen, disabled: true }] : []),
        ]}
        value={chosen}
        error={error}
        onChange={({ currentTarget: { value: next } }) =>
          onChange({ callback_type: next, configuration: initialConfiguration(types[next]?.configuration ?? {}) })
        }
      />
      {isUnknown && (
        <Alert color="red" icon={<IconAlertTriangle />}>
          {t('eventNotifications.legacy.unknown', { type: chosen })}
        </Alert>
      )}
      {type !== undefined && (
        <Fields
          fields={fieldsOf(type.configuration)}
          values={stored}
          errors={errors}
          onChange={(change) => onChange({ configuration: { ...stored, ...change } })}
        />
      )}
    </>
  )
}
