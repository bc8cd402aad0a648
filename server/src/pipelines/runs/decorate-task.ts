/** Runs one pipeline on messages of a search result. Dropping and routing have no effect. */
import { isDeepStrictEqual } from 'node:util'
import { FIELD } from '@logyard/contract/messages/message-fields'
import { boundedTask } from '../../platform/bounded-runs/bounded-task.ts'
import type { Message } from '../../store/messages/message.ts'
import { charactersOf, documentOf, type Fields, messageOfDocument } from './message-documents.ts'
import type { FoundLookups } from './run-lookups.ts'
import { createdOf } from './run-results.ts'
import { type OpenedRun, openRun, type RunWorld } from './run-world.ts'

export interface DecorationTask {
  readonly world: RunWorld
  readonly found: FoundLookups
  readonly pipelineId: string
  readonly documents: readonly Fields[]
}

export interface DecoratedFields {
  /** Fields that were added or changed. */
  readonly set: Fields
  readonly removed: readonly string[]
  readonly created: readonly Fields[]
}

/** Characters of all created messages together; no more are returned. */
const MAX_CREATED_CHARACTERS = 8_000_000
/** Streams and ids stay, whatever rules do. */
const UNCHANGED: ReadonlySet<string> = new Set([FIELD.id, FIELD.streams])

export function decorate({ world, found, pipelineId, documents }: DecorationTask) {
  const run = openRun(world, found)
  let characters = 0
  const isShown = (created: Fields) => {
    characters += charactersOf(created)
    return characters <= MAX_CREATED_CHARACTERS
  }
  /** One for each document. */
  const decorated = documents.map((document) => {
    const message = messageOfDocument(document, world.nowMs)
    const { id, outcome, before } = evaluate(run, pipelineId, document, message)
    const created = createdOf(message, outcome).map((one) => createdDocument(run, one, document))
    return { ...changesOf(before, documentOf(message, id)), created: created.filter(isShown) }
  })
  return { missing: run.tables.missing(), decorated }
}

function evaluate(run: OpenedRun, pipelineId: string, document: Fields, message: Message) {
  const id = String(document[FIELD.id])
  run.setId(message, id)
  const before = documentOf(message, id)
  return { id, before, outcome: run.evaluator.runPipeline(pipelineId, message) }
}

/** It is shown in the streams of the message that it was created from. */
const createdDocument = (run: OpenedRun, message: Message, parent: Fields): Fields => ({
  ...documentOf(message, run.idOf(message)),
  streams: parent['streams'],
})

function changesOf(before: Fields, after: Fields): Omit<DecoratedFields, 'created'> {
  const isChanged = (name: string) => !UNCHANGED.has(name) && !isDeepStrictEqual(before[name], after[name])
  return {
    set: Object.fromEntries(Object.entries(after).filter(([name]) => isChanged(name))),
    removed: Object.keys(before).filter((name) => !Object.hasOwn(after, name)),
  }
}

export const decorateTask = boundedTask(import.meta.url, decorate)
