import type { ContentPack } from '@logyard/contract/content-packs/content-packs'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'

/** Why actions on a pack are disabled; `undefined` if they are not. */
export function useWhyNot() {
  const t = useText()
  const may = useMay()
  const without = (...permissions: readonly string[]) => (may(permissions) ? undefined : t('contentPacks.forbidden'))
  const ofLegacy = ({ v }: ContentPack) => (v === '0' ? t('contentPacks.legacy') : undefined)
  return {
    install: (pack: ContentPack) => ofLegacy(pack) ?? without(`contentpack:install:${pack.id}`),
    edit: (pack: ContentPack) =>
      ofLegacy(pack) ?? without('contentpack:create', 'catalog:list', 'catalog:resolve', `contentpack:read:${pack.id}`),
    remove: ({ id }: ContentPack) => without(`contentpack:delete:${id}`),
    uninstall: (id: string) => without(`contentpack:uninstall:${id}`),
    upgrade: (id: string) => without(`contentpack:install:${id}`),
  }
}
