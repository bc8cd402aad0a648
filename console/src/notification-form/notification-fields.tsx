import type { NotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { Select, type SelectProps, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useText } from '../base/text/text.tsx'
import classes from './notification-form.module.css'
import { isKnownType, NOTIFICATION_TYPES, type NotificationTypeName } from './notification-types.ts'
import type { NotificationValues } from './notification-values.ts'
import { TypeFields } from './types/type-fields.tsx'

interface NotificationFieldsProps {
  readonly values: NotificationValues
  /** By the names that the server gives them. */
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly isNew: boolean
  /** `changed` are the names of the fields; `config` if the type changed. */
  readonly onChange: (values: NotificationValues, changed: readonly string[]) => void
}

export function NotificationFields({ values, errors, isNew, onChange }: NotificationFieldsProps) {
  const t = useText()
  const { title, description, config } = values
  /** What was entered for other types, in case the user comes back to them. */
  const left = useRef(new Map<string, NotificationConfig>())
  const choose = (type: NotificationTypeName) => {
    if (config !== undefined) left.current.set(config.type, config)
    onChange({ ...values, config: left.current.get(type) ?? NOTIFICATION_TYPES[type].create() }, ['config'])
  }
  return (
    <>
      <TextInput
        label={t('eventNotifications.title')}
        required
        autoComplete="off"
        data-autofocus={isNew || undefined}
        value={title}
        error={errors['title']}
        onChange={({ currentTarget }) => onChange({ ...values, title: currentTarget.value }, ['title'])}
      />
      <Textarea
        label={t('eventNotifications.description')}
        autoComplete="off"
        autosize
        minRows={1}
        maxRows={6}
        value={description}
        error={errors['description']}
        onChange={({ currentTarget }) => onChange({ ...values, description: currentTarget.value }, ['description'])}
      />
      <TypeSelect type={config?.type} error={errors['config']} onChoose={choose} />
      {config !== undefined && (
        <Stack gap="md" key={config.type}>
          <TypeFields
            config={config}
            errors={errors}
            title={title}
            onChange={(next, changed) => onChange({ ...values, config: next }, changed)}
          />
        </Stack>
      )}
    </>
  )
}

interface TypeSelectProps {
  readonly type: string | undefined
  readonly error: ReactNode
  readonly onChoose: (type: NotificationTypeName) => void
}

function TypeSelect({ type, error, onChoose }: TypeSelectProps) {
  const t = useText()
  const data = Object.entries(NOTIFICATION_TYPES).map(([value, { label }]) => ({ value, label: t(label) }))
  const isUnknown = type !== undefined && !isKnownType(type)
  return (
    <Select
      label={t('eventNotifications.type')}
      placeholder={t('eventNotifications.type.choose')}
      required
      allowDeselect={false}
      maw={420}
      maxDropdownHeight={420}
      data={isUnknown ? [...data, { value: type, label: type, disabled: true }] : data}
      value={type ?? null}
      error={error}
      renderOption={renderType}
      onChange={(next) => {
        if (next !== null && isKnownType(next) && next !== type) onChoose(next)
      }}
    />
  )
}

const renderType: NonNullable<SelectProps['renderOption']> = ({ option }) => <TypeOption type={option.value} />

function TypeOption({ type }: { readonly type: string }) {
  const t = useText()
  if (!isKnownType(type)) return <span translate="no">{type}</span>
  const { icon: Icon, label, help } = NOTIFICATION_TYPES[type]
  return (
    <div className={classes['type']}>
      <Icon size={18} aria-hidden />
      <div>
        {t(label)}
        <Text size="xs" c="dimmed">
          {t(help)}
        </Text>
      </div>
    </div>
  )
}
