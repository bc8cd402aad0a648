import type { View } from '@logyard/contract/views/views'
import { useText } from '../../../app/text/text.tsx'
import { viewFactsOf } from '../../../widgets/saved/view-facts.ts'
import { ViewFactsDialog } from '../../../widgets/saved/view-facts-dialog.tsx'
import type { SearchSession } from '../session/search-session.ts'
import { useSaveSearch } from './saved-search-actions.ts'

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
      isSaving={save.isPending}
      onSave={(facts) => save.mutate({ view, facts }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
