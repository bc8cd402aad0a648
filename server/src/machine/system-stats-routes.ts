import * as contract from '@logyard/contract/machine/system-stats'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import { readFsStats } from './fs-stats.ts'
import { readNetworkStats } from './network-stats.ts'
import { readOsStats } from './os-stats.ts'
import { readProcessStats } from './process-stats.ts'
import { readRuntimeStats } from './runtime-stats.ts'

export function systemStatsRoutes(
  api: FastifyInstance,
  { dataFolder, startedAt }: { readonly dataFolder: string; readonly startedAt: Date },
): void {
  const readAll = async () => {
    const reading = [readFsStats(dataFolder), readNetworkStats(), readOsStats(), readProcessStats()] as const
    const [fs, network, os, process] = await Promise.all(reading)
    return { fs, jvm: readRuntimeStats(startedAt), network, os, process }
  }
  serve(api, contract.getSystemStats, readAll)
  serve(api, contract.getSystemStatsOfNode, readAll)
  serve(api, contract.getFsStats, () => readFsStats(dataFolder))
  serve(api, contract.getRuntimeStats, () => readRuntimeStats(startedAt))
  serve(api, contract.getNetworkStats, () => readNetworkStats())
  serve(api, contract.getOsStats, () => readOsStats())
  serve(api, contract.getProcessStats, () => readProcessStats())
}
