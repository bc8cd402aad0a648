import { type Capability, type EntityRef, parseGrn } from '@logyard/contract/identity/shares'
import type { Caller } from '../../http/caller.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { rankOf } from '../accounts/capability-permissions.ts'
import { userIdNotFound } from '../accounts/user-rules.ts'
import { describeEntity } from './entity-description.ts'
import type { EntityRegistry } from './entity-registry.ts'
import { findGrantee } from './grantees.ts'

export interface UserSharesRequest {
  readonly page: number
  readonly perPage: number
  readonly order: 'asc' | 'desc'
  /** A part of the title, ignoring case. */
  readonly text: string
  readonly capability: string | undefined
  readonly entityType: string | undefined
}

export type UserShares = ReturnType<typeof createUserShares>

export function createUserShares(deps: { readonly accounts: Accounts; readonly entities: EntityRegistry }) {
  const { accounts, entities } = deps

  return {
    async page(caller: Caller, userId: string, request: UserSharesRequest) {
      const directory = await accounts.read()
      const account = directory.resolve(userId)
      if (account === undefined) throw userIdNotFound(userId)
      caller.require(`users:edit:${account.user.username}`)

      const capabilityOf = new Map<string, Capability>()
      for (const { target, capability } of account.isRoot ? [] : directory.grantsOf(account.user.id)) {
        const known = capabilityOf.get(target)
        if (known === undefined || rankOf(capability) > rankOf(known)) capabilityOf.set(target, capability)
      }
      const shared = await Promise.all(
        [...capabilityOf.keys()].map((target) => describeEntity(target, directory, entities)),
      )
      const matching = shared.filter((entity) => matches(entity, capabilityOf.get(entity.id), request)).sort(byTitle)
      if (request.order === 'desc') matching.reverse()

      const start = (request.page - 1) * request.perPage
      const rows = matching.slice(start, start + request.perPage)
      const shown = rows.flatMap(({ id }) => {
        const capability = capabilityOf.get(id)
        return capability === undefined ? [] : [[id, capability] as const]
      })
      return {
        total: matching.length,
        count: rows.length,
        page: request.page,
        per_page: request.perPage,
        grand_total: shared.length,
        entities: rows,
        context: { grantee_capabilities: Object.fromEntries(shown) },
      }
    },

    async overview() {
      const directory = await accounts.read()
      return Promise.all(
        directory.grants().map(async (grant) => {
          const grantee = findGrantee(directory, grant.grantee)
          const target = await describeEntity(grant.target, directory, entities)
          return {
            ...grant,
            grantee_title: grantee === undefined ? grant.grantee : `${grantee.type}: ${grantee.title}`,
            target_title: `${target.type}: ${target.title}`,
          }
        }),
      )
    },
  }
}

function matches(entity: EntityRef, capability: Capability | undefined, request: UserSharesRequest): boolean {
  const isWanted = (wanted: string | undefined, value: string | undefined) => wanted === undefined || wanted === value
  return (
    entity.title.toLowerCase().includes(request.text.toLowerCase()) &&
    isWanted(request.capability, capability) &&
    isWanted(request.entityType, parseGrn(entity.id)?.type)
  )
}

const byTitle = (a: EntityRef, b: EntityRef) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0)
