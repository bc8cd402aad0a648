/** Sign-ins that have come back from a provider, and whose session is not open yet; on whichever node it is opened. */
import { Type } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { createExpiringDocuments } from '../../platform/settings/expiring-documents.ts'
import { defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'
import { secretHash } from '../secrets/secret-hash.ts'
import { SessionOrigin } from '../sessions/session-store.ts'

const TicketRecord = Type.Object({
  id: Type.String({ description: 'A hash of the ticket' }),
  user_id: Type.String(),
  ...SessionOrigin.properties,
  logouts_before: Type.Array(Type.String(), { description: 'The log-outs noted when the browser came back' }),
  until: Type.String(),
})
export const ticketCollection = defineCollection({
  name: 'sign_in_tickets',
  audit: 'note',
  schema: TicketRecord,
  secrets: ['id_token'],
})

export const TICKET_MS = 60_000
export const TICKETS = 1000
const TICKET_BYTES = 32

interface Redeemed {
  readonly userId: string
  readonly origin: SessionOrigin
  readonly logoutsBefore: readonly string[]
}

export type SignInTickets = ReturnType<typeof createSignInTickets>

export function createSignInTickets({
  settings,
  clock,
  ids,
}: {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly ids: Ids
}) {
  const tickets = createExpiringDocuments({
    settings,
    spec: ticketCollection,
    limit: TICKETS,
    isOver: ({ until }) => Date.parse(until) <= clock.now().getTime(),
  })
  return {
    async issue({ userId, origin, logoutsBefore }: Redeemed): Promise<string> {
      await tickets.fresh()
      const ticket = ids.bytes(TICKET_BYTES).toString('base64url')
      await tickets.insert({
        id: secretHash(ticket),
        user_id: userId,
        ...origin,
        logouts_before: [...logoutsBefore],
        until: new Date(clock.now().getTime() + TICKET_MS).toISOString(),
      })
      return ticket
    },
    /** Works once. */
    async redeem(ticket: string): Promise<Redeemed | undefined> {
      const found = await tickets.take(secretHash(ticket))
      if (found === undefined) return undefined
      const { provider_id, subject, sid, id_token, user_id: userId, logouts_before: logoutsBefore } = found
      return { userId, origin: { provider_id, subject, sid, id_token }, logoutsBefore }
    },
    purge: tickets.purge,
    [Symbol.dispose]: () => tickets[Symbol.dispose](),
  }
}
