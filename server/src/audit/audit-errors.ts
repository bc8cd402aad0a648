import { LogyardError } from '../platform/errors.ts'

export const timeInvalid = (field: string) =>
  new LogyardError('invalid', 'audit-time-invalid', `${field} must be an instant like 2026-03-01T09:00:00Z`)

export const auditBusy = () =>
  new LogyardError(
    'overloaded',
    'audit-busy',
    'You are reading the whole audit log already. Try again once that has ended.',
  )

export const outcomeUnknown = (known: readonly string[]) =>
  new LogyardError('invalid', 'audit-outcome-unknown', `outcome must be one of ${known.join(', ')}`)
