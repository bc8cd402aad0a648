import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const areas = ['nodes'] as const

export const nodesScreens: readonly Screen[] = [
  screen(routes.nodes, () => import('./nodes-screen.tsx').then((module) => module.NodesScreen), { areas }),
  screen(routes.node, () => import('./node-screen.tsx').then((module) => module.NodeScreen), { areas }),
  screen(routes.metrics, () => import('./metrics/metrics-screen.tsx').then((module) => module.MetricsScreen), {
    areas,
  }),
  screen(routes.threadDump, () => import('./dump-screens.tsx').then((module) => module.ThreadDumpScreen), {
    areas,
    needs: ['cluster.threaddump'],
  }),
  screen(
    routes.processBufferDump,
    () => import('./dump-screens.tsx').then((module) => module.ProcessBufferDumpScreen),
    {
      areas,
      needs: ['cluster.processbufferdump'],
    },
  ),
]
