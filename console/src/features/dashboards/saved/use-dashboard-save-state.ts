import { createsDashboards } from '@logyard/contract/identity/rights'
import type { View } from '@logyard/contract/views/views'
import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { useCommand } from '../../../base/page/commands.tsx'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { undeclaredIn } from '../../../view-document/dashboards/widget-parameters.ts'
import { type ViewFacts, viewFactsOf } from '../../../view-document/metadata/view-facts.ts'
import { type SaveRequest, useSaveView, useSaveViewAs } from '../../../view-document/saved/view-saving.ts'
import { mayEditView } from '../dashboard-permissions.ts'
import type { DashboardSession, DashboardState } from '../editing/dashboard-session.ts'

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409

/** Saving the open dashboard: why it cannot be saved, if so, and what to do when somebody else saved it meanwhile. */
export function useDashboardSaveState(session: DashboardSession, state: DashboardState) {
  const { view } = state
  const go = useGo()
  const save = useSaveView(session, isConflict)
  const saveAs = useSaveViewAs('DASHBOARD', session, (id) => go(routes.dashboard(id), { isSaved: true }))
  const [conflict, setConflict] = useState<SaveRequest>()
  const { canSaveAs, notSavableAs, notSavable } = useSaveObstacles(state)
  const saveWith = async (request: SaveRequest) => {
    try {
      await save.mutateAsync(request)
    } catch (error) {
      if (isConflict(error)) setConflict(request)
      throw error
    }
  }
  return {
    canSaveAs,
    notSavableAs,
    notSavable,
    isSaving: save.isPending,
    isSavingAs: saveAs.isPending,
    save() {
      // A toast or the dialog about the conflict has told why it failed.
      if (view !== undefined && notSavable === undefined)
        saveWith({ view, facts: viewFactsOf(view) }).catch(() => undefined)
    },
    saveFacts: (of: View, facts: ViewFacts) => saveWith({ view: of, facts }),
    saveAs: saveAs.mutateAsync,
    hasConflict: conflict !== undefined,
    dismissConflict: () => setConflict(undefined),
    overwrite(onSuccess: () => void) {
      setConflict(undefined)
      if (conflict !== undefined) saveWith({ ...conflict, isOverwriting: true }).then(onSuccess, () => undefined)
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
