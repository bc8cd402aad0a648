import { Button, CloseButton, Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { isDirty } from '../../../view-document/editing/view-editor.ts'
import type { SearchSession, SessionState } from './search-session.ts'

/** The page continues what was left unsaved elsewhere, such as in a closed tab; the changes can be dropped. */
export function RestoredNotice({ session, state }: { session: SearchSession; state: SessionState }) {
  const t = useText()
  const [isClosed, setIsClosed] = useState(false)
  if (isClosed || !isDirty(state)) return null
  return (
    <Group gap="xs" px="md" pt="xs" fz="sm" wrap="nowrap" role="status">
      <IconHistory size={16} aria-hidden />
      {t('search.restored')}
      <Button size="compact-sm" variant="subtle" onClick={session.discardChanges}>
        {t('search.restored.discard')}
      </Button>
      <CloseButton size="sm" aria-label={t('ui.close')} onClick={() => setIsClosed(true)} />
    </Group>
  )
}
