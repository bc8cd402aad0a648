import { clusterOperations } from './cluster.ts'
import { clusterStatsOperations } from './cluster-stats.ts'
import { debugEventOperations } from './debug-events.ts'
import { gettingStartedOperations } from './getting-started.ts'
import { lifecycleOperations } from './lifecycle.ts'
import { serverConfigurationOperations } from './server-configuration.ts'

export const clusterAreaOperations = [
  ...clusterOperations,
  ...lifecycleOperations,
  ...debugEventOperations,
  ...gettingStartedOperations,
  ...clusterStatsOperations,
  ...serverConfigurationOperations,
]
