/** Operations that the shell calls and that belong to no feature of the console. */
import { NoBody, operation, publicAccess, signedIn } from '@logyard/contract/operation'
import { Type } from 'typebox'

export const systemHello = operation({
  id: 'system.hello',
  area: 'cluster',
  method: 'GET',
  path: '/',
  summary: '',
  access: publicAccess,
  answers: {
    200: Type.Object({
      cluster_id: Type.String(),
      node_id: Type.String(),
      version: Type.String(),
      tagline: Type.String(),
    }),
  },
})
const SystemOverview = Type.Object({
  facility: Type.String(),
  codename: Type.String(),
  node_id: Type.String(),
  cluster_id: Type.String(),
  version: Type.String(),
  started_at: Type.String(),
  is_processing: Type.Boolean(),
  hostname: Type.String(),
  lifecycle: Type.String(),
  lb_status: Type.String(),
  timezone: Type.String(),
  operating_system: Type.String(),
})
export const getSystem = operation({
  id: 'system.overview',
  area: 'cluster',
  method: 'GET',
  path: '/system',
  summary: '',
  access: signedIn,
  answers: { 200: SystemOverview },
})
export const getCluster = operation({
  id: 'cluster.overview',
  area: 'cluster',
  method: 'GET',
  path: '/cluster',
  summary: '',
  access: signedIn,
  answers: { 200: Type.Record(Type.String(), Type.Union([SystemOverview, Type.Null()])) },
})
export const listNotifications = operation({
  id: 'notifications.list',
  area: 'cluster',
  method: 'GET',
  path: '/system/notifications',
  summary: '',
  access: signedIn,
  answers: {
    200: Type.Object({
      total: Type.Integer(),
      notifications: Type.Array(
        Type.Object({
          type: Type.String(),
          severity: Type.String(),
          timestamp: Type.String(),
          node_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
          details: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
        }),
      ),
    }),
  },
})
export const deleteNotification = operation({
  id: 'notifications.delete',
  area: 'cluster',
  method: 'DELETE',
  path: '/system/notifications/{type}',
  summary: '',
  access: signedIn,
  answers: { 204: NoBody },
})
const Metrics = Type.Object({
  total: Type.Integer(),
  metrics: Type.Array(
    Type.Object({
      full_name: Type.String(),
      name: Type.String(),
      type: Type.String(),
      metric: Type.Unknown(),
    }),
  ),
})
export const readMetricsOfCluster = operation({
  id: 'metrics.multiple_cluster',
  area: 'metrics',
  method: 'POST',
  path: '/cluster/metrics/multiple',
  summary: '',
  access: signedIn,
  body: Type.Object({ metrics: Type.Array(Type.String()) }),
  answers: { 200: Type.Record(Type.String(), Type.Union([Metrics, Type.Null()])) },
})
export const gettingStartedStatus = operation({
  id: 'gettingstarted.status',
  area: 'identity',
  method: 'GET',
  path: '/system/gettingstarted',
  summary: '',
  access: signedIn,
  answers: { 200: Type.Object({ show: Type.Boolean() }) },
})
