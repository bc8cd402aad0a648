import { Button, Tooltip } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { isDirty } from '../../../view-document/editing/view-editor.ts'
import type { DashboardState } from '../editing/dashboard-session.ts'
import type { DashboardSaveState } from './use-dashboard-save-state.ts'

interface SaveButtonsProps {
  readonly state: DashboardState
  readonly saving: DashboardSaveState
  readonly onSaveAs: () => void
}

export function SaveButtons({ state, saving, onSaveAs }: SaveButtonsProps) {
  const t = useText()
  const { view } = state
  const { canSaveAs, notSavable, notSavableAs } = saving
  return (
    <>
      <Tooltip label={notSavable} disabled={notSavable === undefined}>
        <Button
          variant={isDirty(state) && notSavable === undefined ? 'filled' : 'default'}
          leftSection={<IconDeviceFloppy size={16} />}
          loading={saving.isSaving}
          aria-disabled={notSavable !== undefined}
          {...(notSavable === undefined ? {} : { 'data-disabled': true })}
          onClick={saving.save}
        >
          {t('dashboards.save')}
        </Button>
      </Tooltip>
      {canSaveAs && (
        <Tooltip label={notSavableAs} disabled={notSavableAs === undefined}>
          <Button
            variant={view === undefined ? 'filled' : 'default'}
            loading={saving.isSavingAs}
            aria-disabled={notSavableAs !== undefined}
            {...(notSavableAs === undefined ? {} : { 'data-disabled': true })}
            onClick={() => notSavableAs === undefined && onSaveAs()}
          >
            {t('dashboards.saveAs')}
          </Button>
        </Tooltip>
      )}
    </>
  )
}
