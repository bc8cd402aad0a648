/** Inputs for the parameters that the widgets of the open page use. */
import { useState } from 'react'
import { parametersOfPage } from '../../../view-document/dashboards/widget-parameters.ts'
import { ParametersPanel } from '../../../view-document/parameters/parameters-panel.tsx'
import { activePage, type ShownDashboard } from '../editing/dashboard-session.ts'

interface DashboardParametersProps extends ShownDashboard {
  /** Default: the parameters of the whole page. */
  readonly used?: readonly string[]
}

export function DashboardParameters({ session, state, canEdit, used }: DashboardParametersProps) {
  const { values, override, history } = state
  const [draft, setDraft] = useState({ of: values, values })
  if (draft.of !== values) setDraft({ of: values, values })
  const names = used ?? parametersOfPage({ page: activePage(state), override })
  if (names.length === 0) return null
  const submit = () => {
    if (draft.values !== values) session.setValues(draft.values)
  }
  return (
    // A typed value applies as soon as the field loses the focus.
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to blur events of the fields inside it
    <div onBlur={submit}>
      <ParametersPanel
        used={names}
        declared={history.present.parameters}
        values={draft.values}
        onDeclare={canEdit ? session.setParameters : undefined}
        onValue={(name, value) => setDraft({ of: values, values: { ...draft.values, [name]: value } })}
        onRun={submit}
      />
    </div>
  )
}
