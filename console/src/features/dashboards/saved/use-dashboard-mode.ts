import { useState } from 'react'
import { useCommand } from '../../../base/page/commands.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { isDirty } from '../../../view-document/editing/view-editor.ts'
import type { DashboardSession, DashboardState } from '../editing/dashboard-session.ts'
import type { DashboardMode } from './dashboard-controls.tsx'

/** A saved dashboard opens to be looked at; a new one opens to be edited. */
export function useDashboardMode(session: DashboardSession, state: DashboardState, canEdit: boolean): DashboardMode {
  const t = useText()
  const confirm = useConfirm()
  const isNew = state.view === undefined
  const [isOpen, setIsOpen] = useState(isNew)
  const isEditing = canEdit && isOpen
  const edit = () => setIsOpen(true)
  const finish = async () => {
    const isSure =
      !isDirty(state) ||
      (await confirm({
        title: t('dashboards.discard.title'),
        text: t('dashboards.discard.text'),
        confirmLabel: t('dashboards.discard'),
        isDangerous: true,
      }))
    if (!isSure) return
    if (isDirty(state)) session.revert()
    setIsOpen(false)
  }
  useCommand('dashboards.edit', t('dashboards.edit'), edit, canEdit && !isOpen)
  return {
    isEditing,
    edit: canEdit ? edit : undefined,
    finish: isNew ? undefined : () => void finish(),
  }
}
