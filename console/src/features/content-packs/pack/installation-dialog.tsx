import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import type { ContentPackInstallation } from '@logyard/contract/content-packs/content-packs'
import { Modal, Stack } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { EntityNames } from '../entities/entity-names.tsx'

interface InstallationDialogProps {
  readonly installation: ContentPackInstallation
  readonly onClose: () => void
}

export function InstallationDialog({ installation, onClose }: InstallationDialogProps) {
  const t = useText()
  const { comment, created_by, created_at, entities, parameters } = installation
  return (
    <Modal opened onClose={onClose} size="lg" title={t('contentPacks.installation.title')}>
      <Stack gap="md">
        <DefinitionList
          items={[
            { label: t('contentPacks.comment'), value: comment },
            { label: t('contentPacks.installation.by'), value: created_by },
            { label: t('contentPacks.installation.at'), value: <Instant instant={created_at} /> },
            ...Object.entries(parameters).map(([name, value]) => ({
              label: name,
              isLabelData: true,
              value: value['@value'] === PASSWORD_SET ? t('contentPacks.secret') : String(value['@value']),
            })),
          ]}
        />
        <EntityNames entities={entities} />
      </Stack>
    </Modal>
  )
}
