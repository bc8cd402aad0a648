import type { SidecarFacts } from '../configurations/rendering.ts'
import type { StoredRegistration } from '../registrations/registration-store.ts'

/** The facts about a sidecar that templates can insert. */
export const factsOf = (sidecar: StoredRegistration): SidecarFacts => ({
  nodeId: sidecar.node_id,
  nodeName: sidecar.node_name,
  sidecarVersion: sidecar.sidecar_version,
  operatingSystem: sidecar.node_details.operating_system,
})
