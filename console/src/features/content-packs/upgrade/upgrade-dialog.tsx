import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import type { ContentPack, ContentPackInstallation } from '@logyard/contract/content-packs/content-packs'
import type { UpgradePlanRequest } from '@logyard/contract/content-packs/upgrades'
import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { ParameterTexts, useInstallErrors } from '../install/parameter-texts.tsx'
import { defaultTexts, installValues } from '../model/install-values.ts'
import { valueLeaves } from '../model/value-leaves.ts'
import { PlannedUpgrade } from './planned-upgrade.tsx'

interface UpgradeDialogProps {
  readonly installation: ContentPackInstallation
  /** Newest first. */
  readonly revisions: readonly ContentPack[]
  readonly onClose: () => void
}

/** Shows what an upgrade would change, and upgrades. */
export function UpgradeDialog({ installation, revisions, onClose }: UpgradeDialogProps) {
  const t = useText()
  const newer = revisions.filter(({ rev }) => rev > installation.content_pack_revision)
  const [revision, setRevision] = useState(newer[0]?.rev)
  const pack = newer.find(({ rev }) => rev === revision)
  return (
    <Modal opened onClose={onClose} size="xl" title={t('contentPacks.upgrade.title')}>
      <Stack gap="md">
        {newer.length > 1 && (
          <Select
            label={t('contentPacks.upgrade.to')}
            data={newer.map(({ rev }) => String(rev))}
            value={String(revision)}
            allowDeselect={false}
            attributes={{ dropdown: { translate: 'no' }, input: { translate: 'no' } }}
            onChange={(rev) => setRevision(Number(rev))}
          />
        )}
        {pack !== undefined && <ToRevision key={pack.rev} installation={installation} pack={pack} onClose={onClose} />}
      </Stack>
    </Modal>
  )
}

interface ToRevisionProps {
  readonly installation: ContentPackInstallation
  readonly pack: ContentPack
  readonly onClose: () => void
}

/** Without a value in the installation, or a secret, whose value is not stored, of an entity that is new. */
function isAsked(name: string, { parameters, entities }: ContentPackInstallation, pack: ContentPack): boolean {
  if (!Object.hasOwn(parameters, name)) return true
  if (parameters[name]?.['@value'] !== PASSWORD_SET) return false
  const known = new Set(entities.map((one) => one.content_pack_entity_id))
  return pack.entities.some(
    ({ id, data }) =>
      !known.has(id) && valueLeaves(data).some(({ type, value }) => type === 'parameter' && value === name),
  )
}

/** The revision may have parameters that the installation has no values for. */
function ToRevision({ installation, pack, onClose }: ToRevisionProps) {
  const t = useText()
  const added = pack.parameters.filter(({ name }) => isAsked(name, installation, pack))
  const [texts, setTexts] = useState(() => defaultTexts(added))
  const [isChecked, setIsChecked] = useState(false)
  const [parameters, setParameters] = useState<UpgradePlanRequest['parameters']>(added.length === 0 ? {} : undefined)
  const problems = useInstallErrors(added)(texts)
  if (parameters !== undefined) {
    return (
      <PlannedUpgrade
        installation={installation}
        request={{ revision: pack.rev, ...(added.length === 0 ? {} : { parameters }) }}
        onClose={onClose}
      />
    )
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (Object.keys(problems).length === 0) setParameters(installValues(added, texts))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{t('contentPacks.upgrade.parameters')}</Text>
        <ParameterTexts parameters={added} texts={texts} errors={isChecked ? problems : {}} onChange={setTexts} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit">{t('contentPacks.upgrade.plan')}</Button>
        </Group>
      </Stack>
    </form>
  )
}
