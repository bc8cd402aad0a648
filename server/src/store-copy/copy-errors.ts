/** Failures of copying messages to another store. Each message is what the command prints. */
import { LogyardError } from '../platform/errors.ts'

export const targetNotUsable = (target: string, reason: string, options?: ErrorOptions) =>
  new LogyardError('invalid', 'copy-target-refused', `Messages cannot be copied to ${target}: ${reason}`, options)

export const sourceNotUsable = (source: string, reason: string) =>
  new LogyardError('conflict', 'copy-source-refused', `Messages of ${source} cannot be copied: ${reason}`)

export const storeNotReached = (place: string, reason: string, options?: ErrorOptions) =>
  new LogyardError('unavailable', 'copy-store-not-reached', `${place} does not answer: ${reason}`, options)

export const storeFailed = (place: string, reason: string, options?: ErrorOptions) =>
  new LogyardError('unavailable', 'copy-store-failed', `${place} refuses a statement: ${reason}`, options)

export const serverRefused = (address: string, reason: string, options?: ErrorOptions) =>
  new LogyardError('unavailable', 'copy-server-refused', `The server ${address} ${reason}`, options)

export const notQuiet = () =>
  new LogyardError(
    'unavailable',
    'copy-not-quiet',
    'Processing is paused, but what was underway is still not stored after 2 minutes. The log of the server says why',
  )

export const pauseLost = () =>
  new LogyardError(
    'conflict',
    'copy-pause-lost',
    'Processing was resumed three times while the rest was copied, so that new messages were stored: repeat the command',
  )
