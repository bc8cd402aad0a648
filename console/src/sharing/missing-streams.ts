import { type EntityRef, parseGrn, prepareShare, type ShareState } from '@logyard/contract/identity/shares'
import type { May } from '../base/session/current-user.tsx'

/** The streams that an entity depends on and that some of its grantees cannot see. */
export interface MissingStreams {
  /** GRNs of those who miss at least one. */
  readonly grantees: readonly string[]
  /** The user may share them. */
  readonly shareable: readonly EntityRef[]
  /** Only their owners can share them. */
  readonly others: readonly EntityRef[]
}

export function missingStreamsOf(
  { missing_permissions_on_dependencies: missing }: ShareState,
  may: May,
): MissingStreams {
  const grantees = Object.keys(missing).filter((grantee) => (missing[grantee]?.length ?? 0) > 0)
  const entities = [...new Map(Object.values(missing).flatMap((all) => all.map((one) => [one.id, one]))).values()]
  const isShareable = ({ id }: EntityRef) => parseGrn(id)?.type === 'stream' && may(prepareShare, { grn: id })
  return {
    grantees,
    shareable: entities.filter(isShareable),
    others: entities.filter((entity) => !isShareable(entity)),
  }
}

/** A stream and those who have to be able to view it. */
export interface NeededGrant {
  readonly stream: EntityRef
  readonly grantees: readonly string[]
}

/** The users who need to view each of these streams. */
export const neededGrants = (
  { missing_permissions_on_dependencies: missing }: ShareState,
  streams: readonly EntityRef[],
): readonly NeededGrant[] =>
  streams.map((stream) => ({
    stream,
    grantees: Object.entries(missing).flatMap(([grantee, entities]) =>
      entities.some(({ id }) => id === stream.id) ? [grantee] : [],
    ),
  }))
