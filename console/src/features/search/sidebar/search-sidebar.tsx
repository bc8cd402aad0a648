import { useText } from '../../../base/text/text.tsx'
import { isDirty } from '../../../view-document/editing/view-editor.ts'
import { ViewSidebar } from '../../../view-sidebar/view-sidebar.tsx'
import type { SessionState } from '../editing/search-session.ts'

export function SearchSidebar({ state }: { state: SessionState }) {
  const t = useText()
  return (
    <ViewSidebar
      kind="search"
      view={state.view}
      executed={state.run.latest?.result.execution_stats}
      untitled={t('searchTools.sidebar.unsaved')}
      isChanged={isDirty(state)}
      widgets={state.history.present.page.widgets}
    />
  )
}
