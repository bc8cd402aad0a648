import { createEventNotification } from '@logyard/contract/event-notifications/event-notifications'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { NotificationForm } from '../../../notification-form/notification-form.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'

/** Creates a notification over the wizard, which keeps what was entered. */
export function NewNotification({ onCreated }: { readonly onCreated: (id: string) => void }) {
  const t = useText()
  const mayCreate = useMay()(createEventNotification)
  const [isOpen, setIsOpen] = useState(false)
  if (!mayCreate) return null
  return (
    <>
      <div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => setIsOpen(true)}
        >
          {t('definitions.notifications.create')}
        </Button>
      </div>
      <FormDialog
        isOpen={isOpen}
        close={() => setIsOpen(false)}
        size="xl"
        title={t('definitions.notifications.create')}
        leaveText={t('definitions.notifications.leave')}
      >
        <NotificationForm onSaved={({ id }) => onCreated(id)} />
      </FormDialog>
    </>
  )
}
