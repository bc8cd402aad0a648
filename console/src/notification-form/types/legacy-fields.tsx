import { fieldsOf } from '@logyard/contract/configured/fields-of'
import {
  type LegacyCallbackTypes,
  listLegacyCallbackTypes,
} from '@logyard/contract/event-notifications/event-notifications'
import type { LegacyNotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { Alert, NativeSelect } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { EVENT_NOTIFICATIONS_KEY } from '../../alerting/alerting-keys.ts'
import type { Call } from '../../api/api-client.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { initialConfiguration } from '../../ui/configured-form/configuration-values.ts'
import { Fields } from '../../ui/fields/fields.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import type { TypeFieldsProps } from './type-fields-props.ts'

export const callbackTypesQuery = (call: Call) =>
  queryOptions({
    queryKey: [...EVENT_NOTIFICATIONS_KEY, 'callback-types'],
    queryFn: async ({ signal }) => (await call(listLegacyCallbackTypes, { signal })).types,
    staleTime: Number.POSITIVE_INFINITY,
  })

type Props = TypeFieldsProps<LegacyNotificationConfig>

/** Runs an alarm callback, whose configuration the server describes. */
export function LegacyFields(props: Props) {
  const types = useQuery(callbackTypesQuery(useCall()))
  if (types.isError) return <LoadFailed error={types.error} onRetry={types.refetch} />
  if (types.isPending) return <LoadingLines lines={3} />
  return <Callback {...props} types={types.data} />
}

function Callback({ config, errors, onChange, types }: Props & { readonly types: LegacyCallbackTypes['types'] }) {
  const t = useText()
  const chosen = config.callback_type ?? ''
  const type = types[chosen]
  const isUnknown = chosen !== '' && type === undefined
  const stored = initialConfiguration(type?.configuration ?? {}, config.configuration ?? {})
  return (
    <>
      <Alert color="gray" variant="light" icon={<IconInfoCircle />}>
        {t('eventNotifications.legacy.deprecated')}
      </Alert>
      <NativeSelect
        label={t('eventNotifications.legacy.type')}
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
        error={errors['callback_type']}
        onChange={({ currentTarget: { value } }) =>
          onChange({ callback_type: value, configuration: initialConfiguration(types[value]?.configuration ?? {}) })
        }
      />
      {isUnknown && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle />}>
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
