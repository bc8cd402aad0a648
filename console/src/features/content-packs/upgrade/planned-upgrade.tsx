import type { ContentPackInstallation } from '@logyard/contract/content-packs/content-packs'
import {
  type PlannedEntity,
  planUpgrade,
  type UpgradePlanRequest,
  type UpgradeRequest,
  upgradeInstallation,
} from '@logyard/contract/content-packs/upgrades'
import { Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call } from '../../../api/api-client.ts'
import { callQuery } from '../../../api/call-query.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useAction } from '../../../ui/action/use-action.ts'
import { toggled } from '../../../ui/data-table/use-selection.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Change, ChangeList } from '../differences/differences.tsx'
import { EVERYTHING } from '../pack-actions.ts'

interface PlannedUpgradeProps {
  readonly installation: ContentPackInstallation
  readonly request: UpgradePlanRequest
  readonly onClose: () => void
}

/** Entities that were changed by hand stay, unless they are ticked. */
export function PlannedUpgrade({ installation, request, onClose }: PlannedUpgradeProps) {
  const t = useText()
  const target = { id: installation.content_pack_id, iid: installation._id }
  const upgrade = useUpgrade(target)
  const isOver = upgrade.isPending || upgrade.isSuccess
  const plan = useQuery({ ...upgradePlanQuery(useCall(), target, request), enabled: !isOver })
  const [overwritten, setOverwritten] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) => setOverwritten((old) => toggled(old, id))
  const run = () => upgrade.mutate({ ...request, overwrite: [...overwritten] }, { onSuccess: onClose })
  return (
    <Loaded query={plan} lines={4}>
      {({ from, to, entities }) => (
        <Stack gap="md">
          <Text size="sm">{t('contentPacks.upgrade.text', { from, to })}</Text>
          <ChangeList>
            {entities.map((entity) => (
              <Entity
                key={entity.content_pack_entity_id}
                entity={entity}
                isOverwritten={overwritten.has(entity.content_pack_entity_id)}
                onToggle={() => toggle(entity.content_pack_entity_id)}
              />
            ))}
          </ChangeList>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <Button loading={upgrade.isPending} onClick={run}>
              {t('contentPacks.upgrade.confirm', { rev: to })}
            </Button>
          </Group>
        </Stack>
      )}
    </Loaded>
  )
}

interface EntityProps {
  readonly entity: PlannedEntity
  readonly isOverwritten: boolean
  readonly onToggle: () => void
}

function Entity({ entity, isOverwritten, onToggle }: EntityProps) {
  const t = useText()
  const { type, title, action, changed_by_hand, differences } = entity
  const canOverwrite = changed_by_hand && (action === 'update' || action === 'delete')
  return (
    <Change
      action={action}
      name={title}
      typeName={type.name}
      differences={differences}
      badge={
        changed_by_hand && (
          <Badge size="sm" color="amber">
            {t('contentPacks.changedByHand')}
          </Badge>
        )
      }
      note={action === 'keep' && <Dimmed>{t('contentPacks.action.keep.text')}</Dimmed>}
      control={
        canOverwrite && (
          <Checkbox
            size="xs"
            mt={4}
            label={t('contentPacks.overwrite')}
            description={isOverwritten ? undefined : t('contentPacks.overwrite.kept')}
            checked={isOverwritten}
            onChange={onToggle}
          />
        )
      }
    />
  )
}

interface Target {
  readonly id: string
  readonly iid: string
}

/** Not below the key of packs: the upgrade invalidates that, and would be planned again. */
const upgradePlanQuery = (call: Call, target: Target, body: UpgradePlanRequest) => ({
  ...callQuery(call, ['upgrade-plan', target, body], planUpgrade, { params: { ...target }, body }),
  retry: false,
  staleTime: 0,
  gcTime: 0,
})

const useUpgrade = ({ id, iid }: Target) =>
  useAction({
    run: (call, body: UpgradeRequest) => call(upgradeInstallation, { params: { id, iid }, body }),
    texts: 'contentPacks.upgrade',
    values: ({ revision }) => ({ rev: revision }),
    changes: EVERYTHING,
  })
