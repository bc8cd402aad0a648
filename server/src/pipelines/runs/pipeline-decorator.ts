/**
 * The decorator that runs a pipeline on the messages of a search result. A pipeline can look up values and copy them
 * into messages, so a caller may apply it freely only with the permissions that the simulator needs, and it finds
 * nothing in lookup tables that the caller may not read. Everybody else gets it as it is configured for searches, by a
 * user who may read all of its tables: after no other decorators than those configured before it, which could put
 * values of the caller's choice into the fields that rules look up.
 */
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import { PIPELINE_DECORATOR, type StoredDecorator } from '@logyard/contract/search/decorators'
import type { MessageDocument } from '@logyard/contract/search/search-results'
import type { Caller } from '../../http/caller.ts'
import { isConfigured } from '../../search/decorators/configured-decorators.ts'
import type { Decorated, DecorateList, DecoratorType } from '../../search/decorators/decorator-type.ts'
import type { PipelineConnectionService } from '../connection-service.ts'
import type { PipelineSettings, PublishedPipelines } from '../published-pipelines.ts'
import type { SourceParser } from '../sources/source-parser.ts'
import { type DecoratedFields, decorateTask } from './decorate-task.ts'
import { charactersOf } from './message-documents.ts'
import type { PipelineRunner } from './pipeline-runner.ts'

export interface PipelineDecoratorDeps {
  readonly published: Pick<PublishedPipelines, 'current'>
  readonly parser: Pick<SourceParser, 'pipelines'>
  readonly connections: Pick<PipelineConnectionService, 'requireConnectable'>
  readonly runner: PipelineRunner
  /** Whether there is a live lookup table of this name that the caller may read. */
  readonly isReadableTable: (name: string, caller: Caller) => boolean
  /** All that are configured for searches. */
  readonly storedDecorators: () => Promise<readonly StoredDecorator[]>
}

const TYPE = PIPELINE_DECORATOR
/** Limit for all messages of a page. */
const DECORATION_LIMIT_MS = 5000

export const createPipelineDecorator = (deps: PipelineDecoratorDeps): DecoratorType => ({
  type: TYPE,
  name: 'Pipeline Processor Decorator',
  configuration: (caller) => configurationFor(caller, deps.published.current()),
  async requireStorable(config, caller) {
    const id = pipelineOf(config)
    if (id === undefined) return
    caller.require(`pipeline:read:${id}`)
    await deps.connections.requireConnectable([id], { caller })
  },
  async create(config, { caller, signal }, earlier) {
    const id = pipelineOf(config)
    const settings = id === undefined ? undefined : await settingsOf(deps, id)
    if (caller === undefined || id === undefined || settings === undefined) return undefined
    const run = { id, settings, userId: caller.userId, signal }
    const applied = [...earlier, { type: TYPE, config }]
    if (isConfigured(await deps.storedDecorators(), caller, applied)) return decorateWith(deps.runner, run)
    const isReadableTable = (name: string) => deps.isReadableTable(name, caller)
    return mayApplyFreely(caller, id) ? decorateWith(deps.runner, { ...run, isReadableTable }) : undefined
  },
})

function pipelineOf({ pipeline }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof pipeline === 'string' && pipeline !== '' ? pipeline : undefined
}

function configurationFor(caller: Caller, { pipelines }: PipelineSettings): ConfigRequest {
  const readable = pipelines.filter(({ id }) => caller.holds(`pipeline:read:${id}`))
  return {
    pipeline: {
      type: 'dropdown',
      human_name: 'Pipeline',
      description: 'The pipeline whose stages run on each message',
      default_value: '',
      is_optional: false,
      attributes: [],
      additional_info: { values: Object.fromEntries(readable.map(({ id, title }) => [id, title])) },
      position: 100,
    },
  }
}

/** The pipeline with the rules that it names. Undefined if it does not exist or its source does not parse. */
async function settingsOf(
  { published, parser }: PipelineDecoratorDeps,
  id: string,
): Promise<PipelineSettings | undefined> {
  const { rules, pipelines } = published.current()
  const pipeline = pipelines.find((candidate) => candidate.id === id)
  const [parsed] = pipeline === undefined ? [] : await parser.pipelines([pipeline])
  if (pipeline === undefined || parsed === undefined || parsed.errors !== null) return undefined
  const titles = new Set(parsed.stages.flatMap((stage) => stage.rules))
  return {
    rules: rules.filter(({ title }) => titles.has(title)),
    pipelines: [pipeline],
    connections: new Map(),
    hasRuleMetrics: false,
  }
}

const mayApplyFreely = (caller: Caller, pipelineId: string) =>
  caller.holds('pipeline_rule:read') && caller.holds(`pipeline:read:${pipelineId}`)

interface PipelineRun {
  readonly id: string
  readonly settings: PipelineSettings
  readonly userId: string
  readonly signal: AbortSignal
  /** Rules find every table without it. */
  readonly isReadableTable?: (name: string) => boolean
}

function decorateWith(runner: PipelineRunner, { id, settings, ...by }: PipelineRun): DecorateList {
  return async (messages) => {
    if (messages.length === 0) return []
    const characters = messages.reduce((sum, message) => sum + charactersOf(message), 0)
    const input = { world: runner.world(`decorator ${id}`, settings), pipelineId: id, documents: messages }
    const options = { ...by, limitMs: DECORATION_LIMIT_MS, characters }
    const { decorated } = await runner.run(decorateTask, input, options)
    return messages.map((message, at) => applied(message, decorated[at]))
  }
}

function applied(message: MessageDocument, fields: DecoratedFields | undefined): Decorated {
  if (fields === undefined) return { message, created: [] }
  const { set, removed } = fields
  const isUnchanged = removed.length === 0 && Object.keys(set).length === 0
  const remaining = Object.entries({ ...message, ...set }).filter(([name]) => !removed.includes(name))
  return {
    message: isUnchanged ? message : documentOf(Object.fromEntries(remaining), message),
    created: fields.created.map((created) => documentOf(created, message)),
  }
}

/** Message with the streams of the one that was decorated. */
const documentOf = (fields: Readonly<Record<string, unknown>>, { streams }: MessageDocument): MessageDocument => ({
  ...fields,
  _id: String(fields['_id']),
  timestamp: String(fields['timestamp']),
  streams,
})
