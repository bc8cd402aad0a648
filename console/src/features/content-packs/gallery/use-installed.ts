import { listInstallations, type NativeEntityDescriptor } from '@logyard/contract/content-packs/content-packs'
import type { GalleryPack } from '@logyard/contract/content-packs/gallery'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { installationsQuery } from '../pack-queries.ts'

type EntityName = 'dashboard' | 'stream' | 'input'

/** The objects of one type that the newest installation of a pack brought. */
export function useInstalled({ id }: GalleryPack, type: EntityName): readonly NativeEntityDescriptor[] {
  const isSeen = useMay()(listInstallations, { id })
  const installations = useQuery({ ...installationsQuery(useCall(), id), enabled: isSeen }).data ?? []
  const [newest] = installations.toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  return newest?.entities.filter((entity) => entity.type.name === type) ?? []
}
