/** Proposed changes of the configuration: stored until a person applies or rejects them. */
import {
  ConfigurationProposal,
  type ConfigurationProposalDraft,
  MAX_OPEN_PROPOSALS,
  MAX_OPEN_PROPOSALS_OF_AUTHOR,
  type PlannedProposal,
} from '@logyard/contract/content-packs/configuration-proposals'
import { NamedEntity } from '@logyard/contract/content-packs/configuration-text'
import { type Static, Type } from 'typebox'
import { type Caller, isToken } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Ids } from '../../platform/ids.ts'
import { defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'
import type { Installer } from '../installations/installations.ts'
import type { ConfigurationText } from '../text/configuration-text.ts'

/** The oldest decided proposals beyond these are deleted. */
export const MAX_DECIDED_PROPOSALS = 100

const { entity_count: _count, ...facts } = ConfigurationProposal.properties
const StoredProposal = Type.Object({ ...facts, entities: Type.Array(NamedEntity) })
type StoredProposal = Static<typeof StoredProposal>

const proposalCollection = defineCollection({
  name: 'configuration_proposals',
  audit: { type: 'configuration-proposal' },
  schema: StoredProposal,
})

const MAY_DECIDE = 'contentpack:install'

const proposalNotFound = (id: string) =>
  new LogyardError('not-found', 'proposal-not-found', `There is no proposal ${id}`)
const proposalDecided = ({ title, state, decided_by }: StoredProposal) =>
  new LogyardError('conflict', 'proposal-decided', `The proposal "${title}" was ${state} by ${decided_by ?? ''}.`)
const tooManyProposals = (count: number, whose: string) =>
  new LogyardError(
    'invalid',
    'proposals-exhausted',
    `There are ${count} open proposals${whose}, the maximum: apply or reject some of them first.`,
  )
const personNeeded = () =>
  new LogyardError('denied', 'proposal-needs-person', 'A person applies a proposal, signed in without an access token.')

export type Proposals = ReturnType<typeof createProposals>

export function createProposals(deps: {
  readonly settings: SettingsStore
  readonly text: ConfigurationText
  readonly clock: Clock
  readonly ids: Ids
}) {
  const { text, clock, ids } = deps
  const store = deps.settings.collection(proposalCollection)
  const inTurn = deps.settings.turns('configuration proposals')
  const nowText = () => clock.now().toISOString()

  async function open(id: string): Promise<StoredProposal> {
    const found = await store.find(id)
    if (found === undefined) throw proposalNotFound(id)
    if (found.state !== 'open') throw proposalDecided(found)
    return found
  }

  async function decide(id: string, state: 'applied' | 'rejected', caller: Caller): Promise<ConfigurationProposal> {
    const decision = { state, decided_by: caller.username, decided_at: nowText() }
    const decided = await store.update(id, (proposal) => ({ ...proposal, ...decision }))
    if (decided === undefined) throw proposalNotFound(id)
    const others = (await store.list()).filter((one) => one.state !== 'open')
    for (const old of others.slice(0, Math.max(0, others.length - MAX_DECIDED_PROPOSALS))) await store.delete(old.id)
    return onWire(decided)
  }

  async function planned(proposal: StoredProposal, caller: Caller): Promise<PlannedProposal> {
    const { entities } = proposal
    const shown = { proposal: onWire(proposal), entities }
    if (proposal.state !== 'open') return { ...shown, plan: null, problem: null }
    try {
      return { ...shown, plan: await text.plan({ entities }, caller), problem: null }
    } catch (error) {
      if (!(error instanceof LogyardError)) throw error
      return { ...shown, plan: null, problem: error.message }
    }
  }

  return {
    async list(caller: Caller) {
      const visible = (await store.list()).filter((proposal) => maySee(proposal, caller))
      return visible.toReversed().map(onWire)
    },
    async get(id: string, caller: Caller) {
      const found = await store.find(id)
      if (found === undefined || !maySee(found, caller)) throw proposalNotFound(id)
      return await planned(found, caller)
    },
    create: (draft: ConfigurationProposalDraft, caller: Caller) =>
      inTurn(async () => {
        // Refuses what cannot be applied.
        await text.plan({ entities: draft.entities }, caller)
        requireRoom(await store.list(), caller)
        const made = await store.insert({
          ...draft,
          id: ids.next(),
          author: caller.username,
          token: caller.tokenName ?? null,
          created_at: nowText(),
          state: 'open',
          decided_by: null,
          decided_at: null,
        })
        return await planned(made, caller)
      }),
    apply: (id: string, by: Installer) =>
      inTurn(async () => {
        if (isToken(by.caller)) throw personNeeded()
        const { entities } = await open(id)
        await text.apply({ entities }, by)
        return await decide(id, 'applied', by.caller)
      }),
    reject: (id: string, caller: Caller) =>
      inTurn(async () => {
        if (!maySee(await open(id), caller)) throw proposalNotFound(id)
        await decide(id, 'rejected', caller)
      }),
  }
}

function requireRoom(stored: readonly StoredProposal[], { username }: Caller): void {
  const open = stored.filter(({ state }) => state === 'open')
  const own = open.filter(({ author }) => author === username)
  if (own.length >= MAX_OPEN_PROPOSALS_OF_AUTHOR) throw tooManyProposals(own.length, ' of yours')
  if (open.length >= MAX_OPEN_PROPOSALS) throw tooManyProposals(open.length, '')
}

/** The author, and those who may apply it. */
const maySee = ({ author }: StoredProposal, caller: Caller): boolean =>
  author === caller.username || caller.holds(MAY_DECIDE)

const onWire = ({ entities, ...proposal }: StoredProposal): ConfigurationProposal => ({
  ...proposal,
  entity_count: entities.length,
})
