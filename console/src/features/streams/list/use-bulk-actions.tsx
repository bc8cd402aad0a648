import {
  deleteStream,
  pauseStream,
  resumeStream,
  type StreamPageItem,
  updateStream,
} from '@logyard/contract/streams/streams'
import { List, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { statusText } from '../../../api/api-error.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay, useReloadCurrentUser } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import type { BulkAction } from '../../../ui/data-table/data-table-props.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { STREAMS_KEY } from '../stream-queries.ts'

type Kind = 'start' | 'pause' | 'delete'

const CALLS = { start: resumeStream, pause: pauseStream, delete: deleteStream }

/** Streams that the action would not change: built-in streams, and streams already in the target state. */
const isSkipped = (kind: Kind, stream: StreamPageItem) =>
  !stream.is_editable || (kind !== 'delete' && stream.disabled === (kind === 'pause'))

/** The bulk actions on streams; each confirmation lists all affected streams. */
export function useBulkActions(onDeleted: () => void): readonly BulkAction<StreamPageItem>[] {
  const t = useText()
  const canEdit = useMay()(updateStream)
  const call = useCall()
  const confirm = useConfirm()
  const notify = useNotify()
  const client = useQueryClient()
  const reloadUser = useReloadCurrentUser()

  async function run(kind: Kind, streams: readonly StreamPageItem[]): Promise<boolean> {
    const changed = streams.filter((stream) => !isSkipped(kind, stream))
    if (changed.length === 0) {
      notify.info(t(`streams.bulk.${kind}.nothing`))
      return false
    }
    const confirmed = await confirm({
      title: t(`streams.bulk.${kind}.title`, { count: changed.length }),
      text: <Named kind={kind} changed={changed} skipped={streams.length - changed.length} />,
      confirmLabel: t(`streams.bulk.${kind}.confirm`, { count: changed.length }),
      isDangerous: kind === 'delete',
    })
    if (!confirmed) return false
    let failed = 0
    for (const { id, title } of changed) {
      try {
        await call(CALLS[kind], { params: { id } })
      } catch (error) {
        failed += 1
        notify.error(t(`streams.bulk.${kind}.failed`, { title, status: statusText(error) }))
      }
    }
    if (failed < changed.length) notify.success(t(`streams.bulk.${kind}.done`, { count: changed.length - failed }))
    await client.invalidateQueries({ queryKey: STREAMS_KEY })
    if (kind === 'delete') {
      await reloadUser()
      onDeleted()
    }
    return failed === 0
  }

  if (!canEdit) return []
  return [
    { label: t('streams.start'), run: (streams) => run('start', streams) },
    { label: t('streams.pause'), run: (streams) => run('pause', streams) },
    { label: t('streams.delete'), isDangerous: true, run: (streams) => run('delete', streams) },
  ]
}

interface NamedProps {
  readonly kind: Kind
  readonly changed: readonly StreamPageItem[]
  readonly skipped: number
}

function Named({ kind, changed, skipped }: NamedProps) {
  const t = useText()
  return (
    <Stack gap="sm">
      <Text size="sm">{t(`streams.bulk.${kind}.text`, { count: changed.length })}</Text>
      <List size="sm">
        {changed.map(({ id, title }) => (
          <List.Item key={id}>
            <span translate="no">{title}</span>
          </List.Item>
        ))}
      </List>
      {skipped > 0 && <Dimmed>{t('streams.bulk.leftOut', { count: skipped })}</Dimmed>}
    </Stack>
  )
}
