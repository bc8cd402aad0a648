import type { View } from '@logyard/contract/views/views'
import { useText } from '../../../base/text/text.tsx'
import { viewFactsOf } from '../../../view-document/metadata/view-facts.ts'
import { ViewFactsDialog } from '../../../view-document/metadata/view-facts-dialog.tsx'
import type { SearchSession } from '../editing/search-session.ts'
import { useSaveSearch } from './saved-search-actions.tsx'

interface MetadataDialogProps {
  readonly session: SearchSession
  readonly view: View
  readonly onClose: () => void
}

export function MetadataDialog({ session, view, onClose }: MetadataDialogProps) {
  const t = useText()
  const save = useSaveSearch(session)
  return (
    <ViewFactsDialog
      title={t('search.metadata.title')}
      saveLabel={t('search.metadata.save')}
      facts={viewFactsOf(view)}
      onSave={(facts) => save.mutateAsync({ view, facts })}
      onClose={onClose}
    />
  )
}
