import type { NotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { Alert, Select, type SelectProps, Stack, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useText } from '../base/text/text.tsx'
import { Dimmed } from '../ui/dimmed.tsx'
import { Fields } from '../ui/fields/fields.tsx'
import type { EntityForm } from '../ui/form/use-entity-form.ts'
import { NOTIFICATION_EDITORS } from './fields/notification-editors.tsx'
import classes from './notification-form.module.css'
import { iconOf, type NotificationType, useNotificationType } from './notification-types.tsx'
import type { NotificationValues } from './notification-values.ts'

interface NotificationFieldsProps {
  readonly types: readonly NotificationType[]
  readonly form: EntityForm<NotificationValues>
}

export function NotificationFields({ types, form }: NotificationFieldsProps) {
  const t = useText()
  const { title, config } = form.values
  const known = types.find(({ type }) => type === config?.type)
  /** What was entered for other types, in case the user comes back to them. */
  const left = useRef(new Map<string, NotificationConfig>())
  const choose = ({ type, default_config: initial }: NotificationType) => {
    if (config !== undefined) left.current.set(config.type, config)
    form.change({ config: left.current.get(type) ?? initial })
  }
  return (
    <>
      <TextInput
        label={t('eventNotifications.title')}
        required
        autoComplete="off"
        data-autofocus={form.isNew || undefined}
        {...form.text('title')}
      />
      <Textarea
        label={t('ui.optional', { label: t('eventNotifications.description') })}
        autoComplete="off"
        autosize
        minRows={1}
        maxRows={6}
        {...form.text('description')}
      />
      <TypeSelect types={types} type={config?.type} error={form.errors['config']} onChoose={choose} />
      {config !== undefined && known !== undefined && (
        <Stack gap="md" key={config.type}>
          <Fields
            fields={known.form.fields}
            {...form.group('config')}
            editors={NOTIFICATION_EDITORS}
            entityTitle={title}
          />
        </Stack>
      )}
      {config !== undefined && known === undefined && (
        <Alert color="red" icon={<IconAlertTriangle />}>
          {t('eventNotifications.type.unknown')}
        </Alert>
      )}
    </>
  )
}

interface TypeSelectProps {
  readonly types: readonly NotificationType[]
  readonly type: string | undefined
  readonly error: ReactNode
  readonly onChoose: (type: NotificationType) => void
}

function TypeSelect({ types, type, error, onChoose }: TypeSelectProps) {
  const t = useText()
  const known = types.map(({ type: value, form }) => ({ value, label: form.title }))
  const isUnknown = type !== undefined && !types.some((one) => one.type === type)
  return (
    <Select
      label={t('eventNotifications.type')}
      placeholder={t('eventNotifications.type.choose')}
      required
      allowDeselect={false}
      maw={420}
      maxDropdownHeight={420}
      attributes={{ dropdown: { translate: 'no' } }}
      data={isUnknown ? [...known, { value: type, label: type, disabled: true }] : known}
      value={type ?? null}
      error={error}
      renderOption={renderType}
      onChange={(next) => {
        const chosen = types.find((one) => one.type === next)
        if (chosen !== undefined && next !== type) onChoose(chosen)
      }}
    />
  )
}

const renderType: NonNullable<SelectProps['renderOption']> = ({ option }) => (
  <TypeOption type={option.value} label={option.label} />
)

function TypeOption({ type, label }: { readonly type: string; readonly label: string }) {
  const help = useNotificationType(type)?.form.help
  const Icon = iconOf(type)
  return (
    <div className={classes['type']}>
      <Icon size={18} aria-hidden />
      <div>
        {label}
        <Dimmed size="xs">{help}</Dimmed>
      </div>
    </div>
  )
}
