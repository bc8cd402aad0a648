/** The loggers of this node: levels, groups, the last lines, and how many lines of each level were written. */
import type { LogLevel } from '@logyard/contract/logging/log-levels'
import type { Subsystem } from '@logyard/contract/logging/loggers'
import type { ClusterConfig } from '../cluster-config/cluster-config.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Log } from '../platform/log.ts'
import type { ServerLog } from '../platform/server-log/server-log.ts'
import { logMessages } from './log-messages.ts'
import { subsystemUnknown } from './logger-errors.ts'
import { createLoggerLevels, levelOnWire } from './logger-levels.ts'
import { SUBSYSTEMS } from './subsystems.ts'

export type Loggers = Awaited<ReturnType<typeof createLoggers>>

/** The name that clients of the reference ask for. */
const METERS = 'org.apache.logging.log4j.core.Appender'

export async function createLoggers(deps: {
  readonly serverLog: ServerLog
  readonly clusterConfig: Pick<ClusterConfig, 'register' | 'get'>
  readonly metrics: Pick<Metrics, 'meter'>
  readonly log: Log
}) {
  const { serverLog, clusterConfig, metrics, log } = deps
  const { levels, recent } = serverLog
  const own = await createLoggerLevels({ levels, clusterConfig, log })
  const all = metrics.meter(`${METERS}.all`)
  serverLog.onWritten((level) => {
    all.mark()
    metrics.meter(`${METERS}.${level}`).mark()
  })

  return {
    /** The loggers and the groups that `mayRead` names. */
    list(mayRead: (logger: string) => boolean) {
      const found = levels.list().filter(({ name }) => mayRead(name))
      const entries = found.map(({ name, level }) => [name, levelOnWire(level)] as const)
      return { total: entries.length, loggers: Object.fromEntries(entries) }
    },
    subsystems(mayRead: (key: string) => boolean) {
      const found = [...SUBSYSTEMS].filter(([key]) => mayRead(key))
      const entries = found.map(([key, { title, description, categories }]): [string, Subsystem] => {
        const level = levelOnWire(levels.levelOf(categories[0]))
        return [key, { title, categories: [...categories], description, ...level }]
      })
      return { subsystems: Object.fromEntries(entries) }
    },
    setLevel: (logger: string, level: LogLevel, isPersisted: boolean) => own.set([logger], level, { isPersisted }),
    async setSubsystemLevel(key: string, level: LogLevel, isPersisted: boolean) {
      const subsystem = SUBSYSTEMS.get(key)
      if (subsystem === undefined) throw subsystemUnknown(key)
      await own.set(subsystem.categories, level, { isPersisted })
    },
    resetLevel: own.reset,
    /** The newest `limit` lines, of which those below `level` are left out; newest first. */
    recent: (limit: number, level: LogLevel) => logMessages(recent.newest(limit), level),
    [Symbol.dispose]: () => own[Symbol.dispose](),
  }
}
