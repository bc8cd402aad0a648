import type { Capability, Grantee, ShareState } from '@logyard/contract/identity/shares'
import { Button, Group, Input, Select, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useText } from '../base/text/text.tsx'
import { CapabilitySelect } from './capability-select.tsx'
import { GranteeIcon } from './grantee-icon.tsx'
import classes from './share-dialog.module.css'

export interface Pick {
  readonly grantee: string | undefined
  readonly capability: Capability
}

export interface AddCollaboratorProps {
  /** Grantees that are not selected yet. */
  readonly candidates: readonly Grantee[]
  readonly capabilities: ShareState['available_capabilities']
  readonly pick: Pick
  readonly onPick: (pick: Pick) => void
  readonly onAdd: (grantee: string, capability: Capability) => void
}

/** More suggestions are not read; typing narrows them. */
const SUGGESTIONS = 50

export function AddCollaborator({ candidates, capabilities, pick, onPick, onAdd }: AddCollaboratorProps) {
  const t = useText()
  const [error, setError] = useState<string>()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (pick.grantee === undefined) setError(t('sharing.granteeRequired'))
    else onAdd(pick.grantee, pick.capability)
  }
  return (
    <form onSubmit={submit} noValidate aria-label={t('sharing.add')}>
      <Title order={3} mb="xs">
        {t('sharing.add')}
      </Title>
      <Group gap="sm" align="flex-end">
        <Select
          attributes={{ dropdown: { translate: 'no' }, input: { translate: 'no' } }}
          flex="1 1 240px"
          label={t('sharing.grantee')}
          placeholder={t('sharing.grantee.search')}
          nothingFoundMessage={t('sharing.grantee.none')}
          data={candidates.map(({ id, title }) => ({ value: id, label: title }))}
          renderOption={({ option }) => <Option grantee={candidates.find(({ id }) => id === option.value)} />}
          value={pick.grantee ?? null}
          onChange={(grantee) => {
            setError(undefined)
            onPick({ ...pick, grantee: grantee ?? undefined })
          }}
          limit={SUGGESTIONS}
          error={error !== undefined}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('sharing.grantee.clear') }}
        />
        <CapabilitySelect
          label={t('sharing.capability')}
          capabilities={capabilities}
          value={pick.capability}
          onChange={(capability) => onPick({ ...pick, capability })}
        />
        <Button type="submit" variant="default">
          {t('sharing.addButton')}
        </Button>
      </Group>
      {error !== undefined && (
        <Input.Error role="alert" mt="xs">
          {error}
        </Input.Error>
      )}
    </form>
  )
}

function Option({ grantee }: { grantee: Grantee | undefined }) {
  if (grantee === undefined) return null
  return (
    <span className={classes['title']} translate="no">
      <GranteeIcon type={grantee.type} />
      {grantee.title}
    </span>
  )
}
