/** A configuration document: the id that the first start gave the cluster. */
import { Type } from 'typebox'

export const CLUSTER_ID_KEY = 'org.graylog2.plugin.cluster.ClusterId'

export const ClusterIdConfig = Type.Object(
  { cluster_id: Type.String({ maxLength: 100 }) },
  { title: 'ClusterId', additionalProperties: false },
)
