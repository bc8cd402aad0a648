/**
 * The levels that administrators set: for this node until it stops, and stored for all nodes and further starts. A
 * level that is stored, also the same one again, replaces one that was set on a node.
 */
import { LEVEL_NUMBERS, type LogLevel } from '@logyard/contract/logging/log-levels'
import { LOG_LEVELS_KEY, MAX_LOGGER_NAME, StoredLevels } from '@logyard/contract/logging/loggers'
import type { ClusterConfig } from '../cluster-config/cluster-config.ts'
import type { OwnClusterConfig } from '../cluster-config/config-registry.ts'
import type { Log } from '../platform/log.ts'
import type { LogLevels } from '../platform/server-log/log-levels.ts'
import { loggerNameRefused, loggersTooMany } from './logger-errors.ts'

const MAX_OWN_LEVELS = 200
const NAME = /^[\w$.-]*$/

export interface LoggerLevelsDeps {
  readonly levels: LogLevels
  readonly clusterConfig: Pick<ClusterConfig, 'register' | 'get'>
  readonly log: Log
}

export async function createLoggerLevels({ levels, clusterConfig, log }: LoggerLevelsDeps) {
  const config = registerDocument(clusterConfig)
  let applied: StoredByLogger = new Map()

  async function applyStored() {
    const stored = await readStored(config)
    for (const logger of applied.keys()) if (!stored.has(logger)) levels.reset(logger)
    for (const [logger, wanted] of stored) {
      const before = applied.get(logger)
      const isNew = before?.level !== wanted.level || before.revision !== wanted.revision
      if (isNew) levels.set(logger, wanted.level)
    }
    applied = stored
  }
  const store = async (change: (stored: Map<string, StoredLevel>) => void) => {
    const stored = new Map(await readStored(config))
    change(stored)
    await clusterConfig.get(LOG_LEVELS_KEY).replace({ levels: [...stored.values()] })
    await applyStored()
  }

  await applyStored()
  const listening = config.onChange(applyStored)

  return {
    /** Persisted levels apply after a restart too, and on every node. */
    async set(loggers: readonly string[], level: LogLevel, { isPersisted }: { readonly isPersisted: boolean }) {
      requireNames(loggers, levels)
      if (isPersisted) {
        await store((stored) => {
          for (const logger of loggers) {
            stored.set(logger, { logger, level, revision: (stored.get(logger)?.revision ?? 0) + 1 })
          }
        })
      }
      for (const logger of loggers) levels.set(logger, level)
      log.info({ loggers, to: level, isPersisted }, 'log levels changed')
    },
    async reset(logger: string) {
      if (applied.has(logger)) await store((stored) => void stored.delete(logger))
      levels.reset(logger)
      log.info({ loggers: [logger] }, 'log levels reset')
    },
    [Symbol.dispose]: () => listening[Symbol.dispose](),
  }
}

type StoredLevel = StoredLevels['levels'][number]
type StoredByLogger = ReadonlyMap<string, StoredLevel>
type StoredConfig = OwnClusterConfig<StoredLevels>

const readStored = async (config: StoredConfig): Promise<StoredByLogger> =>
  new Map((await config.read()).levels.map((stored) => [stored.logger, stored]))

const registerDocument = (clusterConfig: LoggerLevelsDeps['clusterConfig']): StoredConfig =>
  clusterConfig.register({
    key: LOG_LEVELS_KEY,
    draft: StoredLevels,
    document: StoredLevels,
    permissions: { read: 'loggers:read', write: 'loggers:edit' },
    default: { levels: [] },
    complete(draft) {
      const names = draft.levels.map(({ logger }) => logger)
      const isWhole = new Set(names).size === names.length && names.every((name) => NAME.test(name))
      return isWhole ? draft : undefined
    },
  })

function requireNames(loggers: readonly string[], levels: LogLevels): void {
  if (!loggers.every((logger) => NAME.test(logger) && logger.length <= MAX_LOGGER_NAME)) {
    throw loggerNameRefused(MAX_LOGGER_NAME)
  }
  const added = loggers.filter((logger) => !levels.hasOwn(logger)).length
  if (added > 0 && levels.ownCount() + added > MAX_OWN_LEVELS) throw loggersTooMany(MAX_OWN_LEVELS)
}

export const levelOnWire = (level: LogLevel) => ({ level, level_syslog: LEVEL_NUMBERS[level] })
