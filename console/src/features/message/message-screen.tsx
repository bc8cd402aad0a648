import { getMessage } from '@logyard/contract/search/messages'
import { Paper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/call-query.ts'
import { useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { MessageDetail } from '../../messages-table/details/message-detail.tsx'
import { useMessageFacts } from '../../messages-table/details/message-facts.ts'
import { hitOf } from '../../messages-table/details/stored-message.ts'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { Page } from '../../ui/page/page.tsx'

/** One message on its own page, the target of message links. */
export function MessageScreen() {
  const t = useText()
  const call = useCall()
  const { index, messageId } = useRouteParams(routes.message)
  const message = useQuery({
    ...callQuery(call, ['message', index, messageId], getMessage, { params: { index, messageId } }),
    // Stored messages do not change.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const facts = useMessageFacts()
  useFailureToast(message.error, 'messages.page.failed')
  if (message.isError) return <LoadFailed error={message.error} onRetry={message.refetch} isPageEntity />
  if (message.isPending || facts.isPending) return <Loading />
  return (
    <Page title={t('messages.page.title')} subject={messageId}>
      <Paper>
        <MessageDetail hit={hitOf(message.data)} isInteractive={false} />
      </Paper>
    </Page>
  )
}
