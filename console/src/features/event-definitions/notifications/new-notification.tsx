import { createEventNotification } from '@logyard/contract/event-notifications/event-notifications'
import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { NotificationForm } from '../../../notification-form/notification-form.tsx'
import { iconOf } from '../../../notification-form/notification-types.tsx'
import { FormDialog, useFormDialog } from '../../../ui/form/form-dialog.tsx'

const COMMON = ['http-notification-v1', 'email-notification-v1'] as const

/** Creates a notification over the form, which keeps what was entered. */
export function NewNotification({ onCreated }: { readonly onCreated: (id: string) => void }) {
  const t = useText()
  const mayCreate = useMay()(createEventNotification)
  /** The subject is the type; undefined if the user chooses it in the dialog. */
  const dialog = useFormDialog<string | undefined>()
  if (!mayCreate) return null
  return (
    <>
      <Group gap="xs">
        <Text size="sm">{t('definitions.notifications.new')}</Text>
        {COMMON.map((type) => {
          const Icon = iconOf(type)
          return (
            <Button
              key={type}
              size="compact-sm"
              variant="default"
              leftSection={<Icon size={14} />}
              onClick={() => dialog.open(type)}
            >
              {t(`definitions.notifications.new.${type}`)}
            </Button>
          )
        })}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => dialog.open(undefined)}
        >
          {t('definitions.notifications.new.other')}
        </Button>
      </Group>
      <FormDialog
        isOpen={dialog.isOpen}
        close={dialog.close}
        size="xl"
        title={t('definitions.notifications.create')}
        leaveText={t('definitions.notifications.leave')}
      >
        <NotificationForm type={dialog.subject} onSaved={({ id }) => onCreated(id)} />
      </FormDialog>
    </>
  )
}
