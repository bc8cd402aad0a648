import type { ValidationResult } from '@logyard/contract/http/envelope'
import type { Capability } from '@logyard/contract/identity/shares'
import type { Grant } from '../accounts/grant-store.ts'

const FIELD = 'selected_grantee_capabilities'

/** A selection must not remove the last owner of an entity. */
export function validateSelection(situation: {
  readonly selection: Readonly<Record<string, Capability>> | undefined
  readonly grants: readonly Grant[]
  /** The grantees that the selection covers: one of them that it leaves out loses its grant. */
  readonly visible: ReadonlySet<string>
}): ValidationResult {
  const { selection, grants, visible } = situation
  const owners = grants.filter(({ capability }) => capability === 'own').map(({ grantee }) => grantee)
  // Owners that the selection does not cover stay: the caller, and users that the caller cannot see.
  const isSafe =
    selection === undefined ||
    Object.entries(selection).some(([grantee, capability]) => capability === 'own' && visible.has(grantee)) ||
    owners.length === 0 ||
    owners.some((owner) => !visible.has(owner))
  if (isSafe) return { failed: false, errors: {}, error_context: {} }
  const sentence = `Removing the following owners <[${owners.join(', ')}]> will leave the entity ownerless.`
  return { failed: true, errors: { [FIELD]: [sentence] }, error_context: { [FIELD]: owners } }
}
