/** Real lines of the sources, with the fields that the packs make of them: `packs/NAME/NAME.samples.json`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const Samples = Type.Array(
  Type.Object(
    {
      /** A line, or the JSON document of GELF or of Beats. */
      sent: Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())]),
      /** The fields that the pipeline sets or changes; `timestamp` if the time is not that of the input. */
      fields: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
    },
    { additionalProperties: false },
  ),
)
export type PackSample = Type.Static<typeof Samples>[number]

const FOLDER = join(import.meta.dirname, '..', 'packs')

export const samplesFile = (name: string): string => join(FOLDER, name, `${name}.samples.json`)

export const samplesOf = (name: string): readonly PackSample[] =>
  Value.Parse(Samples, JSON.parse(readFileSync(samplesFile(name), 'utf8')))

export type SampleFormat = 'syslog' | 'raw' | 'gelf' | 'beats'

/** The format in which a sample arrives. Lines of access logs without a program arrive as plain text. */
export function formatOf(name: string, { sent }: Pick<PackSample, 'sent'>): SampleFormat {
  if (typeof sent === 'string') return name === 'web-access' ? 'raw' : 'syslog'
  return '@timestamp' in sent ? 'beats' : 'gelf'
}

export const payloadOf = ({ sent }: Pick<PackSample, 'sent'>): string =>
  typeof sent === 'string' ? sent : JSON.stringify(sent)
