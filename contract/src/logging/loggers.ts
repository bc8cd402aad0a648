/** The loggers of the server, their levels, and the last lines that they wrote. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'
import { ApiError, BeanValidationErrors, IsoInstant, nullable } from '../http/envelope.ts'
import { holds, inArea, NoBody, signedIn } from '../http/operation.ts'
import { LogLevel } from './log-levels.ts'

const levelFields = {
  level: LogLevel,
  level_syslog: Type.Integer({ description: 'From 0 for off to 600 for trace; these are not the numbers of syslog' }),
}
const LoggerLevel = Type.Object(levelFields, { title: 'LoggerLevel' })

export const LoggerList = Type.Object(
  {
    total: Type.Integer(),
    loggers: Type.Record(Type.String(), LoggerLevel, { description: 'By name; the root logger has the empty one' }),
  },
  { title: 'Loggers' },
)
export type LoggerList = Static<typeof LoggerList>

export const Subsystem = Type.Object(
  {
    title: Type.String(),
    categories: Type.Array(Type.String(), { description: 'The loggers that get the level of the subsystem' }),
    description: Type.String(),
    ...levelFields,
  },
  { title: 'Subsystem' },
)
export type Subsystem = Static<typeof Subsystem>

export const SubsystemList = Type.Object({ subsystems: Type.Record(Type.String(), Subsystem) }, { title: 'Subsystems' })
export type SubsystemList = Static<typeof SubsystemList>

const byNode = 'By node id; null for a node that did not respond'
const LoggersByNode = Type.Record(Type.String(), nullable(LoggerList), { title: 'LoggersByNode', description: byNode })
const SubsystemsByNode = Type.Record(Type.String(), nullable(SubsystemList), {
  title: 'SubsystemsByNode',
  description: byNode,
})

export const LogMessage = Type.Object(
  {
    message: Type.String(),
    class_name: Type.String({ description: 'The name of the logger' }),
    level: Type.String({ description: 'In upper case' }),
    marker: nullable(Type.String({ description: '`message` for a line that consists of a log message' })),
    timestamp: IsoInstant,
    throwable: nullable(Type.String({ description: 'The stack of the error' })),
    thread_name: Type.String(),
    context: Type.Record(Type.String(), Type.String()),
  },
  { title: 'LogMessage' },
)
export type LogMessage = Static<typeof LogMessage>

const LogMessages = Type.Object(
  { messages: Type.Array(LogMessage, { description: 'Newest first' }) },
  { title: 'LogMessages' },
)

/** Levels that are stored apply after a restart, on every node. The document is part of the cluster configuration. */
export const LOG_LEVELS_KEY = 'org.logyard.logging.LogLevels'
const MAX_STORED_LEVELS = 200
export const MAX_LOGGER_NAME = 200
const storedLevel = {
  logger: Type.String({ maxLength: MAX_LOGGER_NAME }),
  level: LogLevel,
  revision: Type.Optional(
    int({
      minimum: 0,
      description: 'Grows each time the level is set, so that nodes with another level apply it again',
    }),
  ),
}
export const StoredLevels = Type.Object(
  {
    levels: Type.Array(Type.Object(storedLevel, { additionalProperties: false }), { maxItems: MAX_STORED_LEVELS }),
  },
  { title: 'StoredLogLevels', additionalProperties: false },
)
export type StoredLevels = Static<typeof StoredLevels>

const changeQuery = Type.Object({
  persist: Type.Optional(
    Type.Boolean({ description: 'Also store the level, so that it applies after a restart, on every node' }),
  ),
})

const { get, put, del } = inArea('configuration')

export const listLoggers = get('/system/loggers', {
  id: 'loggers.list_local',
  node: 'this',
  summary: 'The loggers of this node that the caller may read',
  access: signedIn,
  answers: { 200: LoggerList },
})

export const listLoggersOfCluster = get('/cluster/system/loggers', {
  id: 'loggers.list',
  merges: { each: listLoggers },
  summary: 'The loggers of all nodes that the caller may read',
  access: signedIn,
  answers: { 200: LoggersByNode },
})

export const listSubsystems = get('/system/loggers/subsystems', {
  id: 'loggers.subsystems_local',
  node: 'this',
  summary: 'Groups of loggers of this node',
  access: signedIn,
  answers: { 200: SubsystemList },
})

