import { grn } from '@logyard/contract/identity/shares'
import {
  createStream,
  deleteStream,
  pauseStream,
  resumeStream,
  type StreamPageItem,
  updateStream,
} from '@logyard/contract/streams/streams'
import { IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useMay, useReloadCurrentUser } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useLiveMetrics } from '../../../cluster/live-metrics.ts'
import { ShareButton } from '../../../sharing/share-button.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { BulkAction } from '../../../ui/data-table/data-table-props.ts'
import { changeEach, useBulkAction } from '../../../ui/data-table/use-bulk-action.tsx'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useCreateButton } from '../../../ui/page/use-create-button.tsx'
import { messagesMetric } from '../messages-metric.ts'
import { type EditedRule, RuleDialog } from '../rules/rule-dialog.tsx'
import { usePauseStream, useStartStream } from '../stream-actions.tsx'
import { STREAMS_KEY, streamsQuery } from '../stream-queries.ts'
import { type NewStream, NewStreamDialog } from './new-stream-dialog.tsx'
import { type StreamForm, StreamFormDialog } from './stream-form-dialog.tsx'
import { StreamNextSteps } from './stream-next-steps.tsx'
import { useStreamColumns } from './use-stream-columns.tsx'
import { useStreamRowActions } from './use-stream-row-actions.tsx'

const SEARCH_HELP = { fields: ['title', 'description'], example: 'title:nginx -description:test' }

/** All streams with their rules, throughput and state. */
export function StreamsScreen() {
  const t = useText()
  const may = useMay()
  const streams = useEntityList({ query: streamsQuery, failed: 'streams.toast.loadFailed' }, { sort: 'title' })
  const live = useLiveMetrics((streams.result.data?.rows ?? []).map(({ id }) => messagesMetric(id)))
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<NewStream>()
  const formDialog = useFormDialog<StreamForm>()
  const ruleDialog = useFormDialog<EditedRule>()
  const start = useStartStream()
  const pause = usePauseStream()
  const columns = useStreamColumns({
    live,
    startingId: start.isPending ? start.variables : undefined,
    pausingId: pause.variables?.id,
    onEditRule: ({ id }, rule) => ruleDialog.open({ streamId: id, rule }),
    onStart: ({ id }) => start.mutate(id),
  })
  const rowActions = useStreamRowActions({
    onForm: formDialog.open,
    onAddRule: ({ id }) => ruleDialog.open({ streamId: id, rule: undefined }),
    onStart: ({ id }) => start.mutate(id),
    onPause: pause,
    onDeleted: () => streams.list.goTo(1),
  })
  const create = useCreateButton({
    label: 'streams.create',
    target: () => setIsCreating(true),
    isAllowed: may(createStream),
  })
  return (
    <Page title={t('streams.page')} description={t('streams.page.description')} action={create}>
      {created !== undefined && <StreamNextSteps key={created.id} {...created} />}
      <DataTable
        label={t('streams.page')}
        {...streams}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        hasHistory
        rowActions={rowActions}
        rowTools={({ id, title }) => <ShareButton grn={grn('stream', id)} type="stream" title={title} isIcon />}
        bulkActions={useBulkActions(() => streams.list.goTo(1))}
        searchHelp={SEARCH_HELP}
        empty={{ icon: <IconStack2 />, title: t('streams.none'), text: t('streams.none.text'), action: create }}
      />
      <NewStreamDialog isOpen={isCreating} onClose={() => setIsCreating(false)} onCreated={setCreated} />
      <StreamFormDialog {...formDialog} />
      <RuleDialog dialog={ruleDialog} />
    </Page>
  )
}

const CALLS = { start: resumeStream, pause: pauseStream, delete: deleteStream }

type Kind = keyof typeof CALLS

/** Streams that the action would not change: built-in streams, and streams already in the target state. */
const isSkipped = (kind: Kind, stream: StreamPageItem) =>
  !stream.is_editable || (kind !== 'delete' && stream.disabled === (kind === 'pause'))

/** The bulk actions on streams; each confirmation lists all affected streams. */
function useBulkActions(onDeleted: () => void): readonly BulkAction<StreamPageItem>[] {
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
