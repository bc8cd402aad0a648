import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const areas = ['nodes'] as const

export const nodesScreens: readonly Screen[] = [
  screen(routes.nodes, () => import('./nodes-screen.tsx'), 'NodesScreen', { areas }),
  screen(routes.node, () => import('./node-screen.tsx'), 'NodeScreen', { areas }),
  screen(routes.metrics, () => import('./metrics/metrics-screen.tsx'), 'MetricsScreen', { areas }),
  screen(routes.threadDump, () => import('./dump-screens.tsx'), 'ThreadDumpScreen', {
    areas,
    needs: ['cluster.threaddump'],
  }),
  screen(routes.processBufferDump, () => import('./dump-screens.tsx'), 'ProcessBufferDumpScreen', {
    areas,
    needs: ['cluster.processbufferdump'],
  }),
]
