import { createsDashboards } from '@logyard/contract/identity/rights'
import type { View } from '@logyard/contract/views/views'
import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { useCommand } from '../../../base/page/commands.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { undeclaredIn } from '../../../view-document/dashboards/widget-parameters.ts'
import { type ViewFacts, viewFactsOf } from '../../../view-document/metadata/view-facts.ts'
import { mayEditView } from '../dashboard-permissions.ts'
import type { DashboardSession, DashboardState } from '../editing/dashboard-session.ts'
import { isConflict, type SaveRequest, useSaveDashboard, useSaveDashboardAs } from './dashboard-saving.ts'

/** Saving the open dashboard: why it cannot be saved, if so, and what to do when somebody else saved it meanwhile. */
export function useDashboardSaveState(session: DashboardSession, state: DashboardState) {
  const { view } = state
  const save = useSaveDashboard(session)
  const saveAs = useSaveDashboardAs(session)
  const [conflict, setConflict] = useState<SaveRequest>()
  const { canSaveAs, notSavableAs, notSavable } = useSaveObstacles(state)
  const saveWith = (request: SaveRequest, onSuccess?: () => void) =>
    save.mutate(request, {
      onSuccess: () => onSuccess?.(),
      onError: (error) => isConflict(error) && setConflict(request),
    })
  return {
    canSaveAs,
    notSavableAs,
    notSavable,
    isSaving: save.isPending,
    isSavingAs: saveAs.isPending,
    save: () => view !== undefined && notSavable === undefined && saveWith({ view, facts: viewFactsOf(view) }),
    saveFacts: (of: View, facts: ViewFacts, onSuccess: () => void) => saveWith({ view: of, facts }, onSuccess),
    saveAs: (facts: ViewFacts, onSuccess: () => void) => saveAs.mutate(facts, { onSuccess }),
    hasConflict: conflict !== undefined,
    dismissConflict: () => setConflict(undefined),
    overwrite(onSuccess: () => void) {
      setConflict(undefined)
      if (conflict !== undefined) saveWith({ ...conflict, isOverwriting: true }, onSuccess)
    },
  }
}

export type DashboardSaveState = ReturnType<typeof useDashboardSaveState>

/** Each reason is a text to show, or `undefined` where nothing prevents it. */
function useSaveObstacles({ view, history }: DashboardState) {
  const t = useText()
  const may = useMay()
  const undeclared = undeclaredIn(history.present)
  const notSavableAs =
    undeclared.length === 0 ? undefined : t('search.parameters.blockedUndeclared', { names: undeclared.join(', ') })
  return {
    canSaveAs: may(createsDashboards),
    notSavableAs,
    notSavable:
      view === undefined
        ? t('dashboards.save.isNew')
        : mayEditView(may, view)
          ? notSavableAs
          : t('dashboards.save.notAllowed'),
  }
}

/** Saving by keyboard and from the command palette. */
export function useSaveCommands(
  saving: DashboardSaveState,
  isSaved: boolean,
  askForFacts: () => void,
  isEditing: boolean,
) {
  const t = useText()
  const { canSaveAs, notSavable, notSavableAs, save } = saving
  const canSave = isSaved && notSavable === undefined
  const canAsk = canSaveAs && notSavableAs === undefined
  const saveOrAsk = () => {
    if (!isEditing) return
    if (canSave) save()
    else if (canAsk) askForFacts()
  }
  useHotkeys([['mod+S', saveOrAsk]], [])
  useCommand('dashboards.save', t('dashboards.save'), saveOrAsk, isEditing && notSavable === undefined)
  useCommand('dashboards.saveAs', t('dashboards.saveAs'), askForFacts, isEditing && canAsk)
}
