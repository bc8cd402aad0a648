/** Long tasks of a node, listed while they wait or run, and removed when finished. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant, nullable } from '../http/envelope.ts'
import { inArea, ownerDecides, signedIn } from '../http/operation.ts'

export const SystemJob = Type.Object(
  {
    id: Type.String(),
    description: Type.String(),
    name: Type.String({ description: 'The kind of job' }),
    info: Type.String(),
    node_id: Type.String(),
    started_at: nullable(IsoInstant),
    percent_complete: Type.Integer(),
    is_cancelable: Type.Boolean(),
    provides_progress: Type.Boolean(),
  },
  { title: 'SystemJob' },
)
export type SystemJob = Static<typeof SystemJob>

const SystemJobs = Type.Object({ jobs: Type.Array(SystemJob) }, { title: 'SystemJobs' })
const SystemJobsByNode = Type.Record(Type.String(), nullable(SystemJobs), {
  title: 'SystemJobsByNode',
  description: 'By node id; null for a node that did not respond',
})

const { get, post, del } = inArea('cluster')

export const listJobs = get('/system/jobs', {
  id: 'jobs.list_local',
  node: 'this',
  summary: 'The jobs of this node that the caller may read',
  access: signedIn,
  answers: { 200: SystemJobs },
})

export const getJob = get('/system/jobs/{id}', {
  id: 'jobs.get_local',
  summary: 'One job, whichever node runs it',
  access: ownerDecides('systemjobs:read:<id>'),
  answers: { 200: SystemJob, 404: ApiError },
})

export const startJob = post('/system/jobs', {
  id: 'jobs.start_local',
  node: 'this',
  summary: 'Start a job by the name of its kind; no kind that Logyard has can be started so',
  access: ownerDecides('systemjobs:create:<job_name>'),
  audit: 'job:start',
  isOutside: true,
  created: 'system_job_id',
  body: Type.Object({ job_name: Type.String() }, { title: 'SystemJobRequest', additionalProperties: false }),
  answers: { 202: Type.Object({ system_job_id: Type.String() }), 400: ApiError, 403: ApiError },
})

export const cancelJob = del('/system/jobs/{id}', {
  id: 'jobs.cancel_local',
  summary: 'Cancel a job on any node',
  access: ownerDecides('systemjobs:delete:<class>'),
  audit: 'job:cancel',
  isOutside: true,
  answers: { 200: SystemJob, 403: ApiError, 404: ApiError },
})

export const listJobsOfCluster = get('/cluster/jobs', {
  id: 'jobs.list',
  summary: 'The jobs of every node that the caller may read',
  access: signedIn,
  answers: { 200: SystemJobsByNode },
})

export const getJobOfCluster = get('/cluster/jobs/{id}', {
  id: 'jobs.get',
  summary: 'One job, whichever node runs it',
  access: signedIn,
  answers: { 200: SystemJob, 404: ApiError },
})

export const cancelJobOfCluster = del('/cluster/jobs/{id}', {
  id: 'jobs.cancel',
  summary: 'Cancel a job on any node',
  access: ownerDecides('systemjobs:delete:<class>'),
  audit: 'job:cancel',
  isOutside: true,
  answers: { 200: SystemJob, 403: ApiError, 404: ApiError },
})
