import * as contract from '@logyard/contract/logging/loggers'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import { findLogLevel } from './log-messages.ts'
import type { Loggers } from './loggers.ts'

export interface LoggerRoutesDeps {
  readonly loggers: Loggers
  readonly nodeId: string
}

const RECENT = 500

export function loggerRoutes(api: FastifyInstance, { loggers, nodeId }: LoggerRoutesDeps): void {
  const list = (caller: Caller) => loggers.list((name) => caller.holds(`loggers:read:${name}`))
  const subsystems = (caller: Caller) => loggers.subsystems((key) => caller.holds(`loggers:readsubsystem:${key}`))
  serve(api, contract.listLoggersOfCluster, ({ caller }) => ({ [nodeId]: list(caller) }))
  serve(api, contract.listLoggers, ({ caller }) => list(caller))
  serve(api, contract.listSubsystemsOfCluster, ({ caller }) => ({ [nodeId]: subsystems(caller) }))
  serve(api, contract.listSubsystems, ({ caller }) => subsystems(caller))
  changeRoutes(api, loggers)
  serve(api, contract.listRecentMessages, ({ query }) => recent(loggers, query))
  serve(api, contract.listRecentMessagesOfNode, ({ query }) => recent(loggers, query))
}

const recent = (loggers: Loggers, { limit = RECENT, level = '' }: { limit?: number; level?: string }) => ({
  messages: [...loggers.recent(limit, findLogLevel(level) ?? 'all')],
})

/** Clients of the reference may send any text, and get debug for one that is not a level. */
const levelIn = (text: string) => findLogLevel(text) ?? 'debug'

function changeRoutes(api: FastifyInstance, loggers: Loggers): void {
  serve(api, contract.setSubsystemLevelOfCluster, ({ params }) =>
    loggers.setSubsystemLevel(params.subsystem, levelIn(params.level), true),
  )
  serve(api, contract.setLoggerLevelOfCluster, ({ params }) =>
    loggers.setLevel(params.logger, levelIn(params.level), true),
  )
  serve(api, contract.setSubsystemLevel, ({ params, query }) =>
    loggers.setSubsystemLevel(params.subsystem, levelIn(params.level), query.persist === true),
  )
  serve(api, contract.setSubsystemLevelOfNode, ({ params, query }) =>
    loggers.setSubsystemLevel(params.subsystem, levelIn(params.level), query.persist === true),
  )
  serve(api, contract.setLoggerLevel, ({ params, query }) =>
    loggers.setLevel(params.logger, levelIn(params.level), query.persist === true),
  )
  serve(api, contract.setLoggerLevelOfNode, ({ params, query }) =>
    loggers.setLevel(params.logger, levelIn(params.level), query.persist === true),
  )
  serve(api, contract.resetLoggerLevelOfNode, ({ params }) => loggers.resetLevel(params.logger))
}
