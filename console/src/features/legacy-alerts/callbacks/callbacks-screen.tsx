import { IconPlus } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { LegacyPage } from '../legacy-page.tsx'
import { CallbackList } from './callback-list.tsx'

/** The notifications of all streams. */
export function CallbacksScreen() {
  const t = useText()
  const add = (
    <LinkButton to={routes.legacyAlerts.notificationNew()} leftSection={<IconPlus size={16} />}>
      {t('legacyAlerts.callbacks.addNew')}
    </LinkButton>
  )
  return (
    <LegacyPage title={t('legacyAlerts.callbacks')} description={t('legacyAlerts.callbacks.description')} action={add}>
      <CallbackList emptyAction={add} />
    </LegacyPage>
  )
}
