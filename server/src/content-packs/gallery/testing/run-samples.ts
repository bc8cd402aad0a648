/** Decodes samples as the inputs do, and runs the pipelines of packs on them. */
import { RECEIVED_AT, rawMessage } from '@logyard/codecs/testing/raw-message'
import { createCodecs } from '../../../ingest/inputs/codecs.ts'
import { compileSources, testMessage } from '../../../pipelines/testing/evaluate-sources.ts'
import type { Message } from '../../../store/messages/message.ts'
import { createFieldSetter } from '../../../store/messages/normalise-fields.ts'
import { fixedClock } from '../../../testing/fixed-clock.ts'
import type { GalleryEntry } from '../gallery.ts'
import { formatOf, type PackSample, payloadOf } from './pack-samples.ts'

const codecs = createCodecs({ clock: fixedClock(new Date(RECEIVED_AT).toISOString()) })

/** The message as an input stores it, if no pipeline runs on it. */
export function decodeSample(name: string, sample: Pick<PackSample, 'sent'>): Message {
  const decoded = codecs[formatOf(name, sample)].create({})(rawMessage(payloadOf(sample)))
  if (!decoded.ok) throw new Error(`${decoded.reason}: ${payloadOf(sample)}`)
  const [message] = decoded.messages
  if (message === undefined) throw new Error('A sample has no message')
  const fields: Message['fields'] = new Map()
  const setField = createFieldSetter()
  for (const [field, value] of Object.entries(message.fields)) setField(fields, field, value)
  const { timestampMs, source, message: text } = message
  return testMessage({ timestampMs, source, message: text.trim(), fields })
}

/** All pipelines of these packs, connected to the default stream. */
export function pipelinesOf(entries: readonly GalleryEntry[]) {
  const unframed = (type: SourceType) =>
    Object.fromEntries(
      entries.flatMap((entry) => sourcesOf(entry, type)).map((source) => [titleOf(source), withoutFrame(source)]),
    )
  return compileSources({ rules: unframed('pipeline_rule'), pipelines: unframed('pipeline') })
}

type SourceType = 'pipeline_rule' | 'pipeline'

export const sourcesOf = ({ pack }: GalleryEntry, type: SourceType): readonly string[] =>
  pack.entities.filter((entity) => entity.type.name === type).map(({ data }) => String(Object(data).source['@value']))

const titleOf = (source: string): string => /^\s*(?:rule|pipeline) "([^"]+)"/.exec(source)?.[1] ?? ''

const withoutFrame = (source: string): string =>
  source.replace(/^\s*(?:rule|pipeline) "[^"]+"/, '').replace(/\send\s*$/, '')

export type RunPipelines = (message: Message) => unknown

/** The fields that the pipelines set or change, in the order of their names. */
export function changesBy(run: RunPipelines, message: Message): Record<string, unknown> {
  const before = new Map(message.fields)
  const { timestampMs } = message
  run(message)
  const changes = [...message.fields].filter(([name, value]) => before.get(name) !== value)
  if (message.timestampMs !== timestampMs) changes.push(['timestamp', new Date(message.timestampMs).toISOString()])
  return Object.fromEntries(changes.sort(([a], [b]) => (a < b ? -1 : 1)))
}
