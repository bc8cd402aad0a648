import { grn } from '@logyard/contract/identity/shares'
import type { StreamRule } from '@logyard/contract/streams/stream-rules'
import { createStream, type StreamPageItem } from '@logyard/contract/streams/streams'
import { Button } from '@mantine/core'
import { IconPlus, IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCommand } from '../../../base/page/commands.tsx'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { useLiveMetrics } from '../../../cluster/live-metrics.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { Page } from '../../../ui/page/page.tsx'
import type { ShareButtonComponent } from '../../../ui/share-button-component.ts'
import { RuleDialog } from '../rules/rule-dialog.tsx'
import { useSwitchStream } from '../stream-actions.ts'
import { streamsQuery } from '../stream-queries.ts'
import { NewStreamDialog } from './new-stream-dialog.tsx'
import { type StreamForm, StreamFormDialog } from './stream-form-dialog.tsx'
import { useBulkActions } from './use-bulk-actions.tsx'
import { throughputMetric, useStreamColumns } from './use-stream-columns.tsx'
import { useStreamRowActions } from './use-stream-row-actions.tsx'

const SEARCH_HELP = { fields: ['title', 'description'], example: 'title:nginx -description:test' }

interface EditedRule {
  readonly stream: StreamPageItem
  readonly rule: StreamRule | undefined
}

export const streamsScreenWith = (ShareButton: ShareButtonComponent) => () => (
  <StreamsScreen ShareButton={ShareButton} />
)

/** All streams with their rules, throughput and state. */
function StreamsScreen({ ShareButton }: { ShareButton: ShareButtonComponent }) {
  const t = useText()
  const canCreate = useMay()(createStream)
  const list = useListState({ sort: 'title' })
  const streams = useQuery(streamsQuery(useCall(), list))
  const live = useLiveMetrics((streams.data?.rows ?? []).map(throughputMetric))
  // The dialogs keep their content during the closing animation.
  const [form, setForm] = useState<StreamForm>()
  const [editedRule, setEditedRule] = useState<EditedRule>()
  const [open, setOpen] = useState<'new' | 'form' | 'rule'>()
  const close = () => setOpen(undefined)
  const openForm = (next: StreamForm) => {
    setForm(next)
    setOpen('form')
  }
  const openRule = (next: EditedRule) => {
    setEditedRule(next)
    setOpen('rule')
  }
  const switching = useSwitchStream()
  const columns = useStreamColumns({
    live,
    switching: switching.isPending ? switching.variables : undefined,
    onEditRule: (stream, rule) => openRule({ stream, rule }),
    onStart: (stream) => switching.mutate({ stream, to: 'running' }),
  })
  const rowActions = useStreamRowActions({
    onForm: openForm,
    onAddRule: (stream) => openRule({ stream, rule: undefined }),
    onSwitch: switching.mutate,
    onDeleted: () => list.goTo(1),
  })
  const bulkActions = useBulkActions(() => list.goTo(1))
  useFailureToast(
    streams.error,
    (status) => t('streams.toast.loadFailed', { status }),
    t('streams.toast.loadFailed.title'),
  )
  useCommand('streams.create', t('streams.create'), () => setOpen('new'), canCreate)
  const create = (label: string) =>
    canCreate && (
      <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen('new')}>
        {label}
      </Button>
    )
  return (
    <Page title={t('streams.page')} description={t('streams.page.description')} action={create(t('streams.create'))}>
      <DataTable
        label={t('streams.page')}
        list={list}
        result={streams}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        rowActions={rowActions}
        rowTools={({ id, title }) => <ShareButton grn={grn('stream', id)} type="stream" title={title} isIcon />}
        bulkActions={bulkActions}
        searchHelp={SEARCH_HELP}
        empty={{
          icon: <IconStack2 />,
          title: t('streams.none'),
          text: t('streams.none.text'),
          action: create(t('streams.createNow')),
        }}
      />
      <NewStreamDialog isOpen={open === 'new'} onClose={close} />
      {form !== undefined && <StreamFormDialog form={form} isOpen={open === 'form'} onClose={close} />}
      {editedRule !== undefined && (
        <RuleDialog
          streamId={editedRule.stream.id}
          rule={editedRule.rule}
          fieldNames={[]}
          isOpen={open === 'rule'}
          onClose={close}
        />
      )}
    </Page>
  )
}