export const listSubsystemsOfCluster = get('/cluster/system/loggers/subsystems', {
  id: 'loggers.subsystems',
  merges: { each: listSubsystems },
  summary: 'Groups of loggers of all nodes',
  access: signedIn,
  answers: { 200: SubsystemsByNode },
})

export const setSubsystemLevelOfCluster = put('/cluster/system/loggers/subsystems/{subsystem}/level/{level}', {
  id: 'loggers.set_subsystem_level_of_cluster',
  summary: 'Set and store the level of a group of loggers of all nodes; an unknown level is debug',
  access: holds('loggers:editsubsystem:<subsystem>'),
  audit: 'logger:change-level',
  isOutside: true,
  answers: { 204: NoBody, 400: ApiError, 404: ApiError },
})

export const setLoggerLevelOfCluster = put('/cluster/system/loggers/{logger}/level/{level}', {
  id: 'loggers.set_level_of_cluster',
  summary: 'Set and store the level of a logger of all nodes; an unknown level is debug',
  access: holds('loggers:edit:<logger>'),
  audit: 'logger:change-level',
  isOutside: true,
  answers: { 204: NoBody, 400: ApiError },
})

export const setSubsystemLevelOfNode = put('/cluster/system/loggers/{nodeId}/subsystems/{subsystem}/level/{level}', {
  id: 'loggers.set_subsystem_level',
  node: 'named',
  summary: 'Set the level of a group of loggers of one node',
  access: holds('loggers:editsubsystem:<subsystem>'),
  audit: 'logger:change-level',
  isOutside: true,
  query: changeQuery,
  answers: { 204: NoBody, 400: ApiError, 404: ApiError },
})

export const setSubsystemLevel = put('/system/loggers/subsystems/{subsystem}/level/{level}', {
  id: 'loggers.set_subsystem_level_local',
  node: 'this',
  summary: 'Set the level of a group of loggers of this node; an unknown level is debug',
  access: holds('loggers:editsubsystem:<subsystem>'),
  audit: 'logger:change-level',
  isOutside: true,
  query: changeQuery,
  answers: { 204: NoBody, 400: ApiError, 404: ApiError },
})

export const setLoggerLevel = put('/system/loggers/{logger}/level/{level}', {
  id: 'loggers.set_level_local',
  node: 'this',
  summary: 'Set the level of a logger of this node; an unknown level is debug',
  access: holds('loggers:edit:<logger>'),
  audit: 'logger:change-level',
  isOutside: true,
  query: changeQuery,
  answers: { 204: NoBody, 400: ApiError },
})

export const setLoggerLevelOfNode = put('/cluster/system/loggers/{nodeId}/{logger}/level/{level}', {
  id: 'loggers.set_level',
  node: 'named',
  summary: 'Set the level of a logger of one node; an unknown level is debug',
  access: holds('loggers:edit:<logger>'),
  audit: 'logger:change-level',
  isOutside: true,
  query: changeQuery,
  answers: { 204: NoBody, 400: ApiError, 404: ApiError },
})

export const resetLoggerLevelOfNode = del('/cluster/system/loggers/{nodeId}/{logger}/level', {
  id: 'loggers.reset_level',
  node: 'named',
  summary: 'Let a logger of one node have the level of the logger above it again; a stored level is deleted',
  access: holds('loggers:edit:<logger>'),
  audit: 'logger:reset-level',
  isOutside: true,
  answers: { 204: NoBody, 404: ApiError },
})

const recentQuery = Type.Object({
  limit: Type.Optional(int({ minimum: 0, description: 'The newest lines, of which those below `level` are left out' })),
  level: Type.Optional(Type.String({ description: 'Lines of this level or more severe ones; ALL by default' })),
})

export const listRecentMessages = get('/system/loggers/messages/recent', {
  id: 'loggers.recent_messages',
  node: 'this',
  summary: 'The last lines of the log of this node',
  access: holds('loggersmessages:read'),
  query: recentQuery,
  answers: { 200: LogMessages, 400: BeanValidationErrors },
})

export const listRecentMessagesOfNode = get('/cluster/system/loggers/messages/recent/{nodeId}', {
  id: 'loggers.recent_messages_of_node',
  node: 'named',
  summary: 'The last lines of the log of one node',
  access: holds('loggersmessages:read'),
  query: recentQuery,
  answers: { 200: LogMessages, 400: BeanValidationErrors, 404: ApiError },
})
