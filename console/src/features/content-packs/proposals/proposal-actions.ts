import {
  applyProposal,
  type ConfigurationProposal,
  getProposal,
  listProposals,
  rejectProposal,
} from '@logyard/contract/content-packs/configuration-proposals'
import type { Call } from '../../../api/api-client.ts'
import { callQuery, pickQuery } from '../../../api/call-query.ts'
import { useAction, useAskedAction } from '../../../ui/action/use-action.ts'
import { EVERYTHING } from '../pack-actions.ts'

const PROPOSALS_KEY = ['configuration-proposals'] as const

export const proposalsQuery = (call: Call) =>
  pickQuery(call, [...PROPOSALS_KEY, 'list'], ({ proposals }) => proposals, listProposals)

export const proposalQuery = (call: Call, id: string) => ({
  ...callQuery(call, [...PROPOSALS_KEY, id], getProposal, { params: { id } }),
  retry: false,
  staleTime: 0,
})

export const useApplyProposal = () =>
  useAskedAction({
    run: (call, { id }: ConfigurationProposal) => call(applyProposal, { params: { id } }),
    texts: 'contentPacks.proposal.apply',
    question: 'contentPacks.proposal.apply',
    confirmLabel: 'contentPacks.proposal.apply',
    values: ({ title }) => ({ title }),
    changes: EVERYTHING,
    isHarmless: true,
  })

export const useRejectProposal = () =>
  useAction({
    run: (call, { id }: ConfigurationProposal) => call(rejectProposal, { params: { id } }),
    texts: 'contentPacks.proposal.reject',
    values: ({ title }) => ({ title }),
    changes: [PROPOSALS_KEY],
  })
