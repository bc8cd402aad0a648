/** Permissions on views, for lists, single views and the searches that they show. */
import type { Caller } from '../http/caller.ts'
import type { StoredView } from './view-store.ts'

type Kind = Pick<StoredView, 'id' | 'type'>

const holdsFor = (caller: Caller, action: 'read' | 'edit', { id, type }: Kind) =>
  caller.holds(`view:${action}:${id}`) || (type === 'DASHBOARD' && caller.holds(`dashboards:${action}:${id}`))

export const mayRead = (caller: Caller, view: Kind) => holdsFor(caller, 'read', view)
export const mayEdit = (caller: Caller, view: Kind) => holdsFor(caller, 'edit', view)
