/** Builds the entries of the audit log. */

import type { AuditEntryBody, EntityChange } from '@logyard/contract/audit/audit-entry'
import type { AuditedCall } from '../http/audit-hook.ts'
import { sessionNameOf } from '../http/session-name.ts'
import type { NewEntry } from '../platform/settings/entry-log.ts'

const MAX_TARGET_LENGTH = 200
const MAX_USER_AGENT_LENGTH = 200
const MAX_ID_LENGTH = 200
const SYSTEM = 'system'

/** The call of what the server does automatically. */
export const SYSTEM_CALL = {
  operation: null,
  caller: () => ({ userId: '', username: SYSTEM }),
  target: {},
  clientAddress: '',
  userAgent: '',
}

export function entryBodyOf(draft: {
  readonly call: Pick<AuditedCall, 'event' | 'operation' | 'caller' | 'target' | 'clientAddress' | 'userAgent'>
  readonly outcome: AuditEntryBody['outcome']
  readonly status: number | null
  readonly created?: string | undefined
  readonly changes: readonly EntityChange[]
  readonly moreChanges: number
  readonly at: Date
  readonly nodeId: string
}): AuditEntryBody {
  const { call, outcome, status, changes, moreChanges } = draft
  const caller = call.caller()
  const at = draft.at.toISOString()
  const target = shortened(draft.created === undefined ? call.target : { ...call.target, created: draft.created })
  return {
    at,
    last_at: at,
    count: 1,
    event: call.event,
    outcome,
    status,
    operation: call.operation,
    user_id: caller === undefined || caller.userId === '' ? null : caller.userId,
    username: caller?.username ?? null,
    credential: caller?.credential ?? null,
    session: sessionNameOf(caller) ?? null,
    token_name: caller?.tokenName?.slice(0, MAX_TARGET_LENGTH) ?? null,
    target,
    ...entityOf(call.event, target, draft.created, changes),
    changes: [...changes],
    more_changes: moreChanges,
    client_address: call.clientAddress,
    user_agent: call.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
    node_id: draft.nodeId,
  }
}

export const newEntryOf = (body: AuditEntryBody): NewEntry => ({
  chain: body.node_id,
  atMs: Date.parse(body.at),
  facts: {
    event: body.event,
    actor: body.user_id ?? '',
    username: body.username ?? '',
    outcome: body.outcome,
    entityType: body.entity_type,
    entityId: body.entity_id,
    title: body.entity_title,
    address: body.client_address,
  },
  body: JSON.stringify(body),
})

export function outcomeOf(status: number): AuditEntryBody['outcome'] {
  if (status < 400) return 'done'
  return status < 500 ? 'refused' : 'failed'
}

const shortened = (target: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(target).map(([name, value]) => [name, value.slice(0, MAX_TARGET_LENGTH)]))

/** The entity of the event: the changed one of its type, else the one that the path names. */
function entityOf(
  event: string,
  target: Readonly<Record<string, string>>,
  created: string | undefined,
  changes: readonly EntityChange[],
): Pick<AuditEntryBody, 'entity_type' | 'entity_id' | 'entity_title'> {
  const [type = ''] = event.split(':')
  const changed = changes.find((change) => change.type === type)
  const id = changed?.id ?? created ?? targetIdOf(type, target)
  return { entity_type: type, entity_id: id.slice(0, MAX_ID_LENGTH), entity_title: changed?.title ?? '' }
}

/** `ruleId` of a stream rule in `/streams/{streamId}/rules/{ruleId}`, `name` in `/roles/{name}/members/{username}`. */
function targetIdOf(type: string, target: Readonly<Record<string, string>>): string {
  const names = Object.keys(target)
  const word = type.split('-').at(-1) ?? type
  const name =
    names.find((one) => one.toLowerCase().includes(word)) ??
    names.find((one) => one === 'id' || one === 'name') ??
    names.at(-1)
  return name === undefined ? '' : (target[name] ?? '')
}
