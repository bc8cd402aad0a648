/** The errors of calls about index sets and indices. */
import { LogyardError } from '../../platform/errors.ts'

const indexSetMissing = (message: string) => new LogyardError('not-found', 'index-set-not-found', message)
/** The reference words the same error differently from call to call, and clients show the text. */
export const indexSetNotFound = {
  whenRead: (id: string) => indexSetMissing(`Couldn't load index set with ID <${id}>`),
  whenChanged: (id: string) => indexSetMissing(`Index set <${id}> not found`),
  whenMadeDefault: (id: string) => indexSetMissing(`Index set <${id}> does not exist`),
  otherwise: (id: string) => indexSetMissing(`Index set <${id}> not found.`),
  whenRebuilt: (id: string) => indexSetMissing(`Index set <${id}> not found!`),
  ofTemplate: (id: string) => indexSetMissing(`Index set ${id} not found`),
} as const

export const indexPrefixManaged = (prefix: string) =>
  new LogyardError(
    'invalid',
    'index-prefix-taken',
    `Index prefix "${prefix}" would conflict with an existing index set!`,
  )
export const indexPrefixConflicts = (prefix: string, other: string) =>
  new LogyardError(
    'invalid',
    'index-prefix-taken',
    `Index prefix "${prefix}" would conflict with existing index set prefix "${other}"`,
  )
export const defaultIndexSetReadOnly = () =>
  new LogyardError('conflict', 'default-index-set-read-only', 'Default index set must be writable.')
export const defaultIndexSetKept = (id: string) =>
  new LogyardError('invalid', 'default-index-set-kept', `Default index set <${id}> cannot be deleted!`)
/** Answered as if it did not exist, as the reference does. */
export const indexSetInUse = (id: string) =>
  new LogyardError('not-found', 'index-set-in-use', `Couldn't delete index set with ID <${id}>`)
export const indexSetNotWritable = ({ id, title }: { readonly id: string; readonly title: string }) =>
  new LogyardError('invalid', 'index-set-not-writable', `Unable to cycle non-writable index set <${id}> (${title})`)

export const indexNotManaged = (name: string) =>
  new LogyardError('not-found', 'index-not-managed', `Index [${name}] doesn't look like an index managed by Logyard.`)
export const indexNotFound = (name: string) =>
  new LogyardError('not-found', 'index-not-found', `Index [${name}] not found.`)
export const indexOfRangeNotManaged = (name: string) =>
  new LogyardError('invalid', 'index-range-not-managed', `${name} is not a Logyard-managed Elasticsearch index.`)
export const indexRangeNotFound = (name: string) =>
  new LogyardError('not-found', 'index-range-not-found', `The range of index ${name} is not known.`)
export const writeIndexKept = (name: string, what: 'closed' | 'deleted') =>
  new LogyardError('denied', 'write-index-kept', `The current deflector target index (${name}) cannot be ${what}`)
export const indexBeingReplaced = (name: string) =>
  new LogyardError(
    'unavailable',
    'index-being-replaced',
    `Index [${name}] is just being replaced by a rewritten one. Try again in a moment.`,
  )
export const indexBehind = (name: string) =>
  new LogyardError(
    'unavailable',
    'index-behind',
    `Index [${name}] cannot be closed now: a replica of the ClickHouse cluster lacks messages, and could not get those of a closed index. Try again once it has them.`,
  )
export const indexBusy = (name: string) =>
  new LogyardError(
    'unavailable',
    'index-busy',
    `Index [${name}] was rotated a moment ago and is still being written to. Try again in a moment.`,
  )
