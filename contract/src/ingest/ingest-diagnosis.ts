/** Why messages are missing: what this node knows about all inputs, rules that drop messages, and the store. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant, MissingStreamPermissionError, nullable } from '../http/envelope.ts'
import { inArea, signedIn } from '../http/operation.ts'
import { ConnectionSignKind } from './input-diagnosis.ts'
import { InputState } from './inputs.ts'

const stored = nullable(
  Type.Object(
    {
      last_hour: Type.Integer({ description: 'By the time of the message' }),
      ahead: Type.Integer({ description: 'Messages with a time more than a minute in the future' }),
      newest_at: nullable(IsoInstant),
      streams: Type.Array(
        Type.Object({ id: Type.String(), title: Type.String(), messages: Type.Integer() }, { title: 'StoredInStream' }),
        { description: 'Those of the last hour, the most first' },
      ),
    },
    {
      title: 'StoredOfInput',
      description: 'In streams that the caller may read; null if it could not be counted in time',
    },
  ),
)

export const DiagnosedInput = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    type: Type.String(),
    state: nullable(InputState),
    reason: nullable(Type.String({ description: 'Why it failed' })),
    last_minute: Type.Integer({ description: 'Messages received' }),
    last_hour: Type.Integer({ description: 'Messages received' }),
    last_received_at: nullable(IsoInstant),
    refused: Type.Integer({ description: 'Connections and invalid frames since it started' }),
    lost: Type.Integer({ description: 'Messages lost since it started, because the journal was full' }),
    sign: nullable(ConnectionSignKind),
    failures: nullable(
      Type.Object(
        { count: Type.Integer(), reason: nullable(Type.String({ description: 'The most frequent one' })) },
        { title: 'FailuresOfInput', description: 'null for callers who may not read failures' },
      ),
    ),
    stored,
  },
  { title: 'DiagnosedInput' },
)
export type DiagnosedInput = Static<typeof DiagnosedInput>

const DiagnosedStream = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    is_paused: Type.Boolean(),
    rules: Type.Integer(),
    matching: nullable(
      Type.Object(
        { looked_at: Type.Integer(), matches: Type.Integer() },
        {
          title: 'MatchingMessages',
          description: 'Of the newest messages that the caller may read, how many match the rules; null without rules',
        },
      ),
    ),
  },
  { title: 'DiagnosedStream' },
)
export type DiagnosedStream = Static<typeof DiagnosedStream>

export const IngestDiagnosis = Type.Object(
  {
    checked_at: IsoInstant,
    is_store_up: Type.Boolean(),
    processing: nullable(
      Type.Object(
        { is_paused: Type.Boolean(), waiting: Type.Integer({ description: 'Messages in the journal' }) },
        { title: 'DiagnosedProcessing', description: 'null for callers who may not read the journal' },
      ),
    ),
    inputs: Type.Array(DiagnosedInput, { description: 'Inputs of this node that the caller may read' }),
    sees_all_inputs: Type.Boolean({ description: 'The caller may read every input' }),
    failures: nullable(
      Type.Integer({ description: 'Raw messages that could not be stored; null for callers who may not read them' }),
    ),
    drops: Type.Array(
      Type.Object(
        { rule_id: Type.String(), rule_title: Type.String(), last_hour: Type.Integer() },
        { title: 'DroppingRule' },
      ),
      { description: 'Pipeline rules that dropped messages and that the caller may read, the most first' },
    ),
    newest_at: nullable(IsoInstant),
    in_range: nullable(
      Type.Boolean({ description: 'True if any message is in the range; null if that could not be read in time' }),
    ),
    stream: nullable(DiagnosedStream),
  },
  {
    title: 'IngestDiagnosis',
    description: '`newest_at` and `in_range` are about the stream, or about all streams that the caller may read',
  },
)
export type IngestDiagnosis = Static<typeof IngestDiagnosis>

const instant = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }))

const { get } = inArea('inputs')

export const diagnoseIngest = get('/logyard/ingest/diagnosis', {
  id: 'ingest.diagnose',
  summary: 'Why messages are missing: all inputs, dropping rules, failures, and the newest message',
  access: signedIn,
  query: Type.Object({
    stream: Type.Optional(Type.String({ maxLength: 100, description: 'Only this stream was looked at' })),
    from: instant('ISO 8601: the range that was looked at begins here'),
    to: instant('ISO 8601: the range ends here; now by default'),
  }),
  answers: { 200: IngestDiagnosis, 400: ApiError, 403: MissingStreamPermissionError, 404: ApiError },
})
