import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const areas = ['outputs'] as const

export const outputsScreens: readonly Screen[] = [
  screen(routes.outputs, () => import('./outputs-screen.tsx'), 'OutputsScreen', { areas, needs: ['outputs.list'] }),
  screen(routes.streamOutputs, () => import('./stream-outputs-screen.tsx'), 'StreamOutputsScreen', {
    areas,
    needs: ['stream_outputs.list'],
  }),
]
