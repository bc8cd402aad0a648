/** Message processing of a node: pausing it, its progress, and what its threads are working on. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant, nullable } from '../http/envelope.ts'
import { holds, NoBody, operation, ownerDecides, signedIn } from '../http/operation.ts'

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

const area = 'cluster'
const changes = 'processing:changestate:<nodeId>'

export const pauseProcessing = operation({
  id: 'processing.pause_local',
  area,
  method: 'PUT',
  path: '/system/processing/pause',
  node: 'this',
  summary: 'Pause message processing on this node; inputs continue and the journal grows',
  access: ownerDecides(changes),
  audit: 'processing:pause',
  isOutside: true,
  answers: { 204: NoBody },
})

export const resumeProcessing = operation({
  id: 'processing.resume_local',
  area,
  method: 'PUT',
  path: '/system/processing/resume',
  node: 'this',
  summary: 'Resume message processing on this node',
  access: ownerDecides(changes),
  audit: 'processing:resume',
  isOutside: true,
  answers: { 204: NoBody, 403: ApiError },
})

export const unlockProcessing = operation({
  id: 'processing.unlock_local',
  area,
  method: 'PUT',
  path: '/system/processing/pause/unlock',
  node: 'this',
  summary: 'Remove the lock of a task that paused processing, in an emergency',
  access: ownerDecides(changes),
  audit: 'processing:unlock',
  isOutside: true,
  answers: { 204: NoBody },
})

export const pauseProcessingOfNode = operation({
  id: 'processing.pause',
  area,
  method: 'POST',
  path: '/cluster/{nodeId}/processing/pause',
  node: 'named',
  summary: 'Pause message processing on one node',
  access: holds(changes),
  audit: 'processing:pause',
  isOutside: true,
  answers: { 204: NoBody, 404: ApiError },
})

export const resumeProcessingOfNode = operation({
  id: 'processing.resume',
  area,
  method: 'POST',
  path: '/cluster/{nodeId}/processing/resume',
  node: 'named',
  summary: 'Resume message processing on one node',
  access: holds(changes),
  audit: 'processing:resume',
  isOutside: true,
  answers: { 204: NoBody, 403: ApiError, 404: ApiError },
})

export const getProcessingStatus = operation({
  id: 'processing.status_local',
  area,
  method: 'GET',
  path: '/system/processing/status',
  node: 'this',
  summary: 'How far messages got on this node; 1970 until the first arrived',
  access: signedIn,
  answers: { 200: ProcessingStatus },
})

export const getPersistedProcessingStatus = operation({
  id: 'processing.status_local_persisted',
  area,
  method: 'GET',
  path: '/system/processing/status/persisted',
  node: 'this',
  summary: 'How far messages got on this node, as it was last written down',
  access: signedIn,
  answers: { 200: ProcessingStatus, 404: ApiError },
})

export const getProcessingStatusOfCluster = operation({
  id: 'processing.status',
  area,
  method: 'GET',
  path: '/cluster/processing/status',
  summary: 'How far messages got on every node',
  access: signedIn,
  answers: { 200: ProcessingStatusByNode },
})

export const getPersistedProcessingStatusOfCluster = operation({
  id: 'processing.status_persisted',
  area,
  method: 'GET',
  path: '/cluster/processing/status/persisted',
  summary: 'How far messages got on every node, as it was last written down',
  access: signedIn,
  answers: { 200: ProcessingStatusByNode },
})

export const getProcessBufferDump = operation({
  id: 'system.processbufferdump',
  area,
  method: 'GET',
  path: '/system/processbufferdump',
  node: 'this',
  summary: 'Messages in progress on the processing threads of this node',
  access: ownerDecides('processbuffer:dump:<nodeId>'),
  answers: { 200: ProcessBufferDump },
})

export const getProcessBufferDumpOfNode = operation({
  id: 'cluster.processbufferdump',
  area,
  method: 'GET',
  path: '/cluster/{nodeId}/processbufferdump',
  node: 'named',
  summary: 'Messages in progress on the processing threads of one node',
  access: holds('processbuffer:dump:<nodeId>'),
  answers: { 200: ProcessBufferDump, 404: ApiError },
})

export const getProcessBufferDumpOfCluster = operation({
  id: 'cluster.processbufferdump_all',
  area,
  method: 'GET',
  path: '/cluster/processbufferdump',
  summary: 'Messages in progress on the processing threads of every node',
  access: holds('processbuffer:dump'),
  answers: { 200: ProcessBufferDumpByNode },
})
