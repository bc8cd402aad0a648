/** What can be done with the dashboard as a whole: save, share, and a menu for the rest. */
import { grn } from '@logyard/contract/identity/shares'
import type { View } from '@logyard/contract/views/views'
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDeviceFloppy,
  IconDots,
  IconDownload,
  IconFileCode,
  IconLink,
  IconMaximize,
  IconPencil,
  IconPrinter,
  IconShare,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useCommand } from '../../../base/page/commands.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useHandedOverFocus } from '../../../ui/focus/focus-transfer.ts'
import { type RowAction, RowActionItem } from '../../../ui/menu/row-actions-menu.tsx'
import { undeclaredIn } from '../../../view-document/dashboards/widget-parameters.ts'
import { viewFactsOf } from '../../../view-document/metadata/view-facts.ts'
import { ViewFactsDialog } from '../../../view-document/metadata/view-facts-dialog.tsx'
import { CREATE_DASHBOARDS, mayEditView } from '../dashboard-permissions.ts'
import { type DashboardSession, type DashboardState, isDirty } from '../editing/dashboard-session.ts'
import { useExportView } from '../list/use-view-files.ts'
import type { ShareSlot } from '../share-slot.ts'
import { useTableExport } from '../widgets/use-table-export.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { isConflict, type SaveRequest, useSaveDashboard, useSaveDashboardAs } from './dashboard-saving.ts'
import { useDashboardLinks } from './use-dashboard-links.ts'

const FullScreenDialog = lazy(() =>
  import('../tv/full-screen-dialog.tsx').then((module) => ({ default: module.FullScreenDialog })),
)
const MessageExportDialog = lazy(() =>
  import('../../../messages-table/export/message-export-dialog.tsx').then((module) => ({
    default: module.MessageExportDialog,
  })),
)

interface DashboardControlsProps {
  readonly session: DashboardSession
  readonly state: DashboardState
  readonly ShareButton: ShareSlot
  /** Reads the dashboard anew, without what was changed here. */
  readonly onReload: () => void
}

type Dialog = 'save-as' | 'facts' | 'full-screen' | 'export'

