import type { LogLevel } from '@logyard/contract/logging/log-levels'
import {
  LOG_LEVELS_KEY,
  resetLoggerLevelOfNode,
  setLoggerLevelOfCluster,
  setLoggerLevelOfNode,
  setSubsystemLevelOfCluster,
  setSubsystemLevelOfNode,
} from '@logyard/contract/logging/loggers'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { configDocumentKey } from '../../cluster-config/config-document-query.ts'
import { LOGGERS_KEY } from './logging-queries.ts'

const CHANGES = [LOGGERS_KEY, configDocumentKey(LOG_LEVELS_KEY)]

interface Change {
  /** The key of a group, or the name of a logger. */
  readonly name: string
  /** Its name on the page, if that is another one. */
  readonly title?: string
  readonly level: LogLevel
}

/** Of one node until it stops, or of all nodes, also after a restart. */
export type LevelScope = 'node' | 'cluster'

export function useLevelChanges(nodeId: string, scope: LevelScope) {
  const t = useText()
  const call = useCall()
  const failed = ({ name, title = name }: { name: string; title?: string }, status: string) => ({
    title: t('logging.changeFailed.title'),
    text: t('logging.changeFailed', { name: title, status }),
  })
  const ofSubsystem = useReportedMutation({
    run: ({ name: subsystem, level }: Change) =>
      scope === 'cluster'
        ? call(setSubsystemLevelOfCluster, { params: { subsystem, level } })
        : call(setSubsystemLevelOfNode, { params: { nodeId, subsystem, level } }),
    failed,
    changes: CHANGES,
  })
  const ofLogger = useReportedMutation({
    run: ({ name: logger, level }: Change) =>
      scope === 'cluster'
        ? call(setLoggerLevelOfCluster, { params: { logger, level } })
        : call(setLoggerLevelOfNode, { params: { nodeId, logger, level } }),
    failed,
    changes: CHANGES,
  })
  const reset = useReportedMutation({
    run: ({ name }: { name: string }) => call(resetLoggerLevelOfNode, { params: { nodeId, logger: name } }),
    failed,
    changes: CHANGES,
  })
  return { ofSubsystem, ofLogger, reset }
}
