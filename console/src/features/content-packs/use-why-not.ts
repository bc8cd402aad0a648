import { listCatalog, resolveCatalog } from '@logyard/contract/content-packs/catalog'
import {
  type ContentPack,
  createContentPack,
  deleteContentPack,
  getContentPack,
  installContentPack,
  uninstallContentPack,
} from '@logyard/contract/content-packs/content-packs'
import { upgradeInstallation } from '@logyard/contract/content-packs/upgrades'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'

/** Why actions on a pack are disabled; `undefined` if they are not. */
export function useWhyNot() {
  const t = useText()
  const may = useMay()
  const unless = (isAllowed: boolean) => (isAllowed ? undefined : t('contentPacks.forbidden'))
  const ofLegacy = ({ v }: ContentPack) => (v === '0' ? t('contentPacks.legacy') : undefined)
  const toEdit = [createContentPack, listCatalog, resolveCatalog, getContentPack]
  return {
    install: (pack: ContentPack) => ofLegacy(pack) ?? unless(may(installContentPack, { id: pack.id })),
    edit: (pack: ContentPack) => ofLegacy(pack) ?? unless(may(toEdit, { id: pack.id })),
    remove: ({ id }: ContentPack) => unless(may(deleteContentPack, { id })),
    uninstall: (id: string) => unless(may(uninstallContentPack, { id })),
    upgrade: (id: string) => unless(may(upgradeInstallation, { id })),
  }
}
