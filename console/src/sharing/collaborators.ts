import type { Capability, Grantee, ShareState } from '@logyard/contract/identity/shares'
import type { Selection } from './share-queries.ts'

export interface Collaborator {
  /** GRN of the grantee. */
  readonly id: string
  readonly capability: Capability
  readonly change: 'new' | 'changed' | 'none'
  /** Absent if the server does not name the grantee: deleted, or hidden from the user. */
  readonly grantee: Grantee | undefined
}

const TYPE_ORDER = { global: 0, team: 1, user: 2 } as const

/** All selected grantees: new ones first, then Everyone, teams and users, each group sorted by name. */
export function collaboratorsOf(state: ShareState, selection: Selection): readonly Collaborator[] {
  const grantees = new Map(state.available_grantees.map((grantee) => [grantee.id, grantee]))
  const active = new Map(state.active_shares.map((share) => [share.grantee, share.capability]))
  return Object.entries(selection)
    .map(([id, capability]): Collaborator => {
      const before = active.get(id)
      const change = before === undefined ? 'new' : before === capability ? 'none' : 'changed'
      return { id, capability, change, grantee: grantees.get(id) }
    })
    .sort(
      (a, b) =>
        Number(b.change === 'new') - Number(a.change === 'new') ||
        typeOrder(a.grantee) - typeOrder(b.grantee) ||
        nameOf(a).localeCompare(nameOf(b)),
    )
}

const typeOrder = (grantee: Grantee | undefined) => (grantee === undefined ? 3 : TYPE_ORDER[grantee.type])
const nameOf = ({ grantee, id }: Collaborator) => grantee?.title ?? id

/** Whether the selection differs from what is saved. */
export function isChanged(state: ShareState, selection: Selection): boolean {
  const selected = Object.keys(selection)
  return (
    selected.length !== state.active_shares.length ||
    state.active_shares.some((share) => selection[share.grantee] !== share.capability)
  )
}

/** Grantees that are not selected yet. */
export const availableGrantees = (state: ShareState, selection: Selection): readonly Grantee[] =>
  state.available_grantees
    .filter((grantee) => !(grantee.id in selection))
    .sort((a, b) => TYPE_ORDER[a.type] - TYPE_ORDER[b.type] || a.title.localeCompare(b.title))

export const withCapability = (selection: Selection, grantee: string, capability: Capability): Selection => ({
  ...selection,
  [grantee]: capability,
})
export const withoutGrantee = (selection: Selection, grantee: string): Selection =>
  Object.fromEntries(Object.entries(selection).filter(([id]) => id !== grantee))
