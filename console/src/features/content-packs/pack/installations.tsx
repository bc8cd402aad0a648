import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import type { ContentPack, ContentPackInstallation } from '@logyard/contract/content-packs/content-packs'
import { Group, Modal, Stack } from '@mantine/core'
import { IconArrowUp, IconEye, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { ExplainedButton } from '../../../ui/explained-button.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { EntityNames } from '../entities/entity-names.tsx'
import { installationsQuery } from '../pack-queries.ts'
import { UpgradeDialog } from '../upgrade/upgrade-dialog.tsx'
import { useWhyNot } from '../use-why-not.ts'
import { UninstallDialog } from './uninstall-dialog.tsx'

type Opened = 'show' | 'upgrade' | 'uninstall'

/** Those of all revisions. An older one can be upgraded. */
export function Installations({ id, revisions }: { id: string; revisions: readonly ContentPack[] }) {
  const t = useText()
  const installations = useQuery(installationsQuery(useCall(), id))
  const [opened, setOpened] = useState<{ kind: Opened; installation: ContentPackInstallation }>()
  const close = () => setOpened(undefined)
  const latest = revisions[0]?.rev ?? 0
  return (
    <>
      <Loaded query={installations} lines={2}>
        {(found) => (
          <PlainTable
            label={t('contentPacks.installations')}
            rows={found}
            rowId={({ _id: iid }) => iid}
            columns={[
              { header: t('contentPacks.comment'), isData: true, cell: ({ comment }) => comment },
              { header: t('contentPacks.version'), isData: true, cell: ({ content_pack_revision: rev }) => rev },
              {
                cell: (installation) => (
                  <Actions
                    installation={installation}
                    hasNewer={latest > installation.content_pack_revision}
                    onOpen={(kind) => setOpened({ kind, installation })}
                  />
                ),
              },
            ]}
            none={t('contentPacks.installations.none')}
          />
        )}
      </Loaded>
      {opened?.kind === 'show' && <InstallationDialog installation={opened.installation} onClose={close} />}
      {opened?.kind === 'uninstall' && <UninstallDialog installation={opened.installation} onClose={close} />}
      {opened?.kind === 'upgrade' && (
        <UpgradeDialog installation={opened.installation} revisions={revisions} onClose={close} />
      )}
    </>
  )
}

interface ActionsProps {
  readonly installation: ContentPackInstallation
  readonly hasNewer: boolean
  readonly onOpen: (kind: Opened) => void
}

function Actions({ installation: { content_pack_id: id }, hasNewer, onOpen }: ActionsProps) {
  const t = useText()
  const whyNot = useWhyNot()
  const actions = [
    ...(hasNewer
      ? [{ kind: 'upgrade', icon: <IconArrowUp size={14} />, disabledBecause: whyNot.upgrade(id) } as const]
      : []),
    { kind: 'show', icon: <IconEye size={14} />, disabledBecause: undefined } as const,
    { kind: 'uninstall', icon: <IconTrash size={14} />, disabledBecause: whyNot.uninstall(id) } as const,
  ]
  return (
    <Group gap="xs" justify="flex-end">
      {actions.map(({ kind, icon, disabledBecause }) => (
        <ExplainedButton
          key={kind}
          size="compact-xs"
          variant="default"
          leftSection={icon}
          disabledBecause={disabledBecause}
          onClick={() => onOpen(kind)}
        >
          {t(`contentPacks.installation.${kind}`)}
        </ExplainedButton>
      ))}
    </Group>
  )
}

interface InstallationDialogProps {
  readonly installation: ContentPackInstallation
  readonly onClose: () => void
}

function InstallationDialog({ installation, onClose }: InstallationDialogProps) {
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
