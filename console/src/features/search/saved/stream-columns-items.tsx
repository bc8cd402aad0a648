import { setStreamColumns } from '@logyard/contract/streams/stream-columns'
import { IconColumns, IconColumnsOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { readableStreamsQuery } from '../../../query/stream-picker/readable-streams-query.ts'
import { useAction } from '../../../ui/action/use-action.ts'
import { ActionItems } from '../../../ui/menu/action-items.tsx'
import { messagesConfig } from '../../../view-document/editing/new-widgets.ts'
import { isMessages } from '../../../view-document/model/view-model.ts'
import type { SearchSession, SessionState } from '../editing/search-session.ts'
import { onlyStream, streamColumnsKey, streamColumnsQuery } from '../editing/stream-columns.ts'
import { withSettings } from '../editing/table-settings.ts'

interface StreamColumnsItemsProps {
  readonly session: SearchSession
  readonly state: SessionState
}

/** The columns of a search of one stream: to begin with them in that stream, and to return to those it begins with. */
export function StreamColumnsItems({ session, state }: StreamColumnsItemsProps) {
  const t = useText()
  const may = useMay()
  const { page, query } = state.history.present
  const streamId = onlyStream(query.streams) ?? ''
  const isOne = streamId !== ''
  const streams = useQuery({ ...readableStreamsQuery(useCall()), enabled: isOne })
  const stored = useQuery({ ...streamColumnsQuery(useCall(), streamId), enabled: isOne })
  const save = useAction({
    run: (call, { id, columns }: { id: string; title: string; columns: string[] }) =>
      call(setStreamColumns, { params: { streamId: id }, body: { columns } }),
    texts: 'searchTools.columns',
    changes: [streamColumnsKey(streamId)],
  })
  const shown = page.widgets.find(isMessages)?.config.fields
  if (!isOne || shown === undefined) return null
  const title = streams.data?.find(({ id }) => id === streamId)?.title ?? ''
  const first = stored.data === undefined || stored.data.length === 0 ? messagesConfig().fields : stored.data
  const isFirst = shown.join() === first.join()
  return (
    <ActionItems
      actions={[
        may(setStreamColumns, { streamId }) && {
          label: t('searchTools.columns.set', { title }),
          icon: <IconColumns size={15} />,
          disabledBecause: isFirst ? t('searchTools.columns.same') : undefined,
          onClick: () => save.mutate({ id: streamId, title, columns: [...shown] }),
        },
        {
          label: t('searchTools.columns.reset', { title }),
          icon: <IconColumnsOff size={15} />,
          disabledBecause: isFirst ? t('searchTools.columns.same') : undefined,
          onClick: () => session.changePage(() => withSettings(state.history.present, { columns: first }).page),
        },
      ]}
    />
  )
}
