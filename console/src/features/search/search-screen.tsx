/** Opens the search that the address names, if the user may search and the link is valid. */
import { type Decorator, listDecorators } from '@logyard/contract/search/decorators'
import { getSearch, type Search } from '@logyard/contract/search/searches'
import { getView, type View } from '@logyard/contract/views/views'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import type { Call } from '../../api/api-client.ts'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useFirstContent } from '../../base/deferred/first-content.ts'
import { useQueryValues, useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { decoratorsQuery } from '../../messages-table/decorators/decorator-queries.ts'
import { readableStreamsQuery } from '../../query/stream-picker/readable-streams-query.ts'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { NotFoundPage } from '../../ui/page/not-found-page.tsx'
import { Page } from '../../ui/page/page.tsx'
import { randomIds } from '../../view-document/model/random-ids.ts'
import { documentOf, newSearch } from './editing/search-document.ts'
import { hasUnknownRange } from './editing/search-url.ts'
import { useFirstColumns } from './editing/stream-columns.ts'
import { NEW_SEARCH } from './editing/use-opened-search.ts'
import { FirstRowsContext } from './first-rows.ts'
import { ReadableSearch } from './readable-search.tsx'
import { Redirect } from './redirects.tsx'
import { useTabWork } from './tabs/use-search-tabs.ts'

const UnknownRange = deferred(() => import('./search-refusals.tsx').then((module) => module.UnknownRange))
const NoStreams = deferred(() => import('./search-refusals.tsx').then((module) => module.NoStreams))

export const NewSearchScreen = () => (
  <SearchGate>{(workId) => <NewSearch key={workId} workId={workId} streamId={undefined} />}</SearchGate>
)

export function StreamSearchScreen() {
  const { id } = useRouteParams(routes.streamSearch)
  return <SearchGate>{(workId) => <NewSearch key={`${id} ${workId}`} workId={workId} streamId={id} />}</SearchGate>
}

export function SavedSearchScreen() {
  const { viewId } = useRouteParams(routes.savedSearch)
  return (
    <SearchGate>
      {(workId) => <SavedSearchPage key={`${viewId} ${workId}`} workId={workId} viewId={viewId} />}
    </SearchGate>
  )
}

/** Shows the page only if the link is valid and the user can read at least one stream. */
function SearchGate({ children }: { children: (workId: string) => ReactNode }) {
  const t = useText()
  const workId = useTabWork()
  const values = useQueryValues()
  const call = useCall()
  const streams = useQuery(readableStreamsQuery(call))
  // Requested in parallel, because a new search needs the decorators too.
  useQuery({ ...decoratorsQuery(call), enabled: useMay()(listDecorators), retry: false })
  const [areShown, setAreShown] = useState(false)
  const show = useCallback(() => setAreShown(true), [])
  useFirstContent(areShown || hasUnknownRange(values) || streams.isError || streams.data?.length === 0)
  if (hasUnknownRange(values)) {
    return <UnknownRange />
  }
  if (streams.isError) {
    return (
      <Page title={t('search.title')}>
        <LoadFailed error={streams.error} onRetry={streams.refetch} />
      </Page>
    )
  }
  if (streams.isPending || workId === undefined) return <Loading />
  if (streams.data.length === 0) {
    return <NoStreams />
  }
  return <FirstRowsContext value={show}>{children(workId)}</FirstRowsContext>
}

interface NewSearchProps {
  readonly workId: string
  readonly streamId: string | undefined
}

function NewSearch(props: NewSearchProps) {
  // Without permission to read decorators, a search has none.
  const decorators = useQuery({ ...decoratorsQuery(useCall()), enabled: useMay()(listDecorators), retry: false })
  const first = useFirstColumns(props.streamId)
  if (decorators.isLoading || first.isLoading) return <Loading />
  return <NewSearchPage {...props} decorators={decorators.data ?? []} columns={first.columns} />
}

interface NewSearchPageProps extends NewSearchProps {
  readonly decorators: readonly Decorator[]
  readonly columns: readonly string[]
}

function NewSearchPage({ workId, streamId, decorators, columns }: NewSearchPageProps) {
  const t = useText()
  const [fresh] = useState(() => {
    const titles = { messageCount: t('search.messageCount'), allMessages: t('search.allMessages') }
    return newSearch({ streamId, decorators, columns, titles }, randomIds)
  })
  const link = streamId === undefined ? routes.searchNew() : routes.streamSearchNew(streamId)
  return (
    <ReadableSearch
      base={fresh}
      view={undefined}
      work={{ workId, subject: streamId === undefined ? NEW_SEARCH : `stream ${streamId}` }}
      newSearchLink={link}
    />
  )
}

function SavedSearchPage({ workId, viewId }: { workId: string; viewId: string }) {
  const t = useText()
  // The opened search is edited here; a newer version on the server does not replace it automatically.
  const saved = useQuery({ ...savedSearchQuery(useCall(), viewId), refetchOnMount: false, refetchOnReconnect: false })
  if (saved.isError) {
    return (
      <Page title={t('search.title')}>
        <LoadFailed error={saved.error} onRetry={saved.refetch} isPageEntity isShareable />
      </Page>
    )
  }
  if (saved.isPending) return <Loading />
  return <OpenedSearch workId={workId} saved={saved.data} />
}

function OpenedSearch({ workId, saved }: { workId: string; saved: SavedSearch }) {
  const [{ view, document }] = useState(() => ({ view: saved.view, document: documentOf(saved.view, saved.search) }))
  if (view.type === 'DASHBOARD') return <Redirect to={routes.dashboard(view.id)} />
  if (document === undefined) return <NotFoundPage />
  return (
    <ReadableSearch
      base={document}
      view={view}
      work={{ workId, subject: `saved ${view.id}` }}
      newSearchLink={routes.searchNew()}
    />
  )
}

interface SavedSearch {
  readonly view: View
  readonly search: Search
}

/** A saved search. It is edited from then on, so it is not reloaded in the background. */
const savedSearchQuery = (call: Call, id: string) =>
  queryOptions({
    // Outside the lists' key: invalidating the lists after a deletion must not refetch the deleted search.
    queryKey: ['saved-search', id],
    queryFn: async ({ signal }): Promise<SavedSearch> => {
      const view = await call(getView, { params: { id }, signal })
      const search = await call(getSearch, { params: { id: view.search_id }, signal })
      return { view, search }
    },
    staleTime: 0,
    gcTime: 0,
  })
