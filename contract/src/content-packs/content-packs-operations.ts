import { catalogOperations } from './catalog.ts'
import { configurationTextOperations } from './configuration-text.ts'
import { contentPackOperations } from './content-packs.ts'
import { galleryOperations } from './gallery.ts'
import { upgradeOperations } from './upgrades.ts'

export const contentPacksAreaOperations = [
  ...contentPackOperations,
  ...catalogOperations,
  ...upgradeOperations,
  ...galleryOperations,
  ...configurationTextOperations,
]
