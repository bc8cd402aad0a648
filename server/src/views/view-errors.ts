import { LogyardError } from '../platform/errors.ts'

export const viewNotFound = (id: string) => new LogyardError('not-found', 'view-not-found', `View ${id} doesn't exist`)
export const defaultViewNotFound = () =>
  new LogyardError('not-found', 'default-view-not-found', "Default view doesn't exist")
export const viewIdMalformed = (id: string) =>
  new LogyardError('invalid', 'view-id-malformed', `A view id must have 24 hexadecimal digits, not "${id}"`)
export const viewIdTaken = (id: string) =>
  new LogyardError('conflict', 'view-id-taken', `A view with id ${id} already exists`)
export const viewSearchUnknown = (searchId: string) =>
  new LogyardError('invalid', 'view-search-unknown', `Search ${searchId} doesn't exist: create it before its view`)
export const viewTypeFixed = (stored: string) =>
  new LogyardError('invalid', 'view-type-fixed', `The type of a view cannot be changed: it is ${stored}`)
export const viewChangedMeanwhile = (id: string) =>
  new LogyardError('conflict', 'view-changed-meanwhile', `View ${id} was changed by another user in the meantime`)
export const viewTooLarge = (part: string, maxBytes: number) =>
  new LogyardError('invalid', 'view-too-large', `The ${part} of a view may have at most ${maxBytes / 1024} KiB`)
