/** The stored system jobs: what each one does, who runs it, and how far it is. */
import { type Static, Type } from 'typebox'
import { leaseProperties } from '../platform/scheduler/leases.ts'
import { type Collection, defineCollection } from '../platform/settings/settings-store.ts'

const StoredSystemJob = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  parameters: Type.Unknown(),
  started_at: Type.Union([Type.Null(), Type.String()]),
  share: Type.Number({ description: 'How much is done, from 0 to 1' }),
  tries: Type.Integer({ description: 'Runs that began since the share last grew' }),
  is_cancelled: Type.Boolean(),
  given_up_at: Type.Union([Type.Null(), Type.String()]),
  ...leaseProperties,
})
export type StoredSystemJob = Static<typeof StoredSystemJob>

export const workKey = (kind: string, parameters: unknown) => `${kind} ${JSON.stringify(parameters)}`

export const systemJobCollection = defineCollection({
  name: 'system_jobs',
  audit: 'note',
  schema: StoredSystemJob,
  keys: {
    /** The same work is not done twice at a time. */
    work: { unique: true, of: ({ kind, parameters }: StoredSystemJob) => [workKey(kind, parameters)] },
    /** Jobs by kind: those that wait or run. */
    open: { unique: false, of: ({ kind, given_up_at }: StoredSystemJob) => (given_up_at === null ? [kind] : []) },
  },
})
export type SystemJobStore = Collection<StoredSystemJob, 'work' | 'open'>
