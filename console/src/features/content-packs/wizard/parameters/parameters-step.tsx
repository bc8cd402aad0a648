import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import type { PackEntity } from '@logyard/contract/content-packs/model-types'
import { Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../../base/text/text.tsx'
import type { Column } from '../../../../ui/data-table/data-table-props.ts'
import { FormSection } from '../../../../ui/form/form-section.tsx'
import { EntityTable } from '../../entities/entity-table.tsx'
import { ParameterTable } from '../../entities/parameter-table.tsx'
import { entityTitle } from '../../model/entity-text.ts'
import { renamed, usesOf, withParameters } from '../draft/applied-parameters.ts'
import { draftEntities, type PackDraft } from '../draft/pack-draft.ts'
import { ApplyDialog } from './apply-dialog.tsx'
import { ParameterButtons } from './parameter-buttons.tsx'
import { ParameterDialog } from './parameter-dialog.tsx'

interface ParametersStepProps {
  readonly draft: PackDraft
  readonly onChange: (changes: Partial<PackDraft>) => void
}

export function ParametersStep({ draft, onChange }: ParametersStepProps) {
  const t = useText()
  const [edited, setEdited] = useState<PackParameter | 'new'>()
  const { parameters, applied } = draft
  const entities = draftEntities(draft)
  const uses = (name: string) => usesOf(name, entities, applied)
  const save = (saved: PackParameter) => {
    if (edited === 'new' || edited === undefined) return onChange({ parameters: [...parameters, saved] })
    onChange({
      parameters: parameters.map((one) => (one.name === edited.name ? saved : one)),
      applied: renamed(applied, edited.name, saved.name),
    })
  }
  const create = (
    <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => setEdited('new')}>
      {t('contentPacks.parameter.create')}
    </Button>
  )
  return (
    <>
      <FormSection title={t('contentPacks.parameters')} action={create}>
        <ParameterTable
          parameters={parameters}
          isUsed={(name) => uses(name) > 0}
          emptyText={t('contentPacks.parameters.createFirst')}
          actions={(parameter) => (
            <ParameterButtons
              parameter={parameter}
              isUsed={uses(parameter.name) > 0}
              onEdit={() => setEdited(parameter)}
              onDelete={() => onChange({ parameters: parameters.filter(({ name }) => name !== parameter.name) })}
            />
          )}
        />
      </FormSection>
      <FormSection title={t('contentPacks.entities')}>
        <Entities draft={draft} onChange={onChange} />
      </FormSection>
      {edited !== undefined && (
        <ParameterDialog
          stored={edited === 'new' ? undefined : edited}
          taken={parameters.flatMap((one) => (one === edited ? [] : one.name))}
          onSave={save}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

function Entities({ draft, onChange }: ParametersStepProps) {
  const t = useText()
  const [editedId, setEditedId] = useState<string>()
  const { parameters, applied, packEntities } = draft
  const entities = draftEntities(draft)
  const ofPack = new Set(packEntities.map(({ id }) => id))
  const edited = entities.find(({ id }) => id === editedId)
  const columns: readonly Column<PackEntity>[] = [
    {
      id: 'origin',
      header: t('contentPacks.origin'),
      cell: ({ id }) => t(ofPack.has(id) ? 'contentPacks.origin.pack' : 'contentPacks.origin.server'),
    },
    {
      id: 'used',
      header: t('contentPacks.usedParameters'),
      align: 'right',
      cell: ({ id }) => applied[id]?.length ?? 0,
    },
  ]
  return (
    <>
      <EntityTable
        entities={entities.map((entity) => withParameters(entity, applied[entity.id]))}
        parameters={parameters}
        moreColumns={columns}
        moreActions={({ id }) => [
          {
            label: t('contentPacks.edit'),
            icon: <IconPencil size={15} />,
            isQuick: true,
            disabledBecause: parameters.length === 0 ? t('contentPacks.parameters.createFirst') : undefined,
            onClick: () => setEditedId(id),
          },
        ]}
      />
      {edited !== undefined && (
        <ApplyDialog
          entity={edited}
          title={entityTitle(edited, parameters)}
          parameters={parameters}
          applied={applied[edited.id] ?? []}
          onChange={(next) => onChange({ applied: { ...applied, [edited.id]: next } })}
          onClose={() => setEditedId(undefined)}
        />
      )}
    </>
  )
}
