import { useText } from '../../../app/text/text.tsx'
import { ViewSidebar } from '../../../widgets/sidebar/view-sidebar.tsx'
import { isDirty, type SessionState } from '../session/search-session.ts'

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
