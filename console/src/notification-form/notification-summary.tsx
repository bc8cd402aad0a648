import type { Field } from '@logyard/contract/configured/field'
import { fieldsOf } from '@logyard/contract/configured/fields-of'
import type { NotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../base/services/services.tsx'
import { useText } from '../base/text/text.tsx'
import { DefinitionList } from '../ui/definition-list.tsx'
import { fieldSummary } from '../ui/fields/field-summary.tsx'
import { type FieldValues, isUnset } from '../ui/fields/field-values.ts'
import { callbackTypesQuery } from './fields/callback-field.tsx'
import { NotificationTypeName, useNotificationType } from './notification-types.tsx'

/** A config, under the labels of its form. Secrets are not shown; what is not set is left out. */
export function NotificationSummary({ config }: { readonly config: NotificationConfig }) {
  const t = useText()
  const fields = useNotificationType(config.type)?.form.fields ?? []
  const values = { ...config }
  const type = { label: t('eventNotifications.type'), value: <NotificationTypeName type={config.type} /> }
  return (
    <>
      <DefinitionList items={[type, ...setFacts(fields, values)]} />
      {config.type === 'legacy-alarm-callback-notification-v1' && (
        <CallbackFacts type={config.callback_type ?? ''} configuration={config.configuration ?? {}} />
      )}
    </>
  )
}

const setFacts = (fields: readonly Field[], values: FieldValues) =>
  fieldSummary(
    fields.filter(({ kind, name }) => kind !== 'callback' && !isUnset(values[name])),
    values,
  )

interface CallbackFactsProps {
  readonly type: string
  readonly configuration: FieldValues
}

function CallbackFacts({ type, configuration }: CallbackFactsProps) {
  const t = useText()
  const known = useQuery(callbackTypesQuery(useCall())).data?.[type]
  return (
    <DefinitionList
      items={[
        { label: t('eventNotifications.legacy.type'), value: known?.name ?? type },
        ...setFacts(fieldsOf(known?.configuration ?? {}), configuration),
      ]}
    />
  )
}
