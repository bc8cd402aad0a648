import type { AuditedAs } from '../platform/settings/entry-log.ts'

/** The verbs of changes of the server itself. */
export const SYSTEM_VERBS = { insert: 'create', replace: 'update', delete: 'delete' } as const

/** The events that changes of the server itself can have. */
export const systemEvents = (audited: readonly AuditedAs[]): readonly string[] =>
  audited
    .filter(({ isChangedBySystem }) => isChangedBySystem === true)
    .flatMap(({ type }) => Object.values(SYSTEM_VERBS).map((verb) => `${type}:${verb}`))
