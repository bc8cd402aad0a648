/** Actions on the dashboard as a whole: save, share, and a menu for the rest. */

import { grn } from '@logyard/contract/identity/shares'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconPencil, IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { deferred } from '../../../base/deferred/deferred.tsx'
import { useText } from '../../../base/text/text.tsx'
import { ShareButton } from '../../../sharing/share-button.tsx'
import { ExplainedButton } from '../../../ui/explained-button.tsx'
import { useFocusAfterSave } from '../../../ui/focus/focus-after-save.ts'
import { viewFactsOf } from '../../../view-document/metadata/view-facts.ts'
import { ViewFactsDialog } from '../../../view-document/metadata/view-facts-dialog.tsx'
import type { DashboardSession, DashboardState } from '../editing/dashboard-session.ts'
import { useTableExport } from '../widgets/use-table-export.ts'
import { DashboardMenu } from './dashboard-menu.tsx'
import { SaveButtons } from './save-buttons.tsx'
import { useDashboardSaveState, useSaveCommands } from './use-dashboard-save-state.ts'

const FullScreenDialog = deferred(() =>
  import('../tv/full-screen-dialog.tsx').then((module) => module.FullScreenDialog),
)
const MessageExportDialog = deferred(() =>
  import('../../../messages-table/export/message-export-dialog.tsx').then((module) => module.MessageExportDialog),
)

interface DashboardControlsProps {
  readonly session: DashboardSession
  readonly state: DashboardState
  /** Reloads the saved dashboard and discards the changes made here. */
  readonly onReload: () => void
  readonly mode: DashboardMode
}

export interface DashboardMode {
  readonly isEditing: boolean
  /** Absent: the user may not change the dashboard. */
  readonly edit?: (() => void) | undefined
  /** Absent: a new dashboard can only be edited. */
  readonly finish?: (() => void) | undefined
}

const NO_FACTS = { title: '', summary: '', description: '' }

type Dialog = 'save-as' | 'facts' | 'full-screen' | 'export'

export function DashboardControls({ session, state, onReload, mode }: DashboardControlsProps) {
  const t = useText()
  const { view } = state
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const saving = useDashboardSaveState(session, state)
  useSaveCommands(saving, view !== undefined, () => setDialog('save-as'), mode.isEditing)
  const tables = useTableExport(state)
  return (
    <>
      {mode.isEditing && <SaveButtons state={state} saving={saving} onSaveAs={() => setDialog('save-as')} />}
      <Share state={state} />
      <ModeButton mode={mode} state={state} />
      <DashboardMenu
        session={session}
        state={state}
        isEditing={mode.isEditing}
        notSavable={saving.notSavable}
        hasTables={tables !== undefined}
        onFacts={() => setDialog('facts')}
        onExport={() => setDialog('export')}
        onFullScreen={() => setDialog('full-screen')}
      />
      {dialog === 'save-as' && (
        <ViewFactsDialog
          title={t('dashboards.saveAs.title')}
          facts={view === undefined ? NO_FACTS : viewFactsOf(view)}
          isNew
          onSave={saving.saveAs}
          onClose={close}
        />
      )}
      {dialog === 'facts' && view !== undefined && (
        <ViewFactsDialog
          title={t('dashboards.facts.edit')}
          facts={viewFactsOf(view)}
          onSave={(facts) => saving.saveFacts(view, facts)}
          onClose={close}
        />
      )}
      {saving.hasConflict && (
        <ConflictDialog
          onReload={onReload}
          onOverwrite={() => saving.overwrite(close)}
          onClose={saving.dismissConflict}
        />
      )}
      {dialog === 'full-screen' && view !== undefined && <FullScreenDialog view={view} state={state} onClose={close} />}
      {dialog === 'export' && tables !== undefined && <MessageExportDialog source={tables} onClose={close} />}
    </>
  )
}

/** Opens everything that changes the dashboard, and closes it again. */
function ModeButton({ mode, state }: { mode: DashboardMode; state: DashboardState }) {
  const t = useText()
  const editButton = useFocusAfterSave<HTMLButtonElement>(mode.isEditing ? undefined : state.view?.id)
  if (mode.isEditing) {
    return (
      mode.finish !== undefined && (
        <Button variant="default" onClick={mode.finish}>
          {t('dashboards.edit.finish')}
        </Button>
      )
    )
  }
  return (
    mode.edit !== undefined && (
      <Button ref={editButton} variant="default" leftSection={<IconPencil size={16} />} onClick={mode.edit}>
        {t('dashboards.edit')}
      </Button>
    )
  )
}

function Share({ state: { view, saved } }: { state: DashboardState }) {
  const t = useText()
  const widgets = saved.pages.flatMap(({ state }) => state.widgets)
  const note = widgets.some(({ streams }) => streams.length === 0) ? t('sharing.allStreams.widgets') : undefined
  if (view !== undefined) {
    return <ShareButton grn={grn('dashboard', view.id)} type="dashboard" title={view.title} note={note} />
  }
  return (
    <ExplainedButton
      variant="default"
      leftSection={<IconShare size={16} />}
      disabledBecause={t('dashboards.share.unsaved')}
    >
      {t('sharing.share')}
    </ExplainedButton>
  )
}

interface ConflictDialogProps {
  readonly onReload: () => void
  readonly onOverwrite: () => void
  readonly onClose: () => void
}

/** Shown when somebody else saved the dashboard after it was opened here. */
function ConflictDialog({ onReload, onOverwrite, onClose }: ConflictDialogProps) {
  const t = useText()
  return (
    <Modal opened onClose={onClose} title={t('dashboards.conflict.title')}>
      <Stack gap="md">
        <Text size="sm">{t('dashboards.conflict.text')}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('dashboards.conflict.later')}
          </Button>
          <Button variant="default" onClick={onReload}>
            {t('dashboards.conflict.reload')}
          </Button>
          <Button color="red" onClick={onOverwrite}>
            {t('dashboards.conflict.overwrite')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
