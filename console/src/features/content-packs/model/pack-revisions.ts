import type { ContentPack } from '@logyard/contract/content-packs/content-packs'

/** Newest first. */
export const revisionsOf = (packs: Readonly<Record<string, ContentPack>>): readonly ContentPack[] =>
  Object.values(packs).toSorted((a, b) => b.rev - a.rev)
