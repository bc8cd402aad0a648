import type { SidecarFacts } from '../configurations/rendering.ts'
import type { StoredRegistration } from '../registrations/registration-store.ts'

/** What templates can insert about the sidecar. */
export const factsOf = (sidecar: StoredRegistration): SidecarFacts => ({
  nodeId: sidecar.node_id,
  nodeName: sidecar.node_name,
  sidecarVersion: sidecar.sidecar_version,
  operatingSystem: sidecar.node_details.operating_system,
})
