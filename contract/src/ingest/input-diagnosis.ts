/** Why an input receives messages, or receives none: what each node knows about it. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant, nullable } from '../http/envelope.ts'
import { holds, inArea } from '../http/operation.ts'
import { FailureSummary } from './failures.ts'
import { InputState } from './inputs.ts'

/** What a sender did that the input could not use. The protocols are named for what the sender speaks. */
export const ConnectionSignKind = Type.Union(
  [
    Type.Literal('tls'),
    Type.Literal('http'),
    Type.Literal('http2'),
    Type.Literal('gelf'),
    Type.Literal('syslog'),
    Type.Literal('lumberjack'),
    Type.Literal('netflow'),
    Type.Literal('plain-on-tls'),
    Type.Literal('tls-refused'),
    Type.Literal('not-grpc'),
    Type.Literal('token-refused'),
    Type.Literal('path-unknown'),
    Type.Literal('too-long'),
  ],
  { title: 'ConnectionSignKind' },
)
export type ConnectionSignKind = Static<typeof ConnectionSignKind>

export const ConnectionSign = Type.Object(
  {
    kind: ConnectionSignKind,
    count: Type.Integer({ description: 'Since the input started' }),
    last_at: IsoInstant,
    last_address: Type.String({ description: 'Of the sender; empty if it was gone by then' }),
    detail: nullable(Type.String({ description: 'For TLS, the reason as the TLS library names it' })),
  },
  { title: 'ConnectionSign' },
)
export type ConnectionSign = Static<typeof ConnectionSign>

const Received = Type.Object(
  {
    messages: Type.Integer(),
    bytes: Type.Integer(),
    last_at: nullable(IsoInstant),
    empty: Type.Integer({ description: 'Empty messages, which are discarded' }),
    invalid: Type.Integer({ description: 'Frames, chunks or connections that broke the protocol' }),
    dropped: Type.Integer({ description: 'Lost because the journal was full' }),
  },
  { title: 'InputReceived', description: 'Since the input started' },
)

const Connections = Type.Object(
  {
    open: Type.Integer(),
    total: Type.Integer({ description: 'Since the input started' }),
    refused: Type.Integer({ description: 'Because of the limits' }),
  },
  { title: 'InputConnections' },
)

export const NodeDiagnosis = Type.Object(
  {
    node_id: Type.String(),
    state: nullable(InputState),
    reason: nullable(Type.String({ description: 'Why it failed' })),
    started_at: nullable(IsoInstant),
    listening: nullable(Type.Object({ address: Type.String(), port: Type.Integer() })),
    connections: nullable(Connections),
    received: nullable(Received),
    signs: Type.Array(ConnectionSign, { description: 'The most frequent first' }),
  },
  { title: 'NodeDiagnosis', description: 'null for what the input does not have, or while it does not run' },
)
export type NodeDiagnosis = Static<typeof NodeDiagnosis>

const DiagnosisTarget = Type.Object(
  {
    stream_id: Type.String(),
    stream_title: Type.String(),
    index_set_id: Type.String(),
    index_set_title: nullable(Type.String()),
    messages: Type.Integer(),
  },
  { title: 'DiagnosisTarget' },
)

export const InputDiagnosis = Type.Object(
  {
    input_id: Type.String(),
    nodes: Type.Array(NodeDiagnosis),
    failures: nullable(
      Type.Object(
        { total: Type.Integer(), newest: Type.Array(FailureSummary) },
        { title: 'InputFailures', description: 'null for callers who may not read failures' },
      ),
    ),
    range_seconds: Type.Integer({ description: 'Of `targets`, up to now' }),
    targets: Type.Array(DiagnosisTarget, {
      description: 'Streams that the caller may read with messages of the input, the most first',
    }),
  },
  { title: 'InputDiagnosis' },
)
export type InputDiagnosis = Static<typeof InputDiagnosis>

const { get } = inArea('inputs')

export const diagnoseInput = get('/logyard/inputs/{inputId}/diagnosis', {
  id: 'inputs.diagnose',
  summary: 'State, connections, traffic, failures and streams of an input, and what senders did wrong',
  access: holds('inputs:read:<inputId>'),
  answers: { 200: InputDiagnosis, 400: ApiError, 404: ApiError },
})
