/** From the address to a search that can begin: what is saved of it, whether the user may search at all. */
import { IconCalendarQuestion, IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useQueryValues, useRouteParams } from '../../app/routes/location.ts'
import { routes } from '../../app/routes/routes.ts'
import { useCall } from '../../app/services.tsx'
import { useText } from '../../app/text/text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Page } from '../../ui/page.tsx'
import { randomIds } from '../../widgets/random-ids.ts'
import { readableStreamsQuery } from '../../widgets/streams/readable-streams-query.ts'
import { useZone } from '../../widgets/time-range/use-range-text.ts'
import { SearchPage } from './search-page.tsx'
import { newSearch, type SearchDocument } from './session/search-document.ts'
import { hasUnknownRange, queryFromUrl } from './session/search-url.ts'

export const NewSearchScreen = () => <SearchGate key="new" streamId={undefined} />

export function StreamSearchScreen() {
  const { id } = useRouteParams(routes.streamSearch)
  return <SearchGate key={id} streamId={id} />
}

function SearchGate({ streamId }: { streamId: string | undefined }) {
  const t = useText()
  const values = useQueryValues()
  const streams = useQuery(readableStreamsQuery(useCall()))
  if (hasUnknownRange(values)) {
    return (
      <EmptyState
        isPage
        icon={<IconCalendarQuestion />}
        title={t('search.unknownRange')}
        text={t('search.unknownRange.text')}
        action={<LinkButton to={routes.search()}>{t('search.unknownRange.action')}</LinkButton>}
      />
    )
  }
  if (streams.isError) {
    return (
      <Page title={t('search.title')}>
        <LoadFailed error={streams.error} onRetry={streams.refetch} />
      </Page>
    )
  }
  if (streams.isPending) return <Loading />
  if (streams.data.length === 0) {
    return <EmptyState isPage icon={<IconStack2 />} title={t('search.noStreams')} text={t('search.noStreams.text')} />
  }
  return <NewSearch streamId={streamId} />
}

function NewSearch({ streamId }: { streamId: string | undefined }) {
  const t = useText()
  const values = useQueryValues()
  const zone = useZone()
  const [document] = useState<SearchDocument>(() => {
    const titles = { messageCount: t('search.messageCount'), allMessages: t('search.allMessages') }
    const fresh = newSearch({ streamId, decorators: [], titles }, randomIds)
    return { ...fresh, query: queryFromUrl(values, fresh.query, { zone, nowMs: Date.now() }) }
  })
  return <SearchPage document={document} view={undefined} />
}
