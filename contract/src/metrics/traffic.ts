/** How many bytes of messages were received and stored in each hour. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'
import { IsoInstant } from '../http/envelope.ts'
import { inArea, signedIn } from '../http/operation.ts'

const Bytes = Type.Record(Type.String(), Type.Integer(), { description: 'Bytes by the start of their hour or day' })

export const TrafficHistogram = Type.Object(
  {
    from: IsoInstant,
    to: IsoInstant,
    input: Bytes,
    output: Bytes,
    decoded: Bytes,
  },
  { title: 'TrafficHistogram', description: 'Only the hours in which there was any' },
)
export type TrafficHistogram = Static<typeof TrafficHistogram>

const { get } = inArea('cluster')

export const getTraffic = get('/system/cluster/traffic', {
  id: 'cluster.traffic',
  summary: 'Bytes received, decoded and stored, for past days and today so far',
  access: signedIn,
  query: Type.Object({
    days: Type.Optional(int({ minimum: 0, default: 30, description: 'Whole days before today' })),
    daily: Type.Optional(Type.Boolean({ default: false, description: 'A sum for each day instead of each hour' })),
  }),
  answers: { 200: TrafficHistogram },
})
