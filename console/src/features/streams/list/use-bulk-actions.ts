import {
  deleteStream,
  pauseStream,
  resumeStream,
  type StreamPageItem,
  updateStream,
} from '@logyard/contract/streams/streams'
import { useCall } from '../../../base/services/services.tsx'
import { useMay, useReloadCurrentUser } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { BulkAction } from '../../../ui/data-table/data-table-props.ts'
import { changeEach, useBulkAction } from '../../../ui/data-table/use-bulk-action.tsx'
import { STREAMS_KEY } from '../stream-queries.ts'

const CALLS = { start: resumeStream, pause: pauseStream, delete: deleteStream }

type Kind = keyof typeof CALLS

/** Streams that the action would not change: built-in streams, and streams already in the target state. */
const isSkipped = (kind: Kind, stream: StreamPageItem) =>
  !stream.is_editable || (kind !== 'delete' && stream.disabled === (kind === 'pause'))

/** The bulk actions on streams; each confirmation lists all affected streams. */
export function useBulkActions(onDeleted: () => void): readonly BulkAction<StreamPageItem>[] {
  const t = useText()
  const canEdit = useMay()(updateStream)
  const call = useCall()
  const reloadUser = useReloadCurrentUser()
  const bulk = useBulkAction<StreamPageItem>({
    listed: ({ id, title }) => ({ id, name: title }),
    skipped: 'streams.bulk.leftOut',
    changes: STREAMS_KEY,
  })
  const afterDelete = async () => {
    await reloadUser()
    onDeleted()
  }
  if (!canEdit) return []
  return (['start', 'pause', 'delete'] as const).map((kind) =>
    bulk({
      label: t(`streams.${kind}`),
      isDangerous: kind === 'delete',
      texts: `streams.bulk.${kind}`,
      isSkipped: (stream) => isSkipped(kind, stream),
      run: (streams) => changeEach(streams, ({ id }) => call(CALLS[kind], { params: { id } })),
      ...(kind === 'delete' && { after: afterDelete }),
    }),
  )
}
