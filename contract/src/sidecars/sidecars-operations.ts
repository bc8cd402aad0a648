import { collectorOperations } from './collectors.ts'
import { configurationOperations } from './configurations.ts'
import { sidecarOperations } from './sidecars.ts'
import { variableOperations } from './variables.ts'

export const sidecarsAreaOperations = [
  ...sidecarOperations,
  ...collectorOperations,
  ...configurationOperations,
  ...variableOperations,
]
