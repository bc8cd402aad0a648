/** Message processing of a node: pausing it, its progress, and what its threads are working on. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant, nullable } from '../http/envelope.ts'
import { holds, inArea, NoBody, ownerDecides, signedIn } from '../http/operation.ts'

export const ProcessingStatus = Type.Object(
  {
    receive_times: Type.Object({
      ingest: IsoInstant,
      post_processing: IsoInstant,
      post_indexing: IsoInstant,
    }),
  },
  { title: 'ProcessingStatus', description: 'When the newest message was received that got to each place' },
)
export type ProcessingStatus = Static<typeof ProcessingStatus>

const ProcessingStatusByNode = Type.Record(Type.String(), nullable(ProcessingStatus), {
  title: 'ProcessingStatusByNode',
})

const ProcessBufferDump = Type.Object(
  { processbuffer_dump: Type.Record(Type.String(), Type.String()) },
  { title: 'ProcessBufferDump', description: 'By thread: `idle`, or the message in progress' },
)
const ProcessBufferDumpByNode = Type.Record(Type.String(), nullable(ProcessBufferDump), {
  title: 'ProcessBufferDumpByNode',
})

const HoldState = Type.Object(
  {
    is_paused: Type.Boolean(),
    is_quiet: Type.Boolean({ description: 'It is paused, and nothing will be stored until it is resumed' }),
  },
  { title: 'ProcessingHold' },
)

const HoldRequest = Type.Object(
  {
    limit_seconds: nullable(
      Type.Integer({ minimum: 1, maximum: 3600, description: 'Processing is resumed then; null for no limit' }),
    ),
  },
  { title: 'ProcessingHoldRequest', additionalProperties: false },
)

const Held = Type.Object(
  { was_paused: Type.Boolean({ description: 'Before the call' }), ...HoldState.properties },
  { title: 'ProcessingHeld' },
)

const { get, post, put } = inArea('cluster')
const changes = 'processing:changestate:<nodeId>'

export const pauseProcessing = put('/system/processing/pause', {
  id: 'processing.pause_local',
  node: 'this',
  summary: 'Pause message processing on this node; inputs continue and the journal grows',
  access: ownerDecides(changes),
  audit: 'processing:pause',
  isOutside: true,
  answers: { 204: NoBody },
})

export const holdProcessing = put('/logyard/processing/hold', {
  id: 'processing.hold_local',
  node: 'this',
  summary: 'Pause message processing on this node for a time, which each call renews',
  access: ownerDecides(changes),
  audit: 'processing:pause',
  isOutside: true,
  body: HoldRequest,
  answers: { 200: Held, 400: ApiError },
})

export const getProcessingHold = get('/logyard/processing/hold', {
  id: 'processing.hold_state_local',
  node: 'this',
  summary: 'State of a pause of message processing on this node: whether everything underway is stored',
  access: signedIn,
  answers: { 200: HoldState },
})

export const resumeProcessing = put('/system/processing/resume', {
  id: 'processing.resume_local',
  node: 'this',
  summary: 'Resume message processing on this node',
  access: ownerDecides(changes),
  audit: 'processing:resume',
  isOutside: true,
  answers: { 204: NoBody, 403: ApiError },
})

export const unlockProcessing = put('/system/processing/pause/unlock', {
  id: 'processing.unlock_local',
  node: 'this',
  summary: 'Remove the lock of a task that paused processing, in an emergency',
  access: ownerDecides(changes),
  audit: 'processing:unlock',
  isOutside: true,
  answers: { 204: NoBody },
})

export const pauseProcessingOfNode = post('/cluster/{nodeId}/processing/pause', {
  id: 'processing.pause',
  node: 'named',
  summary: 'Pause message processing on one node',
  access: holds(changes),
  audit: 'processing:pause',
  isOutside: true,
  answers: { 204: NoBody, 404: ApiError },
})

export const resumeProcessingOfNode = post('/cluster/{nodeId}/processing/resume', {
  id: 'processing.resume',
  node: 'named',
  summary: 'Resume message processing on one node',
  access: holds(changes),
  audit: 'processing:resume',
  isOutside: true,
  answers: { 204: NoBody, 403: ApiError, 404: ApiError },
})

export const getProcessingStatus = get('/system/processing/status', {
  id: 'processing.status_local',
  node: 'this',
  summary: 'How far messages got on this node; 1970 until the first arrived',
  access: signedIn,
  answers: { 200: ProcessingStatus },
})

export const getPersistedProcessingStatus = get('/system/processing/status/persisted', {
  id: 'processing.status_local_persisted',
  node: 'this',
  summary: 'How far messages got on this node, as it was last written down',
  access: signedIn,
  answers: { 200: ProcessingStatus, 404: ApiError },
})

export const getProcessingStatusOfCluster = get('/cluster/processing/status', {
  id: 'processing.status',
  merges: { each: getProcessingStatus },
  summary: 'How far messages got on every node',
  access: signedIn,
  answers: { 200: ProcessingStatusByNode },
})

export const getPersistedProcessingStatusOfCluster = get('/cluster/processing/status/persisted', {
  id: 'processing.status_persisted',
  summary: 'How far messages got on every node, as it was last written down',
  access: signedIn,
  answers: { 200: ProcessingStatusByNode },
})

export const getProcessBufferDump = get('/system/processbufferdump', {
  id: 'system.processbufferdump',
  node: 'this',
  summary: 'Messages in progress on the processing threads of this node',
  access: ownerDecides('processbuffer:dump:<nodeId>'),
  answers: { 200: ProcessBufferDump },
})

export const getProcessBufferDumpOfNode = get('/cluster/{nodeId}/processbufferdump', {
  id: 'cluster.processbufferdump',
  node: 'named',
  summary: 'Messages in progress on the processing threads of one node',
  access: holds('processbuffer:dump:<nodeId>'),
  answers: { 200: ProcessBufferDump, 404: ApiError },
})

export const getProcessBufferDumpOfCluster = get('/cluster/processbufferdump', {
  id: 'cluster.processbufferdump_all',
  merges: { each: getProcessBufferDump },
  summary: 'Messages in progress on the processing threads of every node',
  access: holds('processbuffer:dump'),
  answers: { 200: ProcessBufferDumpByNode },
})
