import type { LogLevel } from '@logyard/contract/logging/log-levels'
import {
  LOG_LEVELS_KEY,
  resetLoggerLevelOfNode,
  setLoggerLevelOfCluster,
  setLoggerLevelOfNode,
  setSubsystemLevelOfCluster,
  setSubsystemLevelOfNode,
} from '@logyard/contract/logging/loggers'
import { configDocumentKey } from '../../cluster-config/config-document-query.ts'
import { useAction } from '../../ui/action/use-action.ts'
import { LOGGERS_KEY } from './logging-queries.ts'

const CHANGES = [LOGGERS_KEY, configDocumentKey(LOG_LEVELS_KEY)]

interface Change {
  /** The key of a group, or the name of a logger. */
  readonly name: string
  /** Its name on the page, if that is another one. */
  readonly title?: string
  readonly level: LogLevel
}

/** `node`: the levels of one node, until it stops. `cluster`: the levels of all nodes, also after a restart. */
export type LevelScope = 'node' | 'cluster'

export function useLevelChanges(nodeId: string, scope: LevelScope) {
  const shared = {
    texts: 'logging.change' as const,
    values: ({ name, title = name }: Omit<Change, 'level'>) => ({ name: title }),
    changes: CHANGES,
  }
  const ofSubsystem = useAction({
    run: (call, { name: subsystem, level }: Change) =>
      scope === 'cluster'
        ? call(setSubsystemLevelOfCluster, { params: { subsystem, level } })
        : call(setSubsystemLevelOfNode, { params: { nodeId, subsystem, level } }),
    ...shared,
  })
  const ofLogger = useAction({
    run: (call, { name: logger, level }: Change) =>
      scope === 'cluster'
        ? call(setLoggerLevelOfCluster, { params: { logger, level } })
        : call(setLoggerLevelOfNode, { params: { nodeId, logger, level } }),
    ...shared,
  })
  const reset = useAction({
    run: (call, { name }: { name: string }) => call(resetLoggerLevelOfNode, { params: { nodeId, logger: name } }),
    ...shared,
  })
  return { ofSubsystem, ofLogger, reset }
}
