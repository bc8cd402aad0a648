import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const options = { areas: ['inputs', 'ingest', 'unusual'], needs: ['input_states.list'] } as const

export const inputsScreens: readonly Screen[] = [
  screen(routes.inputs.list, () => import('./inputs-screen.tsx'), 'InputsScreen', options),
  screen(routes.inputs.ofNode, () => import('./node-inputs-screen.tsx'), 'NodeInputsScreen', options),
  screen(routes.inputs.diagnosis, () => import('./diagnosis/diagnosis-screen.tsx'), 'DiagnosisScreen', options),
]
