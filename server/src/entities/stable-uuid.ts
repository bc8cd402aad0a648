import { createHash } from 'node:crypto'

/** UUID that is always the same for a name, so that revisions of a pack have the ids of earlier ones. */
export function stableUuid(name: string): string {
  const hex = createHash('sha256').update(`logyard-gallery/${name}`).digest('hex')
  // Version 8 and the usual variant: an id of our own making.
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return parts.join('-')
}