export function DashboardControls({ session, state, ShareButton, onReload }: DashboardControlsProps) {
  const t = useText()
  const may = useMay()
  const { view, history } = state
  const [dialog, setDialog] = useState<Dialog>()
  const [conflict, setConflict] = useState<SaveRequest>()
  const close = () => setDialog(undefined)
  const save = useSaveDashboard(session)
  const saveAs = useSaveDashboardAs(session)
  const saveAsButton = useHandedOverFocus<HTMLButtonElement>(view?.id)
  const links = useDashboardLinks(view, state)
  const exportFile = useExportView()
  const tables = useTableExport(state)
  const canSaveAs = may(CREATE_DASHBOARDS)
  const undeclared = undeclaredIn(history.present)
  const incomplete =
    undeclared.length === 0 ? undefined : t('search.parameters.blockedUndeclared', { names: undeclared.join(', ') })
  const notSavable =
    view === undefined
      ? t('dashboards.save.isNew')
      : mayEditView(may, view)
        ? incomplete
        : t('dashboards.save.notAllowed')
  const keep = (request: SaveRequest, onSuccess?: () => void) =>
    save.mutate(request, {
      onSuccess: () => onSuccess?.(),
      onError: (error) => isConflict(error) && setConflict(request),
    })
  const keepAsIs = () => {
    if (view !== undefined && notSavable === undefined) keep({ view, facts: viewFactsOf(view) })
    else if (canSaveAs && incomplete === undefined) setDialog('save-as')
  }
  useHotkeys([['mod+S', keepAsIs]], [])
  useCommand('dashboards.save', t('dashboards.save'), keepAsIs, notSavable === undefined)
  useCommand(
    'dashboards.saveAs',
    t('dashboards.saveAs'),
    () => setDialog('save-as'),
    canSaveAs && incomplete === undefined,
  )
  const ofSaved = (label: string) => (view === undefined ? label : undefined)
  const actions: readonly RowAction[] = [
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
      label: t('dashboards.facts'),
      icon: <IconPencil size={15} />,
      disabledBecause: notSavable,
      onClick: () => setDialog('facts'),
    },
    {
      label: t('dashboards.csv'),
      icon: <IconDownload size={15} />,
      disabledBecause: tables === undefined ? t('search.export.notYet') : undefined,
      onClick: () => setDialog('export'),
    },
    {
      label: t('dashboards.file.export'),
      icon: <IconFileCode size={15} />,
      disabledBecause: ofSaved(t('dashboards.file.unsaved')),
      onClick: () => view !== undefined && exportFile.mutate(view),
    },
    {
      label: t('dashboards.link'),
      icon: <IconLink size={15} />,
      disabledBecause: ofSaved(t('dashboards.link.unsaved')),
      onClick: links.copyPage,
    },
    {
      label: t('dashboards.link.readOnly'),
      icon: <IconLink size={15} />,
      disabledBecause: ofSaved(t('dashboards.link.unsaved')),
      onClick: links.copyReadOnly,
    },
    { label: t('dashboards.print'), icon: <IconPrinter size={15} />, onClick: () => window.print() },
    {
      label: t('dashboards.fullScreen'),
      icon: <IconMaximize size={15} />,
      disabledBecause: ofSaved(t('dashboards.fullScreen.unsaved')),
      onClick: () => setDialog('full-screen'),
    },
  ]
  return (
    <>
      <Tooltip label={notSavable} disabled={notSavable === undefined}>
        <Button
          variant={isDirty(state) && notSavable === undefined ? 'filled' : 'default'}
          leftSection={<IconDeviceFloppy size={16} />}
          loading={save.isPending}
          aria-disabled={notSavable !== undefined}
          {...(notSavable === undefined ? {} : { 'data-disabled': true })}
          onClick={() => view !== undefined && notSavable === undefined && keep({ view, facts: viewFactsOf(view) })}
        >
          {t('dashboards.save')}
        </Button>
      </Tooltip>
      {canSaveAs && (
        <Tooltip label={incomplete} disabled={incomplete === undefined}>
          <Button
            ref={saveAsButton}
            variant={view === undefined ? 'filled' : 'default'}
            loading={saveAs.isPending}
            aria-disabled={incomplete !== undefined}
            {...(incomplete === undefined ? {} : { 'data-disabled': true })}
            onClick={() => incomplete === undefined && setDialog('save-as')}
          >
            {t('dashboards.saveAs')}
          </Button>
        </Tooltip>
      )}
      <Share view={view} ShareButton={ShareButton} />
      <Menu position="bottom-end">
        <Menu.Target>
          <Tooltip label={t('dashboards.more')}>
            <ActionIcon variant="default" size={36} aria-label={t('dashboards.more')}>
              <IconDots size={18} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((action) => (
            <RowActionItem key={action.label} action={action} />
          ))}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save-as' && (
        <ViewFactsDialog
          title={t('dashboards.saveAs.title')}
          saveLabel={t('dashboards.saveAs.save')}
          facts={view === undefined ? NO_FACTS : viewFactsOf(view)}
          isSaving={saveAs.isPending}
          onSave={(facts) => saveAs.mutate(facts, { onSuccess: close })}
          onClose={close}
        />
      )}
      {dialog === 'facts' && view !== undefined && (
        <ViewFactsDialog
          title={t('dashboards.facts.edit')}
          saveLabel={t('dashboards.facts.save')}
          facts={viewFactsOf(view)}
          isSaving={save.isPending}
          onSave={(facts) => keep({ view, facts }, close)}
          onClose={close}
        />
      )}
      {conflict !== undefined && (
        <ConflictDialog
          onReload={onReload}
          onOverwrite={() => {
            setConflict(undefined)
            keep({ ...conflict, isOverwriting: true }, close)
          }}
          onClose={() => setConflict(undefined)}
        />
      )}
      <Suspense fallback={null}>
        {dialog === 'full-screen' && view !== undefined && (
          <FullScreenDialog view={view} state={state} onClose={close} />
        )}
        {dialog === 'export' && tables !== undefined && <MessageExportDialog source={tables} onClose={close} />}
      </Suspense>
    </>
  )
}

const NO_FACTS = { title: '', summary: '', description: '' }

function Share({ view, ShareButton }: { view: View | undefined; ShareButton: ShareSlot }) {
  const t = useText()
  if (view !== undefined) return <ShareButton grn={grn('dashboard', view.id)} type="dashboard" title={view.title} />
  return (
    <Tooltip label={t('dashboards.share.unsaved')}>
      <Button variant="default" leftSection={<IconShare size={16} />} data-disabled aria-disabled>
        {t('sharing.share')}
      </Button>
    </Tooltip>
  )
}
