import {
  type Capability,
  type EntityRef,
  grn,
  parseGrn,
  type ShareRequest,
  type ShareState,
} from '@logyard/contract/identity/shares'
import type { Caller } from '../../http/caller.ts'
import { LogyardError } from '../../platform/errors.ts'
import { commitRetrying } from '../../platform/settings/commit-retrying.ts'
import type { SettingsStore, Write } from '../../platform/settings/settings-store.ts'
import type { Accounts, Directory } from '../accounts/accounts.ts'
import { isShareable, mayView, ownership } from '../accounts/capability-permissions.ts'
import type { Grant } from '../accounts/grant-store.ts'
import { describeEntity } from './entity-description.ts'
import type { EntityRegistry } from './entity-registry.ts'
import { availableGrantees, heldBy } from './grantees.ts'
import type { Grants } from './grants.ts'
import { validateSelection } from './share-validation.ts'

export type Shares = ReturnType<typeof createShares>

const CAPABILITY_TITLES: ShareState['available_capabilities'] = [
  { id: 'view', title: 'Viewer' },
  { id: 'manage', title: 'Manager' },
  { id: 'own', title: 'Owner' },
]

const notGrn = (text: string) => new LogyardError('invalid', 'grn-malformed', `${text} is not a valid GRN string`)
const notShareable = (target: string) =>
  new LogyardError('invalid', 'entity-not-shareable', `Entity ${target} cannot be shared`)
const notOwner = (target: string) =>
  new LogyardError('denied', 'not-entity-owner', `Not authorized to access entity ${target}`)
const entityNotFound = (target: string) =>
  new LogyardError('not-found', 'entity-not-found', `Couldn't find entity ${target}`)
const ownerless = (body: ShareState) =>
  new LogyardError('invalid', 'entity-ownerless', `Entity ${body.entity} would have no owner`, { body })

interface Situation {
  readonly target: string
  readonly directory: Directory
  readonly available: ShareState['available_grantees']
  readonly visible: ReadonlySet<string>
  /** Grants of grantees that the caller can see. */
  readonly visibleGrants: readonly Grant[]
  readonly grants: readonly Grant[]
}

interface SharesDeps {
  readonly settings: SettingsStore
  readonly accounts: Accounts
  readonly grants: Grants
  readonly entities: EntityRegistry
}

type Selection = Readonly<Record<string, Capability>>

export function createShares(deps: SharesDeps) {
  return {
    /** Previews a selection without changing anything. */
    async prepare(caller: Caller, text: string, request: ShareRequest) {
      const target = await requireOwned(deps, caller, text)
      return stateOf(deps, caller, await look(deps, caller, target), selectionOf(request))
    },
    /** Applies the selection. Throws, with the whole state as body, if the entity would have no owner. */
    update: (caller: Caller, text: string, request: ShareRequest) => updateShares(deps, caller, text, request),
  }
}

async function updateShares(
  deps: SharesDeps,
  caller: Caller,
  text: string,
  request: ShareRequest,
): Promise<ShareState> {
  const { settings, grants, entities } = deps
  const target = await requireOwned(deps, caller, text)
  const selection = selectionOf(request)
  await commitRetrying(settings, async () => {
    const situation = await look(deps, caller, target)
    const state = await stateOf(deps, caller, situation, selection)
    if (state.validation_result.failed) throw ownerless(state)
    return { writes: writesFor(grants, caller, situation, selection ?? {}), answer: undefined }
  })
  // The entity was deleted meanwhile, together with the grants of that moment.
  if ((await entities.findTitle(target)) === undefined) {
    await settings.commit(await grants.deletingTarget(target))
    throw entityNotFound(target)
  }
  return stateOf(deps, caller, await look(deps, caller, target), selection)
}

/** Returns the canonical GRN; throws unless the caller may share the entity. */
async function requireOwned({ entities }: SharesDeps, caller: Caller, text: string): Promise<string> {
  const parsed = parseGrn(text)
  if (parsed === undefined) throw notGrn(text)
  const target = grn(parsed.type, parsed.id)
  if (!caller.holds(ownership(target))) throw notOwner(target)
  if (!isShareable(parsed.type)) throw notShareable(target)
  if ((await entities.findTitle(target)) === undefined) throw entityNotFound(target)
  return target
}

async function look({ accounts }: SharesDeps, caller: Caller, target: string): Promise<Situation> {
  const directory = await accounts.read()
  const available = availableGrantees(directory, caller)
  const visible = new Set(available.map(({ id }) => id))
  const all = directory.grantsOn(target)
  const visibleGrants = all.filter(({ grantee }) => visible.has(grantee))
  return { target, directory, available, visible, visibleGrants, grants: all }
}

async function missingFor(
  { entities }: SharesDeps,
  caller: Caller,
  { target, directory }: Situation,
  grantees: readonly string[],
): Promise<Record<string, EntityRef[]>> {
  // Dependencies that the caller may not read are not shown.
  const dependencies = (await entities.dependenciesOf(target)).filter((dependency) => mayView(caller, dependency))
  const missing: Record<string, EntityRef[]> = {}
  for (const grantee of grantees) {
    const held = heldBy(directory, grantee)
    const unseen = dependencies.filter((dependency) => !mayView(held, dependency))
    const described = unseen.map((dependency) => describeEntity(dependency, directory, entities))
    if (unseen.length > 0) missing[grantee] = await Promise.all(described)
  }
  return missing
}

async function stateOf(
  deps: SharesDeps,
  caller: Caller,
  situation: Situation,
  selection: Selection | undefined,
): Promise<ShareState> {
  const { target, available, visible, visibleGrants } = situation
  const active = visibleGrants.map(({ id, grantee, capability }) => ({ grant: grn('grant', id), grantee, capability }))
  const selected =
    selection ?? Object.fromEntries(active.map(({ grantee, capability }) => [grantee, capability] as const))
  return {
    entity: target,
    sharing_user: `grn::::user:${caller.userId}`,
    available_grantees: available,
    available_capabilities: CAPABILITY_TITLES,
    active_shares: active,
    selected_grantee_capabilities: selected,
    missing_permissions_on_dependencies: await missingFor(deps, caller, situation, Object.keys(selected)),
    validation_result: validateSelection({ selection, grants: situation.grants, visible }),
  }
}

function writesFor(grants: Grants, caller: Caller, situation: Situation, selection: Selection): Write[] {
  const { target, visible, visibleGrants } = situation
  const writes: Write[] = []
  for (const grant of visibleGrants) {
    const capability = selection[grant.grantee]
    if (capability === undefined) writes.push(grants.revoking(grant))
    else if (capability !== grant.capability) writes.push(grants.changing(caller, grant, capability))
  }
  const granted = new Set(visibleGrants.map(({ grantee }) => grantee))
  for (const [grantee, capability] of Object.entries(selection)) {
    if (visible.has(grantee) && !granted.has(grantee)) {
      writes.push(grants.granting(caller, grantee, target, capability))
    }
  }
  return writes
}

/** Capabilities by canonical GRN of the grantee. */
function selectionOf({ selected_grantee_capabilities }: ShareRequest): Selection | undefined {
  if (selected_grantee_capabilities == null) return undefined
  return Object.fromEntries(
    Object.entries(selected_grantee_capabilities).map(([text, capability]) => {
      const parsed = parseGrn(text)
      if (parsed === undefined) throw notGrn(text)
      return [grn(parsed.type, parsed.id), capability] as const
    }),
  )
}
