import { listConfigurations } from '@logyard/contract/sidecars/configurations'
import { tagSidecars } from '@logyard/contract/sidecars/sidecars'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Step } from '../../../ui/step/step.tsx'
import { allConfigurationsQuery } from '../sidecar-queries.ts'
import { TagsField } from '../tags-field.tsx'

interface TagStepProps {
  readonly tags: readonly string[]
  readonly onTags: (tags: readonly string[]) => void
  /** The agent has registered: its tags are changed elsewhere. */
  readonly isPast: boolean
}

/** The configurations of the new agent, chosen by tags, which it gets when it registers. */
export function TagStep({ tags, onTags, isPast }: TagStepProps) {
  const t = useText()
  const isOffered = useMay()([listConfigurations, tagSidecars])
  const configurations = useQuery({ ...allConfigurationsQuery(useCall()), enabled: isOffered }).data
  const isTagged = configurations?.some((one) => one.tags.length > 0) === true
  const chosen = configurations?.filter((one) => one.tags.some((tag) => tags.includes(tag))) ?? []
  return (
    <Step number={2} title={t('sidecars.connect.tags')} isDone={chosen.length > 0}>
      {!isPast && configurations !== undefined && !isTagged && (
        <>
          <Text size="sm" mb="xs">
            {t('sidecars.connect.tags.none')}
          </Text>
          <LinkButton variant="default" to={routes.sidecars.configurationNew()}>
            {t('sidecars.connect.tags.create')}
          </LinkButton>
        </>
      )}
      {!isPast && isTagged && (
        <TagsField
          label={t('sidecars.tags')}
          description={t('sidecars.connect.tags.help')}
          value={tags}
          onChange={onTags}
        />
      )}
      {chosen.length > 0 && (
        <Text size="sm" mt="xs" translate="no">
          {chosen.map(({ name }) => name).join(', ')}
        </Text>
      )}
    </Step>
  )
}
