/** Selects the messages of a condition in the name of the definition's owner. */
import type { Caller } from '../../http/caller.ts'
import { callerOf } from '../../identity/accounts/caller-of.ts'
import type { Identity } from '../../identity/identity.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { MeasuredSelection } from '../../search/measures/measures.ts'
import { type LookUpValues, lookUpParameters } from '../../search/plan/lookup-parameters.ts'
import { createParameterValues } from '../../search/plan/parameters.ts'
import type { FindLookupTable } from '../../search/steps/join-values.ts'
import type { StreamAccess } from '../../streams/stream-access.ts'
import type { ConditionMessages, EventRange } from '../event-processor.ts'
import type { LookUpField } from '../fields/event-fields.ts'

const ownerGone = () =>
  new LogyardError(
    'failed',
    'event-owner-gone',
    'The user in whose name this definition searches does not exist or is disabled. Save the definition to search in your name.',
  )
const ownerDenied = (streams: string) =>
  new LogyardError(
    'failed',
    'event-owner-denied',
    `The user in whose name this definition searches may not read its streams${streams}. Save the definition to search in your name.`,
  )

export interface OwnerSelectionDeps {
  readonly accounts: Identity['accounts']
  readonly access: Pick<StreamAccess, 'choose'>
  /** Lookups in tables that the user may read; others are as empty. */
  readonly lookupsFor: (caller: Caller) => OwnerLookups
}

export interface OwnerLookups {
  readonly value: LookUpField
  readonly values: LookUpValues
  readonly table: FindLookupTable
}

export type Select = (messages: ConditionMessages, range: EventRange) => Promise<MeasuredSelection>

export async function requireOwner(
  { accounts }: Pick<OwnerSelectionDeps, 'accounts'>,
  ownerId: string,
): Promise<Caller> {
  const account = (await accounts.read()).findById(ownerId)
  if (account === undefined || account.user.account_status !== 'enabled') throw ownerGone()
  return callerOf(account)
}

export function selectionFor(deps: OwnerSelectionDeps, caller: Caller, signal: AbortSignal): Select {
  return async ({ query, query_parameters, streams }, range) => {
    const readable = await chooseStreams(deps, caller, streams)
    const declared = query_parameters ?? []
    const lookedUp = await lookUpParameters(declared, [query], deps.lookupsFor(caller).values, signal)
    const values = createParameterValues(declared, {}, lookedUp)
    return { streams: readable, query: values.fill(query), range }
  }
}

async function chooseStreams({ access }: OwnerSelectionDeps, caller: Caller, streams: readonly string[]) {
  try {
    return await access.choose(caller, streams)
  } catch (error) {
    if (error instanceof LogyardError && error.kind === 'denied') {
      throw ownerDenied(streams.length === 0 ? '' : `: ${streams.join(', ')}`)
    }
    throw error
  }
}
