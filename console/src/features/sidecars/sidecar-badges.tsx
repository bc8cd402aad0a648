import type { SidecarSummary } from '@logyard/contract/sidecars/sidecars'
import { Badge } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'

/** Whether a sidecar is inactive, and its tags. */
export function SidecarBadges({ sidecar: { active, tags } }: { sidecar: Pick<SidecarSummary, 'active' | 'tags'> }) {
  const t = useText()
  return (
    <>
      {!active && (
        <Badge flex="none" color="gray">
          {t('sidecars.inactive')}
        </Badge>
      )}
      {tags.map((tag) => (
        <Badge key={tag} flex="none" color="gray" variant="outline" translate="no">
          {tag}
        </Badge>
      ))}
    </>
  )
}
