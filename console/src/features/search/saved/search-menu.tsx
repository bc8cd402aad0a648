import { createsDashboards } from '@logyard/contract/identity/rights'
import { Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBug,
  IconDots,
  IconDownload,
  IconFileTypeCsv,
  IconLayoutDashboard,
  IconPencil,
  IconPlus,
  IconRotate,
  IconSnowflake,
  IconSql,
} from '@tabler/icons-react'
import { useState } from 'react'
import { AlertItem } from '../../../alerting/alert-item.tsx'
import { deferred } from '../../../base/deferred/deferred.tsx'
import { useDrafts } from '../../../base/drafts/drafts-provider.tsx'
import { useCommand } from '../../../base/page/commands.tsx'
import { useGo } from '../../../base/routes/location.ts'
import { useWorkId } from '../../../base/routes/work-id.ts'
import { useClock } from '../../../base/services/services.tsx'
import { useCurrentUser, useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { type ExportSource, exportedFields } from '../../../messages-table/export/message-export.ts'
import { type ExportChoice, useMessageExport } from '../../../messages-table/export/use-message-export.ts'
import { useFieldTypes } from '../../../query/fields/field-types.ts'
import { ActionItems } from '../../../ui/menu/action-items.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useStartPageAction } from '../../../ui/menu/use-start-page-action.tsx'
import { ToolButton } from '../../../ui/tooltip/tool-button.tsx'
import { sqlLink } from '../../../view-document/actions/sql-link.ts'
import { useOpenNewDashboard } from '../../../view-document/dashboards/open-new-dashboard.ts'
import { isDirty } from '../../../view-document/editing/view-editor.ts'
import { viewFactsOf } from '../../../view-document/metadata/view-facts.ts'
import { filledIn } from '../../../view-document/parameters/parameters.ts'
import { useSaveView } from '../../../view-document/saved/view-saving.ts'
import { factsOf } from '../editing/run-facts.ts'
import { queriesIn } from '../editing/search-document.ts'
import { draftedSearch, type SearchSession, type SessionState } from '../editing/search-session.ts'
import { searchedMessages } from '../editing/searched-messages.ts'
import { pageForDashboard, stepsForDashboard } from '../editing/to-dashboard.ts'
import { CopyLinkItems } from './copy-link-items.tsx'
import { mayEditSearch } from './saved-permissions.ts'
import { StreamColumnsItems } from './stream-columns-items.tsx'
import { useExportSource } from './use-export-source.ts'
import { useFrozenSearch } from './use-frozen-search.ts'

const ViewFactsDialog = deferred(() =>
  import('../../../view-document/metadata/view-facts-dialog.tsx').then((module) => module.ViewFactsDialog),
)
const FreezeDialog = deferred(() =>
  import('../../../sharing/frozen/freeze-dialog.tsx').then((module) => module.FreezeDialog),
)
const InspectDialog = deferred(() =>
  import('../../../view-document/inspection/inspect-dialog.tsx').then((module) => module.InspectDialog),
)
const LongDownload = deferred(() =>
  import('../../../messages-table/export/long-download.tsx').then((module) => module.LongDownload),
)
const MessageExportDialog = deferred(() =>
  import('../../../messages-table/export/message-export-dialog.tsx').then((module) => module.MessageExportDialog),
)

interface SearchMenuProps {
  readonly session: SearchSession
  readonly state: SessionState
  readonly newSearchLink: string
}

type Dialog = 'metadata' | 'export' | 'freeze' | 'inspect'

export function SearchMenu({ session, state, newSearchLink }: SearchMenuProps) {
  const t = useText()
  const go = useGo()
  const [open, setOpen] = useState<Dialog>()
  const { view } = state
  const frozen = useFrozenSearch(state)
  const source = useExportSource(state)
  const csv = useMessageExport()
  const save = useSaveView(session)
  useCommand('searchTools.export', t('searchTools.export'), () => setOpen('export'), source !== undefined)
  const drafts = useDrafts()
  const workId = useWorkId()
  const startNew = () => go(newSearchLink)
  useCommand('search.new', t('shell.search.new'), startNew)
  const startPage = useStartPageAction()
  const openAsSql = useOpenAsSql(state)
  const actions: readonly RowAction[] = [
    ...useEditActions(session, state, () => setOpen('metadata')),
    ...csvActions(t, source, csv.mutate),
    {
      label: t('searchTools.export'),
      icon: <IconDownload size={15} />,
      disabledBecause: source === undefined ? t('search.export.notYet') : undefined,
      onClick: () => setOpen('export'),
    },
    startPage({ type: 'search', id: view?.id ?? '' }, view === undefined ? t('shell.startPage.unsaved') : undefined),
    {
      label: t('searchTools.reset'),
      icon: <IconRotate size={15} />,
      disabledBecause: !isDirty(state) && view === undefined ? t('searchTools.reset.nothing') : undefined,
      onClick: () => {
        drafts.forget(workId)
        startNew()
      },
    },
  ]
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ToolButton label={t('searchTools.more')} variant="default" size={32}>
            <IconDots size={16} />
          </ToolButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlus size={15} />} onClick={startNew}>
            {t('shell.search.new')}
          </Menu.Item>
          <CopyLinkItems state={state} />
          <Menu.Item leftSection={<IconSql size={15} />} onClick={() => void openAsSql()}>
            {t('searchTools.sql.open')}
          </Menu.Item>
          <Menu.Item leftSection={<IconBug size={15} />} onClick={() => setOpen('inspect')}>
            {t('search.inspect')}
          </Menu.Item>
          <Menu.Item leftSection={<IconSnowflake size={15} />} onClick={() => setOpen('freeze')}>
            {t('sharing.frozen.freeze')}
          </Menu.Item>
          <AlertItem
            idea={() => ({ ...searchedMessages(state, undefined), title: view?.title, rows: rowsOf(state) })}
          />
          <StreamColumnsItems session={session} state={state} />
          <Menu.Divider />
          <ActionItems actions={actions} />
        </Menu.Dropdown>
      </Menu>
      {csv.data !== undefined && <LongDownload key={csv.data.ticket} download={csv.data} />}
      {open === 'freeze' && frozen !== undefined && <FreezeDialog draft={frozen} onClose={() => setOpen(undefined)} />}
      {open === 'inspect' && (
        <InspectDialog
          subject={view?.title ?? t('search.title')}
          draft={draftedSearch(state.history.present, state)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'metadata' && view !== undefined && (
        <ViewFactsDialog
          title={t('searchTools.metadata.title')}
          facts={viewFactsOf(view)}
          onSave={(facts) => save.mutateAsync({ view, facts })}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'export' && source !== undefined && (
        <MessageExportDialog source={source} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}

/** The messages, or with steps their table. */
function useOpenAsSql({ history, run, values }: SessionState) {
  const go = useGo()
  const { now } = useClock()
  const { typeOf } = useFieldTypes()
  return async () => {
    const { query, parameters } = history.present
    const filters = queriesIn(query).map((filter) => filledIn(filter, parameters, values))
    const selected = {
      query: filledIn(query.text, parameters, values),
      timerange: query.timerange,
      streams: [...query.streams],
      filters,
    }
    if (query.steps === '') return go(sqlLink(selected))
    const { sqlOfWidget } = await import('../../../view-document/execution/widget-sql.ts')
    const { timerange } = query
    const environment = { typeOf, timerange, range: factsOf(run)?.range, comparison: undefined, nowMs: now() }
    go(sqlLink(selected, sqlOfWidget(stepsForDashboard(query), environment)))
  }
}

/** The table of the steps, if the search has some. */
function rowsOf({ history: { present } }: SessionState) {
  const { steps, timerange } = present.query
  return steps === '' ? undefined : { of: { steps }, timerange }
}

/** The quick way: all found messages with the columns of the only table. */
function csvActions(
  t: ReturnType<typeof useText>,
  source: ExportSource | undefined,
  onStart: (choice: ExportChoice) => void,
): readonly RowAction[] {
  const [table, other] = source?.tables ?? []
  if (source === undefined || table === undefined || other !== undefined) return []
  const choice = {
    source,
    table,
    fields: exportedFields(table),
    format: 'csv',
    limit: undefined,
    isDefused: true,
  } as const
  return [
    {
      label: t('searchTools.export.csv'),
      icon: <IconFileTypeCsv size={15} />,
      disabledBecause: table.total === 0 ? t('messages.none') : undefined,
      onClick: () => onStart(choice),
    },
  ]
}

function useEditActions(session: SearchSession, state: SessionState, onMetadata: () => void): readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const { username } = useCurrentUser()
  const openNewDashboard = useOpenNewDashboard()
  const { view, history } = state
  const notEditable =
    view === undefined
      ? t('searchTools.metadata.unsaved')
      : mayEditSearch(may, view, username)
        ? undefined
        : t('searchTools.metadata.notAllowed')
  const toDashboard: RowAction = {
    label: t('searchTools.toDashboard'),
    icon: <IconLayoutDashboard size={15} />,
    onClick: () => openNewDashboard(pageForDashboard(history.present)),
  }
  return [
    {
      label: t('search.undo'),
      icon: <IconArrowBackUp size={15} />,
      disabledBecause: history.past.length === 0 ? t('search.undo.nothing') : undefined,
      onClick: session.undo,
    },
    {
      label: t('search.redo'),
      icon: <IconArrowForwardUp size={15} />,
      disabledBecause: history.future.length === 0 ? t('search.redo.nothing') : undefined,
      onClick: session.redo,
    },
    {
      label: t('searchTools.metadata'),
      icon: <IconPencil size={15} />,
      disabledBecause: notEditable,
      onClick: onMetadata,
    },
    ...(may(createsDashboards) ? [toDashboard] : []),
  ]
}
