import { useText } from '../../../base/text/text.tsx'
import { ViewSidebar } from '../../../view-sidebar/view-sidebar.tsx'
import { isDirty, type SessionState } from '../editing/search-session.ts'

export function SearchSidebar({ state }: { state: SessionState }) {
  const t = useText()
  const [query] = Object.values(state.run.outcome?.job.results ?? {})
  const stats = query?.execution_stats
  return (
    <ViewSidebar
      kind="search"
      view={state.view}
      executed={stats === undefined ? undefined : { at: stats.timestamp, durationMs: stats.duration }}
      untitled={t('search.sidebar.unsaved')}
      isChanged={isDirty(state)}
      widgets={state.history.present.page.widgets}
      canEdit
    />
  )
}
