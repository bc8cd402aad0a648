import { IconDeviceFloppy } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { ExplainedButton } from '../../../ui/explained-button.tsx'
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
      <ExplainedButton
        variant={isDirty(state) && notSavable === undefined ? 'filled' : 'default'}
        leftSection={<IconDeviceFloppy size={16} />}
        loading={saving.isSaving}
        disabledBecause={notSavable}
        onClick={saving.save}
      >
        {t('dashboards.save')}
      </ExplainedButton>
      {canSaveAs && (
        <ExplainedButton
          variant={view === undefined ? 'filled' : 'default'}
          loading={saving.isSavingAs}
          disabledBecause={notSavableAs}
          onClick={onSaveAs}
        >
          {t('dashboards.saveAs')}
        </ExplainedButton>
      )}
    </>
  )
}
