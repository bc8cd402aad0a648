import type { ShareState } from '@logyard/contract/identity/shares'
import { Button, Group, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../base/session/current-user.tsx'
import { useText } from '../base/text/text.tsx'
import { useConfirm } from '../ui/confirm/confirm.tsx'
import { Dimmed } from '../ui/dimmed.tsx'
import { AddCollaborator, type Pick } from './add-collaborator.tsx'
import { CollaboratorList } from './collaborator-list.tsx'
import { availableGrantees, collaboratorsOf, isChanged, withCapability, withoutGrantee } from './collaborators.ts'
import { missingStreamsOf, neededGrants } from './missing-streams.ts'
import { LastOwner, MissingAccess } from './share-problems.tsx'
import { rejectedState, type Selection, type SharedEntity, useUpdateShares } from './share-queries.ts'

export interface ShareFormProps {
  readonly entity: SharedEntity
  readonly state: ShareState
  readonly selection: Selection
  /** The server is still checking the selection. */
  readonly isChecking: boolean
  readonly onChange: (selection: Selection) => void
  readonly onClose: () => void
}

const NOBODY: Pick = { grantee: undefined, capability: 'view' }

export function ShareForm({ entity, state, selection, isChecking, onChange, onClose }: ShareFormProps) {
  const t = useText()
  const confirm = useConfirm()
  const update = useUpdateShares(entity)
  const may = useMay()
  const [pick, setPick] = useState(NOBODY)
  const [isSharingStreams, setIsSharingStreams] = useState(false)
  const judged = rejectedState(update.error) ?? state
  const isRefused = judged.validation_result.failed
  const missing = missingStreamsOf(judged, may)
  const streams = isSharingStreams ? neededGrants(judged, missing.shareable) : []
  const candidates = availableGrantees(state, selection)
  const picked = candidates.find((grantee) => grantee.id === pick.grantee)

  function change(next: Selection) {
    update.reset()
    onChange(next)
  }
  async function save() {
    const goesOn =
      picked === undefined ||
      (await confirm({
        title: t('sharing.notAdded.title'),
        text: t('sharing.notAdded', { label: picked.title }),
        confirmLabel: t('sharing.notAdded.confirm'),
      }))
    if (goesOn) update.mutate({ selection, streams }, { onSuccess: onClose })
  }
  return (
    <Stack gap="lg">
      <AddCollaborator
        candidates={candidates}
        capabilities={state.available_capabilities}
        pick={pick}
        onPick={setPick}
        onAdd={(grantee, capability) => {
          setPick(NOBODY)
          change(withCapability(selection, grantee, capability))
        }}
      />
      <LastOwner state={judged} />
      <MissingAccess state={judged} missing={missing} isSharing={isSharingStreams} onSharing={setIsSharingStreams} />
      {entity.note !== undefined && <Dimmed>{entity.note}</Dimmed>}
      <section>
        <Title order={3} mb="xs">
          {t('sharing.collaborators')}
        </Title>
        <CollaboratorList
          typeName={entity.typeName}
          collaborators={collaboratorsOf(state, selection)}
          capabilities={state.available_capabilities}
          isChecking={isChecking}
          onCapability={(grantee, capability) => change(withCapability(selection, grantee, capability))}
          onRemove={(grantee) => change(withoutGrantee(selection, grantee))}
        />
      </section>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('sharing.discard')}
        </Button>
        <Button
          onClick={save}
          loading={update.isPending}
          disabled={
            isChecking || isRefused || (!isChanged(state, selection) && picked === undefined && streams.length === 0)
          }
        >
          {t('sharing.save')}
        </Button>
      </Group>
    </Stack>
  )
}
